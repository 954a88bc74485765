"""Gold leaf: flakes of gold over cheekbones, temples, nose and lips, dark lines round the eyes."""

import numpy as np
from PIL import Image

from paint import (
    SIZE, Canvas, blur, both, ellipse, eye_ring, lips, mask, noise, ribbon, smoothstep,
    spline)


def cells(seed, count):
    """Voronoi's cells over the texture: for each pixel a number of its cell, and the distance to the
    nearest wall in pixels of 2048."""
    random = np.random.default_rng(seed)
    n = 1024
    points = random.random((count, 2)) * n
    nearest = np.full((n, n), np.inf, np.float32)
    second = np.full((n, n), np.inf, np.float32)
    label = np.zeros((n, n), np.int32)
    reach = int(3.2 * n / np.sqrt(count))
    for index, (px, py) in enumerate(points):
        x0, x1 = max(0, int(px) - reach), min(n, int(px) + reach)
        y0, y1 = max(0, int(py) - reach), min(n, int(py) + reach)
        yy, xx = np.mgrid[y0:y1, x0:x1]
        distance = np.hypot(xx - px, yy - py).astype(np.float32)
        near, far = nearest[y0:y1, x0:x1], second[y0:y1, x0:x1]
        closer = distance < near
        far[...] = np.where(closer, near, np.minimum(far, distance))
        label[y0:y1, x0:x1][closer] = index
        near[...] = np.where(closer, distance, near)
    wall = (second - nearest)
    wall[~np.isfinite(wall)] = 0
    wall = np.asarray(Image.fromarray(wall).resize((SIZE, SIZE), Image.BICUBIC)) * 2
    label = np.asarray(Image.fromarray(label).resize((SIZE, SIZE), Image.NEAREST))
    return label, wall


def paint():
    canvas = Canvas()

    # Where gold lies: a sweep from the nose over the cheekbone to the temple, brow, chin, lips.
    def sweep(points, widths, soft):
        return mask(both(ribbon(points, widths)), soft=soft)
    where = np.maximum.reduce([
        sweep([(1.6, 0.6), (3.4, -0.1), (5.2, 0.6), (6.5, 2.2), (6.7, 4.2)],
              [0.5, 1.5, 2.4, 2.2, 0.8], 26),
        sweep([(6.6, 3.4), (6.2, 5.2), (5.2, 6.4), (3.9, 7.0)], [1.6, 1.5, 1.1, 0.3], 26) * 0.85,
        mask([ribbon([(0, 5.4), (0, 3.6), (0, 1.8), (0, -0.2)], [0.5, 0.9, 0.85, 0.4])], soft=18) * 0.9,
    ])
    torn = noise(41, 14, 5)
    amount = smoothstep(0.42, 0.5, where * 0.95 + (torn - 0.5) * 0.75)
    label, wall = cells(42, 900)
    random = np.random.default_rng(43)
    # Single flakes are missing, more toward the border; others lie scattered around.
    chance = random.random(900)[label]
    soft_where = blur(where, 40)
    flakes = (amount * (chance < 0.35 + 0.9 * soft_where)
              + (1 - amount) * (chance < 0.3 * smoothstep(0.06, 0.5, soft_where)))
    body = blur(flakes * smoothstep(0.5, 2.5, wall), 1.1)
    body *= 1 - mask(both(eye_ring(0.16)), soft=10)

    # The skin under it shimmers.
    canvas.paint(blur(where, 46) * 0.32, (214, 150, 62))

    # Each flake lies at its own angle and throws its own light; fine wrinkles run over all of them.
    tilt = random.random(900)[label]
    wrinkle = noise(44, 70, 3, stretch=(1, 2.2))
    fold = noise(45, 22, 4)
    light = np.clip(0.34 * tilt + 0.42 * wrinkle + 0.42 * fold - 0.08, 0, 1)
    light = blur(light, 1.0)
    stops = [0.0, 0.35, 0.6, 0.8, 1.0]
    tones = np.array([[92, 50, 10], [176, 112, 26], [226, 168, 58], [255, 218, 118],
                      [255, 248, 214]], dtype=float)
    gold = np.stack([np.interp(light, stops, tones[:, k]) for k in range(3)], 2)
    shadow = blur(np.roll(body, 5, axis=0), 5)
    canvas.paint(shadow * 0.35 * (1 - body), (60, 26, 8))
    canvas.paint(body * 0.94, gold)
    # Raised rims: light on the upper side, dark on the lower one.
    slope = np.gradient(blur(body, 1.6), axis=0) * 3.2
    canvas.glow(np.clip(slope, 0, 1) * body * 0.7, (255, 246, 214))
    canvas.shade(np.clip(-slope, 0, 1) * body * 0.6, (60, 30, 4))

    # Eyes: a bronze shadow and a dark line; lips in gold.
    lid = spline([(1.7, 2.5), (2.3, 3.4), (3.3, 3.9), (4.4, 3.7), (5.3, 3.4), (4.5, 2.6),
                  (3.2, 2.2)], closed=True)
    canvas.paint(mask(both(lid), soft=14) * 0.5, (120, 66, 24))
    canvas.paint(mask(both(eye_ring(0.2)), soft=5) * 0.8, (36, 20, 12))
    wing = ribbon([(4.2, 2.75), (4.9, 3.1), (5.6, 3.6)], [0.24, 0.22, 0.03])
    canvas.paint(mask(both(wing), soft=1.6) * 0.85, (36, 20, 12))
    canvas.fade(1 - 0.93 * mask(both(eye_ring(0.04)), soft=3))
    lip = mask([lips(-0.02)], soft=4)
    shine = noise(46, 60, 3, stretch=(2.4, 0.8))
    tone = np.clip(0.35 + 0.5 * shine, 0, 1)
    gold = np.stack([np.interp(tone, stops, tones[:, k]) for k in range(3)], 2)
    canvas.paint(lip * 0.8, gold)
    canvas.glow(mask([ellipse((0, -4.98), (0.9, 0.13))], soft=7) * lip * 0.6, (255, 250, 230))
    canvas.glow(mask(both(ellipse((0.45, -3.5), (0.3, 0.08), -0.25)), soft=6) * lip * 0.4,
                (255, 250, 230))

    # Dust.
    dots = []
    while len(dots) < 700:
        px, py = random.uniform(0.2, 7.0), random.uniform(-9.0, 7.8)
        near = np.hypot((px - 4.5) / 3.4, (py - 2.0) / 5.4)
        if random.random() > np.exp(-1.6 * near * near):
            continue
        r = random.uniform(0.012, 0.045)
        tint = tones[random.integers(2, 5)]
        dots += [(ellipse((px, py), (r, r), count=7), tint),
                 (ellipse((-px, py), (r, r), count=7), tint)]
    canvas.strokes(dots, 0.9, soft=0.4)
    canvas.form(0.5)
    return canvas

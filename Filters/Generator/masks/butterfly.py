"""Butterfly: its wings spread over eyes and cheeks, iridescent, dark veins and white spots."""

import numpy as np

from paint import (
    FRONT, Canvas, blur, both, ellipse, eye_ring, lips, mask, noise, ribbon, smoothstep,
    spline)

INK = (26, 12, 38)

UPPER = [
    (0.45, 2.1), (0.75, 3.6), (1.5, 5.2), (2.9, 6.6), (4.6, 7.25), (6.2, 6.9), (6.75, 5.6),
    (6.45, 4.2), (6.5, 3.0), (6.1, 2.0), (4.9, 1.35), (3.2, 1.0), (1.6, 0.9), (0.75, 1.1)]
LOWER = [
    (0.75, 1.0), (1.6, 0.85), (3.2, 0.95), (4.8, 1.25), (6.0, 1.0), (6.35, -0.2), (5.9, -1.4),
    (5.2, -2.1), (4.85, -3.1), (4.3, -3.6), (3.85, -2.9), (3.1, -2.3), (2.1, -1.7), (1.3, -0.6),
    (0.9, 0.2)]


def inset(points, by):
    points = np.asarray(points, dtype=float)
    center = points.mean(0)
    away = points - center
    length = np.linalg.norm(away, axis=1, keepdims=True)
    return spline(center + away * (1 - by / length), closed=True, steps=8)


def paint():
    canvas = Canvas()
    x, y = np.abs(FRONT.x), FRONT.y
    upper, lower = spline(UPPER, closed=True, steps=8), spline(LOWER, closed=True, steps=8)
    wings = mask(both(upper, lower), soft=1.6)
    sponge, grain = noise(31, 20, 4), noise(32, 110, 3)

    # Powder round the wings, and a shadow under them.
    canvas.paint(blur(wings, 60) * 0.35, (196, 90, 200))
    canvas.paint(blur(np.roll(wings, 14, axis=0), 14) * 0.25, (40, 10, 40))
    canvas.paint(wings * 0.93, INK)

    # Colour runs outward from the bridge of the nose: yellow, pink, violet, blue, turquoise.
    root = np.array([0.4, 1.6])
    distance = np.hypot(x - root[0], (y - root[1]) * 0.95) + 0.35 * (sponge - 0.5)
    stops = np.array([0.3, 1.7, 3.1, 4.5, 5.7, 7.0])
    colors = np.array([[255, 214, 90], [255, 96, 120], [206, 44, 178], [96, 64, 214],
                       [28, 140, 226], [60, 226, 214]], dtype=float)
    color = np.stack([np.interp(distance, stops, colors[:, k]) for k in range(3)], 2)
    scales = noise(33, 150, 2, stretch=(1, 3))[..., None]
    color = color * (0.9 + 0.18 * scales)
    cells = mask(both(inset(UPPER, 0.36), inset(LOWER, 0.3)), soft=2.5)
    canvas.paint(cells * (0.88 + 0.08 * grain), color)

    # Veins from the root to the border.
    veins = []
    for tip in [(1.7, 5.4), (2.9, 6.5), (4.3, 7.1), (5.9, 6.8), (6.7, 5.5), (6.4, 4.0), (6.4, 2.8)]:
        tip = np.array(tip)
        way = tip - root
        bend = np.array([-way[1], way[0]]) * 0.06
        veins.append(ribbon([root + way * 0.12, root + way * 0.55 + bend, tip],
                            [0.12, 0.1, 0.3], steps=12))
    low = np.array([0.9, 0.9])
    for tip in [(6.2, 0.4), (6.2, -0.6), (5.6, -1.8), (4.4, -3.5), (3.2, -2.4), (2.0, -1.7)]:
        tip = np.array(tip)
        way = tip - low
        bend = np.array([-way[1], way[0]]) * -0.05
        veins.append(ribbon([low + way * 0.1, low + way * 0.55 + bend, tip],
                            [0.1, 0.09, 0.26], steps=12))
    lines = mask(both(*veins), soft=1.4) * wings
    canvas.paint(lines * 0.92, INK)
    # Each cell is lighter in its middle, like a blown glass.
    open_cells = np.clip(cells - lines, 0, 1)
    depth = smoothstep(0.55, 0.95, blur(open_cells, 16))
    canvas.glow(depth * open_cells * 0.35, (255, 236, 255))

    # White spots along the border, larger ones at the tips.
    spots = []
    for border, count, center in ((UPPER[3:11], 15, (3.6, 4.0)), (LOWER[4:11], 10, (3.4, -0.4))):
        curve = spline(border, steps=20)
        for k, s in enumerate(np.linspace(0.03, 0.97, count)):
            p = curve[int(s * (len(curve) - 1))]
            inward = np.array(center) - p
            p = p + inward / np.linalg.norm(inward) * 0.19
            r = 0.12 if k % 2 == 0 else 0.075
            spots.append(ellipse(p, (r, r)))
    canvas.paint(mask(both(*spots), soft=1.1) * 0.95, (252, 248, 255))

    # Eyes: the wing goes to the lids, with a dark line that ends in a wing of its own.
    canvas.paint(mask(both(eye_ring(0.34)), soft=9) * 0.85, (44, 14, 66))
    wing = ribbon([(4.2, 2.8), (4.9, 3.2), (5.7, 3.9)], [0.3, 0.3, 0.03])
    canvas.paint(mask(both(wing), soft=1.6) * 0.92, INK)
    canvas.fade(1 - 0.94 * mask(both(eye_ring(0.05)), soft=3))

    # The body lies on the nose, its feelers on the brow.
    body = spline([(0, 3.3), (0.3, 2.7), (0.26, 1.9), (0.34, 1.0), (0.24, 0.0), (0, -0.75),
                   (-0.24, 0.0), (-0.34, 1.0), (-0.26, 1.9), (-0.3, 2.7)], closed=True)
    canvas.paint(mask([body], soft=2) * 0.93, INK)
    bands = [ribbon([(-0.22, h + 0.06), (0, h), (0.22, h + 0.06)], [0.02, 0.1, 0.02])
             for h in (0.2, 0.6, 1.0, 1.4)]
    canvas.paint(mask(bands, soft=1.2) * 0.8, (250, 196, 90))
    canvas.glow(mask([ellipse((0, 2.6), (0.1, 0.28))], soft=5) * 0.6, (220, 190, 255))
    feeler = [(0.12, 3.2), (0.3, 4.3), (0.85, 5.5), (1.35, 6.0), (1.6, 5.75)]
    canvas.paint(mask(both(ribbon(feeler, [0.12, 0.1, 0.1, 0.12, 0.14])), soft=1.2) * 0.92, INK)
    canvas.paint(mask(both(ellipse((1.6, 5.72), (0.15, 0.15))), soft=1.2) * 0.95, (250, 196, 90))

    # Glitter and little jewels.
    random = np.random.default_rng(34)
    sparkles = []
    while len(sparkles) < 520:
        px, py = random.uniform(0.5, 7.0), random.uniform(-4.2, 7.4)
        near = np.hypot((px - 3.8) / 3.3, (py - 2.2) / 5.2)
        if near > 1.12 or random.random() > 0.35 + 0.65 * near:
            continue
        r = random.uniform(0.015, 0.05)
        tint = random.choice(np.array([[255, 255, 255], [255, 226, 160], [190, 240, 255]]))
        sparkles += [(ellipse((px, py), (r, r), count=8), tint),
                     (ellipse((-px, py), (r, r), count=8), tint)]
    canvas.strokes(sparkles, 0.85, soft=0.5)
    for p, r, c in [((6.3, -2.1), 0.17, (60, 226, 214)), ((5.9, -3.1), 0.13, (255, 96, 160)),
                    ((5.3, -4.0), 0.1, (255, 214, 90)), ((0, 4.9), 0.17, (60, 226, 214)),
                    ((0, 5.6), 0.13, (255, 96, 160)), ((0, 6.2), 0.1, (255, 214, 90))]:
        shapes = [ellipse(p, (r, r * 1.15))]
        shapes = both(*shapes) if p[0] else shapes
        canvas.paint(mask(shapes, soft=1.2) * 0.95, c)
        shine = [ellipse((p[0] - 0.04, p[1] + r * 0.4), (r * 0.35, r * 0.25))]
        canvas.glow(mask(both(*shine) if p[0] else shine, soft=1.5) * 0.9, (255, 255, 255))

    # Lips to match.
    lip = mask([lips(-0.03)], soft=5)
    canvas.paint(lip * 0.62, (190, 40, 140))
    canvas.glow(mask([ellipse((0, -4.98), (0.8, 0.12))], soft=7) * lip * 0.5, (255, 220, 240))
    canvas.form(0.6)
    return canvas

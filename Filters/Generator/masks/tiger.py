"""Tiger: orange and white fur, black stripes, as a face painter would do it."""

import numpy as np

from paint import (
    FRONT, Canvas, blur, both, ellipse, eye_ring, face_mask, lips, mask, mirrored, noise, ribbon,
    smoothstep, spline)

BLACK = (22, 17, 16)


def fur(seed, count, where, colors, length=(0.5, 1.1), width=(0.05, 0.11), center=(0, -2.2)):
    """Hairs that lie away from the muzzle, where the function `where(x, y)` says how likely."""
    random = np.random.default_rng(seed)
    hairs = []
    while len(hairs) < count:
        x, y = random.uniform(0, 7.9), random.uniform(-9.6, 8.6)
        if random.random() > where(x, y):
            continue
        away = np.array([x - center[0], (y - center[1]) * 1.15])
        away /= np.linalg.norm(away) + 1e-6
        side = np.array([-away[1], away[0]]) * random.normal(0, 0.22)
        direction = away + side
        long = random.uniform(*length)
        start = np.array([x, y])
        bend = np.array([-direction[1], direction[0]]) * random.normal(0, 0.08) * long
        points = [start, start + direction * long * 0.5 + bend, start + direction * long]
        wide = random.uniform(*width)
        outline = ribbon(points, [wide * 0.6, wide, wide * 0.05], steps=4)
        color = np.asarray(colors[random.integers(len(colors))]) + random.normal(0, 7, 3)
        hairs.append((outline, np.clip(color, 0, 255)))
        hairs.append((mirrored(outline), np.clip(color, 0, 255)))
    return hairs


# Left half; the right one mirrors it. Points run from the thick end to the thin one.
STRIPES = [
    # Forehead.
    ([(1.35, 5.6), (1.55, 6.6), (1.5, 7.9)], [0.05, 0.62, 0.1]),
    ([(2.75, 5.75), (3.15, 6.6), (3.2, 7.7)], [0.05, 0.6, 0.1]),
    ([(4.4, 5.7), (4.95, 6.3), (5.2, 7.1)], [0.05, 0.55, 0.08]),
    ([(0.75, 3.9), (1.0, 4.9), (0.85, 5.7)], [0.08, 0.42, 0.05]),
    # Temple and cheek.
    ([(7.6, 4.6), (6.7, 4.55), (5.6, 4.2)], [0.55, 0.62, 0.04]),
    ([(7.75, 2.7), (6.9, 2.75), (5.9, 2.55)], [0.5, 0.6, 0.04]),
    ([(7.7, 0.6), (6.6, 0.75), (5.2, 0.5)], [0.6, 0.75, 0.04]),
    ([(7.5, -1.7), (6.3, -1.2), (4.7, -1.05)], [0.6, 0.8, 0.04]),
    ([(7.1, -3.9), (6.0, -3.05), (4.6, -2.6)], [0.6, 0.75, 0.04]),
    ([(6.3, -6.1), (5.4, -4.9), (4.3, -4.1)], [0.55, 0.68, 0.04]),
    ([(4.7, -8.0), (4.1, -6.7), (3.3, -5.9)], [0.5, 0.58, 0.04]),
]


def paint():
    canvas = Canvas()
    x, y = np.abs(FRONT.x), FRONT.y
    grain = noise(1, 90, 3)
    sponge = noise(2, 14, 4)
    oval = face_mask(soft=26, inset=0.55)

    # Ground: golden in the middle, burnt orange toward the sides.
    side = smoothstep(1.5, 7.2, np.hypot(x, (y + 0.5) * 0.75))[..., None]
    ground = np.array([255, 176, 44]) * (1 - side) + np.array([226, 92, 14]) * side
    ground = ground * (0.93 + 0.14 * sponge[..., None])
    canvas.paint(oval * (0.62 + 0.16 * sponge) * (0.94 + 0.06 * grain), ground)
    canvas.strokes(
        fur(3, 900, lambda a, b: 0.35 + 0.65 * (np.hypot(a, b) > 4),
            [(255, 150, 30), (214, 84, 10), (255, 186, 70), (236, 120, 20)]), 0.55)

    # White: brows, muzzle, chin, the sides of the jaw.
    brow = spline([
        (1.25, 3.6), (1.7, 4.9), (2.9, 5.65), (4.3, 5.5), (5.3, 4.6), (5.75, 3.3), (4.9, 3.9),
        (3.4, 4.15), (2.2, 3.75)], closed=True)
    muzzle = spline([
        (0.0, -1.9), (1.3, -2.0), (2.6, -1.9), (3.7, -2.7), (4.0, -4.2), (3.5, -5.6), (2.4, -6.3),
        (2.3, -8.0), (1.3, -9.2), (0, -9.5), (-1.3, -9.2), (-2.3, -8.0), (-2.4, -6.3),
        (-3.5, -5.6), (-4.0, -4.2), (-3.7, -2.7), (-2.6, -1.9), (-1.3, -2.0)], closed=True)
    under = spline([
        (1.9, 1.55), (3.1, 1.0), (4.4, 1.2), (5.4, 2.3), (4.6, 1.75), (3.2, 1.5)], closed=True)
    white = blur(np.maximum(mask(both(brow, under)), mask([muzzle])), 20)
    canvas.paint(white * (0.72 + 0.08 * grain), np.array([248, 243, 234]))

    def in_white(a, b):
        if np.hypot((a - 3.4) / 2.6, (b - 5.0) / 1.1) < 1.05:
            return 1.0
        return 1.0 if np.hypot(a / 4.0, (b + 4.4) / 3.0) < 1 or b < -7 and a < 2.2 else 0.0
    canvas.strokes(
        fur(4, 620, in_white, [(255, 252, 246), (238, 228, 212), (255, 255, 255)],
            length=(0.45, 1.0), width=(0.05, 0.1)), 0.8)

    # Shadows give the muzzle its round shape.
    fold = mask(both(ribbon([(1.6, -1.6), (3.3, -2.2), (4.0, -4.0)], [0.2, 0.6, 0.1])), soft=16)
    canvas.shade(fold * 0.3, (150, 70, 20))
    canvas.shade(blur(mask([ellipse((0, -6.1), (1.9, 0.5))]), 18) * 0.28, (120, 90, 80))

    # Stripes, soft hairs at their rims.
    stripes = [ribbon(points, widths) for points, widths in STRIPES]
    canvas.paint(mask(both(*stripes), soft=1.6) * (0.9 + 0.06 * grain), BLACK)
    random = np.random.default_rng(5)
    hairs = []
    for points, widths in STRIPES:
        curve = spline(points, steps=24)
        wide = np.interp(np.linspace(0, 1, len(curve)), [0, 0.5, 1], widths)
        along = np.gradient(curve, axis=0)
        along /= np.linalg.norm(along, axis=1, keepdims=True)
        normal = np.stack([-along[:, 1], along[:, 0]], 1)
        for _ in range(70):
            i = random.integers(len(curve))
            sign = random.choice([-1, 1])
            start = curve[i] + normal[i] * sign * wide[i] * 0.36
            tip = start + along[i] * random.uniform(0.25, 0.5) \
                + normal[i] * sign * random.uniform(0.06, 0.16)
            outline = ribbon([start, (start + tip) / 2 + along[i] * 0.05, tip], [0.06, 0.05, 0.01],
                             steps=3)
            hairs += [(outline, BLACK), (mirrored(outline), BLACK)]
    canvas.strokes(hairs, 0.9)
    center = [
        ribbon([(0, 5.7), (0.0, 6.7), (0, 7.9)], [0.06, 0.55, 0.12]),
        ribbon([(0.0, 4.3), (0, 4.9), (0, 5.4)], [0.04, 0.3, 0.04])]
    canvas.paint(mask(center, soft=1.6) * 0.93, BLACK)

    # Eyes: a liner that ends in a wing and in a tear line.
    inner, outer = eye_ring(0.06), eye_ring(0.36)
    canvas.paint(mask(both(outer), soft=5) * 0.9, BLACK)
    wing = ribbon([(4.2, 2.75), (5.0, 3.15), (5.95, 3.85)], [0.35, 0.42, 0.03])
    tear = ribbon([(2.0, 2.55), (1.45, 1.9), (1.25, 0.9), (1.45, -0.1)], [0.3, 0.38, 0.26, 0.03])
    canvas.paint(mask(both(wing, tear), soft=1.6) * 0.95, BLACK)
    canvas.fade(1 - 0.9 * mask(both(inner), soft=3))

    # Nose.
    nose = spline([
        (0, 0.35), (0.75, 0.25), (1.35, -0.35), (1.45, -1.0), (0.85, -1.45), (0.4, -1.95), (0, -2.15),
        (-0.4, -1.95), (-0.85, -1.45), (-1.45, -1.0), (-1.35, -0.35), (-0.75, 0.25)], closed=True)
    tip = mask([nose], soft=3)
    canvas.paint(tip * 0.95, np.array([38, 24, 24]))
    pink = mask([spline([(0, 0.1), (0.6, 0.0), (1.05, -0.5), (0.5, -0.95), (0, -1.2), (-0.5, -0.95),
                         (-1.05, -0.5), (-0.6, 0.0)], closed=True)], soft=9)
    canvas.paint(pink * 0.85, np.array([226, 128, 120]))
    canvas.glow(mask([ellipse((0, -0.22), (0.5, 0.13))], soft=7) * 0.6, (255, 255, 255))
    canvas.paint(
        mask([ribbon([(0, -2.0), (0, -2.7), (0, -3.35)], [0.3, 0.18, 0.24])], soft=1.6) * 0.95, BLACK)

    # The mouth's line, carried on into the cheeks, and dark lips.
    smile = ribbon([(0, -3.4), (1.2, -3.55), (2.4, -4.2), (3.1, -4.0), (3.6, -3.4)],
                   [0.26, 0.3, 0.3, 0.2, 0.03])
    canvas.paint(mask(both(smile), soft=1.8) * 0.93, BLACK)
    lip = mask([lips(0.02)], soft=3)
    upper = smoothstep(-4.55, -4.2, FRONT.y)
    canvas.paint(lip * upper * 0.85, BLACK)
    canvas.paint(lip * (1 - upper) * 0.75, np.array([96, 40, 38]))
    canvas.glow(mask([ellipse((0, -5.0), (0.9, 0.12))], soft=6) * lip * 0.4, (255, 210, 200))

    # Whisker spots.
    spots = [
        ellipse((px, py), (0.13, 0.11)) for px, py in
        [(1.35, -2.65), (2.0, -2.55), (2.7, -2.75), (1.6, -3.15), (2.35, -3.2), (3.05, -3.4)]]
    canvas.paint(mask(both(*spots), soft=1.4) * 0.92, BLACK)

    # Light from above on the bridge of the nose and the brows.
    light = mask([ribbon([(0, 3.6), (0, 2.0), (0, 0.7)], [0.2, 0.55, 0.2])], soft=20)
    canvas.glow(light * 0.25, (255, 240, 210))
    canvas.form(0.9)
    canvas.fade(0.95 * np.clip(oval * 1.15, 0, 1))
    return canvas

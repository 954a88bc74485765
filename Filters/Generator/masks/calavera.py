"""Sugar skull: white ground, petals round dark eyes, a stitched smile, flowers and tendrils."""

import numpy as np

from paint import (
    FRONT, Canvas, blur, both, ellipse, eye_ring, face_mask, lips, mask, noise, ribbon,
    smoothstep, spline)

INK = (20, 16, 24)
PINK = (226, 42, 116)
TEAL = (20, 158, 164)
YELLOW = (250, 190, 44)
VIOLET = (120, 58, 168)


def flower(center, radius, petals, turn=0.0, width=0.5):
    """The outlines of a flower's petals, each a drop from the middle."""
    outlines = []
    for k in range(petals):
        angle = turn + 2 * np.pi * k / petals
        out = np.array([np.cos(angle), np.sin(angle)])
        side = np.array([-out[1], out[0]]) * radius * width
        c = np.asarray(center, dtype=float)
        outlines.append(spline([
            c + out * radius * 0.12, c + out * radius * 0.55 + side * 0.9,
            c + out * radius * 0.93 + side * 0.55, c + out * radius,
            c + out * radius * 0.93 - side * 0.55, c + out * radius * 0.55 - side * 0.9],
            closed=True, steps=6))
    return outlines


def curl(center, radius, start, turns, grow=1.0, count=16):
    """Points of a spiral from outside to its middle."""
    t = np.linspace(0, 1, count)
    angle = start + turns * 2 * np.pi * t
    r = radius * (1 - 0.86 * t ** grow)
    return np.stack([np.cos(angle) * r, np.sin(angle) * r], 1) + np.asarray(center)


def paint():
    canvas = Canvas()
    x, y = np.abs(FRONT.x), FRONT.y
    sponge, grain = noise(11, 16, 4), noise(12, 100, 3)
    oval = face_mask(soft=24, inset=0.5)
    canvas.paint(oval * (0.74 + 0.1 * sponge) * (0.95 + 0.05 * grain), (240, 236, 228))

    # Hollows of a skull: temples, cheeks, jaw.
    hollow = spline([(3.2, -2.6), (4.6, -1.3), (6.6, 0.0), (7.4, -0.2), (6.9, -2.4), (5.6, -4.6),
                     (4.2, -5.6), (3.9, -4.2)], closed=True)
    canvas.paint(mask(both(hollow), soft=34) * 0.6, (70, 58, 76))
    temple = ellipse((7.1, 4.2), (1.0, 2.0), 0.1)
    canvas.paint(mask(both(temple), soft=36) * 0.5, (80, 66, 86))
    canvas.paint(mask([ellipse((0, -9.6), (2.4, 0.6))], soft=30) * 0.35, (80, 66, 86))

    # Eyes: a dark hollow, petals round it, a dot on each tip.
    eye = np.array([3.25, 2.75])
    petals, dots, rims = [], [], []
    for k in range(13):
        angle = 2 * np.pi * k / 13 + 0.12
        c = eye + np.array([np.cos(angle) * 2.1, np.sin(angle) * 1.78])
        petals.append(ellipse(c, (0.56, 0.52), angle))
        rims.append(ellipse(c, (0.66, 0.62), angle))
        dots.append(ellipse(eye + np.array([np.cos(angle) * 2.88, np.sin(angle) * 2.52]),
                            (0.12, 0.12)))
    canvas.paint(mask(both(*rims), soft=2) * 0.93, INK)
    petal = mask(both(*petals), soft=2)
    tone = smoothstep(1.5, 2.6, np.hypot((x - eye[0]), (y - eye[1]) * 1.18))[..., None]
    canvas.paint(petal * 0.93, np.array(PINK) * tone + np.array([120, 10, 74]) * (1 - tone))
    shine = [ellipse(eye + np.array([np.cos(a) * 2.3, np.sin(a) * 1.96 + 0.12]), (0.2, 0.11), a)
             for a in (2 * np.pi * np.arange(13) / 13 + 0.12)]
    canvas.glow(mask(both(*shine), soft=5) * 0.45, (255, 190, 215))
    socket = ellipse(eye, (1.98, 1.64))
    canvas.paint(mask(both(socket), soft=6) * 0.94, INK)
    inside = mask(both(ellipse(eye, (1.75, 1.4))), soft=22)
    canvas.paint(inside * 0.55, (70, 24, 92))
    canvas.paint(mask(both(eye_ring(0.2)), soft=6) * 0.9, (10, 8, 12))
    canvas.paint(mask(both(*dots), soft=1.2) * 0.95, TEAL)
    canvas.fade(1 - 0.92 * mask(both(eye_ring(0.04)), soft=3))

    # Nose: an upside-down heart.
    heart = spline([
        (0.0, 0.85), (0.5, 0.35), (1.05, -0.5), (1.3, -1.25), (0.95, -1.75), (0.4, -1.6), (0, -1.1),
        (-0.4, -1.6), (-0.95, -1.75), (-1.3, -1.25), (-1.05, -0.5), (-0.5, 0.35)], closed=True)
    canvas.paint(mask([heart], soft=2.5) * 0.95, INK)
    canvas.glow(mask(both(ellipse((0.45, -0.7), (0.14, 0.4), 0.35)), soft=8) * 0.3, (170, 140, 200))

    # Forehead: a flower with leaves, tendrils and drops.
    top = np.array([0, 6.35])
    leaves = [spline([(0.95, 6.5), (1.7, 7.15), (2.6, 7.2), (3.1, 6.9), (2.3, 6.45), (1.5, 6.3)],
                     closed=True)]
    canvas.paint(mask(both(*leaves), soft=2) * 0.92, TEAL)
    canvas.paint(
        mask(both(ribbon([(0.9, 6.5), (1.9, 6.8), (3.0, 6.9)], [0.12, 0.07, 0.02])), soft=1.2) * 0.9,
        (8, 84, 92))
    outer = flower(top, 1.5, 8, np.pi / 8, 0.27)
    canvas.paint(mask(flower(top, 1.62, 8, np.pi / 8, 0.36), soft=2) * 0.94, INK)
    bloom = mask(outer, soft=2)
    radius = np.hypot(FRONT.x - top[0], FRONT.y - top[1])
    tone = smoothstep(0.3, 1.4, radius)[..., None]
    canvas.paint(bloom * 0.95, np.array(YELLOW) * tone + np.array([226, 80, 24]) * (1 - tone))
    canvas.paint(mask([ellipse(top, (0.45, 0.45))], soft=2) * 0.95, INK)
    canvas.paint(mask([ellipse(top, (0.36, 0.36))], soft=2) * 0.95, PINK)
    canvas.glow(mask([ellipse(top + [0, 0.1], (0.16, 0.1))], soft=4) * 0.6, (255, 255, 255))

    lines = [
        ribbon(curl((4.6, 6.55), 0.85, 3.5, -1.35), np.linspace(0.2, 0.05, 16), steps=6),
        ribbon([(2.9, 5.75), (3.6, 5.7), (4.05, 6.05)], [0.05, 0.16, 0.1]),
        ribbon(curl((6.0, 4.6), 0.55, 1.9, -1.2), np.linspace(0.17, 0.05, 16), steps=6),
        # Along the nose, cheeks and jaw.
        ribbon([(0.75, 4.9), (0.55, 3.8), (0.72, 2.7)], [0.02, 0.17, 0.02]),
        ribbon(curl((5.25, -2.4), 0.9, 1.2, 1.4), np.linspace(0.2, 0.05, 16), steps=6),
        ribbon([(5.55, -1.55), (6.3, -1.0), (6.9, 0.1)], [0.18, 0.17, 0.02]),
        ribbon(curl((2.0, -7.6), 0.62, 2.4, 1.35), np.linspace(0.17, 0.05, 16), steps=6),
        ribbon([(1.5, -7.2), (0.9, -6.75), (0.3, -6.6)], [0.15, 0.14, 0.03])]
    canvas.paint(mask(both(*lines), soft=1.3) * 0.92, VIOLET)
    drops = [
        spline([(0, 5.0), (0.2, 4.35), (0, 4.05), (-0.2, 4.35)], closed=True),
        spline([(0, 4.0), (0.15, 3.5), (0, 3.25), (-0.15, 3.5)], closed=True)]
    canvas.paint(mask(drops, soft=1.4) * 0.93, TEAL)
    bits = [ellipse(p, (r, r)) for p, r in [
        ((3.4, 6.3), 0.13), ((2.2, 5.75), 0.14), ((1.55, 5.4), 0.1), ((6.4, 3.3), 0.12),
        ((6.75, 2.5), 0.1), ((6.0, 5.6), 0.12), ((4.5, -1.0), 0.13), ((3.95, -1.3), 0.1),
        ((6.5, -1.9), 0.12), ((1.0, -8.2), 0.11), ((2.7, -6.75), 0.1)]]
    canvas.paint(mask(both(*bits), soft=1.2) * 0.94, PINK)

    # Chin: a small flower.
    chin = np.array([0, -7.75])
    canvas.paint(mask(flower(chin, 0.84, 6, np.pi / 6, 0.46), soft=1.6) * 0.94, INK)
    canvas.paint(mask(flower(chin, 0.74, 6, np.pi / 6, 0.34), soft=1.6) * 0.95, PINK)
    canvas.paint(mask([ellipse(chin, (0.22, 0.22))], soft=1.4) * 0.95, YELLOW)

    # The smile: a line from cheek to cheek with stitches for teeth.
    seam = [(0, -4.28), (1.3, -4.22), (2.5, -4.2), (3.7, -3.85), (5.0, -3.0), (5.9, -2.2)]
    line = ribbon(seam, [0.2, 0.22, 0.24, 0.2, 0.14, 0.03])
    curve = spline(seam, steps=24)
    stitches = []
    for k, s in enumerate(np.linspace(0.05, 0.8, 11)):
        middle = curve[int(s * (len(curve) - 1))]
        tall = 1.0 - 0.07 * k if k < 6 else 0.62 - 0.045 * (k - 6)
        lean = 0.02 * k
        stitches.append(ribbon(
            [middle + [-lean, tall], middle, middle + [lean, -tall]], [0.04, 0.17, 0.04], steps=8))
    canvas.paint(mask([lips(0.0)], soft=8) * 0.5, (240, 236, 228))
    canvas.paint(blur(mask(both(line)), 12) * 0.3, (60, 40, 60))
    canvas.paint(mask(both(line, *stitches), soft=1.4) * 0.93, INK)

    # Brows' bones catch the light.
    canvas.glow(mask([ribbon([(0, 3.4), (0, 2.0), (0, 1.2)], [0.2, 0.5, 0.2])], soft=20) * 0.2,
                (255, 255, 255))
    canvas.form(0.85)
    canvas.fade(0.96 * np.clip(oval * 1.12, 0, 1))
    return canvas

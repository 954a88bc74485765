"""Hero: a lacquered half mask in blue, its rim golden, with a star on the brow."""

import numpy as np

from paint import (
    FRONT, Canvas, blur, both, eye_ring, mask, noise, ribbon, smoothstep, spline)


def star(center, radius, inner=0.42, points=5):
    angles = np.pi / 2 + np.arange(points * 2) * np.pi / points
    radii = np.where(np.arange(points * 2) % 2 == 0, radius, radius * inner)
    return np.stack([np.cos(angles) * radii, np.sin(angles) * radii], 1) + np.asarray(center)


OUTLINE = [
    (0, 4.6), (0.8, 5.0), (1.8, 5.6), (3.1, 5.85), (4.4, 5.65), (5.4, 5.6), (6.35, 6.1),
    (6.3, 4.9), (6.15, 3.6), (6.05, 2.4), (5.6, 1.2), (4.7, 0.45), (3.7, 0.25), (2.75, 0.5),
    (2.15, 0.35), (1.6, -0.35), (0.9, -0.85), (0, -0.6)]


def outline(grow=0.0):
    points = np.array(OUTLINE)
    whole = np.concatenate([points, (points * [-1, 1])[1:-1][::-1]])
    curve = spline(whole, closed=True, steps=10)
    if grow:
        along = np.gradient(np.concatenate([curve[-2:], curve, curve[:2]]), axis=0)[2:-2]
        along /= np.linalg.norm(along, axis=1, keepdims=True) + 1e-9
        curve = curve + np.stack([-along[:, 1], along[:, 0]], 1) * grow
    return curve


def eye_hole(grow=0.0):
    points = np.array([
        (1.5, 2.35), (2.2, 3.2), (3.2, 3.6), (4.3, 3.5), (5.3, 3.3), (4.7, 2.4), (3.7, 1.75),
        (2.5, 1.75)])
    center = points.mean(0)
    length = np.linalg.norm(points - center, axis=1, keepdims=True)
    return spline(center + (points - center) * (1 + grow / length), closed=True, steps=8)


def paint():
    canvas = Canvas()
    x, y = FRONT.x, FRONT.y
    shell, holes = outline(), both(eye_hole(0.1))
    body = mask([shell], soft=1.2, holes=holes)

    # The mask's shadow on the skin.
    shadow = mask([outline() + [0, -0.28]], soft=22, holes=both(eye_hole(-0.1) + [0, -0.14]))
    canvas.paint(shadow * 0.42 * (1 - mask(both(eye_ring(0.05)), soft=6)), (30, 10, 14))

    # Lacquer: deep blue, lighter toward the brow, with a band of violet.
    height = smoothstep(-0.8, 6.2, y)[..., None]
    color = np.array([10, 24, 92]) * (1 - height) + np.array([28, 92, 214]) * height
    fade = smoothstep(3.4, 7.0, np.abs(x))[..., None]
    color = color * (1 - fade) + np.array([58, 20, 130]) * fade
    leather = noise(21, 120, 3)
    color = color * (0.94 + 0.12 * leather[..., None])
    canvas.paint(body * 0.97, color)

    # Panels: lines pressed into it.
    panels = both(
        ribbon([(1.1, 4.6), (2.4, 5.2), (4.2, 4.95), (5.8, 5.1)], [0.03, 0.12, 0.12, 0.03]),
        ribbon([(1.0, 1.4), (1.6, 1.25), (2.9, 1.2), (4.5, 1.0), (5.5, 1.9)],
               [0.03, 0.1, 0.12, 0.12, 0.03]),
        ribbon([(5.2, 3.6), (5.7, 4.2), (6.0, 5.2)], [0.03, 0.12, 0.03]))
    groove = mask(panels, soft=1.6)
    canvas.shade(groove * body * 0.75, (4, 8, 34))
    canvas.glow(np.clip(np.roll(groove, 6, axis=0) - groove, 0, 1) * body * 0.45, (150, 190, 255))

    # Bevel: light from above on the upper rim, shadow on the lower one.
    solid = mask([shell], soft=0, holes=holes)
    for radius, strength in ((9, 0.9), (26, 0.8)):
        slope = np.gradient(blur(solid, radius), axis=0) * radius * 1.6
        canvas.glow(np.clip(slope, 0, 1) * body * strength, (170, 205, 255))
        canvas.shade(np.clip(-slope, 0, 1) * body * strength, (2, 4, 22))

    # A broad sheen over the brow and a narrow one down the nose.
    sheen = mask(both(ribbon([(1.3, 4.75), (2.8, 5.45), (4.5, 5.2), (5.6, 5.35)],
                             [0.1, 0.42, 0.36, 0.05])), soft=16)
    canvas.glow(sheen * body * 0.5, (190, 220, 255))
    streak = mask([ribbon([(0, 3.6), (0, 2.2), (0, 0.7)], [0.1, 0.42, 0.1])], soft=12)
    canvas.glow(streak * body * 0.5, (190, 220, 255))
    cheek = mask(both(ribbon([(3.0, 0.75), (4.4, 0.75), (5.5, 1.4)], [0.05, 0.22, 0.05])), soft=12)
    canvas.glow(cheek * body * 0.35, (170, 200, 255))

    # Gold: the rims of the mask and of the eyes, brushed.
    rim = np.clip(mask([outline()], soft=1.0, holes=[_inset(shell, 0.17)])
                  + mask(both(eye_hole(0.32)), soft=1.0, holes=both(eye_hole(0.1))), 0, 1)
    light = 0.5 + 0.5 * np.sin(y * 2.1 + np.abs(x) * 1.5 + 2 * noise(22, 6, 2))
    light = (0.75 * light + 0.25 * noise(23, 60, 2, stretch=(3, 1)))[..., None]
    gold = np.array([126, 72, 16]) * (1 - light) + np.array([255, 222, 130]) * light
    canvas.shade(blur(rim, 6) * body * 0.5, (2, 4, 20))
    canvas.paint(rim * 0.98, gold)
    slope = np.gradient(blur(rim, 3), axis=0) * 4
    canvas.glow(np.clip(slope, 0, 1) * rim * 0.8, (255, 250, 225))
    canvas.shade(np.clip(-slope, 0, 1) * rim * 0.7, (70, 34, 0))

    # The star.
    middle = (0, 4.05)
    canvas.shade(mask([star((0, 3.95), 0.82)], soft=6) * body * 0.7, (2, 4, 20))
    emblem = mask([star(middle, 0.78)], soft=1.0)
    canvas.paint(emblem, gold * 0.6 + np.array([255, 214, 110]) * 0.4)
    angle = np.arctan2(x - middle[0], y - middle[1])
    facets = ((angle / (2 * np.pi) * 10 + 10) % 2 < 1).astype(np.float32)
    canvas.shade(emblem * facets * 0.45, (120, 62, 10))
    canvas.glow(emblem * (1 - facets) * 0.3, (255, 245, 210))

    # Dark paint round the eyes joins the lids to the mask.
    lid = mask(both(eye_hole(0.16)), soft=3) * (1 - mask(both(eye_ring(0.03)), soft=3))
    canvas.paint(lid * (1 - body) * 0.9 * (1 - rim), (12, 10, 18))
    canvas.form(0.55)
    return canvas


def _inset(curve, by):
    along = np.gradient(np.concatenate([curve[-2:], curve, curve[:2]]), axis=0)[2:-2]
    along /= np.linalg.norm(along, axis=1, keepdims=True) + 1e-9
    return curve + np.stack([along[:, 1], -along[:, 0]], 1) * by

"""The picture for artists: the face's texture with its mesh, rings and named points."""

from PIL import Image, ImageDraw, ImageFont

import facemesh

SIZE = 2048
COLORS = {
    "face oval": (214, 64, 64), "left eye": (30, 120, 200), "right eye": (30, 120, 200),
    "inner lips": (150, 40, 160), "outer lips": (220, 90, 150)}


def draw(path):
    scale = 2
    image = Image.new("RGB", (SIZE * scale,) * 2, (250, 250, 248))
    pen = ImageDraw.Draw(image)
    uv = facemesh.UV * SIZE * scale
    rings = facemesh.ring_distances()
    for a, b, c in facemesh.TRIANGLES:
        # The two outer rings, over which an edge of 2 fades, are shaded.
        level = min(rings[a], rings[b], rings[c])
        fill = {0: (236, 226, 218), 1: (244, 238, 230)}.get(level, (255, 252, 246))
        pen.polygon([tuple(uv[k]) for k in (a, b, c)], fill=fill)
    for name in ("left eye", "right eye", "inner lips"):
        pen.polygon([tuple(uv[k]) for k in facemesh.RINGS[name]], fill=(214, 224, 232))
    edges = {tuple(sorted((t[k], t[(k + 1) % 3]))) for t in facemesh.TRIANGLES for k in range(3)}
    for a, b in edges:
        pen.line([tuple(uv[a]), tuple(uv[b])], fill=(196, 192, 186), width=2 * scale // 2)
    for name, ring in facemesh.RINGS.items():
        points = [tuple(uv[k]) for k in ring + ring[:1]]
        pen.line(points, fill=COLORS[name], width=3 * scale, joint="curve")
    image = image.resize((SIZE, SIZE), Image.LANCZOS)
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(26)
    small = ImageFont.load_default(22)
    for name, indices in facemesh.POINTS.items():
        x, y = facemesh.UV[indices].mean(0) * SIZE
        pen.ellipse([x - 6, y - 6, x + 6, y + 6], fill=(20, 110, 60))
        box = pen.textbbox((0, 0), name, font=small)
        wide = box[2] - box[0]
        left = x + 12 if x + 12 + wide < SIZE else x - 12 - wide
        if name == "leftEyeInnerCorner":
            left = x
        offset = {"upperLipTop": -30, "lowerLipBottom": 8, "mouthCenter": -12, "noseBottom": 4,
                  "leftEyeInnerCorner": 26, "rightEyeInnerCorner": 26}.get(name, -12)
        if name in ("rightEyeOuterCorner", "rightEyeInnerCorner", "mouthRightCorner"):
            left = x - wide if "Inner" in name else x - 12 - wide
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            pen.text((left + dx, y + offset + dy), name, font=small, fill=(255, 255, 255))
        pen.text((left, y + offset), name, font=small, fill=(20, 110, 60))
    pen.text((40, 36), "Guise face texture: u to the right, v down, 0…1; the person's left is right.",
             font=font, fill=(60, 60, 60))
    legend = [("border of the face (faceOval)", COLORS["face oval"]),
              ("eyes, cut where \"eyes\" is \"cut\"", COLORS["left eye"]),
              ("mouth, cut where \"mouth\" is \"cut\"", COLORS["inner lips"]),
              ("lips", COLORS["outer lips"]),
              ("the rings over which \"edge\" 2 fades are shaded", (150, 130, 110))]
    for row, (text, color) in enumerate(legend):
        y = 82 + row * 34
        pen.line([(40, y + 16), (84, y + 16)], fill=color, width=6)
        pen.text((98, y), text, font=font, fill=(60, 60, 60))
    image.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
        path, optimize=True)


if __name__ == "__main__":
    import sys
    draw(sys.argv[1])

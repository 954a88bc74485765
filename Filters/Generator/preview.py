"""Shows a mask on a photo without Guise: a plain warp of the texture onto landmarks.

    preview.py paint.png photo.png track.json out.png

`track.json` is a line of `guise track`, or a list of 478 points in pixels.
For work on the art only: `guise apply` draws it as it is worn.
"""

import json
import sys

import numpy as np
from PIL import Image

import facemesh


def opacities(edge=2.0):
    rings = facemesh.ring_distances()
    t = np.clip(rings / edge, 0, 1) if edge else np.ones(len(rings))
    result = t * t * (3 - 2 * t)
    for name, rim in (("left eye", 0.5), ("right eye", 0.5), ("inner lips", 0.35)):
        result[facemesh.RINGS[name]] = np.minimum(result[facemesh.RINGS[name]], rim)
    return result


def wear(photo, texture, landmarks, edge=2.0, eyes_cut=True, mouth_cut=True):
    """Draws the texture over the photo (both arrays of 0…1; the texture premultiplied)."""
    closed = []
    if eyes_cut:
        closed += [set(facemesh.RINGS["left eye"]), set(facemesh.RINGS["right eye"])]
    if mouth_cut:
        closed.append(set(facemesh.RINGS["inner lips"]))
    alphas = opacities(edge)
    picture = photo.copy()
    height, width = photo.shape[:2]
    size = texture.shape[0]
    points = landmarks[:468]
    depth = points[facemesh.TRIANGLES, 2].mean(1)
    levels = [texture]
    while levels[-1].shape[0] > 64:
        t = levels[-1]
        levels.append((t[::2, ::2] + t[1::2, ::2] + t[::2, 1::2] + t[1::2, 1::2]) / 4)
    for index in np.argsort(-depth):
        triangle = facemesh.TRIANGLES[index]
        if any(ring.issuperset(triangle.tolist()) for ring in closed):
            continue
        (ax, ay), (bx, by), (cx, cy) = points[triangle, :2]
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        # Counter-clockwise from outside is clockwise where y points down.
        if area >= -1e-6:
            continue
        x0, x1 = int(max(0, min(ax, bx, cx))), int(min(width, max(ax, bx, cx) + 2))
        y0, y1 = int(max(0, min(ay, by, cy))), int(min(height, max(ay, by, cy) + 2))
        if x0 >= x1 or y0 >= y1:
            continue
        x, y = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
        wb = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
        wc = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
        wa = 1 - wb - wc
        inside = (wa >= 0) & (wb >= 0) & (wc >= 0)
        if not inside.any():
            continue
        weights = np.stack([wa, wb, wc], 2)[inside]
        uv = weights @ facemesh.UV[triangle]
        ua = facemesh.UV[triangle]
        (pu, pv), (qu, qv) = ua[1] - ua[0], ua[2] - ua[0]
        uv_area = abs(pu * qv - pv * qu) * size * size
        level = int(np.clip(round(0.5 * np.log2(max(uv_area / abs(area), 1))), 0, len(levels) - 1))
        source = levels[level]
        place = np.clip(uv * source.shape[0] - 0.5, 0, source.shape[0] - 1.001)
        i, f = place.astype(int), (place % 1)[..., None]
        fx, fy = f[:, 0], f[:, 1]
        u, v = i[:, 0], i[:, 1]
        sample = (source[v, u] * (1 - fx) * (1 - fy) + source[v, u + 1] * fx * (1 - fy)
                  + source[v + 1, u] * (1 - fx) * fy + source[v + 1, u + 1] * fx * fy)
        sample = sample * (weights @ alphas[triangle])[:, None]
        rows, columns = np.nonzero(inside)
        old = picture[y0 + rows, x0 + columns]
        picture[y0 + rows, x0 + columns] = sample[:, :3] + old * (1 - sample[:, 3:4])
    return picture


def premultiplied(image):
    pixels = np.asarray(image.convert("RGBA"), dtype=np.float32) / 255
    pixels[..., :3] *= pixels[..., 3:4]
    return pixels


def main():
    paint, photo_path, track, out = sys.argv[1:5]
    photo = np.asarray(Image.open(photo_path).convert("RGB"), dtype=np.float32) / 255
    with open(track) as file:
        data = json.loads(file.readline())
    faces = [face["landmarks"] for face in data["faces"]] if isinstance(data, dict) else [data]
    texture = premultiplied(Image.open(paint))
    for landmarks in faces:
        photo = wear(photo, texture, np.array(landmarks, dtype=np.float64))
    Image.fromarray((np.clip(photo, 0, 1) * 255 + 0.5).astype(np.uint8)).save(out)


if __name__ == "__main__":
    main()

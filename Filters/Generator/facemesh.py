"""The canonical face of the landmark model bundle: vertices, texture coordinates, triangles, rings.

Masks are designed as seen from the front, in centimetres: x to the face's own left, y up, as in the
canonical face. `to_texture` carries such points to the texture.
"""

import os
import struct
import zipfile

import numpy as np

RINGS = {
    "face oval": [
        10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377,
        152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109],
    "left eye": [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466],
    "right eye": [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246],
    "inner lips": [
        78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191],
    "outer lips": [
        61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185],
}

POINTS = {
    "noseTip": [4], "noseBridge": [6], "noseBottom": [2],
    "leftEyeCenter": [362, 263, 386, 374], "rightEyeCenter": [133, 33, 159, 145],
    "leftEyeOuterCorner": [263], "leftEyeInnerCorner": [362],
    "rightEyeOuterCorner": [33], "rightEyeInnerCorner": [133],
    "leftBrowCenter": [334, 282], "rightBrowCenter": [105, 52],
    "mouthCenter": [13, 14], "upperLipTop": [0], "lowerLipBottom": [17],
    "mouthLeftCorner": [291], "mouthRightCorner": [61],
    "foreheadTop": [10], "foreheadCenter": [151], "chinBottom": [152], "chinCenter": [199],
    "leftCheek": [425], "rightCheek": [205], "leftTemple": [389], "rightTemple": [162],
    "leftEar": [454], "rightEar": [234],
}


def bundle_path():
    """Where setup puts the landmark model bundle."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    home = os.environ.get("GUISE_HOME") or os.path.join(data, "guise")
    return os.path.join(home, "models", "face_landmarker_v2.task")


def _varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def _fields(data):
    """The fields of a protocol buffer message: (number, value)."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = _varint(data, at)
        elif kind == 2:
            size, at = _varint(data, at)
            value, at = data[at:at + size], at + size
        elif kind == 5:
            value, at = struct.unpack_from("<f", data, at)[0], at + 4
        else:
            raise ValueError(f"wire type {kind} is not expected")
        yield tag >> 3, value


def _load():
    with zipfile.ZipFile(bundle_path()) as bundle:
        data = bundle.read("geometry_pipeline_metadata_landmarks.binarypb")
    mesh = next(value for number, value in _fields(data) if number == 1)
    numbers, indices = [], []
    for number, value in _fields(mesh):
        if number == 3:
            numbers += [value] if isinstance(value, float) else list(
                np.frombuffer(value, "<f4"))
        elif number == 4:
            if isinstance(value, int):
                indices.append(value)
            else:
                at = 0
                while at < len(value):
                    index, at = _varint(value, at)
                    indices.append(index)
    buffer = np.array(numbers, dtype=np.float64).reshape(-1, 5)
    uv = buffer[:, 3:5].copy()
    # The origin is the texture's top left, as everywhere in Guise.
    if uv[10, 1] > uv[152, 1]:
        uv[:, 1] = 1 - uv[:, 1]
    return buffer[:, :3], uv, np.array(indices).reshape(-1, 3)


VERTICES, UV, TRIANGLES = _load()


def at(*indices):
    """The mean of vertices as a point of the front view."""
    return VERTICES[list(indices), :2].mean(0)


def _kernel(a, b):
    squared = ((a[:, None] - b[None]) ** 2).sum(2)
    return squared * np.log(squared + 1e-12)


def _fit_front_view():
    """A thin-plate spline from the front view to the texture, made symmetrical.

    Vertices that the front view does not see (under the nose, in the lips) are left out.
    """
    a, b, c = (VERTICES[TRIANGLES[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    facing = np.full(len(VERTICES), 1.0)
    for corner in range(3):
        np.minimum.at(facing, TRIANGLES[:, corner], normals[:, 2])
    keep = facing > 0.12
    keep[RINGS["face oval"]] = True
    points, values = VERTICES[keep][:, :2], UV[keep]
    points = np.concatenate([points, points * [-1, 1]])
    values = np.concatenate([values, [1, 0] + values * [-1, 1]])
    _, unique = np.unique(points.round(2), axis=0, return_index=True)
    points, values = points[unique], values[unique]
    n = len(points)
    system = np.zeros((n + 3, n + 3))
    system[:n, :n] = _kernel(points, points) + np.eye(n) * 0.02
    system[:n, n:] = np.concatenate([np.ones((n, 1)), points], axis=1)
    system[n:, :n] = system[:n, n:].T
    solution = np.linalg.solve(system, np.concatenate([values, np.zeros((3, 2))]))
    return points, solution[:n], solution[n:]


_CENTERS, _WEIGHTS, _AFFINE = _fit_front_view()


def to_texture(points):
    """Texture coordinates (0…1, origin top left) of points of the front view (cm)."""
    points = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    linear = np.concatenate([np.ones((len(points), 1)), points], axis=1) @ _AFFINE
    return _kernel(points, _CENTERS) @ _WEIGHTS + linear


def ring_distances():
    """Edges between each vertex and the border of the face."""
    neighbors = [set() for _ in VERTICES]
    for triangle in TRIANGLES:
        for corner in triangle:
            neighbors[corner].update(triangle)
    distance = {vertex: 0 for vertex in RINGS["face oval"]}
    queue = list(distance)
    for vertex in queue:
        for neighbor in neighbors[vertex]:
            if neighbor not in distance:
                distance[neighbor] = distance[vertex] + 1
                queue.append(neighbor)
    return np.array([distance[index] for index in range(len(VERTICES))])


def vertex_normals():
    """Unit normals of the vertices, out of the face."""
    a, b, c = (VERTICES[TRIANGLES[:, k]] for k in range(3))
    faces = np.cross(b - a, c - a)
    normals = np.zeros_like(VERTICES)
    for corner in range(3):
        np.add.at(normals, TRIANGLES[:, corner], faces)
    return normals / np.linalg.norm(normals, axis=1, keepdims=True)


def spread(values, size):
    """Values of the vertices over a texture of `size` pixels, linear within each triangle; where no
    triangle is, 0, and the second result says where one is."""
    values = np.asarray(values, dtype=np.float64).reshape(len(VERTICES), -1)
    result = np.zeros((size, size, values.shape[1]))
    covered = np.zeros((size, size), bool)
    for triangle in TRIANGLES:
        (ax, ay), (bx, by), (cx, cy) = UV[triangle] * size
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if abs(area) < 1e-9:
            continue
        x0, x1 = int(min(ax, bx, cx)), int(max(ax, bx, cx)) + 1
        y0, y1 = int(min(ay, by, cy)), int(max(ay, by, cy)) + 1
        x, y = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
        wb = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
        wc = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
        weights = np.stack([1 - wb - wc, wb, wc], 2)
        inside = (weights >= -1e-3).all(2)
        result[y0:y1, x0:x1][inside] = weights[inside] @ values[triangle]
        covered[y0:y1, x0:x1] |= inside
    return result, covered

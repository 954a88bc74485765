"""A canvas in the texture of the face, and brushes that follow its features."""

import functools

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

import facemesh

SIZE = 2048
OVERSAMPLING = 2


# Curves, in the front view (cm).

def spline(points, closed=False, steps=14):
    """A centripetal Catmull-Rom curve through points."""
    p = np.asarray(points, dtype=np.float64)
    if closed:
        p = np.concatenate([p[-1:], p, p[:2]])
    else:
        p = np.concatenate([[2 * p[0] - p[1]], p, [2 * p[-1] - p[-2]]])
    curve = []
    for i in range(len(p) - 3):
        a, b, c, d = p[i:i + 4]
        t0 = 0.0
        t1 = t0 + max(np.linalg.norm(b - a), 1e-6) ** 0.5
        t2 = t1 + max(np.linalg.norm(c - b), 1e-6) ** 0.5
        t3 = t2 + max(np.linalg.norm(d - c), 1e-6) ** 0.5
        t = np.linspace(t1, t2, steps, endpoint=False)[:, None]
        ab = (t1 - t) / (t1 - t0) * a + (t - t0) / (t1 - t0) * b
        bc = (t2 - t) / (t2 - t1) * b + (t - t1) / (t2 - t1) * c
        cd = (t3 - t) / (t3 - t2) * c + (t - t2) / (t3 - t2) * d
        abc = (t2 - t) / (t2 - t0) * ab + (t - t0) / (t2 - t0) * bc
        bcd = (t3 - t) / (t3 - t1) * bc + (t - t1) / (t3 - t1) * cd
        curve.append((t2 - t) / (t2 - t1) * abc + (t - t1) / (t2 - t1) * bcd)
    curve = np.concatenate(curve)
    return curve if closed else np.concatenate([curve, p[-2:-1]])


def ribbon(points, widths, steps=14):
    """The outline of a stroke along a curve; widths (cm) at the given points are interpolated."""
    curve = spline(points, steps=steps)
    widths = np.interp(
        np.linspace(0, 1, len(curve)), np.linspace(0, 1, len(widths)), widths)
    tangent = np.gradient(curve, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True) + 1e-9
    normal = np.stack([-tangent[:, 1], tangent[:, 0]], 1) * widths[:, None] / 2
    return np.concatenate([curve + normal, (curve - normal)[::-1]])


def ellipse(center, radii, turn=0.0, count=48):
    angle = np.linspace(0, 2 * np.pi, count, endpoint=False)
    x, y = np.cos(angle) * radii[0], np.sin(angle) * radii[1]
    c, s = np.cos(turn), np.sin(turn)
    return np.stack([x * c - y * s, x * s + y * c], 1) + center


def mirrored(points):
    return np.asarray(points, dtype=np.float64) * [-1, 1]


def both(*outlines):
    """The outlines and their mirror images."""
    return [o for outline in outlines for o in (outline, mirrored(outline))]


# Fields over the texture, 0…1.

def noise(seed, cells, octaves=4, stretch=(1, 1)):
    """Smooth noise with about `cells` bumps across, its mean near 0.5."""
    random = np.random.default_rng(seed)
    total, weight, amount = np.zeros((SIZE, SIZE), np.float32), 0.0, 1.0
    for octave in range(octaves):
        n = int(cells * 2 ** octave)
        shape = max(2, int(n * stretch[1])), max(2, int(n * stretch[0]))
        grid = random.random(shape, dtype=np.float32)
        layer = Image.fromarray(grid).resize((SIZE, SIZE), Image.BICUBIC)
        total += amount * np.asarray(layer)
        weight += amount
        amount *= 0.5
    field = total / weight
    low, high = np.percentile(field[::8, ::8], [1, 99])
    return np.clip((field - low) / (high - low), 0, 1)


def blur(field, radius):
    """Gaussian; radius in pixels of a texture of 2048."""
    image = Image.fromarray((np.clip(field, 0, 1) * 255).astype(np.uint8))
    image = image.filter(ImageFilter.GaussianBlur(radius))
    return np.asarray(image, dtype=np.float32) / 255


def smoothstep(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def mask(outlines, soft=0.8, holes=()):
    """Where closed outlines of the front view are filled."""
    image = Image.new("L", (SIZE * OVERSAMPLING,) * 2)
    draw = ImageDraw.Draw(image)
    for fill, group in ((255, outlines), (0, holes)):
        for outline in group:
            points = facemesh.to_texture(_dense(outline)) * SIZE * OVERSAMPLING
            draw.polygon([tuple(p) for p in points], fill=fill)
    image = image.resize((SIZE, SIZE), Image.BOX)
    if soft:
        image = image.filter(ImageFilter.GaussianBlur(soft))
    return np.asarray(image, dtype=np.float32) / 255


def _dense(outline, step=0.25):
    """Long straight sides in pieces, so that they bend with the texture."""
    outline = np.asarray(outline, dtype=np.float64)
    following = np.roll(outline, -1, axis=0)
    pieces = []
    for a, b in zip(outline, following):
        n = max(1, int(np.ceil(np.linalg.norm(b - a) / step)))
        pieces.append(a + (b - a) * np.linspace(0, 1, n, endpoint=False)[:, None])
    return np.concatenate(pieces)


class FrontView:
    """x and y of the front view (cm) for each pixel of the texture."""

    def __init__(self):
        n = 129
        xs, ys = np.linspace(-8.6, 8.6, n), np.linspace(10, -11, n)
        grid = np.stack(np.meshgrid(xs, ys), 2)
        uv = facemesh.to_texture(grid.reshape(-1, 2))
        # The inverse of the spline, by fitting one the other way round on a coarse grid.
        keep = slice(None, None, 12)
        points, values = uv[keep], grid.reshape(-1, 2)[keep]
        m = 65
        axis = (np.arange(m) + 0.5) / m
        targets = np.stack(np.meshgrid(axis, axis), 2).reshape(-1, 2)
        result = np.empty_like(targets)
        kernel = facemesh._kernel
        n = len(points)
        system = np.zeros((n + 3, n + 3))
        system[:n, :n] = kernel(points, points) + np.eye(n) * 1e-5
        system[:n, n:] = np.concatenate([np.ones((n, 1)), points], axis=1)
        system[n:, :n] = system[:n, n:].T
        solution = np.linalg.solve(system, np.concatenate([values, np.zeros((3, 2))]))
        result = kernel(targets, points) @ solution[:n]
        result += np.concatenate([np.ones((len(targets), 1)), targets], axis=1) @ solution[n:]
        result = result.reshape(m, m, 2).astype(np.float32)
        self.x, self.y = (
            np.asarray(Image.fromarray(result[..., k]).resize((SIZE, SIZE), Image.BICUBIC))
            for k in range(2))


FRONT = FrontView()


class Canvas:
    """Premultiplied colour, painted from the back to the front."""

    def __init__(self):
        self.rgb = np.zeros((SIZE, SIZE, 3), np.float32)
        self.alpha = np.zeros((SIZE, SIZE), np.float32)

    def paint(self, amount, color):
        """Lays a colour (0…255, one or a field) over, as opaque as `amount` says."""
        color = np.asarray(color, dtype=np.float32) / 255
        amount = np.clip(amount, 0, 1)
        self.rgb = self.rgb * (1 - amount)[..., None] + amount[..., None] * color
        self.alpha = self.alpha * (1 - amount) + amount

    def shade(self, amount, color):
        """Tints what is there, and only that."""
        color = np.asarray(color, dtype=np.float32) / 255
        amount = np.clip(amount, 0, 1)[..., None]
        self.rgb = self.rgb * (1 - amount) + amount * color * self.alpha[..., None]

    def glow(self, amount, color):
        """Adds light to what is there."""
        color = np.asarray(color, dtype=np.float32) / 255
        light = np.clip(amount, 0, 1)[..., None] * color
        straight = self.rgb / np.maximum(self.alpha, 1e-4)[..., None]
        self.rgb = (1 - (1 - np.clip(straight, 0, 1)) * (1 - light)) * self.alpha[..., None]

    def strokes(self, strokes, opacity=1.0, soft=0.6):
        """Many small opaque outlines, each with its own colour."""
        size = SIZE * OVERSAMPLING
        image = Image.new("RGBA", (size, size))
        draw = ImageDraw.Draw(image)
        outlines = [np.asarray(outline, dtype=np.float64) for outline, _ in strokes]
        if not outlines:
            return
        mapped = facemesh.to_texture(np.concatenate(outlines)) * size
        start = 0
        for outline, (_, color) in zip(outlines, strokes):
            points = mapped[start:start + len(outline)]
            start += len(outline)
            draw.polygon([tuple(p) for p in points], fill=tuple(int(c) for c in color) + (255,))
        layer = np.asarray(image.resize((SIZE, SIZE), Image.BOX), dtype=np.float32)
        alpha = layer[..., 3] / 255
        if soft:
            alpha = np.minimum(alpha, blur(alpha, soft) * 1.15)
        self.paint(alpha * opacity, layer[..., :3])

    def fade(self, field):
        """Multiplies the opacity."""
        self.rgb *= field[..., None]
        self.alpha *= field

    def form(self, strength=1.0, light=(0.0, 0.55, 0.84)):
        """Light and shadow of the face's own form, which opaque paint would hide."""
        shading = _form(tuple(light))
        self.rgb *= (1 + strength * (shading - 1))[..., None]

    def image(self):
        alpha = np.clip(self.alpha, 0, 1)
        straight = self.rgb / np.maximum(alpha, 1e-4)[..., None]
        straight[alpha < 1 / 512] = 0
        pixels = np.dstack([np.clip(straight, 0, 1), alpha])
        # Seven bits are enough to the eye, and a quarter smaller as PNG.
        levels = np.round(pixels * 127)
        return Image.fromarray((levels * 255 / 127 + 0.5).astype(np.uint8), "RGBA")


@functools.cache
def _form(light):
    """How bright each point of the face is, 1 for what faces the light."""
    normals = facemesh.vertex_normals()
    direction = np.array(light) / np.linalg.norm(light)
    diffuse = np.clip(normals @ direction, 0, 1)
    # The sides turn away from whoever looks.
    rim = smoothstep(0.0, 0.6, normals[:, 2])
    field, covered = facemesh.spread(0.62 + 0.36 * diffuse - 0.12 * (1 - rim), 512)
    covered = covered.astype(np.float32)
    image = Image.fromarray((field[..., 0] * 255).astype(np.uint8))
    weight = Image.fromarray((covered * 255).astype(np.uint8))
    soft = ImageFilter.GaussianBlur(7)
    blurred = np.asarray(image.filter(soft), np.float32) / 255
    weights = np.asarray(weight.filter(soft), np.float32) / 255
    shading = np.where(weights > 0.05, blurred / np.maximum(weights, 0.05), 0.75)
    shading = Image.fromarray(shading.astype(np.float32)).resize((SIZE, SIZE), Image.BICUBIC)
    return np.asarray(shading)


def face_mask(soft=18, inset=0.3):
    """The face's oval, for what covers all of it."""
    ring = facemesh.VERTICES[facemesh.RINGS["face oval"]][:, :2]
    center = np.array([0, -0.5])
    return mask([center + (ring - center) * (1 - inset / 8)], soft=soft)


def eye_ring(grow=0.0):
    """The left eye's lid line, widened by `grow` cm."""
    ring = facemesh.VERTICES[facemesh.RINGS["left eye"]][:, :2]
    center = ring.mean(0)
    direction = ring - center
    length = np.linalg.norm(direction, axis=1, keepdims=True)
    return spline(center + direction * (1 + grow / length), closed=True, steps=6)


def lips(grow=0.0):
    ring = facemesh.VERTICES[facemesh.RINGS["outer lips"]][:, :2]
    center = ring.mean(0)
    direction = ring - center
    length = np.linalg.norm(direction, axis=1, keepdims=True)
    return spline(center + direction * (1 + grow / length), closed=True, steps=6)

"""Jitter of a still face and lag behind a moving one, as a curve over the smoothing's constants.

    smoothing.py FOLDER

Reads the points that MediaPipe and Guise gave for the sequences "still" and "moving" (camera noise of
σ = 4 steps): MediaPipe's with one face are smoothed by it, with two they are not. The curve filters those
raw points with a one-euro filter of other constants: as exact as running the tracker with them, since the
region of the next frame comes from raw points.

Jitter: root mean square distance of a point from its mean place, px. Lag: the shift in time by which the
face's mean place fits the portrait's true path best, ms; and the largest error of that place, px.
"""

import json
import pathlib
import sys

import numpy as np

RATE = 30
SETTLE = 60


def load(path):
    return np.fromfile(path, np.float32).reshape(-1, 478, 2).astype(np.float64)


def one_euro(points, minimum, beta, derivative=1.0):
    """As MediaPipe's: per coordinate, speed in face sizes a second."""
    alpha = lambda cutoff: cutoff / (cutoff + RATE / (2 * np.pi))
    smooth, speed, result = points[0].copy(), np.zeros_like(points[0]), [points[0]]
    for before, now in zip(points, points[1:]):
        size = np.ptp(now, axis=0).mean()
        speed = speed + alpha(derivative) * ((now - before) * RATE / size - speed)
        smooth = smooth + alpha(minimum + beta * np.abs(speed)) * (now - smooth)
        result.append(smooth)
    return np.array(result)


def jitter(points):
    points = points[SETTLE:]
    return np.sqrt(((points - points.mean(axis=0)) ** 2).sum(axis=-1).mean())


def lag(points, truth):
    """Milliseconds, and the largest error in pixels once the constant offset is taken out."""
    place = points.mean(axis=1)[:, 0]
    times = np.arange(len(points))
    path = truth[times % len(truth)]
    def error(shift):
        shifted = np.interp(times - shift, times, path)
        return (place - shifted)[SETTLE:-SETTLE]
    best = min(np.linspace(-2, 6, 801), key=lambda shift: error(shift).std())
    residual = error(0)
    return best * 1000 / RATE, np.abs(residual - residual.mean()).max()


def main():
    folder = pathlib.Path(sys.argv[1])
    truth = np.array(json.loads((folder / "moving.json").read_text()))[:, 2]
    def row(name, still, moving):
        milliseconds, error = lag(moving, truth)
        return f"| {name} | {jitter(still):.3f} | {milliseconds:.1f} | {error:.2f} |"
    still, moving = (load(folder / f"{name}.mediapipe2.f32") for name in ("still", "moving"))
    print("\n### Smoothing: jitter of a still face, lag behind a moving one (314 px/s at most)\n")
    print("| | jitter, px | lag, ms | largest error, px |\n| --- | ---: | ---: | ---: |")
    print(row("Guise", *(load(folder / f"{name}.guise.f32") for name in ("still", "moving"))))
    print(row("MediaPipe VIDEO, one face", *(load(folder / f"{name}.mediapipe1.f32") for name in ("still", "moving"))))
    print(row("not smoothed", still, moving))
    for minimum in (0.01, 0.02, 0.05, 0.1, 0.2):
        for beta in (20, 40, 80, 160):
            print(row(f"one-euro, {minimum} Hz, β {beta}",
                      one_euro(still, minimum, beta), one_euro(moving, minimum, beta)))


if __name__ == "__main__":
    main()

"""The pictures that all contestants get: the sample portrait, moved over a blurred backdrop.

    frames.py PORTRAIT FOLDER

writes, each once, FOLDER/NAME.rgb and NAME.i420 (1280×720, one frame after the other, BT.709 video
range), FOLDER/moving.json (where the portrait was), clip.mp4 (H.264 and AAC) and photo.jpg (12
megapixels). The motion is smooth and closes, so that a sequence can be repeated without a jump.
"""

import json
import math
import pathlib
import subprocess
import sys

import cv2
import numpy as np

WIDTH, HEIGHT = 1280, 720
FRAMES = 120
FRAMES_PER_SECOND = 30


def backdrop(portrait):
    small = cv2.resize(portrait, (WIDTH // 8, HEIGHT // 8), interpolation=cv2.INTER_AREA)
    return cv2.resize(cv2.GaussianBlur(small, (0, 0), 6), (WIDTH, HEIGHT)).astype(np.float32) * 0.6


def placement(x, y, scale, roll_degrees, size):
    """Portrait pixels -> picture pixels, the portrait's centre at (x, y)."""
    matrix = cv2.getRotationMatrix2D((size / 2 - 0.5, size / 2 - 0.5), roll_degrees, scale)
    matrix[:, 2] += (x - size / 2, y - size / 2)
    return matrix


def place(portrait, picture, matrix):
    """Lays the portrait over the picture with a soft edge."""
    size = portrait.shape[0]
    edge = np.minimum(np.arange(size) + 1, size - np.arange(size)) / 24
    mask = np.clip(np.minimum.outer(edge, edge), 0, 1).astype(np.float32)
    warped = cv2.warpAffine(portrait, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR)
    mask = cv2.warpAffine(mask, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR)[..., None]
    return picture * (1 - mask) + warped * mask


def one_face(phase):
    return [(640 + 130 * math.sin(phase), 360 + 30 * math.sin(2 * phase),
             2.1 + 0.25 * math.cos(phase), 14 * math.sin(phase))]


def four_faces(phase):
    return [(320 + 640 * (index % 2) + 40 * math.sin(phase + index), 180 + 360 * (index // 2),
             1.9, 8 * math.sin(phase + index)) for index in range(4)]


def still(phase):
    return [(640.5, 360.5, 2.1, 0)]


def moving(phase):
    # 0.5 Hz at 30 frames a second: two swings in the sequence, 314 px/s at most.
    return [(640 + 100 * math.sin(2 * phase), 360, 2.1, 0)]


# Name: the portraits' places by phase, standard deviation of the camera noise in 8-bit steps, and
# what is shown of the portrait: rows, columns.
BUST = np.s_[0:300, 74:374]
HEAD = np.s_[12:192, 136:316]
SEQUENCES = {
    "one": (one_face, 2.0, BUST),
    "four": (four_faces, 2.0, HEAD),
    "still": (still, 4.0, BUST),
    "moving": (moving, 4.0, BUST),
}


def sequence(name, portrait, folder):
    places, noise, part = SEQUENCES[name]
    portrait = portrait[part]
    random = np.random.default_rng(1)
    empty = backdrop(portrait)
    source = portrait.astype(np.float32)
    truth = []
    with open(folder / f"{name}.rgb.part", "wb") as rgb, open(folder / f"{name}.i420.part", "wb") as i420:
        for index in range(FRAMES):
            picture = empty
            for where in places(2 * math.pi * index / FRAMES):
                matrix = placement(*where, size=portrait.shape[0])
                truth.append(matrix.ravel().tolist())
                picture = place(source, picture, matrix)
            picture = picture + random.normal(0, noise, picture.shape).astype(np.float32)
            picture = np.clip(np.rint(picture), 0, 255).astype(np.uint8)
            rgb.write(picture)
            i420.write(to_i420(picture))
    if name == "moving":
        (folder / "moving.json").write_text(json.dumps(truth))
    for kind in ("rgb", "i420"):
        (folder / f"{name}.{kind}.part").rename(folder / f"{name}.{kind}")


def to_i420(picture):
    """BT.709, video range; chroma averaged over 2×2."""
    r, g, b = (picture[..., i].astype(np.float32) for i in range(3))
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    planes = [16 + 219 / 255 * y]
    for value, divisor in ((b, 1.8556), (r, 1.5748)):
        chroma = 128 + 224 / 255 * (value - y) / divisor
        planes.append(chroma.reshape(HEIGHT // 2, 2, WIDTH // 2, 2).mean(axis=(1, 3)))
    return b"".join(np.clip(np.rint(p), 0, 255).astype(np.uint8).tobytes() for p in planes)


def clip(folder, path, seconds):
    """An H.264 clip of the sequence "one", repeated, with a quiet tone as its sound."""
    part = path.with_name("part-" + path.name)
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-stream_loop", "-1", "-f", "rawvideo", "-pix_fmt", "yuv420p",
         "-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
         "-video_size", f"{WIDTH}x{HEIGHT}", "-framerate", str(FRAMES_PER_SECOND), "-i", folder / "one.i420",
         "-f", "lavfi", "-i", "sine=frequency=220:sample_rate=48000,volume=0.1", "-t", str(seconds),
         "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-c:a", "aac", "-b:a", "96k", part],
        check=True)
    part.rename(path)


def photo(portrait, path):
    """4000×3000, detailed enough to compress like a photograph."""
    picture = cv2.resize(portrait, (4000, 4000), interpolation=cv2.INTER_CUBIC)[:3000]
    picture = picture + np.random.default_rng(1).normal(0, 3, picture.shape)
    picture = np.clip(np.rint(picture), 0, 255).astype(np.uint8)
    cv2.imwrite(str(path), cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 92])


def main():
    portrait = cv2.cvtColor(cv2.imread(sys.argv[1]), cv2.COLOR_BGR2RGB)
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for name in SEQUENCES:
        if not (folder / f"{name}.i420").exists():
            sequence(name, portrait, folder)
    for name, seconds in (("clip.mp4", 20), ("long.mp4", 600)):
        if not (folder / name).exists() and (name != "long.mp4" or "--long" in sys.argv):
            clip(folder, folder / name, seconds)
    if not (folder / "photo.jpg").exists():
        photo(portrait, folder / "photo.jpg")


if __name__ == "__main__":
    main()

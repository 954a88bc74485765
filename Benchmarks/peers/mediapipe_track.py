"""MediaPipe's Python VIDEO mode on raw 1280×720 frames.

    mediapipe_track.py MODEL FRAMES [--faces N] [--call] [--points FILE] [--count N]

FRAMES ends in .rgb or .i420; I420 is converted by OpenCV, as a program around a decoder would. Prints
one JSON object: milliseconds for each frame (`--call`: of the C call alone). `--points` writes the
first face's 478 × (x, y) in pixels as 32-bit floats, NaN where there was no face.
"""

import argparse
import ctypes
import json
import pathlib
import time

import cv2
import mediapipe as mp
import numpy as np
from mediapipe.tasks.python import vision
from mediapipe.tasks.python.core.base_options import BaseOptions

WIDTH, HEIGHT = 1280, 720
WARM_UP = 30


def options(model, faces, mode=vision.RunningMode.VIDEO):
    return vision.FaceLandmarkerOptions(
        base_options=BaseOptions(model_asset_path=model), running_mode=mode, num_faces=faces,
        output_face_blendshapes=True, output_facial_transformation_matrixes=True)


def time_calls(landmarker):
    """Makes the landmarker note how long its C call takes, and returns the list of times."""
    library = landmarker._lib._lib
    times = []
    original = library.MpFaceLandmarkerDetectForVideo

    def timed(handle, image, processing, timestamp, result):
        message = ctypes.c_char_p()
        start = time.perf_counter()
        status = original(handle, image, processing, timestamp, result, ctypes.byref(message))
        times.append(time.perf_counter() - start)
        if status:
            raise RuntimeError(message.value)

    landmarker._lib.MpFaceLandmarkerDetectForVideo = timed
    return times


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("frames", type=pathlib.Path)
    parser.add_argument("--faces", type=int, default=1)
    parser.add_argument("--call", action="store_true")
    parser.add_argument("--points", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=240)
    arguments = parser.parse_args()

    is_rgb = arguments.frames.suffix == ".rgb"
    shape = (-1, HEIGHT, WIDTH, 3) if is_rgb else (-1, HEIGHT * 3 // 2, WIDTH)
    frames = np.memmap(arguments.frames, np.uint8, "r").reshape(shape)
    frames = [np.array(frame) for frame in frames[:arguments.count]]

    times, faces, points = [], [], []
    with vision.FaceLandmarker.create_from_options(options(arguments.model, arguments.faces)) as landmarker:
        calls = time_calls(landmarker) if arguments.call else None
        cpu = 0
        for index in range(arguments.count):
            if index == WARM_UP:
                cpu = time.process_time()
            frame = frames[index % len(frames)]
            start = time.perf_counter()
            picture = frame if is_rgb else cv2.cvtColor(frame, cv2.COLOR_YUV2RGB_I420)
            image = mp.Image(image_format=mp.ImageFormat.SRGB, data=picture)
            result = landmarker.detect_for_video(image, round(index * 1000 / 30))
            times.append(time.perf_counter() - start)
            faces.append(len(result.face_landmarks))
            if arguments.points:
                found = result.face_landmarks[0] if result.face_landmarks else []
                points.append([(p.x * WIDTH, p.y * HEIGHT) for p in found] or [(np.nan, np.nan)] * 478)
        cpu = time.process_time() - cpu
    if calls is not None:
        times = calls
    if arguments.points:
        arguments.points.write_bytes(np.array(points, np.float32).tobytes())
    print(json.dumps({
        "milliseconds": [round(t * 1000, 4) for t in times[WARM_UP:]],
        "cpuMilliseconds": round(cpu * 1000 / max(1, len(times) - WARM_UP), 4),
        "faces": faces[WARM_UP:],
    }))


if __name__ == "__main__":
    main()

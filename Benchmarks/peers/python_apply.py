"""What a user would write instead of `guise apply`: MediaPipe, OpenCV, Pillow and ffmpeg.

    python_apply.py MODEL FONT IN OUT

Puts the emoji of Guise's filter on one face of a photo or a video (audio kept), as fast as we could
make it in Python: glyphs drawn once by Pillow, warped and blended by OpenCV in their own rectangle,
ffmpeg decoding and encoding in processes of their own, reading and writing on threads of their own.
A video passes as I420, half the bytes of RGB: OpenCV converts it for MediaPipe and back.
"""

import pathlib
import queue
import subprocess
import sys
import threading

import cv2
import mediapipe as mp
import numpy as np
from mediapipe.tasks.python import vision
from mediapipe.tasks.python.core.base_options import BaseOptions
from PIL import Image, ImageDraw, ImageFont, ImageOps

GLYPH = 256
HALF = 3.0  # Centimetres: an emoji is 6 cm wide.
FOCAL = 0.5 / np.tan(np.radians(63) / 2)  # In picture heights; MediaPipe's own camera.


def glyph(font, emoji):
    """Premultiplied RGBA, centred."""
    picture = Image.new("RGBA", (GLYPH, GLYPH))
    ImageDraw.Draw(picture).text(
        (GLYPH / 2, GLYPH / 2), emoji, font=font, embedded_color=True, anchor="mm")
    pixels = np.array(picture)
    pixels[..., :3] = (pixels[..., :3].astype(np.uint16) * pixels[..., 3:] + 127) // 255
    return pixels


class Emoji:
    def __init__(self, font_path):
        font = ImageFont.truetype(font_path, 220)
        self.nose, self.eye, self.mouth, self.hat = (glyph(font, e) for e in "👃👁👄🎩")

    def draw(self, picture, result):
        """Draws on an RGB picture, in place."""
        height, width = picture.shape[:2]
        for face, matrix, shapes in zip(
                result.face_landmarks, result.facial_transformation_matrixes, result.face_blendshapes):
            points = np.array([(p.x * width, p.y * height) for p in face])
            score = {shape.category_name: shape.score for shape in shapes}
            pixels_for_cm = FOCAL * height / max(1.0, -matrix[2, 3])
            right = matrix[:2, 0] * (1, -1) * pixels_for_cm
            down = matrix[:2, 1] * (-1, 1) * pixels_for_cm
            middle = points[[33, 133]].mean(0), points[[362, 263]].mean(0)
            self.stamp(picture, self.hat, points[10] - 2.5 * down, right, down, 1)
            self.stamp(picture, self.eye, middle[0], right, down, 1 - score["eyeBlinkRight"])
            self.stamp(picture, self.eye, middle[1], -right, down, 1 - score["eyeBlinkLeft"])
            self.stamp(picture, self.mouth, points[[13, 14]].mean(0), right, down, 0.8 + score["jawOpen"])
            self.stamp(picture, self.nose, points[4], right, down, 1)

    @staticmethod
    def stamp(picture, glyph, centre, right, down, stretch):
        height, width = picture.shape[:2]
        x_axis, y_axis = right * HALF, down * HALF * max(stretch, 0.02)
        reach = np.abs(x_axis) + np.abs(y_axis)
        left, top = np.maximum(np.floor(centre - reach).astype(int), 0)
        right_end, bottom = np.minimum(np.ceil(centre + reach).astype(int) + 1, (width, height))
        if right_end <= left or bottom <= top:
            return
        # Glyph pixels -> rectangle pixels.
        matrix = np.column_stack([x_axis, y_axis, centre - (left, top)])
        matrix[:, :2] *= 2 / GLYPH
        matrix[:, 2] -= matrix[:, :2] @ (GLYPH / 2, GLYPH / 2)
        warped = cv2.warpAffine(glyph, matrix, (int(right_end - left), int(bottom - top)), flags=cv2.INTER_AREA)
        part = picture[top:bottom, left:right_end]
        keep = cv2.merge([255 - warped[..., 3]] * 3)
        cv2.add(cv2.multiply(part, keep, scale=1 / 255), warped[..., :3], dst=part)


def landmarker(model, mode):
    return vision.FaceLandmarker.create_from_options(vision.FaceLandmarkerOptions(
        base_options=BaseOptions(model_asset_path=model), running_mode=mode, num_faces=1,
        output_face_blendshapes=True, output_facial_transformation_matrixes=True))


def apply_photo(model, emoji, source, target):
    photo = Image.open(source)
    profile = photo.info.get("icc_profile")
    picture = np.array(ImageOps.exif_transpose(photo).convert("RGB"))
    with landmarker(model, vision.RunningMode.IMAGE) as faces:
        emoji.draw(picture, faces.detect(mp.Image(image_format=mp.ImageFormat.SRGB, data=picture)))
    Image.fromarray(picture).save(target, quality=92, icc_profile=profile)


def apply_video(model, emoji, source, target):
    probe = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
         "stream=width,height,r_frame_rate", "-of", "csv=p=0", source],
        check=True, capture_output=True, text=True).stdout.strip().split(",")
    width, height, rate = int(probe[0]), int(probe[1]), probe[2]
    decoder = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-i", source, "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"],
        stdout=subprocess.PIPE, bufsize=0)
    encoder = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-video_size", f"{width}x{height}",
         "-framerate", rate, "-i", "-", "-i", source, "-map", "0:v", "-map", "1:a?", "-c:a", "copy",
         "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", target],
        stdin=subprocess.PIPE, bufsize=0)
    incoming, outgoing = queue.Queue(8), queue.Queue(8)

    def read():
        while True:
            frame = np.empty((height * 3 // 2, width), np.uint8)
            view = memoryview(frame).cast("B")
            filled = 0
            while filled < len(view) and (count := decoder.stdout.readinto(view[filled:])):
                filled += count
            if filled < len(view):
                incoming.put(None)
                return
            incoming.put(frame)

    def write():
        while (frame := outgoing.get()) is not None:
            view = memoryview(frame).cast("B")
            while view:
                view = view[encoder.stdin.write(view):]
        encoder.stdin.close()

    threads = [threading.Thread(target=read), threading.Thread(target=write)]
    for thread in threads:
        thread.start()
    numerator, denominator = map(int, rate.split("/"))
    count = 0
    with landmarker(model, vision.RunningMode.VIDEO) as faces:
        while (frame := incoming.get()) is not None:
            picture = cv2.cvtColor(frame, cv2.COLOR_YUV2RGB_I420)
            image = mp.Image(image_format=mp.ImageFormat.SRGB, data=picture)
            result = faces.detect_for_video(image, round(count * 1000 * denominator / numerator))
            if result.face_landmarks:
                emoji.draw(picture, result)
                frame = cv2.cvtColor(picture, cv2.COLOR_RGB2YUV_I420)
            outgoing.put(frame)
            count += 1
    outgoing.put(None)
    for thread in threads:
        thread.join()
    if decoder.wait() or encoder.wait():
        sys.exit("ffmpeg failed")


def main():
    model, font, source, target = sys.argv[1:]
    emoji = Emoji(font)
    if pathlib.Path(source).suffix in (".jpg", ".png"):
        apply_photo(model, emoji, source, target)
    else:
        apply_video(model, emoji, source, target)


if __name__ == "__main__":
    main()

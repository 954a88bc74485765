#!/usr/bin/env python3
"""Measures Guise beside its peers, in turns, on the same frames, and prints Markdown tables.

    Benchmarks/run.py [--rounds N] [--only PART,…] [--long]

Parts: track, four, overlay, apply, photo, memory, allocations, smoothing. `--long` takes ten minutes of
video for the memory part. Everything that is needed is made first: the peers in Benchmarks/.venv (as
pinned in requirements.txt), the frames in .build/benchmarks, our programs in release mode.

Times are what a contestant reports of itself, or the wall clock round a whole process. Each round runs
every contestant once, one after the other; a figure is the median over rounds of a round's median, and
beside it stand the lowest and the highest round. Only counts can fail (exit status 1): times depend on
the machine, and are for reading.
"""

import argparse
import hashlib
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
HERE = ROOT / "Benchmarks"
WORK = ROOT / ".build/benchmarks"
RELEASE = ROOT / ".build/release"
PYTHON = HERE / ".venv/bin/python"
HOME = pathlib.Path(os.environ.get("GUISE_HOME") or pathlib.Path(
    os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local/share") / "guise")
MODEL = HOME / "models/face_landmarker_v2.task"
FONT = HOME / "fonts/OpenMoji.ttf"
FILTER = ROOT / "Filters/emoji"
COUNTER = WORK / "liballocation_counter.so"

failures = []


# --- Set-up ---

def set_up(long):
    WORK.mkdir(parents=True, exist_ok=True)
    stamp = HERE / ".venv/requirements"
    pins = hashlib.sha256((HERE / "requirements.txt").read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text() != pins:
        print("Installing the peers into Benchmarks/.venv …", file=sys.stderr)
        run([sys.executable, "-m", "venv", "--clear", HERE / ".venv"])
        run([PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
             "--require-hashes", "-r", HERE / "requirements.txt"])
        stamp.write_text(pins)
    print("Building …", file=sys.stderr)
    for product in ("guise", "GuiseBenchmarks"):
        run(["swift", "build", "--configuration", "release", "--product", product], stdout=sys.stderr)
    run(["cc", "-O2", "-shared", "-fPIC", "-o", COUNTER, HERE / "allocation_counter.c"])
    print("Making the frames …", file=sys.stderr)
    run([PYTHON, HERE / "peers/frames.py", HOME / "samples/astronaut.png", WORK] + (["--long"] if long else []))


def run(command, **options):
    return subprocess.run([str(word) for word in command], check=True, cwd=ROOT, **options)


# --- Contestants ---

def output_of(command, environment=None):
    """What a program prints as its last line, which is JSON."""
    process = subprocess.run(
        [str(word) for word in command], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, **(environment or {})})
    if process.returncode:
        sys.exit(f"{command[0]} failed:\n{process.stderr[-3000:]}")
    return json.loads(process.stdout.strip().splitlines()[-1])


def ours(*arguments, environment=None):
    return output_of([RELEASE / "GuiseBenchmarks", *arguments], environment)


def mediapipe(*arguments):
    return output_of([PYTHON, HERE / "peers/mediapipe_track.py", MODEL, *arguments])


def wall(command):
    """Seconds from start to end of a whole program, its CPU seconds and peak memory in MiB."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [str(word) for word in command], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    error = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{command[0]} failed:\n{error.decode(errors='replace')[-3000:]}")
    return {"seconds": elapsed, "cpuSeconds": usage.ru_utime + usage.ru_stime,
            "mebibytes": usage.ru_maxrss / 1024}


def guise_apply(source, target):
    return [RELEASE / "guise", "apply", "-f", FILTER, source, "-o", target, "--overwrite", "--quiet"]


def python_apply(source, target):
    return [PYTHON, HERE / "peers/python_apply.py", MODEL, FONT, source, target]


class Series:
    """A contestant's figure in each round."""

    def __init__(self, values):
        self.values = values

    @property
    def median(self):
        return statistics.median(self.values)

    def text(self, digits=2):
        return f"{self.median:.{digits}f} ({min(self.values):.{digits}f}–{max(self.values):.{digits}f})"


def rounds(count, contestants):
    """Runs each contestant once in each round; returns each one's results, in rounds."""
    results = {name: [] for name in contestants}
    for index in range(count):
        for name, contestant in contestants.items():
            print(f"  round {index + 1} of {count}: {name}", file=sys.stderr)
            results[name].append(contestant())
    return results


def medians(results):
    return {name: Series([statistics.median(r["milliseconds"]) for r in rows]) for name, rows in results.items()}


def table(title, header, rows):
    print(f"\n### {title}\n")
    print("| " + " | ".join(header) + " |")
    print("| " + " | ".join("---" if index == 0 else "---:" for index in range(len(header))) + " |")
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    sys.stdout.flush()


# --- Parts ---

def track(options):
    rgb, i420 = WORK / "one.rgb", WORK / "one.i420"
    contestants = {
        "MediaPipe, Python, RGB": lambda: mediapipe(rgb),
        "MediaPipe, its C call alone": lambda: mediapipe(rgb, "--call"),
        "MediaPipe, Python, I420": lambda: mediapipe(i420),
        "Guise, RGB, 1 thread": lambda: ours("track", rgb, "--threads", 1),
        "Guise, RGB, 2 threads": lambda: ours("track", rgb, "--threads", 2),
        "Guise, I420, 1 thread": lambda: ours("track", i420, "--threads", 1),
        "Guise, I420, 2 threads": lambda: ours("track", i420, "--threads", 2),
    }
    results = rounds(options.rounds, contestants)
    times = medians(results)
    python, call = times["MediaPipe, Python, RGB"].median, times["MediaPipe, its C call alone"].median
    rows = []
    for name, series in times.items():
        cpu = statistics.median(r["cpuMilliseconds"] for r in results[name])
        found = min(min(r["faces"]) for r in results[name])
        rows.append([name, series.text(), f"{cpu:.2f}", f"{series.median / python:.2f}",
                     f"{series.median / call:.2f}", found])
    table("Tracking one face, 1280×720, streaming, blend shapes and pose",
          ["", "ms a frame (rounds)", "CPU ms", "of MediaPipe", "of its C call", "faces"], rows)


def four(options):
    contestants = {
        "MediaPipe, one face": lambda: mediapipe(WORK / "one.rgb"),
        "MediaPipe, four faces": lambda: mediapipe(WORK / "four.rgb", "--faces", 4),
        "Guise, one face": lambda: ours("track", WORK / "one.i420", "--faces", 1),
        "Guise, four faces": lambda: ours("track", WORK / "four.i420", "--faces", 4),
    }
    results = rounds(options.rounds, contestants)
    rows = []
    for name, series in medians(results).items():
        faces = statistics.mean(statistics.mean(r["faces"]) for r in results[name])
        cpu = statistics.median(r["cpuMilliseconds"] for r in results[name])
        rows.append([name, series.text(), f"{series.median / faces:.2f}", f"{cpu / faces:.2f}", f"{faces:.2f}"])
    table("Four faces (Guise from I420, two threads; MediaPipe from RGB)",
          ["", "ms a frame (rounds)", "ms a face", "CPU ms a face", "faces found"], rows)


def overlay(options):
    results = rounds(options.rounds, {"emoji": lambda: ours("overlay", WORK / "one.i420", FILTER)})
    cpu = statistics.median(r["cpuMilliseconds"] for r in results["emoji"])
    table("The overlay step: update, draw, read back, blend; 1280×720 I420",
          ["", "ms a frame (rounds)", "CPU ms", "aim"],
          [["emoji", medians(results)["emoji"].text(), f"{cpu:.2f}", "< 2"]])


def apply(options):
    clip = WORK / "clip.mp4"
    frames = int(run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=nb_frames",
                      "-of", "csv=p=0", clip], capture_output=True, text=True).stdout)
    results = rounds(options.rounds, {
        "Python": lambda: wall(python_apply(clip, WORK / "worn-python.mp4")),
        "guise apply": lambda: wall(guise_apply(clip, WORK / "worn.mp4")),
    })
    alone = {
        "decode": ours("decode", clip),
        "track": ours("track", WORK / "one.i420"),
        "draw and blend": ours("overlay", WORK / "one.i420", FILTER),
        "encode": ours("encode", clip),
    }
    cpu = sum(part["cpuMilliseconds"] for part in alone.values())
    limit = len(os.sched_getaffinity(0)) * 1000 / cpu
    rate = {name: Series([frames / r["seconds"] for r in rows]) for name, rows in results.items()}
    python, own = rate["Python"].median, rate["guise apply"].median
    table(f"`guise apply -f emoji`, 1280×720 H.264, {frames} frames, sound kept",
          ["", "frames a second (rounds)", "CPU ms a frame", "of Python (aim: 1.5)", "of the limit (aim: 0.8)"],
          [[name, series.text(1),
            f"{1000 * statistics.median(r['cpuSeconds'] for r in results[name]) / frames:.2f}",
            f"{series.median / python:.2f}", f"{series.median / limit:.2f}"] for name, series in rate.items()]
          + [["this machine's limit", f"{limit:.1f}", f"{cpu:.2f}", f"{limit / python:.2f}", "1.00"]])
    print("\nEach part alone, CPU ms a frame: " + ", ".join(
        f"{name} {part['cpuMilliseconds']:.2f}" for name, part in alone.items()) + ".")


def photo(options):
    source = WORK / "photo.jpg"
    results = rounds(options.rounds, {
        "Python": lambda: wall(python_apply(source, WORK / "worn-python.jpg")),
        # The Python program looks for one face, and does not look twice for small ones.
        "guise apply --faces 1": lambda: wall(guise_apply(source, WORK / "worn.jpg") + ["--faces", "1"]),
        "guise apply": lambda: wall(guise_apply(source, WORK / "worn.jpg")),
    })
    times = {name: Series([r["seconds"] for r in rows]) for name, rows in results.items()}
    table("A photo of 4000×3000, from the start of the process to the finished file",
          ["", "s (rounds)", "CPU s", "MiB", "of Python (aim: 0.35)"],
          [[name, series.text(3), f"{statistics.median(r['cpuSeconds'] for r in results[name]):.2f}",
            f"{statistics.median(r['mebibytes'] for r in results[name]):.0f}",
            f"{series.median / times['Python'].median:.2f}"] for name, series in times.items()])


def memory(options):
    clip = WORK / ("long.mp4" if options.long else "clip.mp4")
    process = subprocess.Popen(
        [str(word) for word in guise_apply(clip, WORK / "worn-memory.mp4")], cwd=ROOT,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    samples = []
    while process.poll() is None:
        try:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            samples.append(int(status.split("VmRSS:")[1].split()[0]) / 1024)
        except (OSError, IndexError):
            pass
        time.sleep(0.1)
    if process.returncode:
        sys.exit("guise apply failed")
    third = max(1, len(samples) // 3)
    first = statistics.median(samples[len(samples) // 10:third] or samples)
    last = statistics.median(samples[-third:-max(1, len(samples) // 20)] or samples)
    table(f"Memory of `guise apply` over {'ten minutes' if options.long else '20 seconds'} of 1280×720",
          ["", "MiB", "aim"],
          [["peak", f"{max(samples):.0f}", "< 300"], ["first third, median", f"{first:.0f}", ""],
           ["last third, median", f"{last:.0f}", "as the first"]])


def allocations(options):
    # The program that counts is the one that is measured elsewhere: tracker, session, renderer, compositor.
    report = ours("frame", WORK / "one.i420", FILTER, environment={"LD_PRELOAD": str(COUNTER)})
    rows = [["tracking and drawing a frame", f"{report['allocations']:.2f}", f"{report['allAllocations']:.2f}", "0"]]
    table("Heap allocations a frame, steady state", ["", "our code", "with the libraries'", "aim"], rows)
    if report["allocations"] >= 0.05:
        failures.append(f"our code allocates {report['allocations']:.2f} times a frame")


def smoothing(options):
    for name in ("still", "moving"):
        frames = WORK / f"{name}.rgb"
        for faces in (1, 2):
            mediapipe(frames, "--faces", faces, "--points", WORK / f"{name}.mediapipe{faces}.f32")
        ours("track", frames, "--points", WORK / f"{name}.guise.f32")
    print(run([PYTHON, HERE / "smoothing.py", WORK], capture_output=True, text=True).stdout)


PARTS = [track, four, overlay, apply, photo, memory, allocations, smoothing]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", type=lambda text: text.split(","))
    parser.add_argument("--long", action="store_true")
    options = parser.parse_args()
    names = [part.__name__ for part in PARTS]
    if unknown := set(options.only or []) - set(names):
        parser.error(f"unknown part {', '.join(unknown)}; there are {', '.join(names)}")
    set_up(options.long)
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
                 platform.machine())
    print(f"{model}, {len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f} at the start, "
          f"{options.rounds} rounds")
    for part in PARTS:
        if not options.only or part.__name__ in options.only:
            print(f"{part.__name__} …", file=sys.stderr)
            part(options)
    for failure in failures:
        print(f"\nFAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

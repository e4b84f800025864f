#!/usr/bin/env python3
"""Random scenes that take much memory, under random limits: the resident memory stays within the limit, and each run
ends with a picture or with one sentence and exit code 65. Before, programs that take blocks beyond a limit in every way.

Usage: memory.py TOOL [--seed N] [--runs N]. The scenes of a seed are the same in each run.
"""

import argparse
import json
import os
import random
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

MIB = 1 << 20
# What the program and its driver take, printed by 'meshrender info'.
BASE = 160 * MIB


def png(width, height, depth=1, color=0):
    """A PNG of one color: its bytes say little about its size."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    channels = {0: 1, 2: 3, 6: 4}[color]
    row = bytes(1 + (width * depth * channels + 7) // 8)
    compressor = zlib.compressobj(9)
    data = b"".join(compressor.compress(row) for _ in range(height)) + compressor.flush()
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0))
        + chunk(b"IDAT", data)
        + chunk(b"IEND", b"")
    )


def webp(side, frames):
    """An animated WebP with frames of 1x1 on a large canvas."""
    pixel = bytes.fromhex("5650384c0d0000002f00000010071011118888fe0700")

    def chunk(kind, data):
        return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) & 1)

    def three(value):
        return struct.pack("<I", value)[:3]

    body = chunk(b"VP8X", bytes([2, 0, 0, 0]) + three(side - 1) * 2) + chunk(b"ANIM", bytes(6))
    for _ in range(frames):
        body += chunk(b"ANMF", three(0) * 2 + three(0) * 2 + three(100) + b"\0" + pixel)
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


class Scenes:
    """Makes files and the arguments of a run from random numbers."""

    def __init__(self, random, folder):
        self.random, self.folder = random, folder

    def image(self, name, side):
        depth, color = self.random.choice([(1, 0), (8, 0), (8, 2), (8, 6), (16, 6)])
        (self.folder / name).write_bytes(png(side, side, depth, color))
        return {"image": name}

    def layer(self, side=64, **values):
        return {"bounds": [0, 0, side, side], "position": [side / 2, side / 2]} | values

    def scene(self, layers, side=64, **canvas):
        text = json.dumps({"canvas": {"size": [side, side]} | canvas, "layers": layers})
        (self.folder / "scene.json").write_text(text)
        return ["render", "scene.json", "-o", "out.png"]

    def side(self):
        return self.random.choice([256, 1024, 2048, 4096])

    def count(self):
        return self.random.choice([2, 8, 30, 100])

    def many_images(self):
        side = self.side()
        return self.scene(
            [self.layer(contents=self.image(f"{n}.png", side)) for n in range(min(self.count(), 30))])

    def masks(self):
        side = self.side()
        layers = [
            self.layer(side, contents={"color": "red"}, sublayers=[
                self.layer(side, contents=self.image(f"{n}.png", 256), maskMode="alpha")])
            for n in range(min(self.count(), 8))
        ]
        return self.scene(layers, side)

    def backs(self):
        side = self.side()
        layers = [
            self.layer(transform="rotateY(180deg)", contents={"color": "red"}, sublayers=[
                self.layer(contents=self.image(f"{n}.png", side), isBackContents=True)])
            for n in range(min(self.count(), 8))
        ]
        return self.scene(layers)

    def texts(self):
        size = self.random.choice([200, 1000, 4000])
        return self.scene(
            [{"position": [32, 32], "contents": {"text": f"WWW{n}", "fontSize": size}} for n in range(self.count())])

    def shadows(self):
        side = self.side()
        return self.scene(
            [self.layer(side, contents={"color": "#ff000080"}, shadowOpacity=0.5, shadowRadius=20)
             for _ in range(min(self.count(), 8))], side)

    def blends(self):
        side = self.side()
        return self.scene(
            [self.layer(side, contents={"color": "#ff8000"}, blendMode="multiply", opacity=0.9)
             for _ in range(min(self.count(), 8))], side)

    def nested(self):
        side = self.side()
        layer = self.layer(side, contents={"color": "blue"})
        for _ in range(self.random.choice([2, 6, 14])):
            layer = self.layer(
                side, opacity=0.9, sublayers=[layer, self.layer(side, contents={"color": "#00ff0040"})],
                mesh={"preset": "wave", "rows": 4, "columns": 4})
        return self.scene([layer], side)

    def canvas(self):
        side = self.random.choice([2000, 8000, 16000])
        arguments = self.scene([self.layer(side, contents={"color": "red"})], side)
        return self.random.choice([
            arguments, arguments[:-1] + ["out.jpg"], arguments[:-1] + ["out.webp"], arguments + ["--depth", "16"],
            arguments + ["--samples", "16"], ["hit", "scene.json", "--map", "out.png"], ["validate", "scene.json"]])

    def jpeg(self):
        side = self.side()
        source = self.folder / "in.ppm"
        source.write_bytes(b"P6 %d %d 255\n" % (side, side) + bytes(3 * side * side))
        with open(self.folder / "in.jpg", "wb") as out:
            subprocess.run(["cjpeg", "-progressive", source], stdout=out, check=True)
        source.unlink()
        return ["render", "in.jpg", "-o", "out.png", "--size", "64x64"]

    def animated(self):
        (self.folder / "in.webp").write_bytes(webp(self.random.choice([512, 4096, 16383]), 3))
        return ["animate", "in.webp", "-o", "out.apng", "--size", "16x16", "--fps", "1", "--duration", "1"]

    def subdivided(self):
        steps = self.random.choice([1, 4, 8])
        return self.scene(
            [self.layer(contents={"color": "red"}, mesh={
                "preset": "wave", "rows": 20, "columns": 20, "subdivisionSteps": steps})]) + [
            "--max-vertices", "40000000"]

    def mesh_file(self):
        count = self.random.choice([1000, 100_000, 400_000])
        rows = ",".join("[%d,0,%d,0,0.5]" % (n, n) for n in range(count))
        (self.folder / "m.json").write_text('{"vertices":[%s],"faces":[[0,1,2,3]]}' % rows)
        return self.random.choice([
            ["convert", "m.json", "out.obj"], ["validate", "m.json"], ["inspect", "m.json"],
            ["subdivide", "m.json", "-o", "out.json", "--steps", "1"]])

    def mapped(self):
        return ["map", "--content-size", "8000x8000", "--mesh", "wave", "-o", "out.npy"]

    def clip(self):
        self.image("in.png", 512)
        side = self.random.choice([200, 1000, 3000])
        name = self.random.choice(["out.apng", "out.webp", "out.gif", "out.mp4", "out.rgba"])
        return ["animate", "in.png", "--mesh", "wave", "--size", f"{side}x{side}", "--duration", "0.2",
                "--background", "white", "-o", name]

    def batch(self):
        side = self.side()
        jobs = [{"id": str(n), "input": self.image(f"{n}.png", side)["image"], "mesh": "wave",
                 "output": f"{n}.jpg"} for n in range(6)]
        (self.folder / "jobs.jsonl").write_text("\n".join(map(json.dumps, jobs)))
        return ["batch", "jobs.jsonl", "--jobs", "2"]

    KINDS = [many_images, masks, backs, texts, shadows, blends, nested, canvas, jpeg, animated, subdivided, mesh_file,
             mapped, clip, batch]


def run(tool, folder, arguments, limit):
    """The exit code, the words, and the peak of resident memory of the largest process."""
    with open(folder / "words", "w+b") as words:
        process = os.fork()
        if process == 0:
            os.chdir(folder)
            os.dup2(words.fileno(), 2)
            os.dup2(os.open("/dev/null", os.O_WRONLY), 1)
            resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
            os.execv(tool, [tool, *arguments, "--max-memory", str(limit)])
        _, status, usage = os.wait4(process, 0)
        words.seek(0)
        return os.waitstatus_to_exitcode(status), words.read().decode(errors="replace"), usage.ru_maxrss * 1024


PROGRAM = r"""
#include "memory_account.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
static void clean_up(void) { if (write(1, "cleaned\n", 8) != 8) abort(); }
static void use(void *block) { if (block) *(volatile char *)block = 1; }
static void *take_all(void *unused) { for (;;) use(malloc(1000)); return unused; }
int main(int count, char **arguments) {
  const char *way = arguments[1];
  size_t half = 40 << 20;
  void *block = malloc(half);
  for (int n = 0; n < 100; n++) { free(block); use(block = malloc(half)); }
  memory_subject("the test");
  if (strcmp(way, "system") == 0) {
    struct rlimit limits = {.rlim_cur = 60 << 20, .rlim_max = 60 << 20};
    setrlimit(RLIMIT_DATA, &limits);
  }
  memory_limit(strcmp(way, "system") == 0 ? 0 : 64 << 20, "the limit is 64 MiB", "the system is out of memory", clean_up);
  if (strcmp(way, "within") == 0) { free(block); use(malloc(half)); return count == 2 ? 0 : 1; }
  if (strcmp(way, "malloc") == 0) use(malloc(half));
  if (strcmp(way, "calloc") == 0) use(calloc(half / 8, 8));
  if (strcmp(way, "overflow") == 0) use(calloc(1ul << 62, 16));
  if (strcmp(way, "realloc") == 0) use(realloc(block, 2 * half));
  if (strcmp(way, "aligned") == 0) use(aligned_alloc(4096, half));
  if (strcmp(way, "posix") == 0) { void *other; if (posix_memalign(&other, 4096, half) == 0) use(other); }
  if (strcmp(way, "small") == 0 || strcmp(way, "system") == 0) take_all(NULL);
  if (strcmp(way, "threads") == 0) {
    pthread_t threads[4];
    for (int n = 0; n < 4; n++) pthread_create(&threads[n], NULL, take_all, NULL);
    for (int n = 0; n < 4; n++) pthread_join(threads[n], NULL);
  }
  return 1;
}
"""


def account(check):
    """Programs that take blocks beyond a limit, in every way that the C library has."""
    sources = Path(__file__).resolve().parents[2] / "Sources/CMemory"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "main.c").write_text(PROGRAM)
        subprocess.run(["cc", "-O1", "-w", "-pthread", f"-I{sources}/include", "-D_Nonnull=", "-o", "program", "main.c",
                        sources / "memory_account.c"], cwd=folder, check=True)
        for way in ["within", "malloc", "calloc", "overflow", "realloc", "aligned", "posix", "small", "threads", "system"]:
            run = subprocess.run([f"{folder}/program", way], capture_output=True, text=True, timeout=60)
            reason = "the system is out of memory" if way == "system" else "the limit is 64 MiB"
            is_right = run.returncode == 0 if way == "within" else (
                run.returncode == 65 and run.stdout == "cleaned\n" and run.stderr.count("\n") == 1
                and run.stderr.startswith("Error: the test needs ") and run.stderr.endswith(f"left; {reason}\n"))
            check(is_right, f"a block by '{way}': {run}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=30)
    options = parser.parse_args()
    tool = os.path.abspath(options.tool)
    passed, failed = 0, 0

    def check(is_right, words):
        nonlocal passed, failed
        passed, failed = passed + is_right, failed + (not is_right)
        if not is_right:
            print(words)

    account(check)
    kinds = list(Scenes.KINDS)
    if shutil.which("cjpeg") is None:
        print("cjpeg is not installed: progressive JPEGs are left out")
        kinds.remove(Scenes.jpeg)
    for number in range(options.runs):
        numbers = random.Random(f"{options.seed}/{number}")
        kind = kinds[number % len(kinds)]
        limit = numbers.choice([64, 96, 128, 200, 300, 512, 1024, 2048]) * MIB
        folder = Path(tempfile.mkdtemp(prefix="trust-"))
        try:
            arguments = kind(Scenes(numbers, folder))
            before = set(os.listdir(folder)) | {"words"}
            code, words, peak = run(tool, folder, arguments, limit)
            problems = []
            if code not in ((0, 65, 75) if arguments[0] == "batch" else (0, 65)):
                problems.append(f"exit code {code}")
            if peak > 1.1 * limit + BASE:
                problems.append(f"{peak // MIB} MiB are resident")
            errors = [line for line in words.splitlines() if line.startswith("Error: ")]
            if code == 65 and (len(errors) != 1 or set(os.listdir(folder)) != before):
                problems.append("not one sentence, or a partial output")
            check(not problems, f"seed {options.seed}, run {number} ({kind.__name__}, {limit // MIB} MiB): "
                                f"{'; '.join(problems)}: {' '.join(arguments)}: {words.strip()[:300]}")
            if os.environ.get("VERBOSE"):
                print(f"{kind.__name__} {limit // MIB} MiB: {code}, {peak // MIB} MiB {words.strip()[:160]}")
        finally:
            shutil.rmtree(folder)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()

"""How the work of a command grows with its input: four times as much input may take five times the work at most, and
0.3 s plus 1 s for each MB.

Work is counted in instructions (`perf stat`), where the processor offers that, else in seconds of the processor, the
shortest of several runs; then a kind fails at eight times. With --callgrind Valgrind counts instructions, fifty times as
slowly. Kinds that take no longer than the start of the program prove nothing and are drawn larger.

Usage: growth.py MESHRENDER [--scale 1.0] [--callgrind] [KIND ...]
"""

import argparse
import base64
import json
import math
import os
import pathlib
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import time


def names(count, start=""):
    """Distinct names of lowercase letters."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    for number in range(count):
        word = ""
        for _ in range(4):
            word, number = letters[number % 26] + word, number // 26
        yield start + word


def scene(folder, layers, extra=""):
    rows = ",".join(f'{{"name":"n{i}","isHidden":true,"bounds":[0,0,8,8]{extra}}}' for i in range(layers))
    (folder / "scene.json").write_text('{"canvas":{"size":[8,8]},"layers":[' + rows + "]}")


def job(folder, values, **others):
    line = {"id": "1", "scene": "scene.json", "output": "x.png", "set": values, **others}
    (folder / "jobs.jsonl").write_text(json.dumps(line) + "\n")
    return ["batch", "jobs.jsonl", "-q", "-j", "1"]


def set_values(folder, n):
    scene(folder, n)
    return job(folder, {f"n{i}.opacity": i % 2 for i in range(n)})


def set_missing_key(folder, n):
    """The last value is wrong: the one at fault is sought among all."""
    scene(folder, n)
    return job(folder, {f"n{i}.opacity": 2 if i == n - 1 else 1 for i in range(n)})


def set_renamed(folder, n):
    """Each value changes a name by which the next one finds its layer."""
    scene(folder, n)
    values = {}
    for i in range(n // 2):
        values[f"layers[{i}].name"] = f"m{i}"
        values[f"m{i}.opacity"] = 0
    return job(folder, values)


def set_added(folder, n):
    """All values are added to one object."""
    scene(folder, 4)
    return job(folder, {f"n0.contents.k{i}": 1 for i in range(n)})


def set_animations(folder, n):
    scene(folder, n, ',"animations":[{"keyPath":"opacity","to":0}]')
    return job(folder, {f"n{i}.animations[0].to": 0.5 for i in range(n)})


def set_flags(folder, n):
    scene(folder, n)
    return ["render", "scene.json", "-o", "x.png"] + [f"--set=n{i}.opacity=0" for i in range(n)]


def csv_columns(folder, n):
    (folder / "scene.json").write_text('{"canvas":{"size":[8,8]},"layers":[]}')
    (folder / "table.csv").write_text("id," + ",".join(f"c{i}" for i in range(n)) + "\n1\n")
    return ["batch", "--csv", "table.csv", "--template", "scene.json", "-o", "{id}.png", "-q", "-j", "1"]


def csv_values(folder, n):
    scene(folder, n)
    (folder / "table.csv").write_text(
        "id," + ",".join(f"n{i}.opacity" for i in range(n)) + "\n1," + ",".join("1" for _ in range(n)) + "\n")
    return ["batch", "--csv", "table.csv", "--template", "scene.json", "-o", "{id}.png", "-q", "-j", "1"]


def csv_pattern(folder, n):
    """All columns are named in the pattern of the outputs."""
    n = min(n, 4000)
    scene(folder, 1)
    (folder / "table.csv").write_text(",".join(names(n)) + "\n" + ",".join("x" for _ in range(n)) + "\n")
    pattern = "".join("{" + name + "}" for name in names(n))
    return ["batch", "--csv", "table.csv", "--template", "scene.json", "-o", pattern, "-q", "-j", "1"]


def json_keys(folder, n):
    line = {"id": "1", "text": "x", "output": "x.png"}
    line.update({name: 1 for name in names(n, "x")})
    (folder / "jobs.jsonl").write_text(json.dumps(line) + "\n")
    return ["batch", "jobs.jsonl", "-q", "-j", "1"]


def json_list(folder, n):
    """One flag with many values."""
    (folder / "jobs.jsonl").write_text(json.dumps({"text": "x", "output": "x.png", "light": ["point"] * n}) + "\n")
    return ["batch", "jobs.jsonl", "-q", "-j", "1"]


def scene_keys(folder, n):
    """Keys of a scene that it does not have, each a comment."""
    keys = ",".join(f'"// {i}":"x"' for i in range(n))
    (folder / "scene.json").write_text('{"canvas":{"size":[8,8]},"layers":[],' + keys + "}")
    return ["validate", "scene.json"]


def webp(folder, n, arguments):
    """An animation of n frames of 2x2 pixels, each of which depends on the one before."""

    def number(value):
        return struct.pack("<I", value)[:3]

    def chunk(name, data):
        return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)

    picture = bytes.fromhex("5650384c0e0000002f00000010071011118888fe0700")
    frame = chunk(b"ANMF", bytes(12) + number(20) + b"\0" + picture)
    body = b"WEBP" + chunk(b"VP8X", b"\2\0\0\0" + number(1) + number(1)) + chunk(b"ANIM", bytes(6)) + frame * n
    (folder / "a.webp").write_bytes(b"RIFF" + struct.pack("<I", len(body)) + body)
    return arguments


def jpeg_segments(folder, n):
    """A JPEG with many empty segments of metadata."""
    subprocess.run(["cjpeg", "-outfile", "a.jpg"], cwd=folder, input=b"P6 8 8 255\n" + bytes(192), check=True)
    data = (folder / "a.jpg").read_bytes()
    (folder / "a.jpg").write_bytes(data[:2] + b"\xff\xe1\0\x04ab" * n + data[2:])
    return ["render", "a.jpg", "-o", "x.png"]


def languages(folder, n):
    """Hyphenated texts with tags of one language, whose patterns are one file."""
    rows = ",".join(
        '{"bounds":[0,0,60,60],"contents":{"text":"hyphenation","fontSize":4,"hyphens":"en-%s"}}' % name
        for name in names(n))
    (folder / "scene.json").write_text('{"canvas":{"size":[8,8]},"layers":[' + rows + "]}")
    return ["validate", "scene.json"]


def useless_lights(folder, n):
    """Lights that shine on backs, over large meshes that take few bytes."""
    side = round((n * 1000) ** 0.5)
    layer = '{"bounds":[0,0,60,60],"contents":{"color":"red"},"mesh":{"preset":"flat","rows":%d,"columns":%d}}' % (side, side)
    light = '{"type":"directional","direction":[0,0,1]}'
    (folder / "scene.json").write_text(
        '{"canvas":{"size":[8,8]},"lights":[' + ",".join([light] * 64) + '],"layers":[' + layer + "]}")
    return ["validate", "scene.json"]


def mesh_corners(folder, n):
    """A star of n corners, whose only face is divided into triangles."""
    points = [(i, (0.3 + i * 7919 % 101 / 150) * (1 if i % 2 else 0.6)) for i in range(n)]
    rows = "".join(
        f"v {radius * math.cos(2 * math.pi * i / n):.7f} {radius * math.sin(2 * math.pi * i / n):.7f} 0\n" for i, radius in points)
    (folder / "m.obj").write_text(rows + "f " + " ".join(str(i + 1) for i in range(n)) + "\n")
    return ["validate", "m.obj", "--fit-mesh", "contain"]


def gltf(folder, nodes, accessors, primitive):
    """A square at every node; the accessors and primitives are those of the first mesh."""
    square = [-0.5, 0.5, 0, 0.5, 0.5, 0, 0.5, -0.5, 0, -0.5, -0.5, 0, 0, 0, 1, 0, 1, 1, 0, 1]
    data = base64.b64encode(struct.pack("<20f", *square)).decode()
    (folder / "m.gltf").write_text(
        '{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[' + ",".join(nodes) + '],"meshes":[{"primitives":['
        + primitive + ']}],"accessors":[' + ",".join(accessors) + '],"bufferViews":[{"buffer":0,"byteLength":48},'
        '{"buffer":0,"byteOffset":48,"byteLength":32}],"buffers":[{"byteLength":80,"uri":"data:;base64,' + data + '"}]}')
    return ["convert", "m.gltf", "m.json"]


POSITIONS = '{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}'
COORDINATES = '{"bufferView":1,"componentType":5126,"count":4,"type":"VEC2"}'
PRIMITIVE = '{"mode":6,"attributes":{"POSITION":%d,"TEXCOORD_0":%d}}'


def gltf_chain(folder, n):
    """Nodes inside one another."""
    nodes = ['{"mesh":0,"translation":[0,0,1],"children":[%d]}' % (i + 1) for i in range(n)] + ['{"mesh":0}']
    return gltf(folder, nodes, [POSITIONS, COORDINATES], PRIMITIVE % (0, 1))


def gltf_siblings(folder, n):
    """Nodes beside one another, with one mesh."""
    nodes = ['{"children":[' + ",".join(str(i + 1) for i in range(n)) + ']}'] + ['{"mesh":0}'] * n
    return gltf(folder, nodes, [POSITIONS, COORDINATES], PRIMITIVE % (0, 1))


def gltf_accessors(folder, n):
    """A primitive for each pair of accessors."""
    primitives = ",".join(PRIMITIVE % (2 * i, 2 * i + 1) for i in range(n))
    return gltf(folder, ['{"mesh":0}'], [POSITIONS, COORDINATES] * n, primitives)


def gltf_targets(folder, n):
    """Morph targets of one accessor."""
    targets = ',"targets":[' + ",".join(['{"POSITION":0}'] * n) + ']}'
    return gltf(folder, ['{"mesh":0}'], [POSITIONS, COORDINATES], (PRIMITIVE % (0, 1))[:-1] + targets)


def deform_keys(folder, n):
    """A mesh attachment with n deform keys, at one time of which it is drawn."""
    keys = ",".join('{"time":%d,"offset":2,"vertices":[1,2]}' % i for i in range(n))
    (folder / "m.json").write_text(
        '{"uvs":[0,0,1,0,1,1],"vertices":[0,9,9,9,9,0],"triangles":[0,1,2],"deform":[' + keys + "]}")
    return ["convert", f"m.json:time={n / 2}", "o.json"]


def crossing_styles(folder, n):
    """Warps that cross themselves, on layers of different shapes."""
    rows = ",".join(
        '{"bounds":[0,0,%g,60],"contents":{"color":"red"},"mesh":{"preset":"style","style":"bulge","bend":-0.5,"rows":2,'
        '"columns":2}}' % (600 + i / 1000) for i in range(n))
    (folder / "scene.json").write_text('{"canvas":{"size":[8,8]},"layers":[' + rows + "]}")
    return ["validate", "scene.json"]


def webp_last(folder, n):
    return webp(folder, n, ["render", "a.webp", "--time", "1000000", "-o", "x.png", "--size", "4x4"])


def webp_all(folder, n):
    """A clip of frames in order; every 40th frame is drawn."""
    return webp(folder, n, ["animate", "a.webp", "--fps", "1", "--duration", str(n // 50), "-o", "x.apng", "-q"])


def webp_durations(folder, n):
    return webp(folder, n, ["animate", "a.webp", "--fps", "1", "--duration", "2", "-o", "x.apng", "-q"])


KINDS = {
    "set-values": (set_values, 1500), "set-fault": (set_missing_key, 1000), "set-renamed": (set_renamed, 2000),
    "set-added": (set_added, 4000), "set-animations": (set_animations, 1000), "set-flags": (set_flags, 600),
    "csv-columns": (csv_columns, 24000), "csv-values": (csv_values, 1500), "csv-pattern": (csv_pattern, 1000),
    "json-keys": (json_keys, 24000), "json-list": (json_list, 24000), "scene-keys": (scene_keys, 15000),
    "languages": (languages, 500), "crossing-styles": (crossing_styles, 4000),
    "useless-lights": (useless_lights, 200), "mesh-corners": (mesh_corners, 20000),
    "gltf-chain": (gltf_chain, 8000), "gltf-siblings": (gltf_siblings, 8000), "gltf-accessors": (gltf_accessors, 4000),
    "gltf-targets": (gltf_targets, 8000), "deform-keys": (deform_keys, 16000),
    "webp-last": (webp_last, 12000), "webp-durations": (webp_durations, 24000),
    **({"jpeg-segments": (jpeg_segments, 80000)} if shutil.which("cjpeg") else {}),
}


def has_counters():
    perf = shutil.which("perf")
    if perf is None:
        return False
    done = subprocess.run([perf, "stat", "-e", "instructions:u", "-x", ",", "true"], capture_output=True, text=True)
    return done.returncode == 0 and done.stderr.split(",")[0].isdigit()


class Growth:
    def __init__(self, tool, folder, uses_callgrind=False):
        self.tool, self.folder, self.uses_callgrind = tool, folder, uses_callgrind
        self.counts = uses_callgrind or has_counters()
        if uses_callgrind:
            # Valgrind does not read the symbols of Swift.
            self.tool = os.path.join(tempfile.mkdtemp(prefix="meshrender-growth-"), "meshrender")
            subprocess.run(["strip", "--strip-all", "-o", self.tool, tool], check=True)
        self.start = self.work(["--version"])[0]

    def work(self, arguments):
        """The work of a command beside the start of the program, its seconds, and what it said."""
        if self.uses_callgrind:
            words = ["valgrind", "-q", "--tool=callgrind", "--trace-children=yes", "--callgrind-out-file=callgrind.%p", self.tool]
            done = subprocess.run(words + arguments, cwd=self.folder, capture_output=True, text=True, timeout=3600)
            lines = [line for path in self.folder.glob("callgrind.*") for line in path.read_text().splitlines()]
            return sum(int(line.split()[1]) for line in lines if line.startswith("totals:")) / 1e9, 0, done
        if self.counts:
            words = ["perf", "stat", "-e", "instructions:u", "-x", ",", "-o", "count.txt", self.tool] + arguments
            begin = time.monotonic()
            done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, timeout=100)
            seconds = time.monotonic() - begin
            count = next(line for line in (self.folder / "count.txt").read_text().splitlines() if "instructions" in line)
            return int(count.split(",")[0]) / 1e9, seconds, done
        best = None
        for _ in range(3):
            before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
            done = subprocess.run([self.tool] + arguments, cwd=self.folder, capture_output=True, text=True, timeout=100)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            if best is None or used < best[0]:
                best = (used, used, done)
            if used > 1:
                break
        return best

    def check(self, name, make, n):
        works = []
        for size in (n, 4 * n):
            for path in self.folder.iterdir():
                path.unlink()
            arguments = make(self.folder, size)
            count = sum(path.stat().st_size for path in self.folder.iterdir()) + sum(map(len, arguments))
            work, seconds, done = self.work(arguments)
            if done.returncode not in (0, 64, 65, 75):
                return f"exit code {done.returncode}: {done.stderr[-300:]}"
            works.append(max(work - self.start, 1e-9))
        limit = 5 if self.counts else 8
        # The work of a context, of a small picture and of a worker is in both.
        least = 0.02 if self.uses_callgrind else 0.3 if self.counts else 0.08
        growth = works[1] / max(works[0], least)
        if growth > limit:
            return f"{works[0]:.2f} and {works[1]:.2f}: {growth:.1f} times the work for four times the input"
        allowed = 0.3 + 1.5 + count / 1e6
        if seconds > 3 * allowed:
            return f"{seconds:.1f} s for {count} bytes"
        if self.uses_callgrind:
            print(f"{name}: {growth:.2f} times the instructions", flush=True)
        return None


def run(tool, scale=1.0, kinds=(), uses_callgrind=False):
    """The number of failures."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="meshrender-growth-"))
    passed = failed = 0
    try:
        growth = Growth(os.path.abspath(tool), folder, uses_callgrind)
        for name, (make, n) in KINDS.items():
            if kinds and name not in kinds:
                continue
            problem = growth.check(name, make, int(n * scale))
            passed += problem is None
            failed += problem is not None
            if problem:
                print(f"FAIL {name}: {problem}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{passed} passed, {failed} failed")
    return failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--callgrind", action="store_true")
    parser.add_argument("kinds", nargs="*")
    options = parser.parse_args()
    sys.exit(1 if run(options.tool, options.scale, options.kinds, options.callgrind) else 0)

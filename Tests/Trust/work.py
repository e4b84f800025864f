"""Checks that the work of a picture grows in proportion to its scene, and that what cannot has a limit.

Usage: work.py MESHRENDER [--only NAME ...] [--times N]

Each kind of scene is drawn at a size and at four times that size: the second may take five times the instructions, after
those of an empty scene are subtracted. Where the machine counts no instructions (perf stat), user CPU time stands for them,
with a factor of eight. --times makes the scenes larger. Needs Python's standard library; perf where it is installed.
Exits with 1 and a sentence for each failure; the last line counts.
"""

import argparse
import json
import math
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

VIEW = "perspective(600)"
LEAST = {True: 1e8, False: 0.03}  # instructions, or seconds of CPU time, below which work is not told from noise


def layer(**keys):
    return {"bounds": [0, 0, 100, 100], "position": [80, 60], "contents": {"color": "#c03020"}, **keys}


def scene(layers, size=(160, 120), **canvas):
    return {"canvas": {"size": list(size), **canvas}, "layers": layers}


def ripple(faces, **keys):
    side = max(2, round(faces**0.5))
    return {"preset": "ripple", "rows": side, "columns": side, "amplitude": 0.15, "waves": 8, **keys}


def sheet(faces, place, seed):
    """A mesh of square cells; `place` gives the position of a vertex by its content coordinates and random numbers."""
    numbers = random.Random(seed)
    side = max(2, round(faces**0.5))
    vertices = [
        [u / side, v / side, *(round(x, 5) for x in place(u / side, v / side, numbers.random))]
        for v in range(side + 1) for u in range(side + 1)
    ]
    faces = [
        [a, a + 1, a + side + 2, a + side + 1]
        for v in range(side) for u in range(side) for a in [v * (side + 1) + u]
    ]
    return {"vertices": vertices, "faces": faces, "depthNormalization": "average"}


def pieces(count, place):
    """A mesh of faces beside one another, each with vertices of its own, at `place` of their content coordinates."""
    corners = [(i + x, y) for i in range(count) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    vertices = [[x / count, y, *(round(value, 7) for value in place(x / count, y)), 0] for x, y in corners]
    return {"vertices": vertices, "faces": [[4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3] for i in range(count)]}


def spoke(u, v):
    return (math.cos(6 * u) * (1 - 0.9 * v), math.sin(6 * u) * (1 - 0.9 * v))


def materials(count):
    """Layers that need many different shaders."""
    layers = []
    for i in range(count):
        mesh = {"vertices": [[0, 0, 0, 0, 0], [1, 0, 1, 0, 0.2], [1, 1, 1, 1, 0], [0, 1, 0, 1, 0.1]],
                "faces": [[0, 1, 2, 3]], "faceInterpolation": ["triangles", "bilinear", "projective"][i // 11 % 3]}
        if i // 66 % 2:
            mesh["brightness"] = [1, 0.5, 1, 0.7]
        layers.append(layer(
            bounds=[0, 0, 8, 8], position=[8 + i % 9 * 16, 8 + i // 9 % 7 * 16], mesh=mesh, opacity=1 - i // 33 % 2 / 2,
            surface={"specular": 0.5, "exponent": 2 ** (i % 11)}))
    return scene(layers) | {"lights": [{"type": "directional", "direction": [0.3, 0.5, -1]}]}


def two_sheets(faces, place, degrees=10):
    return scene(
        [
            layer(transform=f"{VIEW} rotateY(-15deg)", mesh=sheet(faces / 2, place, 1)),
            layer(transform=f"{VIEW} rotateY({degrees - 15}deg)", mesh=sheet(faces / 2, place, 2)),
        ], depth="shared")


def nested(count, levels, **keys):
    """Stacks of groups inside one another."""
    def stack():
        inner = layer()
        for _ in range(levels):
            inner = layer(position=[50, 50], sublayers=[inner, layer(bounds=[0, 0, 9, 9])], **keys)
        return inner

    return scene([stack() for _ in range(count // levels)], size=(100, 100))


def small(**keys):
    """A layer of a few pixels, so that the layers take the time, and not their pixels."""
    return layer(bounds=[0, 0, 8, 8], position=[8, 8], **keys)


def turned(index, count):
    return f"{VIEW} rotateY({60 * index / count - 30:.5f}deg)"


CARD = {"preset": "ripple", "rows": 2, "columns": 2, "amplitude": 0.1}

# The kinds: the larger size, and the scene of a size.
KINDS = {
    "crossing sheets": (64_000, lambda n: scene(
        [layer(transform=f"{VIEW} rotateY(-35deg)", mesh=ripple(n / 2, waves=3)), layer(mesh=ripple(n / 2))],
        depth="shared")),
    "eight crossing sheets": (64_000, lambda n: scene(
        [layer(transform=f"{VIEW} rotateY({10 * i - 35}deg)", mesh=ripple(n / 8)) for i in range(8)],
        depth="shared")),
    "many crossing sheets": (1_600, lambda n: scene(
        [layer(transform=turned(i, n), mesh=CARD) for i in range(n)], depth="shared")),
    "equal sheets": (32_000, lambda n: two_sheets(n, lambda u, v, r: (u, v, 0.2 * u * u), 0)),
    "noisy sheets": (32_000, lambda n: two_sheets(n, lambda u, v, r: (u, v, 0.3 * r()))),
    "heaps in one place": (16_000, lambda n: two_sheets(
        n, lambda u, v, r: (0, 0, 0) if u + v == 0 else (0.5 + u / 1000, 0.5 + v / 1000, 0.3 * r()))),
    "slivers": (16_000, lambda n: two_sheets(n, lambda u, v, r: (r(), v, 0.3 * r()))),
    "sheets through the eye": (32_000, lambda n: two_sheets(n, lambda u, v, r: (u, v, 8 * u + r() / 100))),
    "a sheet that crosses itself": (64_000, lambda n: scene(
        [layer(mesh=sheet(n, lambda u, v, r: (abs((u * 8) % 2 - 1), v, 0.1 * u + 0.05 * v), 1))])),
    "sheet and tilted layers": (8_000, lambda n: scene(
        [layer(mesh=ripple(100))] + [small(transform=turned(i, n)) for i in range(n)], depth="shared")),
    "flat layers": (24_000, lambda n: scene([small()] * n)),
    "translucent layers": (16_000, lambda n: scene([small(opacity=0.5)] * n)),
    "tilted layers": (16_000, lambda n: scene([small(transform=f"{VIEW} rotateY(20deg)")] * n)),
    "tilted layers in one space": (16_000, lambda n: scene(
        [small(transform=f"{VIEW} rotateY(20deg)")] * n, depth="shared")),
    "a fan of layers": (16_000, lambda n: scene([small(transform=turned(i, n)) for i in range(n)], depth="shared")),
    "layers at many depths": (16_000, lambda n: scene([small(zPosition=i / 100) for i in range(n)])),
    "turned layers side by side in order": (16_000, lambda n: scene(
        [small(transform=turned(i, n)) | {"position": [8 + i % 128 * 16, 8 + i // 128 * 16]} for i in range(n)],
        size=(2048, 2048), depth="ordered")),
    "bent layers": (4_000, lambda n: scene([small(mesh=CARD)] * n)),
    "equal bent layers in one space": (8_000, lambda n: scene([small(mesh=CARD)] * n, depth="shared")),
    "layers with borders": (8_000, lambda n: scene(
        [small(border={"width": 1, "color": "blue"}, cornerRadius=2)] * n)),
    "layers with masks": (1_600, lambda n: scene(
        [small(mask={"bounds": [0, 0, 6, 6], "contents": {"color": "white"}})] * n)),
    "layers with shadows": (1_600, lambda n: scene([small(shadowOpacity=0.5, shadowRadius=1)] * n)),
    "blended layers": (1_600, lambda n: scene([small(blendMode="multiply")] * n, size=(32, 32))),
    "translucent groups": (4_000, lambda n: scene([small(opacity=0.5, sublayers=[small(), small()])] * n)),
    "gradients": (4_000, lambda n: scene([
        small(contents={"gradient": {"stops": [{"location": 0, "color": "red"}, {"location": 1, "color": f"#{i:06x}"}]}}) for i in range(n)])),
    "nested groups": (8_000, lambda n: nested(n, 50)),
    "nested translucent groups": (2_000, lambda n: nested(n, 50, opacity=0.9)),
    "nested shadows": (480, lambda n: nested(n, 8, shadowOpacity=0.5, shadowRadius=1)),
    "shadows inside one another": (8, lambda n: nested(n, n, shadowOpacity=0.5, shadowRadius=1)),
    "materials": (132, materials),
    "animated layers": (4_000, lambda n: scene([
        small(animations=[{"keyPath": "position", "values": [[0, 0], [i % 60, 20], [5, 30]], "duration": 1}])
        for i in range(n)])),
    "faces in many passes": (160, lambda n: scene([
        layer(opacity=0.9, mesh=ripple(2_500), rasterizationScale=0.1, sublayers=[layer()])] * n)),
}

# Meshes that are analyzed and inverted.
MESHES = {
    "slender faces aslant": (8_000, lambda n: pieces(n, lambda u, v: (u + v, v))),
    "slender faces at a small angle": (8_000, lambda n: pieces(n, lambda u, v: (u + 0.3 * v, v))),
    "slender faces around a point": (8_000, lambda n: pieces(n, spoke)),
}

# Kinds that other commands read, too.
COMMANDS = {
    "flat layers": ["validate", "hit", "print"],
    "nested groups": ["validate", "hit", "print"],
    "animated layers": ["animate", "validate"],
    "crossing sheets": ["validate"],
}


def command(tool, name, path, output):
    return {
        "render": [tool, "render", path, "-o", output + ".png"],
        "print": [tool, "render", "--print-scene", path],
        "validate": [tool, "validate", path],
        "inspect": [tool, "inspect", path],
        "inverse": [tool, "map", "--content-size", "16x16", "--mesh", path, "--inverse", "-o", output + ".npy"],
        "hit": [tool, "hit", path, "4,4"],
        "animate": [tool, "animate", path, "--frames", "1..3", "--quiet", "-o", output + ".apng"],
    }[name]


# Scenes whose work has a limit: exit code 65, and a sentence with the limit and its flag.
LIMITS = {
    "layers over an 8K canvas": ("--max-overdraw", scene(
        [layer(bounds=[0, 0, 7680, 4320], position=[3840, 2160], opacity=0.5)] * 4_000, size=(7680, 4320))),
    "a million vertices in each layer": ("--max-faces", scene([layer(mesh=ripple(996_004))] * 40)),
    "many subdivided meshes": ("--max-faces", scene([
        layer(mesh=sheet(4, lambda u, v, r: (u, v, 0), 1) | {"subdivisionSteps": 8})] * 1_000)),
    "faces over one another": ("--max-overdraw", scene([layer(
        bounds=[0, 0, 1024, 683], position=[512, 341.5], mesh={
            "vertices": [[0, 0, 0, 0, 0], [1, 0, 1, 0, 0], [1, 1, 1, 1, 0], [0, 1, 0, 1, 0]],
            "faces": [[0, 1, 2, 3]] * 20_000})], size=(1024, 683))),
    "blended layers over an 8K canvas": ("--max-pixels", scene(
        [layer(bounds=[0, 0, 7680, 4320], position=[3840, 2160], blendMode="multiply")] * 100, size=(7680, 4320))),
}


class Meter:
    """Runs the tool and measures its work."""

    def __init__(self, tool, work):
        self.tool, self.work = tool, work
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(work / "cache"))
        self.counts = self.can_count()
        self.factor = 5 if self.counts else 8

    def can_count(self):
        if not shutil.which("perf"):
            return False
        run = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", "true"], capture_output=True, text=True)
        return run.returncode == 0 and run.stderr.split(",")[0].isdigit()

    def run(self, arguments):
        """The exit code, the last line of the errors, the work, and the seconds of CPU time."""
        report = self.work / "perf.txt"
        if self.counts:
            arguments = ["perf", "stat", "-x,", "-e", "instructions:u", "-o", str(report), *arguments]
        with open(self.work / "errors", "w+") as errors:
            child = subprocess.Popen(
                arguments, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors)
            deadline = time.monotonic() + 60
            while True:
                pid, status, usage = os.wait4(child.pid, os.WNOHANG)
                if pid:
                    break
                if time.monotonic() > deadline:
                    child.kill()
                time.sleep(0.002)
            child.returncode = os.waitstatus_to_exitcode(status)
            errors.seek(0)
            words = (errors.read().strip().splitlines() or [""])[-1]
        work = usage.ru_utime
        if self.counts and child.returncode == 0:
            lines = [line for line in report.read_text().splitlines() if "instructions" in line]
            work = float(lines[0].split(",")[0])
        return child.returncode, words, work, usage.ru_utime

    def least(self, arguments):
        """The least work of two runs, which disturbs less."""
        runs = [self.run(arguments) for _ in range(1 if self.counts else 2)]
        return min(runs, key=lambda run: (run[0] == 0, run[2]))


def run(tool, only=(), times=1):
    passed, failures = 0, []

    def check(condition, words):
        nonlocal passed
        if condition:
            passed += 1
        else:
            failures.append(words)
            print(f"FAILED: {words}", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        meter = Meter(str(pathlib.Path(tool).resolve()), work)
        print(f"Measured: {'instructions' if meter.counts else 'user CPU time'}, at most {meter.factor} times")

        def measure(name, content, least=True, more=()):
            path = work / "scene.json"
            path.write_text(json.dumps(content, separators=(",", ":")))
            arguments = [*command(meter.tool, name, str(path), str(work / "out")), *more]
            return meter.least(arguments) if least else meter.run(arguments)

        measure("render", scene([small()]))  # compiles shaders
        fixed = {name: measure(name, scene([small()]))[2] for name in ["render", "print", "validate", "hit", "animate"]}
        measure("inverse", pieces(2, spoke))
        fixed |= {name: measure(name, pieces(2, spoke))[2] for name in ["inspect", "inverse"]}
        for kind, (size, make) in (KINDS | MESHES).items():
            if only and kind not in only:
                continue
            for name in ["inspect", "inverse"] if kind in MESHES else ["render", *COMMANDS.get(kind, [])]:
                label = f"{kind}, {name}"
                # CPU time is measured again where it is too long, since other processes disturb it.
                for _ in range(1 if meter.counts else 3):
                    few, many = (measure(name, make(count)) for count in [size * times // 4, size * times])
                    ratio = max(many[2] - fixed[name], 0) / max(few[2] - fixed[name], LEAST[meter.counts])
                    if few[0] or many[0] or ratio <= meter.factor:
                        break
                if few[0] or many[0]:
                    check(False, f"{label}: exit code {few[0] or many[0]}: {few[1] or many[1]}")
                    continue
                print(f"{label:<48} {few[3]:6.2f} s {many[3]:6.2f} s  x {ratio:.1f}", flush=True)
                check(
                    ratio <= meter.factor,
                    f"{label}: four times the scene ({size * times}) take {ratio:.1f} times the work, {many[3]:.2f} s "
                    f"of CPU time; at most {meter.factor} times")
        for kind, (flag, content) in LIMITS.items():
            if only and kind not in only:
                continue
            for name in ["render", "validate"]:
                # Not the limit of memory.
                code, words, _, seconds = measure(name, content, False, ["--max-memory", "9000G"])
                print(f"{kind + ', ' + name:<48} {seconds:6.2f} s  {words[-100:]}", flush=True)
                named = flag in words or name == "validate"
                check(code == 65 and named and seconds < 10,
                      f"{kind}, {name}: exit code {code} after {seconds:.1f} s of CPU time: {words}")
    print(f"{passed} passed, {len(failures)} failed")
    return not failures


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--times", type=int, default=1)
    options = parser.parse_args()
    sys.exit(0 if run(options.tool, options.only, options.times) else 1)

"""Runs the cases of inputs.py in interleaved rounds and prints their table, the worst first; for Benchmarks/users.sh.

Only the standard library: a child's peak counts from that of the process that starts it.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
OURS = ("meshrender", "before")
UNITS = {"cpu": "", "wall": ", wall time", "peak": ", peak"}


class Run:
    """What a process and all of its children took: CPU time and time in seconds, the peak of the largest in MiB."""

    def __init__(self, command, folder, frame_size=0):
        os.chdir(folder)
        errors = os.open("errors.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        source, sink = os.pipe()
        actions = [(os.POSIX_SPAWN_DUP2, sink, 1), (os.POSIX_SPAWN_DUP2, errors, 2), (os.POSIX_SPAWN_CLOSE, source)]
        start = time.perf_counter()
        child = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
        os.close(sink)
        os.close(errors)
        # The last frame stays.
        self.frame, at = bytearray(frame_size or 1 << 16), 0
        with open(source, "rb", buffering=0) as pipe:
            while count := pipe.readinto(memoryview(self.frame)[at:]):
                at = (at + count) % len(self.frame)
        _, status, usage = os.wait4(child, 0)
        self.wall, self.cpu = time.perf_counter() - start, usage.ru_utime + usage.ru_stime
        self.peak = usage.ru_maxrss / 1024
        if status:
            sys.exit(f"users: {' '.join(command)} in {folder}: {pathlib.Path('errors.log').read_text()[-600:]}")


class Case:
    def __init__(self, root, fields, options):
        self.folder, self.label = root / str(fields["row"]), fields["label"]
        self.row, self.cold, self.parts = fields["row"], fields.get("cold", 0), fields.get("parts", 1)
        self.short, self.long = fields.get("frames", (0, 0))
        self.metrics, self.limit = fields.get("metrics", ["cpu"]), fields.get("limit")
        self.size, self.suffix = fields.get("size"), fields.get("suffix", ".png")
        self.seen = self.folder / "seen"
        self.seen.mkdir(exist_ok=True)
        commands = fields["tools"]
        if options.before:
            commands["before"] = commands["meshrender"]
        self.tools, self.times, self.differences = {}, {}, {}
        for name, command in commands.items():
            program = options.before if name == "before" else options.tool
            given = {"$TOOL": program, "$PYTHON": sys.executable, "$MAGICK": options.magick}
            command = [given.get(word, word) for word in command]
            if None not in command and (name in OURS or not options.no_peers):
                self.tools[name] = command

    def run(self, name, frames):
        words = {"{frames}": f"{frames}", "{seconds}s": f"{frames / 30:.6f}s"}
        frame_size = self.size[0] * self.size[1] * 4 if self.size else 0
        return Run([words.get(word, word) for word in self.tools[name]], self.folder, frame_size)

    def warm(self, name):
        """Disk caches, byte code, and the caches of shaders, until a run takes no less than the one before."""
        frames = self.short or min(self.long, 10)
        last = self.run(name, frames).cpu
        for _ in range(3):
            before, last = last, self.run(name, frames).cpu
            if last > 0.9 * before:
                break

    def measure(self, name, root):
        if self.cold:
            caches = {key: os.environ[key] for key in ("MESA_SHADER_CACHE_DIR", "XDG_CACHE_HOME")}
            os.environ.update(dict.fromkeys(caches, f"{root}/cold"))
            shutil.rmtree(f"{root}/cold", ignore_errors=True)
            for number in range(self.cold):
                run = self.run(name, 0)
                self.times.setdefault((number, name), []).append((run.cpu, run.wall, run.peak))
            os.environ.update(caches)
        else:
            run = self.run(name, self.long)
            cpu, wall, parts = run.cpu, run.wall, self.parts
            if self.short:
                less, parts = self.run(name, self.short), self.long - self.short
                cpu, wall = cpu - less.cpu, wall - less.wall
            self.times.setdefault((0, name), []).append((cpu / parts, wall / parts, run.peak))
        if name not in self.differences:
            self.keep(name, run)

    def path(self, name):
        return self.seen / f"{self.label}, {name}{pathlib.Path('x' + self.suffix).suffix}"

    def keep(self, name, run):
        """The picture; and compares it with ours, which is the first that is drawn."""
        if self.limit is None:
            return
        first = "meshrender" if name == "before" else name
        if self.size:
            raw = self.folder / "last.rgba"
            raw.write_bytes(run.frame)
            code = "import sys; from PIL import Image; a, b, w, h = sys.argv[1:]; " \
                "Image.frombytes('RGBA', (int(w), int(h)), open(a, 'rb').read()).save(b)"
            subprocess.run([sys.executable, "-c", code, raw, self.path(name), *map(str, self.size)], check=True)
        else:
            shutil.copy(self.folder / f"{first}{self.suffix}", self.path(name))
        self.differences[name] = 0
        if name != "meshrender":
            script = [sys.executable, HERE.parent / "peers/compare.py", self.path("meshrender"), self.path(name)]
            done = subprocess.run([*script, str(1 if name == "before" else self.limit)], capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"users: {self.label}, {name} and meshrender: {done.stderr}")
            self.differences[name] = float(done.stdout.split()[1])

    def lines(self):
        """Of each metric, and of each of the cold runs: our part of the best peer's, and a row of the table."""
        for number in range(self.cold or 1):
            times = {name: self.times[number, name] for name in self.tools}
            medians = {name: [statistics.median(values) for values in zip(*runs)] for name, runs in times.items()}
            for metric in self.metrics:
                index = list(UNITS).index(metric)
                peers = sorted((name for name in times if name not in OURS), key=lambda name: medians[name][index])
                label = self.label + UNITS[metric] + (f", run {number + 1}" if self.cold else "")
                cells = [str(self.row), label, "", words(medians["meshrender"]), "", "", "", "", ""]
                ratio = 0
                if peers:
                    best = peers[0]
                    ratio = self.ratio(times, best, index)
                    cells[2], cells[4], cells[5] = f"{ratio:.2f}", best, words(medians[best])
                    cells[6] = ", ".join(f"{name} {value(index, medians[name][index])}" for name in peers[1:])
                    cells[7] = f"{self.differences[best]:.2f}" if best in self.differences else ""
                if "before" in times:
                    cells[8] = f"{value(index, medians['before'][index])}; {self.ratio(times, 'before', index):.2f}"
                yield ratio, cells

    def ratio(self, times, other, index):
        return statistics.median(ours[index] / theirs[index] for ours, theirs in zip(times["meshrender"], times[other]))


def value(index, number):
    if index == 2:
        return f"{number:.0f} MiB"
    unit, factor = ("s", 1) if number >= 1 else ("ms", 1e3) if number >= 1e-3 else ("µs", 1e6)
    return f"{number * factor:.3g} {unit}"


def words(medians):
    return ", ".join(value(index, number) for index, number in enumerate(medians))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    for name in ("--tool", "--before", "--magick", "--pictures"):
        parser.add_argument(name)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--no-peers", action="store_true")
    options = parser.parse_args()
    root = options.folder.resolve()
    cases = [Case(root, fields, options) for fields in json.loads((root / "cases.json").read_text())]
    for case in cases:
        if not case.cold:
            for name in case.tools:
                case.warm(name)
    for number in range(options.rounds):
        for case in cases:
            # Every other round runs backwards, so that no tool always follows the same one.
            for name in list(case.tools)[:: -1 if number % 2 else 1]:
                case.measure(name, root)
            print(f"round {number + 1}: {case.row}, {case.label}", file=sys.stderr)
    if options.pictures:
        for case in cases:
            shutil.copytree(case.seen, f"{options.pictures}/{case.row}", dirs_exist_ok=True)
    print(f"{options.rounds} round{'s' * (options.rounds > 1)}, {os.cpu_count()} cores\n")
    print("| row | what | ours / best | meshrender: CPU, time, peak | best peer | its CPU, time, peak | others "
          "| pictures differ by | before; ours / before |")
    print("| ---: | --- | ---: | --- | --- | --- | --- | ---: | --- |")
    for _, cells in sorted((line for case in cases for line in case.lines()), key=lambda line: -line[0]):
        if not options.before:
            cells[8] = ""
        print("| " + " | ".join(cells) + " |")


main()

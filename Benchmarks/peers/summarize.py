"""Prints Markdown tables of what frames.sh and cold-one-shot.sh measured.

Usage: summarize.py FOLDER [WORK]
FOLDER/times-WORK has lines of round, name, seconds a picture and peak memory in MiB; FOLDER/pictures-WORK has lines of
a name, another, and the largest and mean difference of their pictures and the percentage of pixels that differ by over
32 of 255. With a work, its own tables; without, one line for each work. Ratios are taken within each round.
"""

import statistics
import sys
from pathlib import Path

from frames_ripple import WORKS

OURS = "meshrender"
# What the others are compared with: the usual Python script.
BASES = {"W2": "moderngl", "W2aa": "moderngl", "W3": "moderngl"}
PEERS = ["floor", "moderngl+pillow-fast", "moderngl+fpng", "vtk", "panda3d", "panda3d-tiny"]


class Times:
    def __init__(self, folder, work):
        self.base = BASES.get(work, "moderngl+pillow")
        self.seconds, self.memory = {}, {}
        for line in (folder / f"times-{work}").read_text().splitlines():
            number, name, seconds, mebibytes = line.split()
            self.seconds.setdefault(name, {})[number] = float(seconds)
            self.memory.setdefault(name, []).append(float(mebibytes))

    def speeds(self, name, base):
        """How many times as fast as the base, round by round; sorted."""
        return sorted(self.seconds[base][number] / time for number, time in self.seconds[name].items())

    def speed(self, name):
        """The median, as a cell."""
        return f"{statistics.median(self.speeds(name, self.base)):.2f}" if name in self.seconds else ""

    def peak(self, name):
        return f"{statistics.median(self.memory[name]):.0f}"


def pictures(folder, work):
    """(name, other) to (max, mean, over)."""
    path = folder / f"pictures-{work}"
    lines = [line.split() for line in path.read_text().splitlines()] if path.exists() else []
    return {(name, other): values for name, other, *values in lines}


def print_work(folder, work):
    times, differences = Times(folder, work), pictures(folder, work)
    rounds = len(times.seconds[times.base])
    does = WORKS[work]
    print(f"\n{work}: {does.width}x{does.height}, {does.cells}x{does.cells} faces,", end=" ")
    print(f"{does.samples} samples per pixel; medians of {rounds} rounds; ratios within rounds: median, least...most\n")
    print(f"| | ms | a second | times {times.base} | {OURS} is | peak, MiB | picture beside {times.base}'s: max, mean |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, by_round in times.seconds.items():
        median = statistics.median(by_round.values())
        cells = [name, f"{1000 * median:.1f}", f"{1 / median:.2f}"]
        for speeds in (times.speeds(name, times.base), times.speeds(OURS, name)):
            cells.append(f"{statistics.median(speeds):.2f}, {speeds[0]:.2f}...{speeds[-1]:.2f}")
        values = differences.get((name, times.base))
        cells += [times.peak(name), f"{values[0]}, {values[1]}" if values else ""]
        print(f"| {' | '.join(cells)} |")


def print_all(folder, works):
    names = [name for name in PEERS if any(name in Times(folder, work).seconds for work in works)]
    print(f"\n| work | {OURS} | {' | '.join(names)} | our peak, MiB | theirs |")
    print("| --- |" + " ---: |" * (len(names) + 3))
    for work in works:
        times = Times(folder, work)
        cells = [work] + [times.speed(name) for name in [OURS] + names] + [times.peak(OURS), times.peak(times.base)]
        print(f"| {' | '.join(cells)} |")
    print("\n| pictures: max, mean | fast beside plain | fast beside 64 samples | exact beside them | plain beside them |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for work in works:
        differences = pictures(folder, work)
        pairs = [("fast", "plain"), ("fast", "reference"), ("exact", "reference"), ("plain", "reference")]
        cells = [", ".join(differences[pair][:2]) if pair in differences else "" for pair in pairs]
        print(f"| {work} | {' | '.join(cells)} |")


folder = Path(sys.argv[1])
if len(sys.argv) > 2:
    print_work(folder, sys.argv[2])
else:
    print_all(folder, [work for work in WORKS if (folder / f"times-{work}").exists()])

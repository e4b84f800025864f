"""Prints Markdown tables of what matrix.sh measured: each work, the worst cells, and what each list of the matrix does.

Usage: summarize_matrix.py FILE
Lines of FILE: CELL ROUND NAME MILLISECONDS MEBIBYTES, and CELL picture OTHER MAX MEAN OVER, where a cell is
WORK,TILT,MESH,LIGHT,WIDTH. Ratios are taken within each round; a cell's is the median of its rounds.
"""

import statistics
import sys
from pathlib import Path

OURS, BASE, WORST = "meshrender", "moderngl", 20
times, memory, pictures = {}, {}, {}
for line in Path(sys.argv[1]).read_text().splitlines():
    cell, number, name, *values = line.split()
    if number == "picture":
        pictures.setdefault(cell, {})[name] = values
    else:
        times.setdefault(cell, {}).setdefault(name, {})[number] = float(values[0])
        memory.setdefault(cell, {}).setdefault(name, []).append(float(values[1]))


def speed(cell, name=BASE):
    """How many times as fast as the other: the median of the rounds."""
    ours = times[cell][OURS]
    return statistics.median(other / ours[number] for number, other in times[cell][name].items())


def milliseconds(cell, name):
    return f"{statistics.median(times[cell][name].values()):.1f}"


def peak(cell, name):
    return statistics.median(memory[cell][name])


has_before = any("before" in by_name for by_name in times.values())
speeds = {cell: speed(cell) for cell in times}


def print_groups(title, part):
    groups = {}
    for cell in times:
        groups.setdefault(cell.split(",")[part], []).append(cell)
    print(f"\n| {title} | cells | worst | median | best | slower than moderngl | more memory than moderngl |", end="")
    print(" times before: worst, median |" if has_before else "")
    print("| --- |" + " ---: |" * (7 if has_before else 6))
    for group, cells in groups.items():
        ratios = sorted(speeds[cell] for cell in cells)
        slower = sum(ratio < 1 for ratio in ratios)
        larger = sum(peak(cell, OURS) > peak(cell, BASE) for cell in cells)
        row = [group, len(cells), f"{ratios[0]:.2f}", f"{statistics.median(ratios):.2f}", f"{ratios[-1]:.2f}", slower, larger]
        if has_before:
            before = sorted(speed(cell, "before") for cell in cells)
            row.append(f"{before[0]:.2f}, {statistics.median(before):.2f}")
        print("| " + " | ".join(map(str, row)) + " |")


for part, title in enumerate(["work", "tilt", "mesh", "light", "width"]):
    print_groups(title, part)
print("\n| worst cells | times moderngl | meshrender, ms | moderngl, ms | peak, MiB | moderngl's | beside moderngl's picture: max, mean | beside the plain one |")
print("| --- |" + " ---: |" * 7)
for cell in sorted(times, key=speeds.get)[:WORST]:
    beside = [", ".join(pictures[cell][other][:2]) for other in ("moderngl", "plain")]
    row = [cell.replace(",", " "), f"{speeds[cell]:.2f}", milliseconds(cell, OURS), milliseconds(cell, BASE)]
    print("| " + " | ".join(row + [f"{peak(cell, name):.0f}" for name in (OURS, BASE)] + beside) + " |")

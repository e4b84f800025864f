"""Reads `round name seconds MiB` lines of one work; prints frames a second, their ratio to the base's in the same
round, and peak memory. Usage: summarize_frames.py WORK BASE"""

import statistics
import sys

from frames_ripple import WORKS

work, base = sys.argv[1:3]
width, height, cells, samples, frames = WORKS[work]
times, memory = {}, {}
for line in sys.stdin:
    number, name, seconds, mebibytes = line.split()
    times.setdefault(name, {})[number] = float(seconds)
    memory.setdefault(name, []).append(float(mebibytes))

print(f"{work}: {frames} frames of {width}x{height}, {cells}x{cells} faces, {samples} samples a pixel")
print(f"{'':22}{'frames/s':>9}   times {base}: median, min...max   peak MiB")
for name, rounds in times.items():
    ratios = [times[base][number] / seconds for number, seconds in rounds.items()]
    print(
        f"  {name:20}{frames / statistics.median(rounds.values()):9.2f}",
        f"  {statistics.median(ratios):.2f}, {min(ratios):.2f}...{max(ratios):.2f}",
        f"{statistics.median(memory[name]):12.0f}",
    )

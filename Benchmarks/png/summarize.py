"""Rows of a table from lines of `picture encoder speed bytes`, the speed also as a ratio to fpng's in the same round."""

import collections
import statistics
import sys

speeds, sizes = collections.defaultdict(list), {}
for line in sys.stdin:
    picture, encoder, speed, size = line.split()
    speeds[picture, encoder].append(float(speed))
    sizes[picture, encoder] = int(size)
for (picture, encoder), values in speeds.items():
    ratio = statistics.median(a / b for a, b in zip(values, speeds[picture, "fpng"]))
    print(f"| {picture} | {encoder} | {statistics.median(values):.0f} | {ratio:.2f} | {sizes[picture, encoder]:,} |")

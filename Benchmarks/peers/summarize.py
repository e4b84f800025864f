"""Reads `round name seconds` lines; prints wall times and each name's ratio to the one given, round by round."""

import statistics
import sys

base = sys.argv[1]
times = {}
for line in sys.stdin:
    number, name, seconds = line.split()
    times.setdefault(name, {})[number] = float(seconds)

print(f"{'':12}{'median':>10}{'min':>10}{'max':>10}   time / {base}'s: median, min...max")
for name, rounds in times.items():
    values = list(rounds.values())
    ratios = [value / times[base][number] for number, value in rounds.items()]
    print(
        f"{name:12}" + "".join(f"{1000 * f(values):7.0f} ms" for f in (statistics.median, min, max)),
        f"  {statistics.median(ratios):.3f}, {min(ratios):.3f}...{max(ratios):.3f}",
    )

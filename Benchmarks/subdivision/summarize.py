"""Reads the rounds of Benchmarks/subdivision.sh and prints a table. Fails if the tools' surfaces differ."""

import collections
import statistics
import sys

rows = collections.defaultdict(lambda: collections.defaultdict(list))
for line in sys.stdin:
    round_, kind, faces, steps, tool, *numbers = line.split()
    rows[kind, int(faces), int(steps)][tool].append([float(x) for x in numbers])

print("| net | steps | vertices | meshrender, ms | OpenSubdiv, ms | ratio | our peak, MB | of the mesh | its peak, MB |")
print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
for (kind, faces, steps), tools in rows.items():
    ours, theirs = tools["meshrender"], tools["opensubdiv"]
    # Vertices, and the mean of the sums of their five numbers.
    if ours[0][2] != theirs[0][2] or abs(ours[0][3] - theirs[0][3]) > 1e-5:
        sys.exit(f"{kind}: the surfaces differ: {ours[0]} and {theirs[0]}")
    vertices = int(ours[0][2])
    quads = (faces * faces - (kind == "extraordinary")) * 4**steps
    mesh = vertices * 20 + quads * 32
    ratio = statistics.median(a[0] / b[0] for a, b in zip(ours, theirs))
    peaks = [statistics.median(x[1] for x in tool) * 1024 for tool in (ours, theirs)]
    print(
        f"| {kind}, {faces} x {faces} | {steps} | {vertices:,} | {statistics.median(x[0] for x in ours):.1f} "
        f"| {statistics.median(x[0] for x in theirs):.1f} | {ratio:.2f} "
        f"| {peaks[0] / 1e6:.0f} | {peaks[0] / mesh:.2f} x | {peaks[1] / 1e6:.0f} |"
    )
    if "stencils" in tools:
        total, evaluation = (statistics.median(x[i] for x in tools["stencils"]) for i in (0, 4))
        stencils = f"OpenSubdiv by a table of stencils: {total:.0f} ms, {evaluation:.0f} of them once it is made."
print(stencils)

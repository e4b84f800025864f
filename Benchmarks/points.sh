#!/usr/bin/env bash
# How many points a second 'meshrender project' places, visibility included, and the peak of its memory: a million lines
# of JSON and of CSV, through a flat image, a preset, a large mesh and a layer in a bent layer. Reading and writing the
# lists are part of the time.
#
# usage: Benchmarks/points.sh [path of meshrender]
set -euo pipefail
tool=$(realpath "${1:-.build/release/meshrender}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 - <<'END'
import json
import random

random.seed(1)
count = 1_000_000
points = [(random.uniform(0, 640), random.uniform(0, 480)) for _ in range(count)]
with open("points.jsonl", "w") as file:
    file.writelines(f'{{"x": {x:.3f}, "y": {y:.3f}, "id": {i}}}\n' for i, (x, y) in enumerate(points))
with open("points.csv", "w") as file:
    file.write("x,y,id\n")
    file.writelines(f"{x:.3f},{y:.3f},{i}\n" for i, (x, y) in enumerate(points))
with open("boxes.jsonl", "w") as file:
    file.writelines(f'{{"box": [{0.8 * x:.3f}, {0.8 * y:.3f}, 100, 80]}}\n' for x, y in points[:20_000])
label = {"name": "label", "bounds": [0, 0, 640, 480], "position": [320, 240], "contents": {"color": "red"},
         "mesh": {"preset": "wave"}}
card = {"name": "card", "bounds": [0, 0, 640, 480], "position": [320, 240], "mesh": {"preset": "swirl"},
        "transform": "perspective(1500) rotateY(20deg)", "sublayers": [label]}
json.dump({"canvas": {"size": [640, 480]}, "layers": [card]}, open("nested.json", "w"))
END
"$tool" render --text " " --size 640x480 --background white -o photo.png

echo "| work | lines a second | peak, MiB |"
echo "| --- | ---: | ---: |"
# measure NAME LINES ARGUMENTS...
measure() {
  local name=$1 lines=$2
  shift 2
  python3 - "$name" "$lines" "$tool" project "$@" <<'END'
import resource
import subprocess
import sys
import time

name, lines, *command = sys.argv[1:]
start = time.monotonic()
with open("out", "w") as out:
    subprocess.run(command, stdout=out, check=True)
seconds = time.monotonic() - start
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
print(f"| {name} | {int(lines) / seconds:,.0f} | {peak} |")
END
}
measure "an image as it is, JSON Lines" 1000000 photo.png points.jsonl
measure "an image as it is, CSV" 1000000 photo.png points.csv
measure "page curl" 1000000 photo.png points.jsonl --mesh pageCurl --fit
measure "ripple of a million faces" 1000000 photo.png points.jsonl --mesh ripple:rows=998,columns=998
measure "a layer in a bent layer" 1000000 nested.json points.jsonl --layer card/label
measure "the same, inverse" 1000000 nested.json points.jsonl --layer card/label --inverse
measure "boxes on a page curl" 20000 photo.png boxes.jsonl --mesh pageCurl --fit

#!/usr/bin/env bash
# Checks the published schemas with PyPI's jsonschema: that they are schemas, that every example scene and the starter
# follow them, and that a few wrong scenes do not.
#
# usage: Scripts/check-schemas.sh [path of meshrender]
set -euo pipefail
cd "$(dirname "$0")/.."
tool=${1:-.build-tests/release/meshrender}
python=$(Scripts/python-environment.sh)
"$python" - "$tool" Examples/scenes/*.json Examples/mockups/*.json <<'END'
import json
import subprocess
import sys

from jsonschema import Draft202012Validator

tool, *examples = sys.argv[1:]


def words(*arguments):
    return json.loads(subprocess.run([tool, *arguments], check=True, capture_output=True).stdout)


def faults(validator, document):
    return [f"{e.json_path}: {e.message[:200]}" for e in validator.iter_errors(document)]


validators = {}
for kind in ["scene", "mesh"]:
    schema = words("schema", kind)
    Draft202012Validator.check_schema(schema)
    validators[kind] = Draft202012Validator(schema)

failed = 0
documents = {name: json.load(open(name)) for name in examples}
documents["meshrender new"] = words("new")
documents["--print-scene"] = words(
    "render", "Examples/images/label.png", "--mesh", "ripple", "--light", "spot", "--print-scene")
for name, document in documents.items():
    for fault in faults(validators["scene"], document):
        print(f"{name}: {fault}")
        failed += 1

quad = {"vertices": [[0, 0, 0, 0, 0], [1, 0, 1, 0, 0], [1, 1, 1, 1, 0]], "faces": [[0, 1, 2, 2]]}
thirds = [[x / 3, y / 3] for y in range(4) for x in range(4)]
patch = {"bezier": {"points": thirds, "patches": [1, 1], "rowSplits": [], "detail": 4}, "depthNormalization": "width"}
for right in [quad, patch]:
    if faults(validators["mesh"], right):
        print(f"the schema refuses {right}")
        failed += 1
for wrong in [{}, {**quad, **patch}, {"bezier": {"points": thirds[1:]}}, {"bezier": {"points": thirds, "detail": 0}}]:
    if not faults(validators["mesh"], wrong):
        print(f"the schema accepts {wrong}")
        failed += 1


def scene(**layer):
    return {"canvas": {"size": [1, 1]}, "layers": [{"bounds": [0, 0, 1, 1], **layer}]}


for wrong in [
    {}, scene(opacty=1), scene(opacity=2), scene(mesh={"preset": "riple"}), scene(mesh={"preset": "wave", "rows": 0}),
    scene(mesh={"preset": "style", "style": "arhc"}), scene(mesh={"preset": "style", "bend": 2}),
    scene(contents={"image": 3}), scene(lights=[{"type": "sun"}]), scene(sublayers=[{"bounds": [0]}]),
]:
    if not faults(validators["scene"], wrong):
        print(f"the schema accepts {wrong}")
        failed += 1

print(f"{len(documents)} scenes, {failed} faults")
sys.exit(failed > 0)
END

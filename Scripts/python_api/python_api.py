#!/usr/bin/env python3
"""Makes modules of the Python package from `meshrender reference`: the options of its functions, scenes and presets.

usage: python_api.py TOOL           writes _options.py, scene.py and presets.py of Python/meshrender
       python_api.py TOOL --check   checks that they are what the tool's tables give
Needs Python's standard library only. Run it in the root of the repository.
"""

import json
import subprocess
import sys
from pathlib import Path

# The ranges of numbers read as in the manual.
sys.path.append(str(Path(__file__).resolve().parents[1] / "reference"))

from objects import Scenes  # noqa: E402
from options import options_module  # noqa: E402

FOLDER = Path("Python/meshrender")


def modules(reference):
    """The text of each module by the name of its file."""
    scenes = Scenes(reference)
    return {"_options.py": options_module(reference), "scene.py": scenes.scene_module(),
            "presets.py": scenes.presets_module()}


def main(tool, isCheck):
    run = subprocess.run([tool, "reference"], capture_output=True, text=True, check=True)
    written, faults = modules(json.loads(run.stdout)), 0
    for name, text in written.items():
        path = FOLDER / name
        if not isCheck:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            faults += 1
            print(f"{path} is not what the tool's tables give; python3 {sys.argv[0]} {tool} writes it again",
                  file=sys.stderr)
    print(f"python: {len(written)} modules, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["--check"]):
        sys.exit(__doc__.strip())
    sys.exit(main(sys.argv[1], len(sys.argv) == 3))

#!/usr/bin/env python3
"""Makes the reference in Documentation/reference from `meshrender reference` and examples.json.

usage: reference.py TOOL pages      writes the Markdown pages
       reference.py TOOL pictures   draws the pictures
       reference.py TOOL names      prints all names, for a file in versions/ when a version is released
       reference.py TOOL check      checks that the pages are those of the tool, that everything visible has an example
                                    and a picture, and that each example can be drawn
Needs Python's standard library only. Run it in the root of the repository.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import names
import pictures
from pages import MESHES, Pages

FOLDER = Path("Documentation/reference")


def errors(tool, commands):
    """Each command with its exit code and its message."""
    with tempfile.TemporaryDirectory() as programs:
        os.symlink(os.path.abspath(tool), f"{programs}/meshrender")
        environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
        for command in commands:
            run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment)
            if run.returncode == 0:
                sys.exit(f"this example of an error succeeds: {command}")
            yield command, run.returncode, run.stderr.strip()


def visible(reference):
    """The names of everything that has an example or a reason to have none."""
    for item in reference["objects"]:
        for key in item["keys"]:
            yield f"{item['name']}.{key['name']}"
    for preset in reference["presets"]:
        yield f"preset.{preset['name']}"
        for parameter in preset["parameters"]:
            yield f"{preset['name']}.{parameter['name']}"
    for function in reference["transforms"]:
        yield f"transform.{function['name']}"


def faults(reference, data, pages, written):
    """What is wrong with the examples, the pages and the files of the pictures."""
    examples, invisible = data["examples"], data["invisible"]
    for name in visible(reference):
        has = any(i == name or i.startswith(f"{name}.") for i in examples)
        shared = name.split(".")[0] in MESHES and any(
            f"{owner}.{name.split('.')[1]}" in examples for owner in ("preset", "mesh", "bezier"))
        if not has and not shared and name not in invisible:
            yield f"{name} has no example in examples.json, and no reason there to have none"
    for identifier in sorted(set(pages.pictures) - pages.used):
        yield f"the example {identifier} is on no page"
    for identifier, example in pages.pictures.items():
        path = FOLDER / "pictures" / f"{identifier}.{example.get('ending', 'webp')}"
        if not path.exists():
            yield f"{path} is missing; make reference draws it"
    known = {f"{identifier}.{example.get('ending', 'webp')}" for identifier, example in pages.pictures.items()}
    for path in sorted((FOLDER / "pictures").iterdir()):
        if path.name not in known:
            yield f"{path} is of no example"
    for name, text in written.items():
        path = FOLDER / name
        if not path.exists() or path.read_text() != text:
            yield f"{path} is not what the tool's tables give; make reference writes it again"


def main(tool, action):
    run = subprocess.run([tool, "reference"], capture_output=True, text=True, check=True)
    reference = json.loads(run.stdout)
    data = json.loads((FOLDER / "examples.json").read_text())
    if action == "names":
        print("\n".join(sorted(names.all_names(reference))))
        return 0
    if action == "pictures":
        # The content of most pictures.
        card = ["render", str(FOLDER / "card.json"), "-o", str(FOLDER / "card.webp"), "--quality", "90"]
        subprocess.run([tool, *card], check=True)
        found = pictures.draw(tool, reference, data, FOLDER / "pictures")
    else:
        pages = Pages(reference, data, list(errors(tool, data["errors"])))
        written = pages.all()
        if action == "pages":
            for name, text in written.items():
                (FOLDER / name).write_text(text)
            found = []
        else:
            found = list(faults(reference, data, pages, written))
            with tempfile.TemporaryDirectory() as folder:
                found += pictures.draw(tool, reference, data, folder)
    for fault in found:
        print(fault, file=sys.stderr)
    print(f"reference: {len(data['examples'])} examples, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[2] not in ("pages", "pictures", "names", "check"):
        sys.exit(__doc__.strip())
    sys.exit(main(sys.argv[1], sys.argv[2]))

"""Draws the pictures of the reference: scenes by one batch, commands by themselves."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

from scenes import colors, picture


def output(folder, identifier, example):
    return f"{folder}/{identifier}.{example.get('ending', 'webp')}"


def slug(text):
    """A name for files and addresses: `rgb(r, g, b)` becomes rgb-r-g-b."""
    return "-".join("".join(c if c.isalnum() else " " for c in text).split())


def color_examples(reference):
    """A swatch for each form of colors."""
    return {f"color.{slug(entry['name'])}": {"colors": [entry["example"]]} for entry in reference["colors"]}


def jobs(reference, data, folder):
    """The lines of a batch, one for each scene. A moment is named, so that animations apply."""
    examples = {**data["examples"], **color_examples(reference)}
    for identifier, example in examples.items():
        if "command" in example:
            continue
        scene = colors(example) if "colors" in example else picture(identifier, example, data["tiles"])
        job = {"id": identifier, "scene": scene, "time": "0s", "quality": 82,
               "output": output(folder, identifier, example)}
        if "allow" in example:
            job["allow-read"] = example["allow"]
        yield job


def draw_scenes(tool, reference, data, folder):
    lines = "".join(json.dumps(job) + "\n" for job in jobs(reference, data, folder))
    run = subprocess.run([tool, "batch", "-", "--quiet", "--output-root", folder], input=lines, capture_output=True,
                         text=True)
    results = [json.loads(line) for line in run.stdout.splitlines()]
    faults = [f"{result['id']}: {result.get('message', result['status'])}" for result in results
              if result["status"] != "done"]
    faults += [f"{result['id']}: {warning}" for result in results for warning in result.get("warnings", [])]
    if run.returncode not in (0, 75):
        faults.append(f"batch ended with {run.returncode}: {run.stderr.strip()}")
    return faults


def draw_commands(tool, data, folder):
    """Runs each command with its picture in place of OUT. Pictures of `render` lose a little, which makes them small."""
    faults = []
    with tempfile.TemporaryDirectory() as programs:
        os.symlink(os.path.abspath(tool), f"{programs}/meshrender")
        environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
        for identifier, example in data["examples"].items():
            if "command" not in example:
                continue
            target = output(folder, identifier, example)
            Path(target).unlink(missing_ok=True)
            command = example["command"].replace("OUT", target)
            if command.startswith("meshrender render"):
                command += " --quality 82"
            run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment)
            if run.returncode != 0:
                faults.append(f"{identifier}: {run.stderr.strip() or run.returncode}: {command}")
            elif not os.path.exists(target):
                faults.append(f"{identifier} has drawn no picture: {command}")
    return faults


def draw(tool, reference, data, folder):
    """Draws all pictures into a folder; returns what has failed."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    return draw_scenes(tool, reference, data, folder) + draw_commands(tool, data, folder)

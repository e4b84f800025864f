"""Gives every flag, every key of a scene and of a mesh, every parameter and every example text of the reference the
numbers that programs forget: beyond the range of an integer, next to the largest double, denormal, not a number,
hexadecimal. No answer may be a signal, exit code 70 or a hang, and each refusal is one sentence. The lists come from
`meshrender reference` and `meshrender schema`, so that a new flag or key is tested without a change here.

Usage: numbers.py MESHRENDER [--seed 1] [--count 160] [--all] [--show]
"""

import argparse
import json
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

NUMBERS = [
    "1e19", "-1e19", "1e300", "1e308", "-1e308", "1e-320", "-0", "0", "-1", "1e9", "-1e9", "1e6", "123456.789", "1e15",
    "2147483648", "4294967296", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "18446744073709551616", "1.8446744073709551616", "0.3333333333333333333333333333333333333333333333333333333333333",
    "340282356779733661637539395458142568448",
]
# No numbers of this program: each is refused.
WORDS = ["nan", "inf", "-inf", "infinity", "0x10", "0x1p70", "1e999", "-1e999"]
# The values of these flags are no numbers of the kind, or the flags themselves bound a run.
OTHER_FLAGS = {"set-json", "journal", "output", "map", "picture", "image", "csv", "template"}
# Names of values that hold no number.
TEXTS = re.compile(r"file|path$|layer|space|handling|format|form$|kind$|what|matrix|filter|alignment|device|text$|font$|name")
OUTPUTS = ["o.png", "o.apng", "q.npy", "s.json", "c.obj", "p.exr", "p.passes.json"]
LIMITS = ["--max-pixels", "250000", "--max-vertices", "20000"]
QUOTED = '"@number@"'


def png(width, height):
    """A gray ramp."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress(b"".join(b"\0" + bytes(range(width)) for _ in range(height)))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def numbers_of(text):
    """The text once for each number in it, with the place of that number marked."""
    for match in re.finditer(r"(?<![\w#.])-?\d+(?:\.\d+)?", text):
        yield text[: match.start()] + "@number@" + text[match.end():]


class Schema:
    """Instances of a JSON Schema with one number marked, and everything else as small as it may be."""

    def __init__(self, text):
        self.root = json.loads(text)

    def resolved(self, schema):
        while "$ref" in schema:
            place = self.root
            for step in schema["$ref"].removeprefix("#/").split("/"):
                place = place[step] if step != "#" else place
            schema = place
        return schema

    def smallest(self, schema, depth=0):
        schema = self.resolved(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][0]
        for key in ("anyOf", "oneOf"):
            if key in schema:
                merged = {k: v for k, v in schema.items() if k != key}
                return self.smallest({**merged, **self.resolved(schema[key][0])}, depth)
        kind = schema.get("type")
        kind = kind[0] if isinstance(kind, list) else kind
        if kind in ("number", "integer"):
            low, high = schema.get("minimum", 0), schema.get("maximum", 1)
            return 1 if low <= 1 <= high else low
        if kind == "array":
            return [self.smallest(schema.get("items", {}), depth + 1)] * schema.get("minItems", 0)
        if kind == "object" or "properties" in schema:
            return {key: self.smallest(schema["properties"][key], depth + 1) for key in schema.get("required", [])}
        return {"boolean": True, "null": None}.get(kind, "a")

    def marked(self, schema, seen=None):
        """Each definition is visited once, where it is found first."""
        seen = set() if seen is None else seen
        reference = schema.get("$ref")
        if reference in seen:
            return
        if reference:
            seen.add(reference)
        schema = self.resolved(schema)
        for key in ("anyOf", "oneOf"):
            for part in schema.get(key, []):
                if part.get("$ref") in seen:
                    continue
                if "$ref" in part:
                    seen.add(part["$ref"])
                merged = {k: v for k, v in schema.items() if k not in ("anyOf", "oneOf")}
                part = self.resolved(part)
                properties = {**merged.get("properties", {}), **part.get("properties", {})}
                required = [*merged.get("required", []), *part.get("required", [])]
                whole = {**merged, **part}
                if properties:
                    whole.update(properties=properties, required=required, type="object")
                yield from self.marked(whole, seen)
        if "anyOf" in schema or "oneOf" in schema:
            return
        kind = schema.get("type")
        kinds = kind if isinstance(kind, list) else [kind]
        if "number" in kinds or "integer" in kinds:
            yield "@number@"
        if "array" in kinds:
            for item in self.marked(schema.get("items", {}), seen):
                count = max(schema.get("minItems", 1), 1)
                rest = [self.smallest(schema["items"])] * (count - 1)
                yield [item] + rest
                if rest:
                    yield rest + [item]
        properties = schema.get("properties", {})
        for key, value in properties.items():
            for item in self.marked(value, seen):
                yield {**{k: self.smallest(properties[k]) for k in schema.get("required", []) if k in properties},
                       key: item}
        for value in [schema.get("additionalProperties"), *schema.get("patternProperties", {}).values()]:
            if isinstance(value, dict):
                for item in self.marked(value, seen):
                    yield {**{k: self.smallest(properties[k]) for k in schema.get("required", []) if k in properties},
                           "x": item}


def leaves(value):
    """A JSON value once for each number in it, with that number marked."""
    if isinstance(value, bool):
        return
    if isinstance(value, (int, float)):
        yield "@number@"
    elif isinstance(value, str):
        yield from numbers_of(value)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            for leaf in leaves(item):
                yield value[:i] + [leaf] + value[i + 1:]
    elif isinstance(value, dict):
        for key, item in value.items():
            for leaf in leaves(item):
                yield {**value, key: leaf}


class Trial:
    """A command with a marked number: in its arguments, or in one file."""

    def __init__(self, name, arguments, file=None, content=None):
        self.name, self.arguments, self.file, self.content = name, arguments, file, content


class Numbers:
    def __init__(self, tool, show=False):
        self.tool, self.show = os.path.abspath(tool), show
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="meshrender-numbers-"))
        self.passed = self.failed = 0
        examples = pathlib.Path(__file__).resolve().parents[2] / "Examples"
        (self.folder / "in.png").write_bytes(png(40, 30))
        shutil.copytree(examples / "mockups", self.folder / "mockups")
        (self.folder / "mesh.json").write_text(
            '{"vertices":[[0,0,0,0,0],[1,0,1,0,0],[1,1,1,1,0.2],[0,1,0,1,0]],"faces":[[0,1,2,3]]}')
        (self.folder / "scene.json").write_text(json.dumps({
            "canvas": {"size": [40, 30]},
            "layers": [{"name": "card", "bounds": [0, 0, 40, 30], "position": [20, 15],
                        "contents": {"image": "in.png"}}]}))
        (self.folder / "pairs.csv").write_text("0,0,1,2\n8,0,7,1\n8,8,8,7\n0,8,1,8\n")
        (self.folder / "points.jsonl").write_text('{"x": 3, "y": 4}\n{"box": [1, 2, 30, 20]}\n')
        self.reference = json.loads(self.output("reference"))

    def output(self, *arguments):
        return subprocess.run([self.tool, *arguments], cwd=self.folder, capture_output=True, text=True, check=True,
                              timeout=60).stdout

    # What is tried

    def trials(self):
        yield from self.flags()
        yield from self.values()
        yield from self.documents()

    def flags(self):
        """Every flag of every command whose value holds a number."""
        base = {
            "render": ["in.png", "-o", "o.png", *LIMITS], "animate": ["in.png", "-o", "o.apng", "--frames", "1..2", *LIMITS],
            "validate": ["scene.json"], "convert": ["mesh.json", "c.obj"], "inspect": ["mesh.json"],
            "subdivide": ["mesh.json", "-o", "s.json"], "map": ["--content-size", "8x8", "--mesh", "mesh.json", "-o", "q.npy"],
            "hit": ["scene.json", "3,3"], "project": ["in.png", "points.jsonl"], "batch": ["jobs.jsonl"],
            "fit": ["pairs.csv", "--from-size", "8x8"],
            "passes": ["in.png", "--mesh", "mesh.json", "-o", "p.exr", *LIMITS],
        }
        more = {"animate": [[], ["--fit"], ["--text", "a"]], "render": [[], ["--fit"], ["--text", "a"]], "map": [[], ["--fit"]]}
        forms = {
            "WxH": ["@number@x8", "8x@number@"], "a..b": ["@number@..2", "1..@number@"], "i/n": ["@number@/3", "1/@number@"],
            "CxR": ["@number@x2", "2x@number@"], "aspect": ["@number@", "@number@:9", "16:@number@"],
            "time": ["@number@", "@number@ms", "@number@min"], "bytes": ["@number@", "@number@K", "@number@G"],
            "properties": ["width=@number@,color=white"], "motion": ["opacity from 0 to @number@", "opacity to 0 @number@s"],
        }
        for command in self.reference["commandLine"]["command"]["subcommands"]:
            name = command["commandName"]
            if name not in base:
                continue
            for argument in command["arguments"]:
                names = [n["name"] for n in argument.get("names", []) if n["kind"] == "long"]
                if argument["kind"] != "option" or not names or names[0] in OTHER_FLAGS:
                    continue
                value = argument.get("valueName", "")
                if TEXTS.search(value) and value not in forms:
                    continue
                for form in forms.get(value, ["@number@"]):
                    for rest in more.get(name, [[]]):
                        own = base[name][1:] if "--text" in rest else base[name]
                        yield Trial(f"{name} --{names[0]}", [name, *own, *rest, f"--{names[0]}={form}"])
        yield Trial("hit point", ["hit", "scene.json", "@number@,3"])
        yield Trial("hit point", ["hit", "scene.json", "3,@number@"])
        for line in ['{"x": @number@, "y": 4}', '{"box": [1, 2, 3, @number@]}', '{"polygon": [[0, 0], [9, @number@], [0, 9]]}']:
            for flags in [["--mesh", "wave"], ["--transform", "perspective(20) rotateX(50deg)", "--inverse"]]:
                yield Trial("projected point", ["project", "in.png", "p.jsonl", *flags], "p.jsonl", line)

        for method in ["thin-plate", "projective", "moving-affine", "spline", "rigid"]:
            for line in ["0,0,@number@,2", "@number@,0,1,2"]:
                yield Trial(f"fitted point, {method}", ["fit", "q.csv", "--from-size", "8x8", "--method", method], "q.csv",
                            line + "\n8,0,7,1\n8,8,8,7\n0,8,1,8\n")

    def values(self):
        """Parameters of presets, lights and surfaces, key paths, and every number of every example text."""
        draw, clip = ["render", "in.png", "-o", "o.png", *LIMITS], ["animate", "in.png", "-o", "o.apng", "--frames", "1..2", *LIMITS]
        for preset in self.reference["presets"]:
            for parameter in preset["parameters"]:
                text = f"{preset['name']}:{parameter['name']}=@number@"
                yield Trial(text, [*draw, "--fit", f"--mesh={text}"])
                yield Trial(text, [*draw, f"--mesh={text}", "--subdivision-steps=auto"])
        for light in self.reference["lights"]:
            for key in light["properties"]:
                texts = [key["text"]] if isinstance(key.get("text"), str) else []
                for name in texts:
                    for value in ["@number@", "@number@/0/-1", "0/0/@number@"]:
                        yield Trial(f"--light {name}", [*draw, "--mesh=ripple", f"--light={light['name']}:{name}={value}"])
        for key in self.reference["surface"]:
            if isinstance(key.get("text"), str):
                yield Trial(f"--surface {key['text']}", [*draw, "--mesh=ripple", "--light=directional", f"--surface={key['text']}=@number@"])
        for axis in ["x", "y", "blur", "angle", "rows", "columns", "depth", "amount"]:
            yield Trial(f"--displace {axis}", [*draw, f"--displace=in.png:{axis}=@number@"])
        for path in self.reference["keyPaths"]:
            for text in [f"{path['name']} from 0 to @number@", f"{path['name']} from @number@ to 0 1s"]:
                yield Trial(f"--animate {path['name']}", [*clip, f"--animate={text}"])
            yield Trial(f"--set {path['name']}", ["render", "scene.json", "-o", "o.png", *LIMITS, f"--set=card.{path['name']}=@number@"])
        for transform in self.reference["transforms"]:
            for text in numbers_of(transform["example"]):
                yield Trial(f"--transform {text}", [*draw, f"--transform={text}"])
                yield Trial(f"--transform {text} --fit", [*draw, "--fit", f"--transform={text}"])
                yield Trial(f"map --transform {text}", ["map", "--content-size", "8x8", "--mesh", "mesh.json", "-o", "q.npy", "--fit", f"--transform={text}"])
        for timing in self.reference["timing"]:
            for text in numbers_of(timing["example"]):
                yield Trial(f"--timing {text}", [*clip, "--from=ripple", f"--timing={text}"])
        for option in self.reference["animationOptions"]:
            for text in numbers_of(option["example"]):
                yield Trial(f"--animate ... {text}", [*clip, f"--animate=opacity from 0 to 1 {text}"])
        for color in self.reference["colors"]:
            for text in numbers_of(color["example"]):
                yield Trial(f"--background {text}", [*draw, f"--background={text}"])

    def documents(self):
        """Every number of the schemas and of example scenes, in files."""
        mesh, scene = (Schema(self.output("schema", kind)) for kind in ("mesh", "scene"))
        for content in mesh.marked(mesh.root):
            for command in [["validate", "f.json"], ["inspect", "f.json"], ["convert", "f.json", "c.obj"],
                            ["map", "--content-size", "8x8", "--mesh", "f.json", "--fit", "-o", "q.npy"],
                            ["render", "in.png", "--mesh", "f.json", "--fit", "-o", "o.png", *LIMITS]]:
                yield Trial(f"mesh {command[0]}", command, "f.json", content)
        vertices = [[0, 0, 0, 0, 0], [1, 0, 1, 0, 0], [1, 1, 1, 1, 0.5], [0, 1, 0, 1, 0]]
        for content in leaves({"vertices": vertices, "faces": [[0, 1, 2, 3]]}):
            for steps in (0, 2):
                yield Trial("mesh coordinates", ["render", "in.png", "--mesh", "f.json", "--fit", "-o", "o.png", *LIMITS],
                            "f.json", {**content, "subdivisionSteps": steps})
            yield Trial("mesh coordinates", ["map", "--content-size", "8x8", "--mesh", "f.json", "--fit", "-o", "q.npy"], "f.json", content)
        contents = []
        for content in scene.marked(scene.root):
            if isinstance(content, dict):
                whole = {"canvas": {"size": [40, 30]}, "layers": [], **content}
                contents.append(whole)
        for path in [*(self.folder / "mockups").glob("*.json")]:
            contents += [self.moved(content) for content in leaves(json.loads(path.read_text()))]
        contents += [*leaves(json.loads(self.output("new")))]
        for content in contents:
            for command in [["validate", "f.json"], ["hit", "f.json", "3,3"], ["render", "f.json", "-o", "o.png", *LIMITS],
                            ["animate", "f.json", "-o", "o.apng", "--frames", "1..2", *LIMITS]]:
                yield Trial(f"scene {command[0]}", command, "f.json", content)
        for content in leaves(json.loads(self.output("new", "--animated"))):
            for command in [["validate", "f.json"], ["animate", "f.json", "-o", "o.apng", "--frames", "1..2", *LIMITS],
                            ["animate", "f.json", "-o", "o.apng", *LIMITS, "--max-frames", "20"],
                            ["render", "f.json", "-o", "o.png", "--time", "1e9", *LIMITS]]:
                yield Trial(f"motion {command[0]}", command, "f.json", content)

    @staticmethod
    def moved(content):
        return json.loads(json.dumps(content).replace('"images/', '"mockups/images/'))

    # Running

    def run(self, trial, number):
        for name in OUTPUTS:
            (self.folder / name).unlink(missing_ok=True)
        arguments = [argument.replace("@number@", number) for argument in trial.arguments]
        if trial.file:
            text = json.dumps(trial.content).replace(QUOTED, number).replace("@number@", number)
            (self.folder / trial.file).write_text(text)
        try:
            done = subprocess.run([self.tool, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=60,
                                  errors="replace", stdin=subprocess.DEVNULL)
            code, words = done.returncode, done.stderr
        except subprocess.TimeoutExpired:
            code, words = -1, "no answer in 60 s"
        problem = self.problem(trial, number, code, words)
        if problem:
            self.failed += 1
            shown = " ".join(arguments) + (f"\n  {trial.file}: {text[:2000]}" if trial.file else "")
            print(f"FAIL {trial.name} {number}: {problem}\n  {shown}\n  {words[-400:]}", flush=True)
        else:
            self.passed += 1
            if self.show:
                print(f"{code:3} {trial.name} {number}: {words.splitlines()[0] if words else ''}", flush=True)

    def problem(self, trial, number, code, words):
        if code < 0 or code > 128 or code == 70:
            return f"exit code {code}"
        sentences = [line for line in words.splitlines() if line.startswith("Error: ")]
        if code not in (0, 64, 65, 66, 69):
            return f"exit code {code}"
        # `validate` lists every fault.
        listed = 20 if "validate" in trial.name else 1
        if code and not 1 <= len(sentences) <= listed:
            return f"{len(sentences)} sentences with exit code {code}"
        if code and any((self.folder / name).exists() for name in OUTPUTS):
            return "an output was left"
        if number in WORDS and code == 0 and not ("--outside" in trial.name and number == "nan") and not trial.file:
            return "a word or a hexadecimal number is taken"
        if number in ("nan", "inf", "-inf", "infinity", "0x10", "0x1p70") and trial.file and QUOTED in json.dumps(trial.content) and code == 0:
            return "JSON with a word for a number is taken"
        return None

    def run_all(self, count, seed, everything=False):
        generator = random.Random(seed)
        trials = list(self.trials())
        tests = [(trial, number) for trial in trials for number in NUMBERS + WORDS]
        if not everything:
            # A flag, a value and a document are drawn as often as one another.
            groups = {}
            for trial, number in tests:
                groups.setdefault(trial.name, []).append((trial, number))
            names = sorted(groups)
            tests = [generator.choice(groups[name]) for name in generator.choices(names, k=count)]
        print(f"{len(trials)} places of numbers, {len(tests)} runs, seed {seed}", flush=True)
        try:
            for trial, number in tests:
                self.run(trial, number)
        finally:
            shutil.rmtree(self.folder)
        print(f"{self.passed} passed, {self.failed} failed")
        return self.failed == 0


def run(tool, count=160, seed=1, everything=False, show=False):
    return Numbers(tool, show).run_all(count, seed, everything)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=160, help="runs; each takes about 0.1 s")
    parser.add_argument("--all", action="store_true", help="every number at every place")
    parser.add_argument("--show", action="store_true", help="print all answers")
    options = parser.parse_args()
    sys.exit(0 if run(options.tool, options.count, options.seed, options.all, options.show) else 1)

"""The Markdown pages of the reference."""

import json
import re

from commands import Commands
from markdown import anchor, bounds, code, default, facts, image, table
from names import Since
from pictures import color_examples, slug

HEAD = "<!-- Written by Scripts/reference/reference.py from the tables of the code; change those. -->\n"


# The types of key paths, and how files write their values.
VALUES = [
    ("a number", "a number; of an angle, degrees or a string with a unit", '0.5, 90, "0.25turn"'),
    ("true or false", "a boolean", "true"),
    ("a point (x, y)", "two numbers", "[120, 40]"),
    ("a point (x, y, z)", "three numbers", "[0.4, 0.2, -1]"),
    ("a size (width, height)", "two numbers", "[300, 180]"),
    ("a rectangle (x, y, width, height)", "four numbers", "[0, 0, 300, 180]"),
    ("a color", "a color, or three or four numbers of 0...1", '"tomato", [1, 0.4, 0.3]'),
    ("a transform", "a transform list, or sixteen numbers by rows", '"perspective(900) rotateY(40deg)"'),
    ("a mesh", "a mesh as of a layer", '{ "preset": "wave", "waves": 5 }'),
]


# Objects with keys that the preset or the mesh in place has, too.
MESHES = ("meshReference", "lensMesh", "pointMesh", "pageMesh", "measuredMap", "displacedMesh", "mesh", "patches")


class Pages:
    def __init__(self, reference, data, errors):
        self.reference, self.examples, self.errors = reference, data["examples"], errors
        self.since = Since(reference["version"])
        self.pictures = {**self.examples, **color_examples(reference)}
        self.used = set()

    # Examples

    def example(self, identifier, caption, key=None):
        """The example of a key and its picture; several where each value has its own."""
        own = [i for i in self.pictures if i == identifier or i.startswith(f"{identifier}.") and i.count(".") > 1]
        return [block for i in own for block in self.blocks(i, caption, key)]

    def blocks(self, identifier, caption, key=None):
        example = self.pictures[identifier]
        self.used.add(identifier)
        if "command" in example:
            line = example["command"].replace("OUT", "out." + example.get("ending", "webp"))
            text = f"```sh\n{line}\n```"
            alternative = caption
        else:
            text = f"```json\n{self.snippet(example, key)}\n```" if self.snippet(example, key) else ""
            labels = example.get("labels") or [json.dumps(value) for value in example.get("values", [])]
            alternative = f"{caption}: {', '.join(labels)}" if labels else caption
        picture = image(identifier, alternative.replace("[", "(").replace("]", ")").replace("\n", " "),
                        example.get("ending", "webp"))
        return [text, picture] if text else [picture]

    @staticmethod
    def snippet(example, key):
        if "text" in example:
            return example["text"]
        if key and example.get("values"):
            return f"{json.dumps(key)}: {json.dumps(example['values'][-1], ensure_ascii=False)}"
        return ""

    # Keys of files

    def key(self, item, key):
        identifier = f"{item['name']}.{key['name']}"
        lines = [f"#### {anchor(identifier)}{code(key['name'])}", key["summary"],
                 facts(key, self.since(f"key {identifier}"))]
        if key.get("values"):
            lines.append(self.values(identifier, key))
        shared = self.shared(item, key)
        lines += [shared] if shared else self.example(identifier, key["name"], key["name"])
        return lines

    def shared(self, item, key):
        """A link to the object that shows the key, where several objects have it."""
        name = key["name"]
        # A preset may have the name of a key, and a picture of its own.
        keys = {o["name"]: [k["name"] for k in o["keys"]] for o in self.reference["objects"]}
        owners = [o for o in ["preset", "mesh"] if name in keys[o] and f"{o}.{name}" in self.pictures]
        if owners and item["name"] in MESHES and owners[0] != item["name"]:
            return f"Picture: [{name}](#{owners[0]}.{name})."
        return ""

    def values(self, identifier, fact):
        return table(["value", "meaning", "since"], [
            [anchor(f"{identifier}.{v['name']}") + code(v["name"]), v["summary"],
             self.since(f"value {identifier} {v['name']}")] for v in fact["values"]])

    def objects(self, names):
        lines = []
        for name in names:
            item = next(o for o in self.reference["objects"] if o["name"] == name)
            lines.append(f"## {anchor('object.' + name)}{title(name)}")
            lines.append(f"{item['summary']} " + (f"Keys of {code(item['path'])}." if item["path"] else "Keys at the top."))
            lines.append(" · ".join(f"[{k['name']}](#{name}.{k['name']})" for k in item["keys"]))
            for key in item["keys"]:
                lines += self.key(item, key)
        return lines

    # Pages

    def scenes(self):
        return self.page("Scenes", (
            "A scene is a JSON file: a canvas, layers from back to front, lights and animations. Lengths are points, y "
            "points down, z toward the viewer. In unit space, (0, 0) is the upper left corner of a layer's bounds or of an image, "
            "and (1, 1) the lower right one. Where a range has no upper bound here, it is 1,000,000 or more; the schema has "
            "it. Keys that begin with `//` are comments. `meshrender new` writes a scene to "
            "start from, `meshrender schema` the JSON Schema for editors, `meshrender validate` checks a file. "
            "[Meshes](meshes.md), [lights](lights.md), [animations](animation.md), [transforms](transforms.md) and "
            "[colors](colors.md) have pages of their own."),
            self.objects(["scene", "canvas", "layer", "contents", "outline", "gradient", "stop", "border"]))

    def meshes(self):
        return self.page("Meshes", (
            "The key `mesh` of a layer is one of these objects. A mesh file (`meshrender schema mesh`) has the keys of an inline "
            "mesh. In unit space, (0, 0) is the upper left corner of the layer, and (1, 1) the lower right one. "
            "[Presets](presets.md) and their parameters are on a page of their own."),
            self.objects(["preset", "meshReference", "lensMesh", "lensFile", "pointMesh", "points", "pageMesh", "page", "measuredMap", "displacedMesh", "mesh", "face", "patches", "bezier"]))

    def presets(self):
        lines = ["## All presets", table(["preset", "effect", "since"], [
            [f"[{p['name']}](#preset.{p['name']})", p["summary"], self.since(f"preset {p['name']}")]
            for p in self.reference["presets"]])]
        for preset in self.reference["presets"]:
            name = preset["name"]
            lines += [f"## {anchor('preset.' + name)}{name}", preset["summary"], f"```sh\n--mesh {name}\n```"]
            lines += [image(f"preset.{name}", name)] if self.use(f"preset.{name}") else []
            for parameter in preset["parameters"]:
                identifier = f"{name}.{parameter['name']}"
                lines += [f"#### {anchor(identifier)}{code(parameter['name'])}", parameter["summary"],
                          facts(parameter, self.since(f"parameter {identifier}"))]
                if parameter.get("values"):
                    lines.append(self.values(identifier, parameter))
                lines += self.example(identifier, identifier, None)
        return self.page("Presets", (
            "Presets are meshes with a name and parameters. On the command line: `--mesh wave:waves=5,amplitude=0.2`; in a "
            "scene: `\"mesh\": { \"preset\": \"wave\", \"waves\": 5 }`; in an animation: `mesh.phase`. A `default` aspect is "
            "that of the layer."), lines)

    def lights(self):
        lines = ["## Kinds of light"]
        for light in self.reference["lights"]:
            lines += [f"### {anchor('light.' + light['name'])}{light['name']}",
                      f"{light['summary']} On the command line: `--light {light['name']}`.",
                      table(["key in scenes", "in `--light`", "type", "range", "default", "meaning"], [
                          [f"[{p['name']}](#light.{p['name']})",
                           code(p["text"]) + (f", {code(p['short'])}" if "short" in p else ""),
                           p["type"] + (f" in {p['unit']}" if p.get("unit") else ""), bounds(p), default(p), p["summary"]]
                          for p in light["properties"]])]
        lines += self.objects(["light", "surface"])
        return self.page("Lights and surfaces", (
            "Lights light the layers of the scene, or the sublayers of the layer that has them. Without lights, colors do not "
            "change. Positions and directions are in the coordinates of the canvas, or of the layer that has the lights; a flat "
            "layer is at z = 0, so a point or spot light in front of it has a z above 0. Where a range has no upper bound here, it "
            "is 1,000,000 or more. `meshrender lights` prints the formulas."), lines)

    def animation(self):
        lines = ["## Key paths", (
            "What an animation can change: `keyPath` in scenes, the first word of `--animate`. `lights[0]` is the first "
            "light; others have their number."),
            table(["key path", "value", "unit", "meaning", "picture", "since"], [self.key_path(k) for k in self.reference["keyPaths"]])]
        lines += ["## Timing functions", "`timing` in scenes, a word of `--animate`, or `--timing`."]
        for entry in self.reference["timing"]:
            lines += [f"#### {anchor('timing.' + slug(entry['name']))}{code(entry['name'])}",
                      f"{entry['summary']} Since {self.since('timing ' + entry['name'])}."]
            for identifier, example in self.examples.items():
                if identifier.startswith("timing.") and example["motion"]["timing"] == entry["example"]:
                    lines += self.blocks(identifier, f"Places at equal times, {entry['example']}")
        lines += ["## Words of --animate", (
            "An animation on the command line is a key path, its values and options: `opacity 0..1 2s ease-in-out loop`. "
            "Values are `0..1` from one to another, `..1` from the layer's own, `0..` to it, `by 30`, or key values "
            "`0, 1, 0.5 @80%, 0`. Semicolons separate animations."),
            table(["option", "example", "meaning", "since"], [
                [anchor("option." + slug(e["name"])) + code(e["name"]), code(f"opacity 0..1 {e['example']}"), e["summary"],
                 self.since("animationOptions " + e["name"])] for e in self.reference["animationOptions"]])]
        lines += [f"## {anchor('values')}Values", (
            "The keys `from`, `to`, `by` and `values` have values of the type of their key path. Values outside the range of a "
            "property, as a spring that overshoots, are limited to it; a parameter of a preset outside its range is an "
            "error."), table(["value of the key path", "in JSON", "example"], [[kind, form, code(text)] for kind, form, text in VALUES])]
        lines += self.objects(["animation", "spring", "event"])
        return self.page("Animation", (
            "Animations are in the key `animations` of a layer or of the scene, or in `--animate`. Times are seconds, or a string "
            f"with a unit ({', '.join(self.reference['timeUnits'])}). `meshrender animate` makes a clip, "
            "`meshrender render --time` draws one moment. In the pictures, dots are places at equal times."), lines)

    def key_path(self, entry):
        name = entry["name"]
        link, names = self.key_path_source(entry)
        unit = entry.get("unit", "")
        return [anchor("keypath." + name) + code(name), entry["type"], unit, entry["summary"], link,
                self.since.least(names)]

    def key_path_source(self, entry):
        """The link to the picture of a key path, and the names that give its version."""
        name = entry["name"]
        if "presets" in entry:
            parameter = name.removeprefix("mesh.")
            links = [f"[{p}](presets.md#{p}.{parameter})" for p in entry["presets"][:4]]
            return ", ".join(links), [f"parameter {p}.{parameter}" for p in entry["presets"]]
        parts = name.split(".")
        if name.startswith("lights[0]"):
            key = {"isEnabled": "enabled"}.get(parts[1], parts[1])
            return f"[{key}](lights.md#light.{key})", [f"key light.{key}"]
        if name.startswith("surface."):
            return f"[{parts[1]}](lights.md#surface.{parts[1]})", [f"key surface.{parts[1]}"]
        if "ransform" in parts[0] and len(parts) > 1:
            function = {"rotation": "rotate", "translation": "translate", "scale": "scale"}[parts[1]]
            function += parts[2].upper() if len(parts) > 2 else ""
            return f"[{function}](transforms.md#transform.{function})", [f"key layer.{parts[0]}"]
        if parts[0].startswith("contents"):
            key = parts[0].removeprefix("contents").lower()
            return f"[{key}](scenes.md#contents.{key})", [f"key contents.{key}"]
        if parts[0].startswith("border"):
            key = parts[0].removeprefix("border").lower()
            return f"[{key}](scenes.md#border.{key})", [f"key border.{key}"]
        return f"[{parts[0]}](scenes.md#layer.{parts[0]})", [f"key layer.{parts[0]}"]

    def transforms(self):
        lines = ["## Functions"]
        for entry in self.reference["transforms"]:
            counts = " or ".join(str(n) for n in entry["arguments"])
            allowed = list(dict.fromkeys(entry["parameters"]))
            lines += [f"#### {anchor('transform.' + entry['name'])}{code(entry['name'])}", entry["summary"],
                      f"{counts} {'value' if counts == '1' else 'values'}: {'; '.join(allowed)} · for example "
                      f"{code(entry['example'])} · since {self.since('transforms ' + entry['name'])}"]
            lines += self.example(f"transform.{entry['name']}", entry["name"])
        return self.page("Transforms", (
            "A transform is a CSS transform list: `\"transform\"` of a layer, or `--transform`. The last function applies to the "
            "layer first. Angles have a unit: " + ", ".join(code(u) for u in self.reference["angleUnits"]) + ". Lengths are "
            "points, also written with px; percentages are those of the layer. `none` is no transform."), lines)

    def colors(self):
        lines = ["## Forms"]
        for entry in self.reference["colors"]:
            name = slug(entry["name"])
            lines += [f"#### {anchor('color.' + name)}{code(entry['name'])}",
                      f"{entry['summary']} For example {code(entry['example'])} · since {self.since('colors ' + entry['name'])}"]
            lines += [image(f"color.{name}", f"The color {entry['example']}, on white and on black")]
            self.used.add(f"color.{name}")
        lines += ["In JSON, a color is also an array of three or four numbers of 0...1: red, green, blue and alpha.",
                  "## Names", table(["name", "value"], [
                      [code(n), code(v)] for n, v in self.reference["colorNames"].items()])]
        return self.page("Colors", (
            "Colors are those of CSS, in scenes and on the command line. They are sRGB; `--color-space` converts them."), lines)

    def commands(self):
        return self.page("Commands", (
            "All commands and their flags. `meshrender help render` prints the same on a terminal. `-` as a file is standard "
            "input or output."), list(Commands(self).lines()))

    def formats(self):
        lines = []
        for use, head in [("picture", "Pictures"), ("clip", "Clips"), ("moving", "Moving content"), ("mesh", "Meshes"),
                          ("map", "Maps"), ("pass", "Passes"), ("text", "Other files")]:
            lines += [f"## {head}", table(["format", "suffix", "read", "written", "meaning", "since"], [
                [anchor(f"format.{use}.{slug(e['name'])}") + e["name"], ", ".join(code(s) for s in e["endings"]),
                 "yes" if e["read"] else "no", "yes" if e["written"] else "no", e["summary"],
                 self.since(f"format {use} {e['name']}")] for e in self.reference["formats"] if e["use"] == use])]
        return self.page("Formats", (
            "The first bytes of an image determine its format, the file extension of an output selects its format."), lines)

    def error_page(self):
        lines = ["## Exit codes", table(["code", "name", "meaning", "since"], [
            [anchor(f"exit.{e['code']}") + str(e["code"]), code(e["name"]), e["summary"], self.since(f"exit {e['code']}")]
            for e in self.reference["exitCodes"]])]
        lines += ["## Examples of errors", "Each command is followed by its output and its exit code."]
        for command, status, message in self.errors:
            lines.append(f"```console\n$ {command}\n{message}\n$ echo $?\n{status}\n```")
        lines += ["## Environment variables", table(["variable", "read by", "meaning", "since"], [
            [anchor(f"environment.{e['name']}") + code(e["name"]), e["reader"], e["summary"],
             self.since(f"environment {e['name']}")] for e in self.reference["environment"]])]
        return self.page("Errors", (
            "A failed run prints one sentence on standard error, leaves no partial file, and never touches an existing one. "
            "Warnings are also printed on standard error; the exit code is then 0."), lines)

    def index(self):
        rows = [
            ["[Commands](commands.md)", "every command and flag"],
            ["[Scenes](scenes.md)", "the keys of scene files: canvas, layers, contents, gradients, borders"],
            ["[Meshes](meshes.md)", "the keys of meshes, faces, Bezier patches and displacement"],
            ["[Presets](presets.md)", "every preset with its parameters, and the fifteen styles"],
            ["[Lights and surfaces](lights.md)", "the kinds of light, their properties, and those of surfaces"],
            ["[Animation](animation.md)", "key paths, timing functions, springs, key values, gestures"],
            ["[Transforms](transforms.md)", "every function of a transform list"],
            ["[Colors](colors.md)", "the forms and names of colors"],
            ["[Formats](formats.md)", "the files that are read and written"],
            ["[Errors](errors.md)", "exit codes, messages, environment variables"],
        ]
        return self.page("Reference", (
            f"All flags, keys and values of meshrender {self.reference['version']}, with type, unit, range, default and the "
            "version that introduced them. The pages are generated from the tables with which the tool reads its input, and "
            "the pictures from the examples next to them."), [table(["page", "content"], rows)])

    def use(self, identifier):
        self.used.add(identifier)
        return identifier in self.pictures

    @staticmethod
    def page(head, text, lines):
        return f"{HEAD}\n" + "\n\n".join([f"# {head}", text] + [line for line in lines if line]) + "\n"

    def all(self):
        """The pages by file name."""
        return {
            "README.md": self.index(), "commands.md": self.commands(), "scenes.md": self.scenes(),
            "meshes.md": self.meshes(), "presets.md": self.presets(), "lights.md": self.lights(),
            "animation.md": self.animation(), "transforms.md": self.transforms(), "colors.md": self.colors(),
            "formats.md": self.formats(), "errors.md": self.error_page(),
        }


def title(name):
    words = re.sub(r"([A-Z])", r" \1", name).lower()
    return {"stop": "Stops of a gradient", "meshReference": "A mesh from a file", "lensMesh": "A mesh from a lens", "lensFile": "A lens", "pointMesh": "A mesh from measured points", "points": "Measured points",
                "pageMesh": "A flat page from a photo", "page": "A page in a photo",
            "measuredMap": "A mesh from a map", "displacedMesh": "A displaced mesh",
            "mesh": "An inline mesh", "face": "A face", "patches": "Inline Bezier patches", "bezier": "Bezier patches",
            "preset": "A preset", "event": "An event of gestures", "outline": "Outline of a text", "contents": "Contents of a layer"}.get(name, words.capitalize())


"""Writes the gallery, a Markdown page with a picture and a command for each preset, style, light, surface, blend mode,
filter and transform. The names come from the tool's own lists, so that nothing new is left out.

Usage: gallery.py PATH-TO-MESHRENDER PAGE.md [--check]
With --check the page is compared with what would be written, and the exit code is 1 where they differ.
"""

import json
import pathlib
import re
import subprocess
import sys

PHOTO, PAGE, LABEL, CHECKER = (f"Examples/images/{name}.png" for name in ("photo", "page", "label", "checker"))
SIZE = "--fit --size 300x210 --background white"
DEPTH = '--transform "perspective(2000)" --light directional'

# How a preset looks best: the image, and the flags after its name.
PRESETS = {
    "flat": (PHOTO, ""),
    "wave": (PHOTO, ""),
    "ripple": (PHOTO, ':amplitude=0.03 --transform "perspective(1200) rotateX(40deg)" --light directional'),
    "bulge": (CHECKER, ""),
    "ellipse": (CHECKER, ""),
    "jelly": (LABEL, ""),
    "pageCurl": (PAGE, " " + DEPTH),
    "genie": (PHOTO, ""),
    "cylinder": (LABEL, ' --transform "perspective(2000) rotateX(-14deg)" --light directional'),
    "twist": (CHECKER, " " + DEPTH),
    "swirl": (CHECKER, ""),
    "fold": (PHOTO, ' --transform "perspective(1600) rotateX(-20deg)" --light directional'),
    "lens": (CHECKER, ""),
    "cornerPin": (CHECKER, ":topLeftX=0.2,topRightY=0.25,bottomRightX=0.9,bottomLeftY=0.85"),
    "style": (LABEL, ":arc"),
    "pageTurn": (PAGE, " " + DEPTH),
    "panorama": (PHOTO, ":pitch=60"),
}
LIGHTS = {
    "ambient": "ambient:color=#7fa0ff",
    "directional": "directional:direction=0.7/0.3/-1",
    "point": "point:position=380/200/220,falloff=1,falloffDistance=500",
    "spot": "spot:position=300/150/500,direction=0.3/0.2/-1,coneAngle=28,softness=0.5",
}
SURFACES = {
    "specular": "specular=0.6,exponent=24",
    "a broad highlight": "specular=0.4,exponent=4",
    "flat shading": "shading=flat",
    "no diffuse light": "diffuse=0,specular=1",
}
# How a transform function is best seen, where its own example is small, or needs a perspective.
TRANSFORMS = {
    "matrix": "matrix(1, 0.2, -0.3, 0.9, 0, 0)",
    "matrix3d": "matrix3d(1, 0, 0, 0, 0, 0.8, 0, -0.0004, 0, 0, 1, 0, 0, 0, 0, 1)",
    "perspective": "perspective(900) rotateY(35deg)",
    "rotateX": "perspective(1600) rotateX(45deg)",
    "rotateY": "perspective(1600) rotateY(45deg)",
    "rotate3d": "perspective(1600) rotate3d(1, 1, 0, 50deg)",
    "scale": "scale(0.6, 1.1)",
    "scaleX": "scaleX(0.5)",
    "scaleY": "scaleY(0.5)",
    "scaleZ": "perspective(1600) scaleZ(0.4) rotateX(60deg)",
    "scale3d": "scale3d(0.5, 0.5, 1)",
    "skew": "skew(10deg, 8deg)",
    "skewX": "skewX(20deg)",
    "skewY": "skewY(15deg)",
    "translate": "translate(150, 80)",
    "translateX": "translateX(150)",
    "translateY": "translateY(150)",
    "translateZ": "perspective(1600) translateZ(-900)",
    "translate3d": "perspective(1600) translate3d(300, 0, -500)",
}


def card(title, text, picture, alt, command):
    """One picture of the gallery."""
    words = f"{text}\n\n" if text else ""
    return f"<div markdown=\"1\">\n\n### {title}\n\n![{alt}](pictures/{picture})\n\n{words}```sh\n{command}\n```\n\n</div>\n"


def cards(items):
    return '<div class="cards" markdown="1">\n\n' + "\n".join(items) + "\n</div>\n"


def file_name(kind, name):
    return kind + "-" + re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") + ".jpg"


def render(arguments, picture):
    """A command of the gallery, in lines that are short enough for a column."""
    words = f"meshrender render {arguments} -o {picture}"
    lines, line = [], ""
    for part in re.split(r" (?=--|-o |Examples/)", words):
        if line and len(line) + len(part) > 36:
            lines.append(line)
            line = part
        else:
            line = f"{line} {part}".strip()
    return " \\\n  ".join([*lines, line])


class Tool:
    """What the tool lists about itself."""

    def __init__(self, program):
        listed = subprocess.run([program, "reference"], check=True, capture_output=True, text=True).stdout
        self.reference = json.loads(listed)

    def pairs(self, name):
        """The names and the summaries of a list of the reference."""
        return [(entry["name"], entry["summary"]) for entry in self.reference[name]]

    def values(self, keys, name):
        """The names and the summaries of the values of a key, one of `keys`."""
        key = next(key for key in keys if key["name"] == name)
        return [(value["name"], value["summary"]) for value in key["values"]]

    def layer_values(self, name):
        return self.values(next(item["keys"] for item in self.reference["objects"] if item["name"] == "layer"), name)

    def styles(self):
        style = next(preset for preset in self.reference["presets"] if preset["name"] == "style")
        return self.values(style["parameters"], "style")


def presets(tool):
    for name, text in tool.pairs("presets"):
        image, flags = PRESETS.get(name, (PHOTO, " " + DEPTH))
        picture = file_name("preset", name)
        yield card(name, text, picture, f"A picture bent by the preset {name}",
                   render(f"{image} --mesh {name}{flags} {SIZE}", picture))


def styles(tool):
    for name, text in tool.styles():
        picture = file_name("style", name)
        flags = f'--text "{name}" --font "DejaVu Sans Bold" --font-size 72 --color "#1f5f7a" --mesh style:{name},bend=0.5'
        yield card(name, text, picture, f"The word {name} in the shape {name}",
                   render(f"{flags} {SIZE} --padding 12", picture))


def lights(tool):
    form = '--mesh ripple:amplitude=0.03 --transform "perspective(1400) rotateX(30deg)"'
    for kind, text in tool.pairs("lights"):
        picture = file_name("light", kind)
        yield card(kind, text, picture, f"A landscape in {kind} light",
                   render(f"{PHOTO} {form} --light {LIGHTS.get(kind, kind)} {SIZE}", picture))


def surfaces():
    form = '--mesh ripple:amplitude=0.03,rows=16,columns=24 --transform "perspective(1400) rotateX(30deg)"'
    for name, value in SURFACES.items():
        picture = file_name("surface", name)
        yield card(name, "", picture, f"A landscape whose surface has {name}",
                   render(f"{PHOTO} {form} --light directional:direction=0.3/0.5/-1 --surface {value} {SIZE}", picture))


def blend_modes(tool):
    for mode, text in tool.layer_values("blendMode"):
        picture = file_name("blend", mode)
        yield card(mode, text, picture, f"Three colored stripes over a landscape, blended by {mode}",
                   render(f"blend.json --set stripes.blendMode={mode}", picture))


def filters(tool):
    for name, text in tool.layer_values("magnificationFilter"):
        picture = file_name("magnification", name)
        yield card(f"magnification {name}", text, picture,
                   f"A part of a checkerboard, twelve times as large, filtered by {name}",
                   render(f"{CHECKER} --magnification-filter {name} --size 25x17 --scale 12", picture))
    for name, text in tool.layer_values("minificationFilter"):
        picture = file_name("minification", name)
        yield card(f"minification {name}", text, picture,
                   f"A checkerboard that recedes into the distance, filtered by {name}",
                   render(f'{CHECKER} --minification-filter {name} --transform "perspective(260) rotateX(70deg)"'
                          " --size 300x160 --background white", picture))


def transforms(tool):
    examples = {entry["name"]: entry["example"] for entry in tool.reference["transforms"]}
    for name, text in tool.pairs("transforms"):
        value = TRANSFORMS.get(name, examples[name])
        picture = file_name("transform", name)
        yield card(name, text, picture, f"A landscape transformed by {value}",
                   render(f'{PHOTO} --transform "{value}" --size 1240x860 --scale 0.25 --background white', picture))


BLEND = """```json title="blend.json"
{ "canvas": { "size": [300, 200], "background": "white" },
  "layers": [
    { "name": "photo", "bounds": [0, 0, 300, 200], "position": [150, 100],
      "contents": { "image": "Examples/images/photo.png" } },
    { "name": "stripes", "bounds": [0, 0, 300, 200], "position": [150, 100],
      "sublayers": [
        { "bounds": [0, 0, 60, 200], "position": [70, 100], "backgroundColor": "#d95f4b" },
        { "bounds": [0, 0, 60, 200], "position": [150, 100], "backgroundColor": "#f2d16b" },
        { "bounds": [0, 0, 60, 200], "position": [230, 100], "backgroundColor": "#3f7f9c" } ] } ] }
```"""


def gallery(tool):
    return f"""# Gallery

<!-- Scripts/gallery.py writes this page. -->

Every preset, style, light, surface, blend mode, filter and kind of transform, with the command that draws it.

[Presets](#presets) · [Styles](#styles) · [Lights](#lights) · [Surfaces](#surfaces) · [Blend modes](#blend-modes) · [Filters](#filters) · [Transforms](#transforms)

## Presets

`--mesh NAME`, or `"mesh": {{ "preset": "NAME" }}` in a scene. `meshrender meshes` prints the parameters of each, with defaults and ranges.

{cards(presets(tool))}
## Styles

The named warps of image editors: `--mesh style:NAME,bend=0.5`. See [Bent text](guide/text.md).

{cards(styles(tool))}
## Lights

`--light KIND:key=value,...`, or `"lights"` in a scene. `meshrender lights` prints all keys. See [Spaces, light and edges](guide/drawing.md).

{cards(lights(tool))}
## Surfaces

`--surface key=value,...`, or `"surface"` of a layer: what becomes of the light.

{cards(surfaces())}
## Blend modes

`"blendMode"` of a layer: how it is mixed with what is behind it. All pictures are of this scene:

{BLEND}

{cards(blend_modes(tool))}
## Filters

How content is sampled: `--magnification-filter` and `--minification-filter`, or keys of a layer's `contents`.

{cards(filters(tool))}
## Transforms

`--transform "LIST"`, or `"transform"` of a layer: CSS transform functions, the leftmost outermost, about the middle of the layer.

{cards(transforms(tool))}"""


def main():
    page = pathlib.Path(sys.argv[2])
    text = gallery(Tool(sys.argv[1]))
    if "--check" not in sys.argv:
        page.write_text(text)
    elif page.read_text() != text:
        sys.exit(f"meshrender: {page} is not what the tool lists: run Scripts/gallery.py {sys.argv[1]} {page}")


main()

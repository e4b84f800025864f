"""The scenes of the reference's pictures, from the examples in Documentation/reference/examples.json.

An example is one of
- cells: a row of small pictures that differ in one value: `values` of the key at the path `set`, in a layer that is the
  `tile` with the keys of `with`, lit by `lights`; `cells` are the values where those to be shown differ;
- motion: a layer with an animation, drawn at equal times; with `graph`, its place over the time;
- springs: graphs of springs that differ in one value;
- scene: a whole scene;
- colors: swatches.
A path is keys with dots and indices; one that begins with / belongs to the cell, which contains the layer.
"""

import copy
import json
import re

CELL = (112, 76)  # points
LABEL = 14
BACKGROUND = "#ffffff"
INK = "#33373d"


def merged(base, extra):
    """`base` with the keys of `extra`; None removes a key."""
    result = copy.deepcopy(base)
    for key, value in extra.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = merged(result[key], value)
        else:
            result[key] = copy.deepcopy(value)
    return result


def place(path):
    """The steps of a path: `contents.gradient.stops[1].color`."""
    return [int(step) if step.isdigit() else step for step in re.findall(r"[^.\[\]]+", path)]


def put(owner, path, value):
    """Sets the value at a path; None removes it."""
    steps = place(path)
    for step in steps[:-1]:
        owner = owner[step] if isinstance(step, int) else owner.setdefault(step, {})
    if value is None:
        owner.pop(steps[-1], None)
    else:
        owner[steps[-1]] = copy.deepcopy(value)


def shown(value):
    """A value as a label."""
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 20 else text[:19] + "…"


def label(text, x, y, size=10):
    return {"position": [x, y], "contents": {"text": text, "fontSize": size, "color": INK}}


def cell_layers(example, key, tiles):
    values = example.get("cells", example.get("values"))
    labels = example.get("labels", [shown(value) for value in example.get("values", [])])
    if len(labels) != len(values):
        raise ValueError(f"{len(labels)} labels for {len(values)} cells")
    path = example.get("set", key)
    for value, text in zip(values, labels):
        layer = merged(tiles[example.get("tile", "card")], example.get("with", {}))
        cell = merged({"lights": copy.deepcopy(example.get("lights", []))}, example.get("cell", {}))
        if not path.startswith("/"):
            put(layer, path, value)
        cell["sublayers"] = copy.deepcopy(example.get("behind", [])) + [layer]
        if path.startswith("/"):
            put(cell, path[1:], value)
        yield cell, text


def cells(example, key, tiles):
    drawn = list(cell_layers(example, key, tiles))
    columns = len(drawn) if len(drawn) <= 3 else min(5, -(-len(drawn) // -(-len(drawn) // 5)))
    width, height = CELL[0], CELL[1] + LABEL
    layers = []
    for index, (cell, text) in enumerate(drawn):
        x, y = index % columns * width, index // columns * height
        layers.append({**cell, "frame": [x, y, *CELL], "masksToBounds": True})
        layers.append(label(text, x + width / 2, y + CELL[1] + 5))
    rows = -(-len(drawn) // columns)
    return scene([columns * width, rows * height], layers)


def scene(size, layers, **more):
    return {"canvas": {"size": size, "background": BACKGROUND, "depth": "ordered"}, "layers": layers, **more}


def frozen(animation, time):
    """The animation as it is at a time, whenever it is drawn."""
    return {"animations": [{"duration": 1, **animation}], "speed": 0, "timeOffset": time, "duration": 1e6}


def motion(example):
    """Dots at equal times; in a graph, one below the other."""
    steps, seconds = example.get("steps", 21), example.get("seconds", 1)
    isGraph = example.get("graph", False)
    height = example.get("height", 4 * steps + 12 if isGraph else 36)
    layers = []
    for index in range(steps):
        time = seconds * index / (steps - 1)
        # At the end of a pass, the effect of an animation ends; just before it, the value is that of the end.
        time = min(time, seconds - 1e-6)
        y = 8 + 4 * index if isGraph else 18
        plate = {
            "bounds": [0, 0, 10, 10], "position": [18, y], "cornerRadius": 5, "opacity": 0.35 + 0.65 * index / (steps - 1),
            "backgroundColor": "#b3402a", "animations": [frozen(example["motion"], time)],
        }
        if "height" in example:
            plate["position"] = [18, 20]
        if "gestures" in example["motion"]:
            plate = {**plate, "bounds": [0, 0, 14, 10], "cornerRadius": 1, "position": [24, 24]}
        layers.append(plate)
    return scene([324, height], layers)


def springs(example):
    """The way of each spring over two seconds, from the left to the right."""
    key, values = example["springs"]["key"], example["springs"]["values"]
    layers = []
    for row, value in enumerate(values):
        top = 8 + 62 * row
        layers.append({"frame": [0, top + 20, 270, 1], "backgroundColor": "#d5d9dd"})
        layers.append(label(str(value), 300, top + 20))
        for index in range(81):
            animation = {"keyPath": "position.y", "from": top + 48, "to": top + 20, "spring": {key: value}}
            layers.append({
                "bounds": [0, 0, 3, 3], "cornerRadius": 1.5, "position": [4 + 3.2 * index, top + 48],
                "backgroundColor": "#b3402a", "animations": [{
                    "animations": [animation], "speed": 0, "timeOffset": index / 40, "duration": 1e6}],
            })
    return scene([336, 62 * len(values) + 12], layers)


def colors(example):
    layers = []
    for index, color in enumerate(example["colors"]):
        x = 144 * index
        layers.append({"frame": [x + 8, 6, 64, 30], "backgroundColor": "black"})
        layers.append({"frame": [x + 8, 6, 128, 30], "backgroundColor": color})
        layers.append(label(color, x + 72, 45, size=9))
    return scene([144 * len(example["colors"]), 54], layers)


def picture(identifier, example, tiles):
    """The scene of an example."""
    if "scene" in example:
        return example["scene"]
    if "motion" in example:
        return motion(example)
    if "springs" in example:
        return springs(example)
    if "colors" in example:
        return colors(example)
    return cells(example, identifier.split(".", 1)[1], tiles)

"""Writes a data set of bent pages as scenes and one list of jobs for meshrender batch. The same seed gives the same bytes.

    python3 make.py 1000 --seed 1 pages
    cd pages && meshrender batch jobs.jsonl >results.jsonl
"""

import argparse
import json
import math
import pathlib
import random
import shutil
import sys

try:
    import numpy
except ImportError:
    sys.exit("make.py: NumPy is missing; install it with pip install numpy")

import desks
import layout
import sheets

IMAGES = pathlib.Path(__file__).parent.parent / "images"
# The passes that are seen through a lens, those of the picture before the lens, and those that are drawn with all layers.
MAPS, SPACE, LIGHT = "uv backward forward layer coverage", "depth position normal face", "albedo shading"
DESKS, LENSES = 9, 6


def rotation(x, y, z):
    """The matrix of rotateX() rotateY() rotateZ() in degrees, for row vectors: z acts first, x last."""
    (cx, sx), (cy, sy), (cz, sz) = ((math.cos(math.radians(a)), math.sin(math.radians(a))) for a in (x, y, z))
    return (numpy.array([[cz, sz, 0], [-sz, cz, 0], [0, 0, 1]]) @ [[cy, 0, -sy], [0, 1, 0], [sy, 0, cy]]
            @ numpy.array([[1, 0, 0], [0, cx, sx], [0, -sx, cx]]))


def camera(points, size, lens, rng):
    """A random view that shows all points, also through a lens: the rotation, and the transform in CSS."""
    angles = [round(v, 2) for v in (rng.gauss(0, 14), rng.gauss(0, 12), rng.choice([0, 0, 0, 90, 180, 270]) + rng.gauss(0, 9))]
    turn, eye, share = rotation(*angles), size * rng.uniform(1.8, 4), rng.uniform(0.8, 0.95) * (0.84 if lens else 1)
    aim, moved, scale = size * numpy.array([rng.uniform(-1, 1), rng.uniform(-1, 1)]) * (1 - share) / 2, numpy.zeros(3), 1
    for _ in range(12):
        p = points @ turn * scale + moved
        seen = p[:, :2] / (1 - p[:, 2:] / eye)
        low, high = seen.min(0), seen.max(0)
        scale *= share * size / (high - low).max()
        moved[:2] += aim - (low + high) / 2
    scale, x, y = round(scale, 4), round(moved[0], 2), round(moved[1], 2)
    words = " ".join(f"rotate{axis}({angle}deg)" for axis, angle in zip("XYZ", angles))
    return turn, f"perspective({eye:.1f}) translate({x}px, {y}px) scale3d({scale}, {scale}, {scale}) {words}"


def lights(turn, size, rng):
    """One to three lights, and the way of a shadow for each point of height, on the desk."""
    around, height = rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(42, 75))
    sun = numpy.array([math.cos(around) * math.cos(height), math.sin(around) * math.cos(height), -math.sin(height)])
    warm = rng.uniform(-1, 1)
    color = "#{:02x}{:02x}{:02x}".format(*(round(255 - max(0, k * warm)) for k in (-34, 10, 44)))
    # The desk is as bright as this in all lights together: the page stays below white where it does not face the first.
    ambient, lamp, level = rng.uniform(0.3, 0.55), rng.choice([0, rng.uniform(0.12, 0.35)]), rng.uniform(0.75, 0.95)
    level -= 0.6 * lamp
    found = [{"type": "directional", "direction": [round(v, 4) for v in (sun @ turn).tolist()], "color": color,
              "ambientIntensity": round(ambient * level, 3),
              "diffuseIntensity": round((1 - ambient) * level / math.sin(height), 3)}]
    if lamp:
        side = rng.uniform(0, 2 * math.pi)
        found.append({"type": "point", "position": [round(size * (0.5 + 0.7 * math.cos(side))), round(
            size * (0.5 + 0.7 * math.sin(side))), round(size * rng.uniform(0.4, 0.8))], "color": rng.choice(
                ["#ffe2b8", "#dfeaff", "#ffffff"]), "ambientIntensity": 0, "diffuseIntensity": round(lamp, 3),
            "falloff": 1, "falloffDistance": size})
    if rng.random() < 0.3:
        found.append({"type": "ambient", "color": rng.choice(["#cfdcff", "#ffe9cf"]), "ambientIntensity": 0.06})
    return found, [round(v, 3) for v in (sun[:2] / math.sin(height)).tolist()]


def scene(kind, size, lens, rng):
    """The files of a page on a desk, the boxes of what is written on it, and how much the edges of its mesh differ."""
    short = rng.uniform(300, 350)
    width, height = (round(v) for v in (short, short * rng.uniform(1.25, 1.45))[::rng.choice([1, 1, 1, -1])])
    sheet = sheets.bent(kind, width, height, rng)
    written = layout.Page(width, height, rng)
    points = sheet.reshape(-1, 3)
    turn, view = camera(points - [width / 2, height / 2, 0], size, lens, rng)
    lamps, way = lights(turn, size, rng)
    original = sheets.flat(width, height)
    different = abs(sheets.stretch(sheet, original))
    at = numpy.arange(len(points)).reshape(sheet.shape[:2])
    faces = numpy.stack([at[:-1, :-1], at[:-1, 1:], at[1:, 1:], at[1:, :-1]], -1).reshape(-1, 4)
    unit = [width, height, (width + height) / 2]
    vertices = numpy.concatenate([original.reshape(-1, 3)[:, :2] / unit[:2], points / unit], -1).round(6)
    mesh = {"vertices": vertices.tolist(), "faces": faces.tolist(), "depthNormalization": "average"}
    paper = rng.choice(["#ffffff", "#fdfcf8", "#f8f4e8", "#f4f6f9"])
    page = {"name": "page", "bounds": [0, 0, width, height], "position": [size / 2, size / 2], "backgroundColor": paper,
            "sublayers": [{"name": "written", "bounds": [0, 0, width, height], "position": [width / 2, height / 2],
                           "sublayers": written.layers}]}
    lit = page | {"mesh": {"file": "sheet.json"}, "backContents": {"name": "back", "contents": {"color": paper}},
                  "surface": {"specular": round(rng.uniform(0, 0.08), 3), "exponent": 10},
                  "shadowOpacity": 0.3, "shadowRadius": 4, "shadowOffset": [2 * way[0], 2 * way[1]],
                  "contactShadowOpacity": round(rng.uniform(0.45, 0.75), 3), "contactShadowOffset": way,
                  "contactShadowSpread": round(rng.uniform(0.1, 0.4), 3)}
    desk = {"name": "desk", "bounds": [0, 0, 4 * size, 4 * size], "position": [size / 2, size / 2],
            "transform": f"rotateZ({rng.uniform(0, 360):.1f}deg)", "contents": {"image": f"../desks/{rng.randrange(DESKS)}.npy"}}
    if rng.random() < 0.15:
        desk["contents"] = {"gradient": {"start": [0.35, 0.35], "end": [0.65, 0.65], "stops": [
            {"location": k, "color": f"hsl({rng.randrange(360)} {rng.randrange(5, 35)}% {rng.randrange(15, 65)}%)"} for k in (0, 1)]}}
    return {"scene.json": {"canvas": {"size": [size, size]}, "layers": [
        {"name": "camera", "bounds": [0, 0, size, size], "position": [size / 2, size / 2], "sublayerTransform": view,
         "depth": "ordered", "lights": lamps, "sublayers": [desk, lit]}]},
        "flat.json": {"canvas": {"size": [width, height]}, "layers": [page | {"position": [width / 2, height / 2]}]},
        "sheet.json": mesh}, written.boxes, different


def jobs(name, lens, chosen):
    """The jobs of a page. Through a lens, the surfaces in space are those of the picture before it."""
    def of(names):
        return ",".join(p for p in names.split() if p in chosen)

    through = {"camera.mesh": {"lens": {"file": f"../lenses/{lens}.yaml", "direction": "distort", "alpha": 1}}} if lens else {}
    page = {"desk.isHidden": True, "written.isHidden": True}
    made = {"picture": {"output": f"{name}/picture.png", "set": through},
            "flat": {"scene": f"{name}/flat.json", "output": f"{name}/flat.png"},
            "light": {"pass": of(LIGHT), "set": through},
            "words": {"command": "project", "points": f"{name}/boxes.jsonl", "output": f"{name}/words.jsonl", "layer": "camera/page",
                      "set": through | {"written.isHidden": True}},
            "maps": {"pass": of(MAPS if lens else f"{MAPS} {SPACE}"), "set": through | page, "layer": "camera/page"}}
    if lens:
        made["space"] = {"pass": of(SPACE), "set": page}
    for part, job in made.items():
        if job.get("pass") == "":
            continue
        extra = {"command": "passes", "output": f"{name}/{{pass}}.npy", "info": f"{name}/{part}.json"} if "pass" in job else {}
        yield {"id": f"{name}/{part}", "scene": f"{name}/scene.json"} | extra | job


def write(path, value, lines=False):
    text = "".join(json.dumps(v) + "\n" for v in value) if lines else json.dumps(value) + "\n"
    path.write_text(text)


def main():
    every = f"{MAPS} {SPACE} {LIGHT}".split()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.error = lambda message: parser.exit(2, f"make.py: {message}\n")
    parser.add_argument("count", type=int, help="the number of pages")
    parser.add_argument("directory", type=pathlib.Path, help="a folder that is new or empty")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=512, help="the width and height of a picture in pixels (default: 512)")
    parser.add_argument("--kinds", default=",".join(sheets.KINDS), help="kinds of sheets, in turn (default: all)")
    parser.add_argument("--passes", default=",".join(every), help="passes (default: all)")
    parser.add_argument("--lenses", type=float, default=0.3, help="the part of the pictures seen through a lens (default: 0.3)")
    options = parser.parse_args()
    kinds, chosen = options.kinds.split(","), options.passes.split(",")
    for value, known, what in [*((k, sheets.KINDS, "kind of sheets") for k in kinds), *((p, every, "pass") for p in chosen)]:
        if value not in known:
            parser.error(f"'{value}' is no {what}; use {', '.join(known)}")
    if not 0 <= options.lenses <= 1:
        parser.error("the part of the lenses must be 0...1")
    if options.count < 1 or not 64 <= options.size <= 4096:
        parser.error("the count must be 1 or more, and the size 64...4096")
    folder = options.directory
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        parser.error(f"'{folder}' is not an empty folder; name a new one")
    try:
        make(folder, options, kinds, chosen)
    except OSError as error:
        sys.exit(f"make.py: '{error.filename or folder}' cannot be read or written: {error.strerror}")


def make(folder, options, kinds, chosen):
    for name in ("images", "desks", "lenses"):
        (folder / name).mkdir(parents=True)
    for name in layout.PICTURES:
        shutil.copyfile(IMAGES / name, folder / "images" / name)
    rng, size, listed = random.Random(f"{options.seed}"), options.size, []
    for k in range(DESKS):
        numpy.save(folder / f"desks/{k}.npy", desks.desk(list(desks.COLORS)[k % len(desks.COLORS)], rng))
    for k in range(1, LENSES + 1):
        focal, bend = size * rng.uniform(0.8, 1.3), rng.choice([rng.uniform(-0.35, -0.1), rng.uniform(0.03, 0.12)])
        values = [round(v, 5) for v in (bend, bend * bend, rng.gauss(0, 5e-4), rng.gauss(0, 5e-4), 0)]
        matrix = [round(focal, 2), 0, size / 2, 0, round(focal, 2), size / 2, 0, 0, 1]
        (folder / f"lenses/{k}.yaml").write_text(
            f"%YAML:1.0\n---\nimage_width: {size}\nimage_height: {size}\n" + "".join(
                f"{key}: !!opencv-matrix\n   rows: {rows}\n   cols: {columns}\n   dt: d\n   data: {data}\n" for key, rows, columns, data
                in (("camera_matrix", 3, 3, matrix), ("distortion_coefficients", 1, 5, values))))
        listed.append({"id": f"lenses/{k}", "command": "map", "content-size": f"{size}x{size}",
                       "distort": f"lenses/{k}.yaml,alpha=1", "output": f"lenses/{k}.npy"})
    pages, stretches = [], {}
    for number in range(1, options.count + 1):
        # A page is the same in a longer list.
        rng = random.Random(f"{options.seed} {number}")
        name, kind = f"{number:04d}", kinds[(number - 1) % len(kinds)]
        lens = rng.randint(1, LENSES) if rng.random() < options.lenses else None
        files, boxes, different = scene(kind, size, lens, rng)
        (folder / name).mkdir()
        for file, value in files.items():
            write(folder / name / file, value)
        write(folder / name / "boxes.jsonl", boxes, lines=True)
        listed += jobs(name, lens, chosen)
        pages.append({"name": name, "kind": kind, "lens": lens})
        worst, sums, count = stretches.get(kind, (0, 0, 0))
        stretches[kind] = max(worst, different.max()), sums + different.mean(), count + 1
    write(folder / "jobs.jsonl", listed, lines=True)
    write(folder / "pages.jsonl", pages, lines=True)
    for kind, (worst, sums, count) in stretches.items():
        print(f"{kind:8} {count:5} sheets, stretched by {worst:.2%} at most, {sums / count:.3%} on average")
    print(f"{options.count} pages, {len(listed)} jobs: cd {folder} && meshrender batch jobs.jsonl >results.jsonl")


if __name__ == "__main__":
    main()

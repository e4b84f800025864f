"""Writes what Benchmarks/users.sh measures: a folder for each row with its scenes and pictures, a file "cmd" with our
command lines, which read $TOOL, and cases.json, in which every tool's commands stand.

Usage: inputs.py FOLDER ROW ...
"""

import json
import math
import pathlib
import shlex
import subprocess
import sys

import numpy as np
from PIL import Image

import mug

HERE = pathlib.Path(__file__).resolve().parent
PEERS = HERE.parent / "peers"
DRAW = ["$PYTHON", f"{HERE}/draw.py"]  # a picture with a peer
FILM = ["$PYTHON", f"{HERE}/film.py"]  # frames with a peer
RAW = ["--quiet", "--fps", "30", "--duration", "{seconds}s", "--format", "rgba", "-o", "-"]
random = np.random.default_rng(54)
cases = []


def case(row, label, tools, **fields):
    """Fields: metrics (cpu, wall, peak), frames of a short and a long run, whose difference is taken, the size of raw
    frames, suffix of pictures' paths, the limit of their mean difference in 255ths, the number of cold runs one after the
    other, parts (jobs, layers) of which the time of one is given."""
    cases.append({"row": row, "label": label, "tools": tools, **fields})


def scene(path, size, layers, **fields):
    path.write_text(json.dumps({"canvas": {"size": size, "background": "white"}, "layers": layers, **fields}))


def soft_picture(path, width, height, alpha=None):
    """A gradient, opaque, or of that alpha and fading to its rim."""
    y, x = np.mgrid[0:height, 0:width].astype("f4")
    u, v = (2 * x + 1) / width - 1, (2 * y + 1) / height - 1
    a, b, c = random.uniform(2, 9, 3)
    color = [127 + 110 * np.sin(a * u + i + b * v) * np.cos(c * u * v + 2 * i) for i in range(3)]
    fade = np.clip(6 * (1 - np.maximum(abs(u), abs(v))), 0, 1) if alpha else np.ones_like(u)
    Image.fromarray(np.stack([*color, 255 * (alpha or 1) * fade], -1).round().astype(np.uint8)).save(path)


def photo(folder, side):
    subprocess.run([sys.executable, PEERS / "make_image.py", folder / "in.png", str(side)], check=True)


def moving_sheet(folder, cell, lights=None):
    """A scene of Benchmarks/matrix with our own filter."""
    printed = subprocess.run([sys.executable, PEERS / "matrix_scene.py", cell, "in.png"], check=True, capture_output=True)
    file = json.loads(printed.stdout)
    del file["layers"][0]["minificationFilter"]
    file["lights"] = file["lights"] if lights is None else lights
    path = folder / f"{cell}{'' if lights is None else f'-{len(lights)}'}.json"
    path.write_text(json.dumps(file))
    return path.name


def first_picture(folder):
    photo(folder, 1024)
    ours = ["$TOOL", "render", "in.png", "--mesh", "ripple", "--transform", "perspective(800) rotateX(-45deg)"]
    script = ["$PYTHON", f"{PEERS}/moderngl_one_shot.py"]
    case(1, "first picture, ripple", {
        "meshrender": [*ours, "--light", "directional", "-o", "meshrender.png"],
        "moderngl": [*script, "in.png", "moderngl.png"],
        "moderngl, fpng": [*script, "--fpng", "in.png", "moderngl, fpng.png"],
    }, cold=4, suffix=".png", limit=2)
    mug.inputs(folder, 1)
    case(1, "first picture, masked mug", mug_tools(), cold=4, suffix=".jpg", limit=3)


def mug_tools():
    scripts = {name: ["$PYTHON", f"{HERE}/mug.py", name, f"{name}.jpg"] for name in ("opencv", "pyvips", "moderngl")}
    return {
        "meshrender": ["$TOOL", "render", "mug.json", "--quality", f"{mug.QUALITY}", "-o", "meshrender.jpg"],
        "imagemagick": mug.imagemagick("imagemagick.jpg"), **scripts,
    }


def mug_batch(folder):
    count, peers = 24, ["opencv", "pyvips", "moderngl"]
    mug.inputs(folder, count)
    for name in ["meshrender", *peers]:
        (folder / name).mkdir(exist_ok=True)
    jobs = [{"scene": "mug.json", "set": {"art.contents.image": f"art-{job}.png"}, "quality": mug.QUALITY,
             "output": f"meshrender/{job}.jpg"} for job in range(count)]
    (folder / "jobs.jsonl").write_text("".join(json.dumps(job) + "\n" for job in jobs))
    (folder / "jobs.txt").write_text("".join(f"photo.jpg art-{job}.png {job}.jpg\n" for job in range(count)))
    for workers in (1, 2):
        batch = ["env", "LP_NUM_THREADS=0", "$TOOL", "batch", "jobs.jsonl", "--jobs", f"{workers}", "--quiet", "--as-finished"]
        tools = {name: ["$PYTHON", f"{HERE}/mug.py", name, "jobs", f"{workers}"] for name in peers}
        case(2, f"{count} masked mugs, {workers} worker{'s' * (workers - 1)}, a job", {"meshrender": batch} | tools,
             metrics=["cpu", "wall"], parts=count, suffix="/23.jpg", limit=3)


def mug_process(folder):
    mug.inputs(folder, 1)
    case(3, "a masked mug, a process", mug_tools(), suffix=".jpg", limit=3)


def blended_layers(folder):
    size = [1920, 1080]
    modes = ["multiply", "screen", "overlay", "soft-light", "darken", "difference"]
    soft_picture(folder / "below.png", *size)
    for i in range(6):
        soft_picture(folder / f"part-{i}.png", 480, 320, 0.8)
    layers = [{"bounds": [0, 0, *size], "position": [960, 540], "contents": {"image": "below.png"}}]
    for i in range(30):
        place = [round(float(random.uniform(200, side - 200)), 1) for side in size]
        layers.append({"bounds": [0, 0, 480, 320], "position": place, "transform": f"rotate({i * 3 - 44}deg)",
                       "blendMode": modes[i % 6], "contents": {"image": f"part-{i % 6}.png"}})
    scene(folder / "scene.json", size, layers)
    case(4, "30 blended layers, 1080p", {
        "meshrender": ["$TOOL", "render", "scene.json", "-o", "meshrender.png"],
        "skia": [*DRAW, "blend_skia", "scene.json", "skia.png"],
    }, suffix=".png", limit=1)


def crossing_sheets(folder):
    size, count = [1280, 720], 40
    soft_picture(folder / "glass.png", 256, 256, 0.12)
    layers = []
    for i in range(count):
        turn = round(50 * i / (count - 1) - 25, 4)
        layers.append({"bounds": [0, 0, 640, 480], "position": [640, 360], "contents": {"image": "glass.png"},
                       "transform": f"rotateY({turn}deg)"})
    scene(folder / "scene.json", size, layers)
    case(5, "40 translucent sheets that cross", {
        "meshrender": ["$TOOL", "render", "scene.json", "-o", "meshrender.png"],
        "moderngl, split by hand": [*DRAW, "sheets_moderngl", "scene.json", "moderngl, split by hand.png"],
    }, suffix=".png", limit=1)


def small_ripple(folder):
    photo(folder, 360)
    for width in (320, 640):
        for samples, work in ((1, "pipe"), (4, "W2aa")):
            cell = f"{work},70,ripple,directional,{width}"
            name = moving_sheet(folder, cell)
            case(6, f"ripple of 100 x 100 faces at 70°, {width} px, {'antialiased' if samples > 1 else '1 sample'}, a frame", {
                "meshrender": ["$TOOL", "animate", name, *["--samples", "1"][: 2 * (samples == 1)], *RAW],
                "moderngl": [*FILM, cell, "in.png", "{frames}"],
            }, frames=[30, 150], size=[width, width * 9 // 16], limit=3)


def many_layers(folder):
    """A scene has 10,000 animations at most: of 50,000 layers every fifth moves."""
    size = [1920, 1080]
    soft_picture(folder / "card.png", 64, 64, 1)
    for columns, rows in ((32, 16), (125, 80), (250, 200)):
        width, height = size[0] / columns, size[1] / rows
        side = round(min(width, height) * 0.8, 3)
        layers = []
        for i in range(columns * rows):
            place = [round((i % columns + 0.5) * width, 3), round((i // columns + 0.5) * height, 3)]
            layer = {"bounds": [0, 0, side, side], "position": place, "contents": {"image": "card.png"}}
            if i * 10_000 % (columns * rows) < 10_000 or columns * rows <= 10_000:
                layer["animations"] = [{"keyPath": "transform.rotation.z", "from": 0, "to": "1turn", "duration": 1,
                                        "repeatCount": 1000, "timeOffset": round(i * 0.618034 % 1, 4)}]
            layers.append(layer)
        name = f"{len(layers)}.json"
        scene(folder / name, size, layers)
        tools = {"meshrender": ["$TOOL", "animate", name, *RAW]}
        for peer in ["skia", "moderngl"] if len(layers) == 512 else ["moderngl"]:
            tools[peer] = [*FILM, f"cards_{peer}", name, "{frames}"]
        frames = [6, 66] if len(layers) == 512 else [6, 18]
        case(7, f"animating {len(layers):,} layers, a frame", tools, frames=frames, size=size, limit=3)


def validate(folder):
    count, layers = 100_000, []
    for i in range(count):
        layers.append({
            "name": f"card {i:06}", "bounds": [0, 0, 7.5, 7.5], "position": [i % 400 * 4 + 2, i // 400 * 4 + 2],
            "anchorPoint": [0.5, 0.25], "zPosition": i % 7, "opacity": 0.75, "blendMode": "normal",
            "transform": f"perspective(900) rotateY({i % 90}deg) scale(0.5)", "contents": {"color": f"#{i * 7919 % 0xffffff:06x}"}})
    scene(folder / "scene.json", [1600, 1000], layers)
    tools = {"meshrender": ["$TOOL", "validate", "scene.json", "--quiet"],
             "python json": ["$PYTHON", "-c", "import json; json.load(open('scene.json'))"]}
    size = (folder / "scene.json").stat().st_size / 2**20
    case(8, f"validate {count:,} layers ({size:.0f} MiB), a layer", tools, metrics=["cpu", "peak"], parts=count)


def point_lights(folder):
    photo(folder, 1080)
    for count in (16, 64):
        lights = [{"type": "point", "intensity": round(2 / count, 5),
                   "position": [i * 29 % 64 * 30, i * 41 % 64 * 17, 300 + i % 3 * 100]} for i in range(count)]
        cell = "W2aa,30,ripple,point,1920"
        name = moving_sheet(folder, cell, lights)
        case(9, f"{count} point lights, 1080p, a frame", {
            "meshrender": ["$TOOL", "animate", name, *RAW],
            "moderngl": [*FILM, cell, "in.png", "{frames}", name],
        }, frames=[4, 16], size=[1920, 1080], limit=3)


def subdivided(folder):
    photo(folder, 1024)
    side, steps = 32, 6
    wave = [(x / side, y / side, 0.1 * math.sin(9 * x / side) * math.cos(7 * y / side))
            for y in range(side + 1) for x in range(side + 1)]
    first = [y * (side + 1) + x for y in range(side) for x in range(side)]
    (folder / "cage.json").write_text(json.dumps({
        "vertices": [[x, y, x, y, round(z, 6)] for x, y, z in wave],
        "faces": [[i, i + 1, i + side + 2, i + side + 1] for i in first]}))
    ours = ["$TOOL", "render", "in.png", "--mesh", "cage.json", "--subdivision-steps", f"{steps}", "--max-vertices", "5000000"]
    tools = {"meshrender": [*ours, "--light", "directional", "--transform", "perspective(1400) rotateX(-40deg)", "-o", "out.png"]}
    case(10, "4 M faces by subdivision", tools, metrics=["cpu", "peak"])


def tiny(folder):
    soft_picture(folder / "in.png", 64, 64)
    case(11, "a picture of 64 px", {
        "meshrender": ["$TOOL", "render", "in.png", "--transform", "rotate(30deg)", "-o", "meshrender.png"],
        "opencv": [*DRAW, "turn_opencv", "in.png", "opencv.png"],
    }, metrics=["peak", "cpu"], suffix=".png", limit=3)


def steep_pipe(folder):
    photo(folder, 1080)
    cell = "pipe,45,ripple,highlight,1920"
    case(12, "300 steep frames of 1080p through a pipe", {
        "meshrender": ["$TOOL", "animate", moving_sheet(folder, cell), "--samples", "1", *RAW],
        "moderngl": [*FILM, cell, "in.png", "{frames}"],
    }, metrics=["wall", "cpu"], frames=[0, 300], size=[1920, 1080], limit=3)


ROWS = [first_picture, mug_batch, mug_process, blended_layers, crossing_sheets, small_ripple, many_layers, validate,
        point_lights, subdivided, tiny, steep_pipe]


def main():
    root = pathlib.Path(sys.argv[1])
    for number in map(int, sys.argv[2:]):
        folder = root / str(number)
        folder.mkdir(parents=True, exist_ok=True)
        ROWS[number - 1](folder)
        lines = []
        for made in (made for made in cases if made["row"] == number):
            longest = made.get("frames", [0])[-1]
            words = [word.replace("{seconds}", f"{longest / 30:g}") for word in made["tools"]["meshrender"]]
            line = shlex.join(words).replace("'$TOOL'", '"$TOOL"')
            lines.append(f"# {made['label']}\n{line}{' >/dev/null' * (longest > 0)}\n")
        (folder / "cmd").write_text("".join(lines))
    (root / "cases.json").write_text(json.dumps(cases))


main()

"""Prints a cell of the matrix as a scene file, for what runs through the command line.

Usage: matrix_scene.py WORK,TILT,MESH,LIGHT,WIDTH IN.png
The scene moves by a turn in a second, as Benchmarks/matrix does in 30 frames; at 7/30 seconds it is the compared picture.
"""

import json
import sys

from matrix_meshes import CELLS

work, tilt, mesh, light, width = sys.argv[1].split(",")
width = int(width)
height, cells = width * 9 // 16, CELLS[work]


def bezier(phase):
    swing = 0.8 * (1 - 2 * phase)
    inner = {(1, 1): swing, (2, 2): swing, (1, 2): -swing, (2, 1): -swing}
    points = [[column / 3, row / 3, inner.get((row, column), 0)] for row in range(4) for column in range(4)]
    return {"bezier": {"points": points, "detail": cells}, "depthNormalization": "average"}


if mesh == "bezier":
    bent, motion = bezier(0), {"keyPath": "mesh", "from": bezier(0), "to": bezier(1)}
else:
    bent = {"preset": mesh, "rows": cells, "columns": cells}
    if mesh == "pageCurl":
        bent["aspect"] = 16 / 9
    if mesh in ("pageCurl", "curtain"):
        motion = {"keyPath": "mesh.amount", "from": 0.2, "to": 0.6}
    else:
        motion = {"keyPath": "mesh.phase", "from": 0, "to": 1}
layer = {
    "bounds": [0, 0, width, height],
    "position": [width / 2, height / 2],
    "transform": f"perspective({width * 800 / 1280}) rotateX(-{tilt}deg)",
    "contents": {"image": sys.argv[2]},
    "minificationFilter": "trilinear",
    "mesh": bent,
    "animations": [motion | {"duration": 1, "repeatCount": 1000}],
}
if light == "highlight":
    layer["surface"] = {"specular": 0.5}
lights = []
if light == "point":
    lights = [{"type": "point", "position": [width / 4, height / 4, width * 0.4]}]
elif light != "none":
    lights = [{"type": "directional"}]
json.dump({"canvas": {"size": [width, height]}, "layers": [layer], "lights": lights}, sys.stdout)

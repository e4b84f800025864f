"""Checks projected points with pictures: in every preset, the corners of a drawn checkerboard, found by OpenCV to a fraction
of a pixel, lie where 'meshrender project' says. Pictures are drawn enlarged, and distances are in pixels of the content.

Usage: check_points.py TOOL FOLDER
"""

import json
import pathlib
import subprocess
import sys

import cv2
import numpy

# Enlarged, so that edges are nearly straight in the window of the detector, which holds the ramp of a magnified edge.
SIDE, COLUMNS, ROWS, SCALE, WINDOW = 20, 16, 12, 8, 10
# The largest distance in pixels of the content, and the fewest corners that are compared.
LIMIT, LEAST = 0.05, 20
# Where edges of the default are bent, or broken by long faces, within the window.
PARAMETERS = {"swirl": "swirl:angle=40deg", "wave": "wave:columns=400,rows=40,amplitude=0.05"}
VIEWS = {"": [], "tilted ": ["--transform", "perspective(1500) rotateX(20deg) rotateY(-15deg)"]}


def run(*arguments, **options):
    return subprocess.run([str(a) for a in arguments], check=True, capture_output=True, text=True, **options).stdout


def found(gray, places):
    """The corners near the places: saddle points of the brightness."""
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 100, 1e-4)
    start = numpy.float32([place - 0.5 for place in places]).reshape(-1, 1, 2)
    return cv2.cornerSubPix(gray, start, (WINDOW, WINDOW), (-1, -1), criteria).reshape(-1, 2) + 0.5


def check(tool, folder, name, flags):
    """The words of a failure; None without one, and the worst distance."""
    board = folder / "board.png"
    corners = [(SIDE * x, SIDE * y) for y in range(1, ROWS) for x in range(1, COLUMNS)]
    flags = [*flags, "--fit", "--scale", SCALE]
    # An ambient light alone leaves the colors as they are.
    run(tool, "render", board, *flags, "--background", "gray", "--light", "ambient", "-o", folder / "drawn.png")
    listed = "\n".join(json.dumps({"x": x, "y": y}) for x, y in corners)
    lines = [json.loads(line) for line in run(tool, "project", board, *flags, input=listed).splitlines()]
    gray = cv2.imread(str(folder / "drawn.png"), cv2.IMREAD_GRAYSCALE)
    # Corners are found where the squares around them are large enough and visible.
    grid = {corner: line for corner, line in zip(corners, lines)}
    places = []
    for (x, y), line in grid.items():
        around = [grid.get((x + dx, y + dy)) for dx, dy in [(-SIDE, 0), (SIDE, 0), (0, -SIDE), (0, SIDE)]]
        if not line["visible"] or any(other is None or not other["visible"] for other in around):
            continue
        here = numpy.array(line["canvas"])
        arms = [numpy.array(other["canvas"]) - here for other in around]
        lengths = [numpy.hypot(*arm) for arm in arms]
        # Bent or steep surfaces have no corner of straight edges in the window.
        bend = max(numpy.hypot(*(arms[0] / lengths[0] + arms[1] / lengths[1])),
                   numpy.hypot(*(arms[2] / lengths[2] + arms[3] / lengths[3])))
        cross = abs(arms[1][0] * arms[3][1] - arms[1][1] * arms[3][0]) / (lengths[1] * lengths[3])
        if min(lengths) > 4 * WINDOW and bend < 0.15 and cross > 0.5:
            places.append(here)
    if len(places) < LEAST:
        return f"only {len(places)} corners can be compared", 0
    distances = numpy.hypot(*(found(gray, places) - numpy.array(places)).T) / SCALE
    worst = distances.max()
    words = None if worst <= LIMIT else f"a corner is {worst:.3f} px away"
    return words, f"{len(places)} corners within {worst:.3f} px"


def main():
    tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    y, x = numpy.mgrid[0:SIDE * ROWS, 0:SIDE * COLUMNS] // SIDE
    cv2.imwrite(str(folder / "board.png"), ((x + y) % 2 * 255).astype(numpy.uint8))
    failed = 0
    for name in [preset["name"] for preset in json.loads(run(tool, "meshes", "--json"))]:
        for view, flags in VIEWS.items():
            fault, words = check(tool, folder, name, ["--mesh", PARAMETERS.get(name, name), *flags])
            print(f"{'FAIL' if fault else 'ok  '} corners, {view}{name}: {fault or words}")
            failed += fault is not None
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()

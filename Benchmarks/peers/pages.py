"""Flattens drawn photos of bent pages with meshrender and with page-dewarp, and measures how far patches of the flat pages lie from
their places, once the best affine map is taken off: in percent of the width of the page, horizontally and in all.

usage: pages.py PATH-TO-MESHRENDER COUNT
"""

import json
import math
import os
import random
import statistics
import subprocess
import sys
import time

import cv2
import numpy

PAGE = (1240, 1754)
WORDS = ("paper bends where a hand has held it and the letters follow along each line of ink the light runs over its curve "
         "from the spine to the edge so that every word has another width").split()


def run(*command):
    start = time.monotonic()
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    return done, time.monotonic() - start


def draw_page(tool, chance):
    lines = [" ".join(chance.choice(WORDS) for _ in range(9)) for _ in range(24)]
    run(tool, "render", "--text", "\n".join(lines), "--font-size", 42, "--background", "white", "--size", f"{PAGE[0]}x{PAGE[1]}",
        "-o", "page.png")[0].check_returncode()


def sheet(chance, kind):
    """Vertices of a sheet that bends without stretching, by arc length: [u, v, x, y, z] in widths and heights of the page."""
    columns = 64
    size = chance.choice([-1, 1]) * chance.uniform(0.35, 0.7)
    phase = chance.uniform(0, 0.2)

    def angle(u):
        if kind == "curl":
            return size * 1.4 * (u - 0.5)
        if kind == "spine":
            return abs(size) * 1.6 * math.exp(-u / 0.3) - 0.1
        return size * 0.7 * math.sin(2 * math.pi * (u + phase))

    places, x, z = [(0.0, 0.0)], 0.0, 0.0
    for column in range(columns):
        a = angle((column + 0.5) / columns)
        x, z = x + math.cos(a) / columns, z + math.sin(a) / columns
        places.append((x, z))
    left = (1 - x) / 2
    vertices = [[c / columns, v, px + left, v, pz] for v in (0, 1) for c, (px, pz) in enumerate(places)]
    faces = [[c, c + 1, columns + c + 2, columns + c + 1] for c in range(columns)]
    return {"vertices": vertices, "faces": faces, "depthNormalization": "width"}


def draw_photo(tool, chance, kind):
    tilt, turn = chance.uniform(12, 30) * chance.choice([-1, 1]), chance.uniform(-15, 15)
    scene = {"canvas": {"size": [1800, 2400], "fit": True, "padding": 50, "background": "#4a4038"}, "lights": [
        {"type": "ambient", "ambientIntensity": 0.55}, {"type": "directional", "direction": [0.3, 0.3, -1], "diffuseIntensity": 0.45}],
        "layers": [{"name": "page", "bounds": [0, 0, *PAGE], "position": [900, 1200], "contents": {"image": "page.png"},
                    "transform": f"perspective(4200) rotateX({tilt}deg) rotateZ({turn / 5}deg) rotateY({turn}deg)",
                    "mesh": sheet(chance, kind)}]}
    json.dump(scene, open("scene.json", "w"))
    run(tool, "render", "scene.json", "-o", "photo.png")[0].check_returncode()
    with open("edge.jsonl", "w") as file:
        for y in (0, PAGE[1]):
            for step in range(9):
                file.write(json.dumps({"x": PAGE[0] * step / 8, "y": y}) + "\n")
    places = [json.loads(line)["canvas"] for line in run(tool, "project", "scene.json", "edge.jsonl", "--units", "points")[0].stdout.splitlines()]
    noisy = [[x + chance.gauss(0, 0.5), y + chance.gauss(0, 0.5)] for x, y in places]
    json.dump({"top": noisy[:9], "bottom": noisy[9:]}, open("outline.json", "w"))


def errors(path):
    """Of patches of the page found again in a flat picture: horizontal and whole, in percent of the width; None for none."""
    page, flat = cv2.imread("page.png", cv2.IMREAD_GRAYSCALE), cv2.imread(path, cv2.IMREAD_GRAYSCALE)
    if flat is None:
        return None
    # Without the desk at its edges.
    margin = [side // 50 for side in flat.shape]
    flat = flat[margin[0]:-margin[0], margin[1]:-margin[1]]

    # The flat picture at the size of the page: by its ink.
    def box(image):
        rows, columns = numpy.nonzero(cv2.threshold(image, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)[1])
        return [numpy.percentile(columns, 0.3), numpy.percentile(rows, 0.3), numpy.percentile(columns, 99.7), numpy.percentile(rows, 99.7)]
    a, b = box(flat), box(page)
    scale = [(b[2] - b[0]) / (a[2] - a[0]), (b[3] - b[1]) / (a[3] - a[1])]
    shift = [b[0] - a[0] * scale[0], b[1] - a[1] * scale[1]]
    flat = cv2.warpAffine(flat, numpy.array([[scale[0], 0, shift[0]], [0, scale[1], shift[1]]]), PAGE, flags=cv2.INTER_AREA, borderValue=255)
    content, found = [], []
    w, h, reach = 90, 60, 45
    for y in range(int(b[1]) + reach, int(b[3]) - h - reach, 80):
        for x in range(int(b[0]) + reach, int(b[2]) - w - reach, 80):
            part = flat[max(y - reach, 0):y + h + reach, max(x - reach, 0):x + w + reach]
            match = cv2.matchTemplate(part, page[y:y + h, x:x + w], cv2.TM_CCOEFF_NORMED)
            _, best, _, place = cv2.minMaxLoc(match)
            if best > 0.5:
                content.append([x, y, 1])
                found.append([max(x - reach, 0) + place[0], max(y - reach, 0) + place[1]])
    if len(content) < 30:
        return None
    content, found = numpy.array(content, float), numpy.array(found, float)
    left = found - content @ numpy.linalg.lstsq(content, found, rcond=None)[0]
    return numpy.abs(left[:, 0]).mean() / PAGE[0] * 100, numpy.hypot(*left.T).mean() / PAGE[0] * 100


def main():
    tool, count = sys.argv[1], int(sys.argv[2])
    chance = random.Random(1)
    dewarp = os.path.join(os.path.dirname(sys.executable), "page-dewarp")
    rows = {"meshrender": [], "page-dewarp": []}
    for number in range(count):
        draw_page(tool, chance)
        draw_photo(tool, chance, ["spine", "curl", "wave"][number % 3])
        _, seconds = run(tool, "render", "photo.png", "--mesh", "page:outline.json", "-o", "flat.png")
        rows["meshrender"].append((errors("flat.png"), seconds))
        if os.path.exists("photo_thresh.png"):
            os.remove("photo_thresh.png")
        _, seconds = run(dewarp, "photo.png")
        rows["page-dewarp"].append((errors("photo_thresh.png"), seconds))
    print("| | pages made flat | horizontal error, % of the width | error, % | worst page, % | s a page |\n|---|---:|---:|---:|---:|---:|")
    for name, results in rows.items():
        flat = [found for found, _ in results if found]
        times = statistics.median(seconds for _, seconds in results)
        if not flat:
            print(f"| {name} | 0 of {count} | | | | {times:.2f} |")
            continue
        print(f"| {name} | {len(flat)} of {count} | {statistics.mean(f[0] for f in flat):.2f} | {statistics.mean(f[1] for f in flat):.2f} | "
              f"{max(f[1] for f in flat):.2f} | {times:.2f} |")


main()

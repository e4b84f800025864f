"""Draws the photos of the mockups: a light and a dark T-shirt, a mug on a table, a room with a frame, a paperback on a
table, a phone on a desk, and the artwork.

Usage: draw.py FOLDER, with NumPy, OpenCV and Pillow
"""

import pathlib
import sys

import cv2
import numpy
from PIL import Image, ImageDraw

folder = pathlib.Path(sys.argv[1])
random = numpy.random.default_rng(7)


def save(name, colors, quality=88):
    noise = random.normal(0, 1.2, colors.shape[:2])[..., None] if name.endswith("jpg") else 0
    picture = Image.fromarray(numpy.clip(colors + noise, 0, 255).astype(numpy.uint8))
    picture.save(folder / name, quality=quality) if name.endswith("jpg") else picture.save(folder / name, optimize=True)


def polygon(size, points, blur=1.2):
    """The coverage of a smooth closed curve through points."""
    points = numpy.array(points, float)
    curve = []
    for i in range(len(points)):
        a, b, c, d = (points[(i + k) % len(points)] for k in (-1, 0, 1, 2))
        for t in numpy.linspace(0, 1, 24, endpoint=False):
            curve.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3))
    return quad(size, curve, blur)[..., 0]


def quad(size, corners, blur=0.0):
    """The coverage of a polygon."""
    mask = Image.new("L", (4 * size[0], 4 * size[1]))
    ImageDraw.Draw(mask).polygon([(4 * x, 4 * y) for x, y in corners], fill=255)
    mask = numpy.asarray(mask.resize(size, Image.LANCZOS)).astype(float) / 255
    return (cv2.GaussianBlur(mask, (0, 0), blur) if blur else mask)[..., None]


def fold(x, y, start, end, width, height):
    """A ridge along a line that fades at both ends."""
    (x0, y0), (x1, y1) = start, end
    length = numpy.hypot(x1 - x0, y1 - y0)
    along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length**2
    across = ((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / length
    across = across + 8 * numpy.sin(4 * along)
    return height * numpy.exp(-0.5 * (across / width) ** 2) * numpy.exp(-(((along - 0.5) / 0.45) ** 4))


def lit(height, direction=(-0.5, -0.6, 0.62), strength=1.0):
    dy, dx = numpy.gradient(height * strength)
    normal = numpy.stack([-dx, -dy, numpy.ones_like(height)], -1)
    normal /= numpy.linalg.norm(normal, axis=-1, keepdims=True)
    direction = numpy.array(direction) / numpy.linalg.norm(direction)
    return numpy.clip(normal @ direction, 0, 1) / direction[2]


def shirt(name="shirt", color=(226, 224, 219)):
    size = (900, 960)
    y, x = numpy.mgrid[0 : size[1], 0 : size[0]].astype(float)
    outline = [(330, 110), (390, 150), (450, 160), (510, 150), (570, 110), (690, 160), (845, 330), (745, 420), (690, 370),
               (680, 560), (695, 880), (450, 900), (205, 880), (220, 560), (210, 370), (155, 420), (55, 330), (210, 160)]  # fmt: skip
    mask = polygon(size, outline)
    height = numpy.zeros(size[::-1])
    for start, end, width, tall in [
        ((300, 230), (420, 520), 16, 9), ((600, 230), (480, 540), 18, 10), ((250, 420), (390, 700), 22, 8),
        ((660, 420), (500, 760), 20, 11), ((330, 560), (300, 880), 16, 8), ((580, 600), (620, 890), 18, 9),
        ((440, 480), (455, 880), 26, 9), ((230, 300), (330, 330), 12, 6), ((670, 300), (560, 340), 12, 6),
        ((150, 300), (230, 400), 10, 7), ((760, 300), (680, 400), 10, 7), ((380, 760), (540, 860), 14, 6),
    ]:  # fmt: skip
        height += fold(x, y, start, end, width, tall)
    weave = cv2.GaussianBlur(random.normal(0, 1, height.shape), (0, 0), 1.4)
    body = 10 * cv2.GaussianBlur(mask, (0, 0), 60)
    shade = lit(4 * height + 4 * body + 0.35 * weave, strength=0.35)
    wall = 214 - 26 * (y / size[1])[..., None] - 10 * (x / size[0])[..., None] + numpy.array([4, 2, -4])
    shadow = cv2.GaussianBlur(numpy.roll(mask, (16, 10), (0, 1)), (0, 0), 16)[..., None]
    cloth = numpy.clip(shade, 0.35, 1.15)[..., None] * numpy.array(color)
    neck = polygon(size, [(360, 120), (450, 200), (540, 120), (450, 150)], 1)[..., None]
    colors = wall * (1 - 0.45 * shadow)
    colors = colors * (1 - mask[..., None]) + cloth * mask[..., None]
    colors = colors * (1 - 0.35 * neck * mask[..., None])
    save(f"{name}.jpg", colors)
    if name != "shirt":
        return
    smooth = cv2.GaussianBlur(height, (0, 0), 3)
    level = 128 + 120 * (smooth - smooth.mean()) / numpy.abs(smooth - smooth.mean()).max()
    save("shirt-folds.png", cv2.resize(level, (450, 480), interpolation=cv2.INTER_AREA))


def mug():
    size = (960, 800)
    y, x = numpy.mgrid[0 : size[1], 0 : size[0]].astype(float)
    table = y > 560
    colors = numpy.where(table[..., None], numpy.array([150, 112, 78]), numpy.array([205, 211, 214])).astype(float)
    grain = cv2.GaussianBlur(random.normal(0, 1, (size[1], size[0])), (0, 0), sigmaX=60, sigmaY=1.2) * 90
    colors += numpy.where(table, grain, 0)[..., None] * numpy.array([1, 0.8, 0.6])
    colors *= (1.05 - 0.25 * numpy.hypot(x - 400, y - 350) / 700)[..., None]
    left, right, top, bottom, lean = 300, 620, 210, 610, 26
    # The shade where the mug stands, and its shadow to the right.
    for center, radii, strength in [((530, 622), (270, 34), 0.5), ((462, 618), (176, 30), 0.65)]:
        away = numpy.hypot((x - center[0]) / radii[0], (y - center[1]) / radii[1])
        colors *= 1 - strength * (numpy.exp(-(away**4)) * (y > bottom - 60))[..., None]
    handle = Image.new("L", (4 * size[0], 4 * size[1]))
    pen = ImageDraw.Draw(handle)
    pen.ellipse([4 * 560, 4 * 280, 4 * 760, 4 * 530], fill=255)
    pen.ellipse([4 * 600, 4 * 322, 4 * 716, 4 * 490], fill=0)
    handle = numpy.asarray(handle.resize(size, Image.LANCZOS)).astype(float) / 255
    ring = cv2.GaussianBlur(handle, (0, 0), 9)
    tone = numpy.clip(0.55 + 0.55 * lit(60 * ring, strength=1.0), 0.5, 1.1)[..., None]
    colors = colors * (1 - handle[..., None]) + tone * numpy.array([232, 230, 224]) * handle[..., None] * 0.86
    u = (x - (left + right) / 2) / ((right - left) / 2)
    bulge = lean * numpy.sqrt(numpy.clip(1 - u * u, 0, 1))
    inside = numpy.clip((1 - numpy.abs(u)) * (right - left) / 2 + 0.5, 0, 1) * (y > top)
    inside = (inside * numpy.clip(bottom + bulge - y + 0.5, 0, 1))[..., None]
    angle = numpy.arcsin(numpy.clip(u, -1, 1))
    light = 0.42 + 0.62 * numpy.clip(numpy.cos(angle + 0.55), 0, 1) + 0.16 * numpy.exp(-(((angle + 0.75) / 0.12) ** 2))
    colors = colors * (1 - inside) + (light[..., None] * numpy.array([236, 234, 228])) * inside
    # The edge of the glaze, and the dark inside within it.
    for scale, tone in [(1.0, light * 0.35 + 0.55), (0.955, light * 0.45 + 0.25)]:
        away = numpy.sqrt((u / scale) ** 2 + ((y - top) / (lean * scale)) ** 2)
        cover = numpy.clip((1 - away) * lean + 0.5, 0, 1)[..., None]
        colors = colors * (1 - cover) + tone[..., None] * numpy.array([225, 222, 214]) * cover
    save("mug.jpg", colors)


def room():
    size = (1100, 800)
    y, x = numpy.mgrid[0 : size[1], 0 : size[0]].astype(float)
    wall = numpy.array([193, 186, 172]) * (1.12 - 0.35 * x / size[0])[..., None]
    floor = numpy.array([121, 88, 62]) * (0.8 + 0.25 * numpy.sin(y / 7 + 0.02 * x) ** 8)[..., None]
    colors = numpy.where((y > 640)[..., None], floor, wall)
    colors[(y > 618) & (y <= 640)] = (228, 224, 216)
    sofa = polygon(size, [(90, 560), (110, 470), (330, 455), (350, 560), (360, 690), (80, 690)], 2)[..., None]
    colors = colors * (1 - sofa) + numpy.array([72, 96, 104]) * (1.1 - 0.4 * (y[..., None] - 450) / 250) * sofa
    window = cv2.GaussianBlur(((x > 120) & (x < 520) & (y + 0.35 * x > 180) & (y + 0.35 * x < 420)).astype(float), (0, 0), 6)
    colors *= 1 + 0.16 * (window * (y < 610))[..., None]
    corners = numpy.array([[520, 120], [880, 165], [880, 520], [520, 545]], float)
    middle = corners.mean(0)
    for scale, color in [(1.09, (58, 44, 34)), (1.0, (240, 238, 232))]:
        mask = quad(size, [middle + scale * (c - middle) for c in corners])
        if scale > 1:
            colors *= 1 - 0.5 * cv2.GaussianBlur(numpy.roll(mask[..., 0], (12, 10), (0, 1)), (0, 0), 10)[..., None]
        colors = colors * (1 - mask) + numpy.array(color) * mask
    save("room.jpg", colors)


def art():
    size = 700
    y, x = (numpy.mgrid[0:size, 0:size] - size / 2) / (size / 2)
    radius, angle = numpy.hypot(x, y), numpy.arctan2(y, x)
    colors = numpy.zeros((size, size, 4))
    for inner, outer, color in [(0, 0.34, (243, 196, 64)), (0.4, 0.62, (226, 92, 58)), (0.68, 0.95, (38, 84, 124))]:
        wave = 0.04 * numpy.sin(12 * angle)
        cover = numpy.clip((radius - inner - wave * (inner > 0)) * 180, 0, 1) * numpy.clip((outer + wave - radius) * 180, 0, 1)
        colors[..., :3] = colors[..., :3] * (1 - cover[..., None]) + numpy.array(color) * cover[..., None]
        colors[..., 3] = numpy.maximum(colors[..., 3], 255 * cover)
        colors[cover > 0, :3] = color
    save("art.png", colors)


def book():
    size, (width, height) = (900, 1000), (500, 700)
    y, x = numpy.mgrid[0 : size[1], 0 : size[0]].astype(float)
    grain = cv2.GaussianBlur(random.normal(0, 1, (size[1], size[0])), (0, 0), sigmaX=1.4, sigmaY=70) * 90
    plank = numpy.where((x % 180) < 3, -46, 0) + 9 * numpy.sin(x // 180 * 2.4)
    colors = numpy.array([158, 116, 80]) + (grain + plank)[..., None] * numpy.array([1, 0.85, 0.7])
    colors *= (1.12 - 0.3 * numpy.hypot(x - 300, y - 300) / 900)[..., None]
    turn = numpy.radians(-7)
    rotation = numpy.array([[numpy.cos(turn), -numpy.sin(turn)], [numpy.sin(turn), numpy.cos(turn)]])

    def place(points):
        return [(rotation @ (numpy.array(p) - (width / 2, height / 2))) + (450, 500) for p in points]

    block = [(-4, -2), (width + 16, 6), (width + 16, height + 14), (4, height + 14)]
    for shift, blur, strength in [((26, 34), 26, 0.55), ((6, 10), 6, 0.45)]:
        shadow = quad(size, [p + numpy.array(shift) for p in place(block)], blur)
        colors *= 1 - strength * shadow
    edges = quad(size, place(block))
    lines = 206 + 22 * numpy.sin(1.9 * (x + y))
    colors = colors * (1 - edges) + lines[..., None] * numpy.array([1, 0.97, 0.9]) * edges
    page = quad(size, place([(0, 0), (width, 0), (width, height), (0, height)]))
    colors = colors * (1 - page) + numpy.array([247, 242, 230]) * page
    for row in range(17):
        top = 130 + 30 * row
        end = width - 60 - (180 if row % 6 == 5 else random.integers(0, 24))
        line = quad(size, place([(60, top), (end, top), (end, top + 9), (60, top + 9)]))
        colors = colors * (1 - 0.6 * line) + numpy.array([92, 84, 78]) * 0.6 * line
    save("book.jpg", colors)


def phone():
    size = (1000, 800)
    y, x = numpy.mgrid[0 : size[1], 0 : size[0]].astype(float)
    colors = numpy.array([222, 214, 204]) * (1.1 - 0.32 * (x / size[0]) - 0.12 * (y / size[1]))[..., None]
    corners = numpy.float32([[395, 70], [690, 160], [560, 735], [235, 590]])
    flat = numpy.float32([[0, 0], [360, 0], [360, 760], [0, 760]])
    homography = cv2.getPerspectiveTransform(flat, corners)

    def rounded(inset, radius, shift=(0, 0), blur=0.0):
        low, points = inset, []
        for cx, cy, start in [(360 - low - radius, low + radius, -90), (360 - low - radius, 760 - low - radius, 0),
                              (low + radius, 760 - low - radius, 90), (low + radius, low + radius, 180)]:  # fmt: skip
            for angle in numpy.radians(numpy.linspace(start, start + 90, 16)):
                points.append((cx + radius * numpy.cos(angle), cy + radius * numpy.sin(angle)))
        moved = cv2.perspectiveTransform(numpy.float32([points]), homography)[0] + numpy.float32(shift)
        return quad(size, moved, blur)

    colors *= 1 - 0.5 * rounded(0, 52, (26, 40), 24)
    colors *= 1 - 0.5 * rounded(0, 52, (8, 14), 6)
    side = numpy.maximum(rounded(0, 52, (3, 10)), rounded(0, 52, (1, 5)))
    colors = colors * (1 - side) + numpy.array([96, 98, 104]) * side
    for inset, radius, color in [(0, 52, (168, 171, 178)), (4, 48, (34, 35, 38)), (14, 40, (4, 4, 6))]:
        mask = rounded(inset, radius)
        colors = colors * (1 - mask) + numpy.array(color) * mask
    glass = rounded(14, 40)
    beam = numpy.exp(-(((x * 0.86 + y * 0.5 - 560) / 120) ** 2))[..., None]
    colors += numpy.array([44, 47, 52]) * beam * glass
    save("phone.jpg", colors)


for draw in (shirt, mug, room, art, book, phone):
    draw()
shirt("dark-shirt", (38, 48, 82))

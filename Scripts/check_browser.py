"""Compares clips and texts of meshrender with what headless Chromium makes of them.

Usage: check_browser.py MESHRENDER FOLDER FONTS [FOLDER-FOR-PICTURES]
"""

import base64
import pathlib
import shutil
import subprocess
import sys

import numpy as np
from PIL import Image
from playwright.sync_api import sync_playwright

from checks import expect, finish

tool, folder, fonts = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
pictures = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None

KINDS = {"gif": "image/gif", "apng": "image/png", "webp": "image/webp"}
PLAYS = {"once": 1, "3": 3, "forever": None}
# How often a clip is played, and how long each frame is shown, in ms.
READ_CLIP = """async ([name, type]) => {
  const data = await (await fetch(name)).arrayBuffer();
  const decoder = new ImageDecoder({ data, type });
  await decoder.tracks.ready;
  await decoder.completed;
  const track = decoder.tracks.selectedTrack;
  const durations = [];
  for (let frameIndex = 0; frameIndex < track.frameCount; frameIndex++)
    durations.push((await decoder.decode({ frameIndex })).image.duration / 1000);
  return { plays: track.repetitionCount === Infinity ? null : track.repetitionCount + 1, durations };
}"""

DEJAVU = pathlib.Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
SCRIPTS = {
    "latin": ("AVATAR Tofu, office waffle", DEJAVU),
    "arabic": ("السلام عليكم يا صديقي", DEJAVU),
    "hebrew": ("שָׁלוֹם עולם", DEJAVU),
    "devanagari": ("नमस्ते दुनिया क्षत्रिय", fonts / "usr/share/fonts/truetype/lohit-devanagari/Lohit-Devanagari.ttf"),
    "thai": ("สวัสดีชาวโลก ที่นี่น้ำ", fonts / "usr/share/fonts/truetype/tlwg/Loma.ttf"),
    "chinese": ("永和九年，歲在癸丑", fonts / "usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf"),
}
FONT_SIZE, PADDING = 48, 24
# The advance of a text, and its ink as a data URL.
DRAW_TEXT = """async ([text, font, size, spacing, padding]) => {
  const face = new FontFace(font, `url(${font})`);
  document.fonts.add(await face.load());
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  const set = () => {
    [context.font, context.letterSpacing, context.textBaseline] = [`${size}px "${font}"`, `${spacing}px`, "alphabetic"];
  };
  set();
  const width = context.measureText(text).width;
  [canvas.width, canvas.height] = [Math.ceil(width) + 2 * padding, 3 * size];
  set();
  // Arabic and Hebrew begin at the left, too.
  context.textAlign = "left";
  context.fillText(text, padding, 2 * size);
  return [width, canvas.toDataURL()];
}"""


def run(*command):
    result = subprocess.run([tool, *map(str, command)], capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"failed: {' '.join(map(str, command))}: {result.stderr}")


def make_input(kind, word):
    """Four frames by Pillow, which are shown for 120, 240, 40 and 400 ms."""
    frames = [Image.new("RGB", (24, 16), (60 * number, 90, 200)) for number in range(4)]
    plays = PLAYS[word]
    if kind == "gif":
        # What a GIF counts are the times after the first.
        loop = {} if plays == 1 else {"loop": plays - 1 if plays else 0}
    else:
        loop = {"loop": plays or 0}
    path = folder / f"in-{word}.{kind}"
    frames[0].save(
        path, format="png" if kind == "apng" else kind, save_all=True, append_images=frames[1:],
        duration=[120, 240, 40, 400], **loop)
    return path


def check_loops(read):
    """Each kind of clip into each: it is played as often as it was, or as often as --loop says, and as long."""
    for source in KINDS:
        for word, plays in PLAYS.items():
            path = make_input(source, word)
            found = read(path)
            expect(found["plays"] == plays, f"{path.name} of Pillow: {found}")
            for target in KINDS:
                output = folder / f"{source}-{word}.{target}"
                run("animate", path, "--fps", 25, "-o", output)
                found = read(output)
                expect(found["plays"] == plays, f"{output.name} is played {found['plays']} times, not {plays}")
                expect(abs(sum(found["durations"]) - 800) < 1, f"{output.name} lasts {sum(found['durations'])} ms, not 800")
    for target in KINDS:
        for word, plays in PLAYS.items():
            output = folder / f"asked-{word}.{target}"
            run("animate", folder / "in-3.webp", "--loop", word, "--fps", 25, "-o", output)
            expect(read(output)["plays"] == plays, f"--loop {word} in {target}: {read(output)}")


def check_delays(read):
    """Frames last what their rate says, up to the highest rate that browsers play in time."""
    motion = ["Examples/images/label.png", "--mesh", "flag", "--size", "48x32", "--fit", "--duration", "500ms"]
    for target, rates in {"gif": [10, 24, 50], "apng": [10, 24, 50, 90], "webp": [10, 24, 50, 90]}.items():
        for rate in rates:
            output = folder / f"rate-{rate}.{target}"
            run("animate", *motion, "--fps", rate, "-o", output)
            durations = read(output)["durations"]
            grain = 10 if target == "gif" else 1
            expect(len(durations) == rate // 2, f"{output.name}: {len(durations)} frames")
            expect(all(abs(each - 1000 / rate) < grain for each in durations), f"{output.name}: {durations}")
            # The browser leaves out parts of a millisecond in each frame of an APNG.
            lost = len(durations) if target == "apng" else 1
            expect(abs(sum(durations) - 500) < lost, f"{output.name} lasts {sum(durations)} ms, not 500")


def trimmed(ink):
    """The part of a picture in which there is ink."""
    rows, columns = np.flatnonzero(ink.max(axis=1) > 40), np.flatnonzero(ink.max(axis=0) > 40)
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def common(a, b):
    """The part of the ink of either that lies within a pixel of the other's, at the best of the nearest shifts."""

    def near(other):
        return np.lib.stride_tricks.sliding_window_view(np.pad(other, 1), (3, 3)).max(axis=(2, 3)) > 40

    height, width = np.maximum(a.shape, b.shape) + 4

    def placed(ink, row, column):
        return np.pad(ink, ((row, height - ink.shape[0] - row), (column, width - ink.shape[1] - column)))

    ours, best = placed(a, 2, 2), 0
    for row in range(height - b.shape[0] + 1):
        for column in range(width - b.shape[1] + 1):
            theirs = placed(b, row, column)
            best = max(best, min(near(theirs)[ours > 128].mean(), near(ours)[theirs > 128].mean()))
    return best


def check_texts(draw):
    """Texts of six scripts have the width and the ink of the browser's, letter spacing included."""
    rows = []
    for script, (text, font) in SCRIPTS.items():
        for spacing in [0, 8]:
            output = folder / f"{script}-{spacing}.npy"
            run(
                "render", "--text", text, "--font-file", font, "--font-size", FONT_SIZE, "--letter-spacing", spacing,
                "--fit", "--padding", PADDING, "-o", output)
            ours = np.load(output)[..., 3]
            shutil.copy(font, folder / font.name)
            width, address = draw(text, font.name, FONT_SIZE, spacing, PADDING)
            (folder / "canvas.png").write_bytes(base64.b64decode(address.split(",")[1]))
            theirs = np.asarray(Image.open(folder / "canvas.png").convert("RGBA"))[..., 3]
            rows += [ours, theirs]
            own = ours.shape[1] - 2 * PADDING
            ours, theirs = trimmed(ours), trimmed(theirs)
            if spacing == 0:
                # The box of a text holds the ink that reaches beyond it, too.
                width = max(width, theirs.shape[1])
                expect(abs(own - width) <= 1.5, f"{script}: {own} points wide, and {width:.1f} in the browser")
            expect(
                abs(ours.shape[1] - theirs.shape[1]) <= 2,
                f"{script}, spacing {spacing}: ink of {ours.shape[1]} pixels, and {theirs.shape[1]} in the browser")
            part = common(ours, theirs)
            expect(part > 0.99, f"{script}, spacing {spacing}: {part:.1%} of the ink is the browser's")
    if pictures:
        width = max(row.shape[1] for row in rows)
        sheet = np.concatenate([np.pad(row, ((0, 0), (0, width - row.shape[1]))) for row in rows])
        Image.fromarray(255 - sheet).save(pictures / "texts.png")


def main():
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)

    def answer(route):
        name = route.request.url.rsplit("/", 1)[1]
        route.fulfill(path=folder / name) if name else route.fulfill(body="", content_type="text/html")

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), 
            args=["--no-sandbox", "--font-render-hinting=none"])
        page = browser.new_page()
        # Pages of this host may decode images; nothing listens there.
        page.route("http://localhost/**", answer)
        page.goto("http://localhost/")

        def read(path):
            return page.evaluate(READ_CLIP, [path.name, KINDS[path.suffix[1:]]])

        check_loops(read)
        check_delays(read)
        check_texts(lambda *values: page.evaluate(DRAW_TEXT, list(values)))
        browser.close()
    finish("checks in Chromium")


main()

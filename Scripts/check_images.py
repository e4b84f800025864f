"""Checks JPEG and WebP in and out with Pillow from PyPI, whose own libraries decode, encode and convert, JPEG also with
djpeg where it is installed, PNGs of 16 bits per channel with OpenCV, and EXRs with OpenEXR.

Usage: check_images.py MESHRENDER FOLDER
"""

import io
import itertools
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import zlib

import cv2
import numpy
import OpenEXR
from PIL import Image, ImageCms, ImageOps, PngImagePlugin

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Python"))
import meshrender  # noqa: E402

tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
failed = 0
count = 0


def check(name, passed, words=""):
    global failed, count
    count += 1
    failed += not passed
    if not passed:
        print(f"FAIL {name}: {words}")


def run(*arguments, code=0, stdin=None):
    done = subprocess.run([tool, *map(str, arguments)], input=stdin, capture_output=True)
    words = done.stderr.decode().strip()
    check(f"exit code of {' '.join(map(str, arguments))}", done.returncode == code, f"{done.returncode}: {words}")
    return done.stdout, words


def ours(path, *flags):
    """What the tool reads, as a NumPy array; the picture is not bent, so that its pixels pass unchanged."""
    out = folder / "out.png"
    out.unlink(missing_ok=True)
    _, words = run("render", path, *flags, "-o", out)
    picture = Image.open(out)
    return numpy.asarray(picture.convert("RGB")).astype(int), picture, words


def photo(width, height, seed=1):
    """A picture with edges, gradients and noise."""
    random = numpy.random.default_rng(seed)
    y, x = numpy.mgrid[0:height, 0:width]
    rgb = numpy.stack([255 * x / max(width - 1, 1), 255 * y / max(height - 1, 1), 128 + 100 * numpy.sin(x / 5 + y / 9)], -1)
    rgb[(x // 16 + y // 11) % 3 == 0] = (230, 40, 90)
    return Image.fromarray(numpy.clip(rgb + random.normal(0, 4, rgb.shape), 0, 255).astype(numpy.uint8))


def saved(picture, name, **options):
    path = folder / name
    picture.save(path, "JPEG", **options)
    return path


def decoding():
    # Subsamplings, baseline and progressive, restart markers, sizes around the blocks.
    sizes = [(1, 1), (7, 9), (8, 8), (16, 16), (17, 33), (160, 121)]
    for (width, height), subsampling, progressive, restart in itertools.product(
            sizes, [0, 1, 2], [False, True], [0, 1]):
        path = saved(
            photo(width, height), "in.jpg", quality=85, subsampling=subsampling, progressive=progressive,
            restart_marker_rows=restart)
        theirs = numpy.asarray(Image.open(path).convert("RGB")).astype(int)
        found, _, _ = ours(path)
        name = f"{width}x{height}, subsampling {subsampling}, progressive {progressive}, restarts {restart}"
        difference = numpy.abs(found - theirs).max() if found.shape == theirs.shape else 999
        check(name, difference <= 1, f"differs by {difference}")
        if shutil.which("djpeg"):
            # libjpeg-turbo's own program, from the same release as the library.
            pixmap = subprocess.run(["djpeg", "-ppm", path], check=True, capture_output=True).stdout
            exact = numpy.asarray(Image.open(io.BytesIO(pixmap)).convert("RGB"))
            check(f"{name}, beside djpeg", found.shape == exact.shape and (found == exact).all())
    path = saved(photo(61, 43).convert("L"), "gray.jpg", quality=90)
    found, _, _ = ours(path)
    check("gray", (found == numpy.asarray(Image.open(path).convert("RGB"))).all())
    # The first bytes count, not the name, also on standard input.
    path = saved(photo(61, 43), "in.png", quality=90)
    named, _, _ = ours(path)
    out, _ = run("render", "-", "-o", "-", stdin=path.read_bytes())
    check("standard input", (numpy.asarray(Image.open(io.BytesIO(out)).convert("RGB")) == named).all())


def orientations():
    picture = photo(48, 32)
    for orientation in range(1, 9):
        for endian in (b"II*\0", b"MM\0*"):
            order = "<" if endian[:1] == b"I" else ">"
            entry = struct.pack(order + "HHIHH", 0x0112, 3, 1, orientation, 0)
            other = struct.pack(order + "HHII", 0x0100, 4, 1, 48)
            exif = b"Exif\0\0" + endian + struct.pack(order + "IH", 8, 2) + other + entry + struct.pack(order + "I", 0)
            path = saved(picture, "turned.jpg", quality=95, exif=exif)
            theirs = numpy.asarray(ImageOps.exif_transpose(Image.open(path)).convert("RGB")).astype(int)
            found, _, _ = ours(path)
            same = found.shape == theirs.shape and numpy.abs(found - theirs).max() <= 1
            check(f"orientation {orientation}, {order}", same, f"{found.shape} {theirs.shape}")


def icc(space, connection, tags, device=b"mntr"):
    """A profile of version 2: header, directory and tags."""
    padded = [(signature, data + bytes(-len(data) % 4)) for signature, data in tags]
    offset, directory, content = 128 + 4 + 12 * len(tags), struct.pack(">I", len(tags)), b""
    for signature, data in padded:
        directory += signature + struct.pack(">II", offset + len(content), len(data))
        content += data
    size = 128 + len(directory) + len(content)
    header = struct.pack(">I4sI4s4s4s", size, b"test", 0x02400000, device, space, connection)
    header += bytes(12) + b"acsp" + bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
    return header.ljust(128, b"\0") + directory + content


def cmyk_profile():
    """A press of inks of plain colors: version 2, A2B0 as an 8-bit table of two points an ink."""
    srgb = ImageCms.createProfile("sRGB")
    lab = ImageCms.createProfile("LAB")
    to_lab = ImageCms.buildTransform(srgb, lab, "RGB", "LAB", renderingIntent=1)
    table = b""
    for c, m, y, k in itertools.product([0, 1], repeat=4):
        light = [round(255 * (1 - 0.9 * ink) * (1 - 0.85 * k)) for ink in (c, m, y)]
        pixel = Image.new("RGB", (1, 1), tuple(light))
        table += ImageCms.applyTransform(pixel, to_lab).tobytes()
    lut = b"mft1" + bytes(4) + bytes([4, 3, 2, 0])
    lut += struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    ramp = bytes(range(256))
    lut += ramp * 4 + table + ramp * 3
    text = b"Test press"
    tags = [
        (b"desc", b"desc" + bytes(4) + struct.pack(">I", len(text) + 1) + text + b"\0" + bytes(12 + 67)),
        (b"cprt", b"text" + bytes(4) + b"none\0"),
        (b"wtpt", b"XYZ " + bytes(4) + struct.pack(">3i", 63190, 65536, 54061)),
        (b"A2B0", lut),
    ]
    return icc(b"CMYK", b"Lab ", tags, device=b"prtr")


def cmyk():
    random = numpy.random.default_rng(3)
    inks = random.integers(0, 256, (40, 56, 4), dtype=numpy.uint8).repeat(4, 0).repeat(4, 1)
    picture = Image.fromarray(inks, "CMYK")
    profile = cmyk_profile()
    press = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    for name, options in {"CMYK": {"subsampling": 0}, "CMYK at 4:2:0": {"subsampling": 2}}.items():
        path = saved(picture, "cmyk.jpg", quality=97, icc_profile=profile, **options)
        theirs = ImageCms.profileToProfile(
            Image.open(path), press, ImageCms.createProfile("sRGB"), renderingIntent=1, outputMode="RGB", flags=0x2000)
        found, result, words = ours(path)
        difference = numpy.abs(found - numpy.asarray(theirs).astype(int))
        check(name, difference.max() <= 2 and not words, f"differs by {difference.max()}, said {words}")
        check(f"{name}, profile", result.info.get("icc_profile") is None, "the profile of the inks was kept")
    path = saved(picture, "cmyk.jpg", quality=97)
    found, _, words = ours(path)
    c, m, y, k = (numpy.asarray(band).astype(int) for band in Image.open(path).split())
    plain = numpy.stack([(255 - ink) * (255 - k) / 255 for ink in (c, m, y)], -1)
    check("CMYK without a profile", numpy.abs(found - plain).max() <= 1 and "without a color profile" in words, words)


def writing():
    picture = photo(201, 133, seed=5)
    source = folder / "source.png"
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    picture.save(source, icc_profile=profile)
    before = numpy.asarray(picture).astype(float)
    sizes = []
    for quality in (1, 30, 60, 75, 89, 90, 95, 100):
        out = folder / "written.jpg"
        _, words = run("render", source, "-o", out, "--quality", quality)
        written = Image.open(out)
        sampling = written.layer[0][1:3]
        check(f"quality {quality}, sampling", sampling == ((1, 1) if quality >= 90 else (2, 2)), sampling)
        check(f"quality {quality}, profile", written.info.get("icc_profile") == profile, "the profile changed")
        theirs = io.BytesIO()
        picture.save(theirs, "JPEG", quality=quality, subsampling=0 if quality >= 90 else 2, optimize=True)
        error = numpy.sqrt(((numpy.asarray(written).astype(float) - before) ** 2).mean())
        reference = numpy.sqrt(((numpy.asarray(Image.open(theirs)).astype(float) - before) ** 2).mean())
        check(f"quality {quality}, error", abs(error - reference) <= 0.02 * reference + 0.02, f"{error} {reference}")
        sizes.append(out.stat().st_size)
    check("higher quality, larger files", sizes == sorted(sizes), sizes)
    # Profile to JPEG and back.
    run("render", folder / "written.jpg", "-o", folder / "back.png")
    back = Image.open(folder / "back.png")
    check("profile there and back", back.info.get("icc_profile") == profile)
    # Transparent pixels lie over white, or over the background.
    clear = picture.convert("RGBA")
    clear.putalpha(Image.linear_gradient("L").resize(clear.size))
    clear.save(source)
    for flags, color in [((), (255, 255, 255)), (("--background", "#204060"), (0x20, 0x40, 0x60))]:
        _, words = run("render", source, *flags, "-o", folder / "flat.jpg", "--quality", 100)
        expected = Image.new("RGBA", clear.size, color + (255,))
        expected.alpha_composite(clear)
        difference = numpy.abs(
            numpy.asarray(Image.open(folder / "flat.jpg")).astype(int) - numpy.asarray(expected.convert("RGB")))
        check(f"over {color}", difference.mean() < 1, difference.mean())
        check(f"over {color}, words", ("not support transparency" in words) == (flags == ()), words)
    out, _ = run("render", source, "--format", "jpeg", "-o", "-", "--background", "white")
    check("standard output", Image.open(io.BytesIO(out)).format == "JPEG")


def damage():
    picture = photo(320, 240, seed=7)
    path = saved(picture, "whole.jpg", quality=90)
    data = path.read_bytes()
    scan = data.index(b"\xff\xda")
    frame = data.index(b"\xff\xc0")
    progressive = saved(picture, "scans.jpg", quality=90, progressive=True).read_bytes()
    last = progressive.rindex(b"\xff\xda")
    many = progressive[:last] + progressive[last:-2] * 200 + b"\xff\xd9"

    def changed(at, value):
        return data[:at] + bytes(value) + data[at + len(value):]

    cases = {
        "ends in the header": (data[:scan - 20], "ends in the middle"),
        "ends in the pixels": (data[:scan + (len(data) - scan) // 2], "ends in the middle"),
        "ends without its marker": (data[:-2], "ends in the middle"),
        "progressive, ends in a scan": (progressive[:last + 30], "ends in the middle"),
        "first bytes alone": (data[:3], "JPEG"),
        "12 bits": (changed(frame + 4, [12]), "is an unsupported kind of JPEG"),
        "width of zero": (changed(frame + 7, [0, 0]), "damaged JPEG"),
        "height of zero": (changed(frame + 5, [0, 0]), "JPEG"),
        "sampling of zero": (changed(frame + 11, [0]), "damaged JPEG"),
        "lossless": (changed(frame + 1, [0xC3]), "is an unsupported kind of JPEG"),
        "no tables": (data[:2] + data[data.index(b"\xff\xc0"):], "damaged JPEG"),
        "marker among the pixels": (data[:scan + 400] + b"\xff\xc4\0\3\0" + data[scan + 405:], "ends in the middle"),
        "marker instead of pixels": (data[:scan] + b"\xff\xd9", "damaged JPEG"),
        "two hundred scans": (many, "damaged JPEG"),
        "65500 squared": (changed(frame + 5, [0xFF, 0xDC, 0xFF, 0xDC]), "pixels"),
    }
    for name, (content, words) in cases.items():
        bad = folder / "bad.jpg"
        bad.write_bytes(content)
        target = folder / "target.png"
        target.write_bytes(b"as it was")
        _, said = run("render", bad, "-o", target, code=65)
        check(f"{name}, words", words in said and "bad.jpg" in said and said.count("\n") == 0, said)
        check(f"{name}, target", target.read_bytes() == b"as it was")
    bad.write_bytes(many)
    _, said = run("render", bad, "--lenient", "-o", target, code=65)
    check("two hundred scans, leniently", "more than 100 scans" in said, said)
    for name in ("ends in the pixels", "ends without its marker", "progressive, ends in a scan"):
        bad = folder / "bad.jpg"
        bad.write_bytes(cases[name][0])
        found, _, said = ours(bad, "--lenient")
        whole = numpy.asarray(Image.open(path)).astype(int)
        rows = 60
        check(f"{name}, leniently", found.shape == whole.shape and "is damaged" in said, said)
        if "progressive" not in name:
            check(f"{name}, first rows", numpy.abs(found[:rows] - whole[:rows]).max() <= 1)


def webp():
    random = numpy.random.default_rng(11)
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for (width, height), lossless, alpha in itertools.product([(1, 1), (17, 9), (160, 121)], [True, False], [True, False]):
        picture = photo(width, height)
        if alpha:
            picture.putalpha(Image.fromarray(random.integers(0, 256, (height, width), dtype=numpy.uint8)))
        path = folder / "in.webp"
        picture.save(path, "WEBP", lossless=lossless, quality=80, icc_profile=profile, exact=True)
        theirs = numpy.asarray(Image.open(path).convert("RGBA")).astype(int)
        _, read, words = ours(path)
        found = numpy.asarray(read.convert("RGBA")).astype(int)
        name = f"WebP, {width}x{height}, lossless {lossless}, alpha {alpha}"
        check(name, found.shape == theirs.shape and (found == theirs).all() and not words, words)
        check(f"{name}, profile", read.info.get("icc_profile") == profile)
    picture = photo(48, 32)
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        path = folder / "turned.webp"
        picture.save(path, "WEBP", lossless=True, exif=exif)
        theirs = numpy.asarray(ImageOps.exif_transpose(Image.open(path)).convert("RGB"))
        found, _, _ = ours(path)
        check(f"WebP, orientation {orientation}", found.shape == theirs.shape and (found == theirs).all())
    path = folder / "clip.webp"
    frames = [photo(40, 30, seed) for seed in (1, 2, 3)]
    frames[0].save(path, "WEBP", save_all=True, append_images=frames[1:], lossless=True)
    found, _, words = ours(path)
    check("WebP, first frame", (found == numpy.asarray(frames[0])).all() and "animation of 3 frames" in words, words)

    source, out = folder / "source.png", folder / "written.webp"
    clear = photo(201, 133, seed=5)
    clear.putalpha(Image.linear_gradient("L").resize(clear.size))
    clear.save(source, icc_profile=profile)
    before = numpy.asarray(clear).astype(float)
    run("render", source, "-o", out)
    written = numpy.asarray(Image.open(out).convert("RGBA")).astype(float)
    shown = before[..., 3] > 0
    check("WebP, lossless", (written[shown] == before[shown]).all() and (written[~shown][..., 3] == 0).all())
    check("WebP, profile", Image.open(out).info.get("icc_profile") == profile)
    for quality in (10, 50, 90):
        run("render", source, "-o", out, "--quality", quality)
        theirs = io.BytesIO()
        clear.save(theirs, "WEBP", quality=quality)
        error, reference = (
            numpy.sqrt(((numpy.asarray(Image.open(file).convert("RGBA")).astype(float) - before)[shown] ** 2).mean())
            for file in (out, theirs))
        check(f"WebP, quality {quality}", abs(error - reference) <= 0.03 * reference + 0.05, f"{error} {reference}")
    Image.new("RGB", (16384, 2)).save(source)
    _, words = run("render", source, "-o", out, code=64)
    check("WebP, too wide", "16383" in words, words)

    whole = (folder / "in.webp").read_bytes()
    for name, content in {"half": whole[:len(whole) // 2], "header alone": whole[:20], "no end": whole[:-30]}.items():
        bad = folder / "bad.webp"
        bad.write_bytes(content)
        _, words = run("render", bad, "-o", folder / "out.png", code=65)
        check(f"WebP, {name}", "bad.webp" in words and "WebP" in words, words)
    for at in range(12, len(whole), max(1, len(whole) // 60)):
        bad.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1:])
        done = subprocess.run([tool, "render", bad, "-o", folder / "out.png"], capture_output=True)
        check(f"WebP, byte {at} changed", done.returncode in (0, 65), done.returncode)


def colors():
    def text(words):
        return b"desc" + bytes(4) + struct.pack(">I", len(words) + 1) + words + b"\0" + bytes(12 + 67)

    def xyz(*values):
        return b"XYZ " + bytes(4) + struct.pack(">3i", *(round(65536 * value) for value in values))

    def curve(exponent):
        return b"curv" + bytes(4) + struct.pack(">IH", 1, round(256 * exponent))

    # Display P3's primaries, adapted to D50, with a plain exponent.
    wide = icc(b"RGB ", b"XYZ ", [
        (b"desc", text(b"Wide")), (b"cprt", b"text" + bytes(4) + b"none\0"), (b"wtpt", xyz(0.9642, 1, 0.8249)),
        (b"rXYZ", xyz(0.5151, 0.2412, -0.0011)), (b"gXYZ", xyz(0.292, 0.6922, 0.0419)),
        (b"bXYZ", xyz(0.1571, 0.0666, 0.7841)),
        (b"rTRC", curve(2.2)), (b"gTRC", curve(2.2)), (b"bTRC", curve(2.2))])
    gray = icc(b"GRAY", b"XYZ ", [
        (b"desc", text(b"Gray")), (b"cprt", b"text" + bytes(4) + b"none\0"), (b"wtpt", xyz(0.9642, 1, 0.8249)),
        (b"kTRC", curve(1.8))])
    srgb = ImageCms.createProfile("sRGB")
    picture = photo(90, 60, seed=9)
    for name, options in {"wide.png": {}, "wide.jpg": {"quality": 95}, "wide.webp": {"lossless": True}}.items():
        path = folder / name
        picture.save(path, icc_profile=wide, **options)
        theirs = ImageCms.profileToProfile(
            Image.open(path).convert("RGB"), ImageCms.ImageCmsProfile(io.BytesIO(wide)), srgb, renderingIntent=1,
            flags=0x2000)
        found, result, words = ours(path, "--color-profile", "convert")
        difference = numpy.abs(found - numpy.asarray(theirs).astype(int)).max()
        check(f"{name} to sRGB", difference <= 1 and not words, f"differs by {difference}, said {words}")
        check(f"{name}, profile of the result", result.info.get("icc_profile") is None and result.info.get("srgb") == 1)
        kept, result, _ = ours(path)
        same = (kept == numpy.asarray(Image.open(path).convert("RGB"))).mean() > 0.99
        check(f"{name}, kept", same and result.info.get("icc_profile") == wide)
    path = folder / "gray.png"
    picture.convert("L").save(path, icc_profile=gray)
    theirs = ImageCms.profileToProfile(
        picture.convert("L"), ImageCms.ImageCmsProfile(io.BytesIO(gray)), srgb, renderingIntent=1, outputMode="RGB",
        flags=0x2000)
    found, _, _ = ours(path, "--color-profile", "convert")
    difference = numpy.abs(found - numpy.asarray(theirs).astype(int)).max()
    check("gray to sRGB", difference <= 1, f"differs by {difference}")
    # Linear light by gAMA, in closed form. Alpha stays.
    clear = picture.convert("RGBA")
    clear.putalpha(Image.linear_gradient("L").resize(clear.size))
    chunks = PngImagePlugin.PngInfo()
    chunks.add(b"gAMA", struct.pack(">I", 100000))
    clear.save(path, pnginfo=chunks)
    _, read, _ = ours(path, "--color-profile", "convert")
    found, before = (numpy.asarray(each.convert("RGBA")).astype(float) for each in (read, clear))
    light = before[..., :3] / 255
    encoded = 255 * numpy.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    difference = numpy.abs(found[..., :3] - encoded)[before[..., 3] > 0].max()
    check("linear light to sRGB", difference <= 1.5, f"differs by {difference}")
    check("alpha", (found[..., 3] == before[..., 3]).all())
    # A scene of both: without conversion a warning, with it one space.
    scene = folder / "scene.json"
    scene.write_text('{"canvas": {"size": [180, 60]}, "layers": ['
                     '{"position": [45, 30], "contents": {"image": "wide.png"}},'
                     '{"position": [135, 30], "contents": {"image": "source.png"}}]}')
    picture.save(folder / "source.png")
    _, _, words = ours(scene)
    check("a scene of two profiles", "--color-profile convert" in words, words)
    found, _, words = ours(scene, "--color-profile", "convert")
    one, _, _ = ours(folder / "wide.png", "--color-profile", "convert")
    check("a scene in one space", not words and (found[:, :90] == one).all() and
          (found[:, 90:] == numpy.asarray(picture)).all(), words)



def color_spaces():
    """Pictures of other color spaces than sRGB: beside the formulas of CSS Color 4 with primaries by H.273."""
    white = (0.3127, 0.329)

    def to_xyz(primaries):
        """The matrix from linear RGB: its columns are the primaries, scaled so that their sum is the white."""
        columns = numpy.array([(x / y, 1, (1 - x - y) / y) for x, y in primaries]).T
        x, y = white
        return columns * numpy.linalg.solve(columns, [x / y, 1, (1 - x - y) / y])

    def plain(exponent):
        return lambda light: light ** (1 / exponent)

    def srgb_curve(light):
        return numpy.where(light <= 0.0031308, 12.92 * light, 1.055 * numpy.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)

    def bt2020_curve(light):
        return numpy.where(light < 0.018, 4.5 * light, 1.099 * numpy.maximum(light, 1e-9) ** 0.45 - 0.099)

    srgb = [(0.64, 0.33), (0.3, 0.6), (0.15, 0.06)]
    spaces = {
        "display-p3": ([(0.68, 0.32), (0.265, 0.69), (0.15, 0.06)], srgb_curve),
        "a98-rgb": ([(0.64, 0.33), (0.21, 0.71), (0.15, 0.06)], plain(563 / 256)),
        "rec2020": ([(0.708, 0.292), (0.17, 0.797), (0.131, 0.046)], bt2020_curve),
    }

    def converted(pixels, space):
        primaries, encode = spaces[space]
        value = numpy.asarray(pixels).astype(float) / 255
        light = numpy.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
        matrix = numpy.linalg.solve(to_xyz(primaries), to_xyz(srgb))
        return 255 * encode(numpy.clip(light @ matrix.T, 0, 1))

    picture = photo(90, 60, seed=12)
    path = folder / "space.png"
    picture.save(path)
    scene = folder / "space.json"
    for space in spaces:
        found, result, words = ours(path, "--color-space", space)
        difference = numpy.abs(found - converted(picture, space)).max()
        check(f"an image in {space}", difference <= 1.5 and not words, f"differs by {difference}, said {words}")
        profile = ImageCms.ImageCmsProfile(io.BytesIO(result.info["icc_profile"]))
        back = ImageCms.profileToProfile(result.convert("RGB"), profile, ImageCms.createProfile("sRGB"))
        # Eight bits hold dark colors of a larger gamut more coarsely.
        difference = numpy.abs(numpy.asarray(back).astype(int) - numpy.asarray(picture)).mean()
        check(f"back from {space}", difference <= 1, f"differs by {difference}")
        # Converted once: as it is where it has the colors already.
        own = folder / f"{space}.png"
        result.save(own, icc_profile=result.info["icc_profile"])
        again, _, words = ours(own, "--color-space", space)
        check(f"an image of {space}", not words and (again == found).all(), words)
        # Every kind of color of a scene, one pixel wide each; light of a color on white.
        colors = ["#ff0000", "#12e0a0", "#3050ff", "#c8b400", "#00ff00"]
        scene.write_text(json.dumps({
            "canvas": {"size": [6, 1], "colorSpace": space, "background": colors[0]},
            "layers": [
                {"frame": [1, 0, 1, 1], "backgroundColor": colors[1]},
                {"frame": [2, 0, 1, 1], "contents": {"color": colors[2]}},
                {"frame": [3, 0, 1, 1], "contents": {"gradient": {"stops": [
                    {"location": 0, "color": colors[3]}, {"location": 1, "color": colors[3]}]}}},
                {"frame": [4, 0, 1, 1], "border": {"width": 1, "color": colors[4]}},
                {"frame": [5, 0, 1, 1], "sublayers": [{"frame": [0, 0, 1, 1], "backgroundColor": "#ffffff"}],
                 "lights": [{"type": "ambient", "color": colors[1], "intensity": 1}]}]}))
        found, _, words = ours(scene)
        values = [bytes.fromhex(color[1:]) for color in colors + [colors[1]]]
        expected = converted([[list(value) for value in values]], space)
        difference = numpy.abs(found - expected).max()
        check(f"colors in {space}", difference <= 1.5 and not words, f"differs by {difference}, said {words}")
    # A text is one color inside of its strokes.
    run("render", "--text", "\u2588", "--font-size", "40", "--color", "#12e0a0", "--color-space", "display-p3", "-o",
        folder / "out.png")
    drawn = numpy.asarray(Image.open(folder / "out.png").convert("RGBA")).astype(int)
    middle = drawn[drawn.shape[0] // 2, drawn.shape[1] // 2, :3]
    expected = converted([[list(bytes.fromhex("12e0a0"))]], "display-p3")[0, 0]
    check("a text in display-p3", numpy.abs(middle - expected).max() <= 1.5, f"{middle} for {expected}")
    run("render", path, "--color-space", "display-p3", "--color-profile", "keep", "-o", folder / "out.png", code=64)
    run("render", path, "--color-space", "rec2020", "--linear", "-o", folder / "out.png", code=64)
    run("render", path, "--color-space", "no.icc", "-o", folder / "out.png", code=66)
    run("animate", path, "--mesh", "wave", "--color-space", "rec2020", "-o", folder / "out.gif", code=64)


def arrays():
    """Pictures as NumPy's files, and the Python package."""
    random = numpy.random.default_rng(5)
    path, out = folder / "in.npy", folder / "out.npy"
    for kind, most in [("uint8", 255), ("uint16", 65535), (">u2", 65535)]:
        depth = ["--depth", "16"] if most > 255 else []
        pixels = random.integers(0, most + 1, (7, 5, 4)).astype(kind)
        pixels[..., 3] |= 1  # colors under alpha 0 are lost
        for name, array in {"RGBA": pixels, "RGB": pixels[..., :3].copy(), "gray": pixels[..., 0].copy(),
                            "gray of depth 1": pixels[..., :1].copy()}.items():
            numpy.save(path, array)
            run("render", path, *depth, "-o", out)
            found = numpy.load(out)
            expected = numpy.full((7, 5, 4), most)
            colors = array.shape[2] if array.ndim == 3 else 1
            expected[..., :max(colors, 3)] = array if colors > 1 else array.reshape(7, 5, 1)
            check(f"{name} of {kind}", found.dtype.kind == "u" and (found == expected).all())
    for array in (numpy.zeros((3, 4, 2), numpy.uint8), numpy.zeros((3, 4)), numpy.zeros((0, 4, 3), numpy.uint8),
                  numpy.asfortranarray(numpy.zeros((3, 4, 3), numpy.uint8)), numpy.zeros(5, numpy.uint8)):
        numpy.save(path, array)
        run("render", path, "-o", out, code=65)
    numpy.save(path, numpy.zeros((30, 40, 4), numpy.uint8))
    whole = path.read_bytes()
    for size in (6, 8, 11, 60, 130, len(whole) - 1):
        path.write_bytes(whole[:size])
        run("render", path, "-o", out, code=65)
    path.write_bytes(whole[:10] + b"{'descr': '<u2', 'fortran_order': False, 'shape': (2147483647, 2147483647), }".ljust(
        whole[8] + 256 * whole[9]) + bytes(100))
    run("render", path, "-o", out, code=65)
    # The package draws what the command draws.
    pixels = numpy.asarray(photo(60, 40))
    Image.fromarray(pixels).save(folder / "art.png")
    (folder / "package.json").write_text(json.dumps({
        "canvas": {"size": [80, 60]},
        "layers": [{"name": "art", "position": [40, 30], "contents": {"image": "none.png"}, "mesh": {"preset": "wave"}},
                   {"name": "title", "position": [40, 50], "contents": {"text": "?", "fontSize": 12}}]}))
    run("render", folder / "art.png", "--mesh", "ripple", "--light", "ambient", "--light", "point", "--fit", "-o", out)
    alone = numpy.load(out)
    run("render", folder / "package.json", "--set", "art.contents.image=art.png", "--set", "title.contents.text=Ana",
        "-o", out)
    scene = numpy.load(out)
    before = len(os.listdir("/proc/self/fd"))
    with meshrender.Worker(program=tool) as worker:
        for _ in range(2):
            found = worker.render(pixels, mesh="ripple", lights=["ambient", "point"], fit=True)
            check("the package: an array", found.shape == alone.shape and (found == alone).all())
            found = worker.render(folder / "package.json", images={"art": pixels}, set={"title.contents.text": "Ana"})
            check("the package: a scene", (found == scene).all())
        for kind, arguments in [(meshrender.InputMissingError, {"content": "none.png"}),
                                (meshrender.UsageError, {"text": "x", "mesh": "wavee"}),
                                (meshrender.UsageError, {"content": numpy.zeros((2, 2, 2), numpy.uint8)}),
                                (meshrender.DataError, {"content": {"canvas": {"size": [8, 8]}, "layer": []}})]:
            try:
                worker.render(**arguments)
                check(f"the package: {kind.__name__}", False, "no exception")
            except meshrender.Error as error:
                check(f"the package: {kind.__name__}", type(error) is kind and error.code == kind.code and str(error), error)
        for _ in range(2):
            worker.render(pixels, output=folder / "package.jpg", background="white")
        check("the package: a file", Image.open(folder / "package.jpg").size == (60, 40))
    after = len(os.listdir("/proc/self/fd"))
    check("the package: nothing is left", after == before, f"{after - before} open files")


def chunk(path, name):
    """The content of a PNG's first chunk of that name."""
    data = path.read_bytes()
    at = 8
    while at < len(data):
        size, found = struct.unpack(">I4s", data[at:at + 8])
        if found == name:
            return data[at + 8:at + 8 + size]
        at += 12 + size
    return None


def add_chunk(path, name, content):
    """Inserts a chunk after the header of a PNG."""
    file = pathlib.Path(path).read_bytes()
    data = name + content
    pathlib.Path(path).write_bytes(
        file[:33] + struct.pack(">I", len(content)) + data + struct.pack(">I", zlib.crc32(data)) + file[33:])


def exr():
    """EXRs of each compression in and out, beside OpenEXR and NumPy's double precision."""
    random = numpy.random.default_rng(6)
    path, out = folder / "in.exr", folder / "out.exr"

    def save(name, pixels, compression=OpenEXR.ZIP_COMPRESSION, **header):
        with OpenEXR.File({"compression": compression, "type": OpenEXR.scanlineimage, **header}, pixels) as file:
            file.write(str(folder / name))

    def drawn(*flags):
        run("render", path, "--depth", "16", *flags, "-o", folder / "exr.png")
        return cv2.imread(str(folder / "exr.png"), cv2.IMREAD_UNCHANGED)[..., [2, 1, 0, 3]].astype(float)

    height, width = 123, 257
    alpha = random.random((height, width, 1))
    alpha[:40], alpha[40:50] = 1, 0
    rgba = numpy.concatenate([random.random((height, width, 3)) ** 3 * alpha, alpha], -1)
    for compression in "NO", "RLE", "ZIPS", "ZIP":
        for kind in numpy.float16, numpy.float32:
            pixels = rgba.astype(kind)
            save("in.exr", {"RGBA": pixels}, getattr(OpenEXR, compression + "_COMPRESSION"))
            stored = pixels[..., 3:].astype(float)
            colors = numpy.clip(pixels[..., :3] / numpy.maximum(stored, 1e-9), 0, 1)
            expected = 65535 * numpy.concatenate([encoded(colors), stored], -1)
            # Small values of alpha leave colors that rounding of the drawing changes.
            difference = numpy.abs(drawn() - expected)[stored[..., 0] > 0.02].max()
            check(f"EXR {compression} of {kind.__name__}", difference <= 1, f"differs by {difference}")
            check("transparent pixels of an EXR", drawn()[45].max() == 0)
    for compression in "PIZ", "PXR24", "B44", "B44A", "DWAA", "DWAB":
        save("in.exr", {"RGBA": rgba.astype(numpy.float16)}, getattr(OpenEXR, compression + "_COMPRESSION"))
        _, words = run("render", path, "-o", folder / "exr.png", code=65)
        check(f"EXR {compression}", f"compression {compression}, which is not read; convert it: oiiotool" in words, words)
    part = OpenEXR.Part({"type": OpenEXR.scanlineimage}, {"RGBA": rgba.astype(numpy.float16)}, name="a")
    other = OpenEXR.Part({"type": OpenEXR.scanlineimage}, {"Z": rgba[..., 0].astype(numpy.float32)}, name="b")
    OpenEXR.File([part, other]).write(str(path))
    _, words = run("render", path, "-o", folder / "exr.png", code=65)
    check("EXR of parts", "several parts" in words, words)

    picture = random.integers(0, 65536, (height, width, 4), dtype=numpy.uint16)
    picture[:30, :, 3], picture[30:40, :, 3] = 65535, 0
    cv2.imwrite(str(folder / "exr-in.png"), picture[..., [2, 1, 0, 3]])
    stored = picture[..., 3:] / 65535
    expected = numpy.concatenate([light(picture[..., :3] / 65535) * stored, stored], -1)
    run("render", folder / "exr-in.png", "-o", out)
    with OpenEXR.File(str(out)) as file:
        found, header = file.channels()["RGBA"].pixels, file.header()
        check("type of an EXR", found.dtype == numpy.float16 and header["compression"] == OpenEXR.ZIP_COMPRESSION)
        # Halves have 11 significant bits; the smallest ones are compared by their distance.
        difference = (numpy.abs(found - expected) / numpy.maximum(expected, 1e-3)).max()
        check("written EXR", difference <= 2**-11, f"differs by {difference}")
    content, _ = run("render", folder / "exr-in.png", "--format", "exr", "-o", "-")
    check("an EXR on standard output", content == out.read_bytes())
    run("render", folder / "exr-in.png", "--background", "white", "--alpha", "auto", "--size", "5000x4000", "-o", out)
    with OpenEXR.File(str(out)) as file:
        large = file.channels()["RGB"].pixels
        check("a large EXR in bands", large.shape == (4000, 5000, 3) and large[0, 0].min() == 1)
    save("in.exr", {"RGBA": rgba.astype(numpy.float32)})
    run("render", "-", "--depth", "16", "-o", folder / "stdin.png", stdin=path.read_bytes())
    run("render", path, "--depth", "16", "-o", folder / "exr.png")
    check("an EXR on standard input", (folder / "stdin.png").read_bytes() == (folder / "exr.png").read_bytes())


def light(value):
    """IEC 61966-2-1."""
    return numpy.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def encoded(value):
    return numpy.where(value <= 0.0031308, value * 12.92, 1.055 * numpy.maximum(value, 0) ** (1 / 2.4) - 0.055)


def deep():
    """16 bits per channel, which OpenCV reads and writes, beside NumPy's double precision."""
    random = numpy.random.default_rng(4)
    path, out = str(folder / "deep.png"), str(folder / "deep-out.png")

    def drawn(*flags):
        run("render", path, "--depth", "16", *flags, "-o", out)
        return cv2.imread(out, cv2.IMREAD_UNCHANGED).astype(float)

    opaque = random.integers(0, 65536, (31, 47, 3), dtype=numpy.uint16)
    cv2.imwrite(path, opaque)
    for flags, bound in (((), 0), (("--samples", "4"), 0), (("--linear",), 64)):
        found = drawn("--background", "white", *flags)
        difference = numpy.abs(found[..., :3] - opaque).max()
        check(f"16 bits {flags}", difference <= bound and found[..., 3].min() == 65535, f"differ by {difference}")
    clear = random.integers(0, 65536, (31, 47, 4), dtype=numpy.uint16)
    cv2.imwrite(path, clear)
    check("16 bits that are not drawn", (drawn() == clear).all())
    color, alpha, below = clear[..., :3] / 65535, clear[..., 3:] / 65535, numpy.array([0x99, 0x66, 0x33]) / 255
    for flags, bound, expected in (
            ((), 1, color * alpha + below * (1 - alpha)),
            (("--linear",), 64, encoded(light(color) * alpha + light(below) * (1 - alpha)))):
        difference = numpy.abs(drawn("--background", "#336699", *flags)[..., :3] - 65535 * expected).max()
        check(f"16 bits over a color {flags}", difference <= bound, f"differs by {difference}")
    ramp = numpy.linspace(10000, 50000, 400).astype(numpy.uint16)
    cv2.imwrite(path, numpy.repeat(numpy.tile(ramp, (90, 1))[..., None], 3, -1))
    tilted = drawn("--transform", "perspective(900) rotateY(35deg) rotateX(15deg)")
    inside = tilted[tilted[..., 3] == 65535][:, 0]
    check("levels of a tilted gradient", len(numpy.unique(inside)) > 5000, f"{len(numpy.unique(inside))}")
    # Linear light by gAMA, which becomes sRGB with all its bits.
    cv2.imwrite(path, opaque)
    add_chunk(path, b"gAMA", struct.pack(">I", 100000))
    difference = numpy.abs(drawn("--color-profile", "convert")[..., :3] - 65535 * encoded(opaque / 65535)).max()
    check("16 bits of linear light to sRGB", difference <= 40, f"differs by {difference}")
    # The same by code points, over the whole range and the limited one, with a density.
    for is_full, low, width in (1, 0, 65535), (0, 16 << 8, 219 << 8):
        cv2.imwrite(path, opaque)
        add_chunk(path, b"cICP", bytes([1, 8, 0, is_full]))
        add_chunk(path, b"pHYs", struct.pack(">IIB", 11811, 2835, 1))
        check("cICP of 16 bits, kept", (drawn()[..., :3] == opaque).all() and
              chunk(pathlib.Path(out), b"cICP") == bytes([1, 8, 0, is_full]))
        expected = 65535 * encoded(numpy.clip((opaque.astype(float) - low) / width, 0, 1))
        difference = numpy.abs(drawn("--color-profile", "convert")[..., :3] - expected).max()
        check(f"cICP of 16 bits to sRGB, {is_full}", difference <= 40, f"differs by {difference}")
        check("pHYs of 16 bits", chunk(pathlib.Path(out), b"pHYs") == struct.pack(">IIB", 11811, 2835, 1))
    cv2.imwrite(path, numpy.repeat(numpy.tile(ramp, (90, 1))[..., None], 3, -1))
    # A smaller picture has means of two columns.
    smaller = drawn("--scale", "0.5")[10:-10, 10:-10, 0]
    difference = numpy.abs(smaller - (ramp[::2].astype(float) + ramp[1::2])[10:-10] / 2).max()
    check("a smaller gradient", difference <= 1, f"differs by {difference}")


def decoded(values, transfer):
    """Light by the inverses of the encodings in table 3 of H.273."""
    if transfer == 13:
        return numpy.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    if transfer in (1, 14):
        return numpy.where(values < 0.081, values / 4.5, ((values + 0.099) / 1.099) ** (1 / 0.45))
    return values


def to_xyz(red, green, blue, white=(0.3127, 0.3290)):
    """The matrix from light to XYZ (SMPTE RP 177)."""
    columns = numpy.array([[x / y, 1, (1 - x - y) / y] for x, y in (red, green, blue)]).T
    target = numpy.array([white[0] / white[1], 1, (1 - white[0] - white[1]) / white[1]])
    return columns * numpy.linalg.solve(columns, target)


PRIMARIES = {
    1: ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06)), 9: ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046)),
    12: ((0.68, 0.32), (0.265, 0.69), (0.15, 0.06)),
}


def code_points():
    # Colors of low saturation, which are in all gamuts.
    picture = Image.fromarray((numpy.asarray(photo(90, 60)).astype(float) * 0.3 + 90).astype(numpy.uint8))
    path, out = folder / "coded.png", folder / "out.png"
    for primaries, transfer, is_full in [(1, 13, 1), (12, 13, 1), (9, 14, 1), (1, 1, 1), (9, 8, 1), (12, 13, 0)]:
        points = bytes([primaries, transfer, 0, is_full])
        chunks = PngImagePlugin.PngInfo()
        chunks.add(b"cICP", points)
        # A profile of other colors, which the code points override.
        chunks.add(b"gAMA", struct.pack(">I", 100000))
        picture.save(path, pnginfo=chunks)
        name = f"cICP {primaries}/{transfer}/{is_full}"
        found, _, words = ours(path)
        check(f"{name}, kept", not words and chunk(out, b"cICP") == points and
              (found == numpy.asarray(picture)).all(), words)
        found, _, words = ours(path, "--color-profile", "convert")
        values = numpy.asarray(picture).astype(float)
        values = values / 255 if is_full else numpy.clip((values - 16) / 219, 0, 1)
        light = decoded(values, transfer) @ to_xyz(*PRIMARIES[primaries]).T @ numpy.linalg.inv(to_xyz(*PRIMARIES[1])).T
        light = numpy.clip(light, 0, 1)
        expected = 255 * numpy.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
        difference = numpy.abs(found - expected).max()
        check(f"{name} to sRGB", not words and difference <= (1.6 if is_full else 2.5), f"differs by {difference} {words}")
        is_sRGB = (primaries, transfer) == (1, 13)
        check(f"{name}, marked", (chunk(out, b"cICP") == points) == is_sRGB and (is_sRGB or chunk(out, b"sRGB")))
    chunks = PngImagePlugin.PngInfo()
    chunks.add(b"cICP", bytes([9, 16, 0, 1]))
    picture.save(path, pnginfo=chunks)
    found, _, words = ours(path, "--color-profile", "convert")
    check("PQ", "PQ" in words and "tone mapping" in words and (found == numpy.asarray(picture)).all() and
          chunk(out, b"cICP") == bytes([9, 16, 0, 1]), words)
    _, words = run("render", path, "-o", folder / "out.jpg")
    check("PQ in a JPEG", "was dropped" in words, words)


def density():
    picture = photo(40, 30)
    stored = folder / "dense.png"
    picture.save(stored, dpi=(300, 150))
    chunk_in = chunk(stored, b"pHYs")
    bent = ["--mesh", "wave:columns=3"]
    for flags in [], bent:
        ours(stored, *flags)
        check("pHYs travels", chunk(folder / "out.png", b"pHYs") == chunk_in, str(flags))
    run("render", stored, "-o", folder / "out.jpg")
    with Image.open(folder / "out.jpg") as jpeg:
        check("from pHYs to JFIF", jpeg.info.get("dpi") == (300, 150), str(jpeg.info.get("dpi")))
    for options, expected in [({"dpi": (72, 96)}, (72, 96)), ({}, None)]:
        path = saved(picture, "dense.jpg", **options)
        _, read, _ = ours(path)
        found = read.info.get("dpi")
        close = found and numpy.allclose(found, expected, atol=0.02) if expected else found is None
        check(f"JFIF of {expected}", close, str(found))
    # Exif has a resolution in centimeters, of a picture that is turned.
    exif = Image.Exif()
    exif[0x0112], exif[0x011A], exif[0x011B], exif[0x0128] = 6, 100.5, 50.25, 3
    for name in "turned.jpg", "turned.webp":
        picture.save(folder / name, exif=exif)
        _, read, _ = ours(folder / name)
        check(f"{name}: Exif", chunk(folder / "out.png", b"pHYs") == struct.pack(">IIB", 5025, 10050, 1),
              str(read.info.get("dpi")))
    ours(stored, "--dpi", "600")
    check("--dpi", chunk(folder / "out.png", b"pHYs") == struct.pack(">IIB", 23622, 23622, 1))
    run("render", "--text", "dense", "--dpi", "96", "-o", folder / "out.jpg", "--background", "white")
    with Image.open(folder / "out.jpg") as jpeg:
        check("--dpi of a JPEG", jpeg.info.get("dpi") == (96, 96), str(jpeg.info.get("dpi")))
    ours(folder / "source.png")
    check("no density", chunk(folder / "out.png", b"pHYs") is None)
    run("render", stored, "--dpi", "0", "-o", folder / "out.png", code=64)
    run("render", stored, "--dpi", "72", "-o", folder / "out.webp", code=64)


for part in (decoding, orientations, cmyk, writing, damage, webp, colors, color_spaces, arrays, deep, exr, code_points, density):
    part()
print(f"{count - failed} of {count} checks hold")
sys.exit(failed > 0)

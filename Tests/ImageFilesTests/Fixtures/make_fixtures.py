#!/usr/bin/env python3
"""Makes the PNG fixtures of ImageFilesTests and the pixels that they must give.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install pillow
    /tmp/venv/bin/python make_fixtures.py

Every NAME.png that must decode has its pixels in EXPECTED.rgba, as 4 bytes a pixel from the top: EXPECTED is NAME
up to its first "@". The files are put together from chunks here, without libpng, and the pixels follow from the
PNG specification's formulas; Pillow checks the ones that it can read exactly, and encodes a few by itself.
"""
import io
import random
import struct
import zlib
from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
W, H = 7, 5  # the smallest size at which all seven passes of Adam7 have pixels
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
NAMES = {0: "gray", 2: "rgb", 3: "palette", 4: "grayalpha", 6: "rgba"}
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(name, data=b"", crc=None):
    body = name + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body) if crc is None else crc)


def ihdr(width, height, depth, color, interlaced=False):
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, int(interlaced)))


SIGNATURE = b"\x89PNG\r\n\x1a\n"
IEND = chunk(b"IEND")


def pack_row(samples, depth):
    """Samples of one row in file order, as the unfiltered bytes of a scanline."""
    if depth == 16:
        return b"".join(struct.pack(">H", s) for s in samples)
    if depth == 8:
        return bytes(samples)
    bits = "".join(format(s, f"0{depth}b") for s in samples)
    bits += "1" * (-len(bits) % 8)  # the unused bits may be anything
    return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))


def paeth(a, b, c):
    p = a + b - c
    return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]


def filtered(rows, bytes_per_pixel, only=None):
    """Scanlines with the five filter types in turn, or with one."""
    out = bytearray()
    above = bytes(len(rows[0]))
    for y, row in enumerate(rows):
        kind = (y + 1) % 5 if only is None else only
        out.append(kind)
        for x, value in enumerate(row):
            a = row[x - bytes_per_pixel] if x >= bytes_per_pixel else 0
            b = above[x]
            c = above[x - bytes_per_pixel] if x >= bytes_per_pixel else 0
            out.append((value - [0, a, b, (a + b) // 2, paeth(a, b, c)][kind]) & 255)
        above = row
    return bytes(out)


def pixel_data(pixels, width, height, depth, color, interlaced, only=None):
    """`pixels`: a tuple of samples each. The inflated content of IDAT."""
    bpp = max(1, CHANNELS[color] * depth // 8)
    data = b""
    for x0, y0, dx, dy in ADAM7 if interlaced else [(0, 0, 1, 1)]:
        columns, lines = range(x0, width, dx), range(y0, height, dy)
        if columns and lines:
            rows = [pack_row([s for x in columns for s in pixels[y * width + x]], depth) for y in lines]
            data += filtered(rows, bpp, only)
    return data


def png(pixels, depth, color, interlaced=False, before=b"", width=W, height=H, split=None, after=b"", only=None):
    data = zlib.compress(pixel_data(pixels, width, height, depth, color, interlaced, only), 9)
    parts = [data] if split is None else [data[i:i + split] for i in range(0, len(data), split)]
    idat = b"".join(chunk(b"IDAT", part) for part in parts)
    return SIGNATURE + ihdr(width, height, depth, color, interlaced) + before + idat + after + IEND


def to8(value, depth):
    """round(value * 255 / (2^depth - 1)), in whole numbers; there are no ties."""
    most = (1 << depth) - 1
    return (2 * value * 255 + most) // (2 * most)


def rgba(pixels, depth, color, palette=None, trns=None):
    """The specification's meaning of the samples. trns: a tuple of samples, or the palette's alphas."""
    out = bytearray()
    for p in pixels:
        if color == 3:
            alpha = trns[p[0]] if trns and p[0] < len(trns) else 255
            out += bytes([*palette[p[0]], alpha])
        else:
            alpha = p[-1] if color in (4, 6) else (1 << depth) - 1
            if trns is not None and tuple(p) == tuple(trns):
                alpha = 0
            colors = p[:3] if color in (2, 6) else (p[0],) * 3
            out += bytes(to8(v, depth) for v in (*colors, alpha))
    return bytes(out)


def save(name, data, expected=None):
    (HERE / f"{name}.png").write_bytes(data)
    if expected is not None:
        (HERE / f"{name.split('@')[0]}.rgba").write_bytes(expected)


def matrix():
    """Every color type at every depth, plain and interlaced, and with every kind of tRNS."""
    for color, depths in {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}.items():
        for depth in depths:
            r = random.Random(f"{color}/{depth}")
            most = (1 << depth) - 1
            count = min(1 << depth, 200)
            palette = [tuple(r.randrange(256) for _ in range(3)) for _ in range(count)]
            top = count - 1 if color == 3 else most
            pixels = [tuple(r.randint(0, top) for _ in range(CHANNELS[color])) for _ in range(W * H)]
            pixels[0] = (0,) * CHANNELS[color]
            pixels[1] = (top,) * CHANNELS[color]
            plte = chunk(b"PLTE", b"".join(map(bytes, palette))) if color == 3 else b""
            name = f"{NAMES[color]}{depth}"
            for interlaced in (False, True):
                save(name + ("@interlaced" if interlaced else ""), png(pixels, depth, color, interlaced, plte),
                     rgba(pixels, depth, color, palette))
            if color in (4, 6):
                continue
            if color == 3:
                trns = [0, 255, 128, 1, 254][:max(1, count // 2)]
                raw = bytes(trns)
            else:
                trns = pixels[2]
                raw = b"".join(struct.pack(">H", s) for s in trns)
                if depth == 16:  # neighbors that only the low byte tells apart must stay opaque
                    pixels[3] = tuple(s ^ 1 for s in trns)
                    pixels[4] = (*trns[:-1], trns[-1] ^ 0x0100)
                    pixels[5] = pixels[2]
            for interlaced in (False, True):
                save(f"{name}-trns" + ("@interlaced" if interlaced else ""),
                     png(pixels, depth, color, interlaced, plte + chunk(b"tRNS", raw)),
                     rgba(pixels, depth, color, palette, trns))


def sizes():
    """Interlaced sizes at which passes are empty, and IDAT in pieces of one byte."""
    for width, height in ((1, 1), (2, 1), (1, 9), (3, 2), (5, 3), (9, 1)):
        r = random.Random(f"{width}x{height}")
        pixels = [tuple(r.randrange(256) for _ in range(4)) for _ in range(width * height)]
        save(f"size{width}x{height}@interlaced", png(pixels, 8, 6, True, width=width, height=height),
             rgba(pixels, 8, 6))
    gray = [(r.randrange(16),) for _ in range(W * H)]
    save("idat-in-single-bytes", png(gray, 4, 0, split=1), rgba(gray, 4, 0))
    # Alpha is below 255 in the first or in the last pixel only.
    for name, at in (("first", 0), ("last", W * H - 1)):
        pixels = [(9, 8, 7, 254 if i == at else 255) for i in range(W * H)]
        for interlaced in (False, True):
            save(f"transparent-{name}" + ("@interlaced" if interlaced else ""), png(pixels, 8, 6, interlaced),
                 rgba(pixels, 8, 6))
    opaque = [(i, 2 * i, 3 * i, 255) for i in range(W * H)]
    save("rgba8-all-opaque", png(opaque, 8, 6), rgba(opaque, 8, 6))
    hidden = [(200, 100, 50, 0)] * (W * H)
    save("hidden-colors", png(hidden, 8, 6), rgba(hidden, 8, 6))
    # All 65,536 values of a 16-bit sample: value = 256 * y + x. The test knows the rounding's formula.
    save("gray16-every-value", png([(v,) for v in range(65536)], 16, 0, width=256, height=256, only=1))


def icc(space=b"RGB ", size=432, claimed=None):
    """A header, an empty tag table and a little noise: libpng refuses chunks that shrink to less than 92 bytes."""
    header = bytearray(128)
    struct.pack_into(">I", header, 0, size if claimed is None else claimed)
    header[8:12] = b"\x02\x10\x00\x00"
    header[12:16], header[16:20], header[20:24], header[36:40] = b"mntr", space, b"XYZ ", b"acsp"
    struct.pack_into(">III", header, 68, 0xF6D6, 0x10000, 0xD32D)  # D50
    noise, state = bytearray(), 1
    for _ in range(300):
        state = (state * 1103515245 + 12345) % (1 << 32)
        noise.append(state >> 24)
    return bytes(header) + bytes(4) + bytes(noise) + bytes(size - 432)


def iccp(profile, name=b"Test profil\xe9"):
    return chunk(b"iCCP", name + b"\0\0" + zlib.compress(profile, 9))


def color_chunks():
    pixels = [(10 * x, 20 * y, 99) for y in range(H) for x in range(W)]
    want = rgba(pixels, 8, 2)
    gama, srgb = chunk(b"gAMA", struct.pack(">I", 45455)), chunk(b"sRGB", b"\x01")
    chrm = chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000))
    odd = chunk(b"gAMA", struct.pack(">I", 123456))  # disagrees with sRGB; both travel
    for name, before in {
        "gama": gama, "srgb": srgb, "chrm": chrm, "iccp": iccp(icc()), "all": iccp(icc()) + gama + chrm,
        "srgb-with-other-gama": srgb + odd, "srgb-gama-chrm": srgb + gama + chrm,
        "gama-zero": chunk(b"gAMA", bytes(4)), "srgb-of-9": chunk(b"sRGB", b"\x09"),
        "gama-too-short": chunk(b"gAMA", b"\0\1"), "gama-40-times": gama * 40,
        "iccp-not-a-profile": iccp(b"nonsense" * 20), "iccp-bad-stream": chunk(b"iCCP", b"x\0\0not zlib"),
        # 9 MiB that take 9 KiB; and a claim of 4 GiB.
        "iccp-bomb": iccp(icc(size=9 << 20)), "iccp-claims-4gib": iccp(icc(size=1 << 20, claimed=0xFFFFFFFC)),
        "ztxt-bomb": chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(1 << 20), 9)),
        "text": chunk(b"tEXt", b"Title\0words") + chunk(b"vpAg", b"private"),
    }.items():
        save(f"color@{name}", png(pixels, 8, 2, before=before), want)
    gray = [(30 * x,) for y in range(H) for x in range(W)]
    save("gray-profile", png(gray, 8, 0, before=iccp(icc(b"GRAY"))), rgba(gray, 8, 0))
    # An animation's second frame is no part of the picture; nor is what follows the end.
    actl, fctl = chunk(b"acTL", struct.pack(">II", 2, 0)), struct.pack(">IIIIHHBB", W, H, 0, 0, 1, 10, 0, 0)
    frame = zlib.compress(pixel_data([(255, 0, 0)] * (W * H), W, H, 8, 2, False))
    save("color@animation", png(
        pixels, 8, 2, before=actl + chunk(b"fcTL", struct.pack(">I", 0) + fctl),
        after=chunk(b"fcTL", struct.pack(">I", 1) + fctl) + chunk(b"fdAT", struct.pack(">I", 2) + frame)), want)
    save("color@trailing-garbage", png(pixels, 8, 2) + b"garbage after the end" * 9, want)


def broken():
    pixels = [(x, y, 0) for y in range(H) for x in range(W)]
    raw = pixel_data(pixels, W, H, 8, 2, False)
    good, head = zlib.compress(raw), SIGNATURE + ihdr(W, H, 8, 2)
    save("broken-crc-idat", head + chunk(b"IDAT", good, crc=1) + IEND)
    save("broken-crc-ihdr", SIGNATURE + ihdr(W, H, 8, 2)[:-1] + b"\0" + chunk(b"IDAT", good) + IEND)
    save("broken-too-few-rows", head + chunk(b"IDAT", zlib.compress(raw[:len(raw) // 2])) + IEND)
    save("broken-half-stream", head + chunk(b"IDAT", good[:len(good) // 2]) + IEND)
    save("broken-not-zlib", head + chunk(b"IDAT", b"this is no zlib stream") + IEND)
    save("broken-filter-type", head + chunk(b"IDAT", zlib.compress(b"\x09" + raw[1:])) + IEND)
    save("broken-no-idat", head + IEND)
    save("broken-no-palette", SIGNATURE + ihdr(W, H, 8, 3) + chunk(b"IDAT", good) + IEND)
    save("broken-width-zero", SIGNATURE + ihdr(0, H, 8, 2) + chunk(b"IDAT", good) + IEND)
    save("broken-color-type-5", SIGNATURE + ihdr(W, H, 8, 5) + chunk(b"IDAT", good) + IEND)
    save("broken-depth-3", SIGNATURE + ihdr(W, H, 3, 0) + chunk(b"IDAT", good) + IEND)
    save("broken-no-ihdr", SIGNATURE + chunk(b"IDAT", good) + IEND)
    save("broken-critical-chunk", head + chunk(b"ABCD", b"?") + chunk(b"IDAT", good) + IEND)
    tiny = chunk(b"IDAT", zlib.compress(b"\0"))
    save("giant-side", SIGNATURE + ihdr(40000, 2, 8, 6) + tiny + IEND)
    save("giant-area", SIGNATURE + ihdr(32768, 32768, 8, 6) + tiny + IEND)
    save("giant-both", SIGNATURE + ihdr(0x7FFFFFFF, 0x7FFFFFFF, 16, 6) + tiny + IEND)


def by_pillow():
    """Another encoder's choices of filters and chunks."""
    picture = Image.new("RGBA", (16, 12))
    picture.putdata([(x * 16, y * 20, x * y, 255 - x * y // 2) for y in range(12) for x in range(16)])
    for name, image, options in (
        ("pillow-rgba", picture, {"optimize": True}), ("pillow-rgb", picture.convert("RGB"), {}),
        ("pillow-la", picture.convert("LA"), {}), ("pillow-palette", picture.convert("RGB").quantize(9), {"bits": 4}),
    ):
        data = io.BytesIO()
        image.save(data, "PNG", **options)
        save(name, data.getvalue(), image.convert("RGBA").tobytes())


def check_with_pillow():
    """Pillow reads these exactly; it shortens 16 bits in its own ways, and tRNS of low gray depths too."""
    checked = 0
    for expected in sorted(HERE.glob("*.rgba")):
        for path in HERE.glob(f"{expected.stem}*.png"):
            name = path.stem.split("@")[0]
            if name != expected.stem or "16" in name or name.startswith("gray") and name.endswith("trns"):
                continue
            if "bomb" in path.stem or "too-short" in path.stem:  # which Pillow refuses
                continue
            got = Image.open(path).convert("RGBA").tobytes()
            assert got == expected.read_bytes(), path
            checked += 1
    print(f"{checked} files agree with Pillow")


if __name__ == "__main__":
    for old in [*HERE.glob("*.png"), *HERE.glob("*.rgba")]:
        old.unlink()
    matrix()
    sizes()
    color_chunks()
    broken()
    by_pillow()
    check_with_pillow()

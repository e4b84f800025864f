"""Checks blend modes with Skia, whose raster backend computes the same pictures in floats; masks; and shadows.

Usage: check_compositing.py MESHRENDER FOLDER
"""

import json
import pathlib
import subprocess
import sys

import numpy
import skia
from PIL import Image

tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
# Squares of one color, of which the pixels inside are compared: no filter reaches into them.
SIDE, SQUARE = 64, 4
MODES = {
    "normal": skia.BlendMode.kSrcOver, "multiply": skia.BlendMode.kMultiply, "screen": skia.BlendMode.kScreen,
    "overlay": skia.BlendMode.kOverlay, "darken": skia.BlendMode.kDarken, "lighten": skia.BlendMode.kLighten,
    "color-dodge": skia.BlendMode.kColorDodge, "color-burn": skia.BlendMode.kColorBurn,
    "hard-light": skia.BlendMode.kHardLight, "soft-light": skia.BlendMode.kSoftLight,
    "difference": skia.BlendMode.kDifference, "exclusion": skia.BlendMode.kExclusion, "hue": skia.BlendMode.kHue,
    "saturation": skia.BlendMode.kSaturation, "color": skia.BlendMode.kColor,
    "luminosity": skia.BlendMode.kLuminosity, "plus-lighter": skia.BlendMode.kPlus,
}  # fmt: skip
failed = 0


def picture(name, seed, alphas):
    """A PNG of squares of random colors, with some extreme ones, saved under that name, as straight RGBA."""
    random, count = numpy.random.default_rng(seed), SIDE // SQUARE
    pixels = random.integers(0, 256, (count, count, 4))
    extremes = random.random((count, count, 3)) < 0.15
    pixels[..., :3][extremes] = random.choice([0, 255], extremes.sum())
    pixels[..., 3] = random.choice(alphas, (count, count))
    pixels = pixels.repeat(SQUARE, 0).repeat(SQUARE, 1)
    Image.fromarray(pixels.astype(numpy.uint8)).save(folder / name)
    return pixels


def linear(encoded):
    return numpy.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def encoded(linear):
    return numpy.where(linear <= 0.0031308, linear * 12.92, 1.055 * numpy.maximum(linear, 0.0031308) ** (1 / 2.4) - 0.055)


def image(pixels, is_linear):
    """Premultiplied as a renderer does it, in bytes or in half floats, for Skia in floats."""
    alpha = pixels[..., 3:] / 255
    colors = pixels[..., :3] / 255
    if is_linear:
        values = numpy.float16(numpy.concatenate([linear(colors) * alpha, alpha], -1))
    else:
        values = numpy.concatenate([numpy.rint(255 * colors * alpha) / 255, alpha], -1)
    return skia.Image.fromarray(numpy.float32(values), skia.kRGBA_F32_ColorType, skia.kPremul_AlphaType, copy=True)


def values_of(draw):
    """What is drawn on a clear surface, premultiplied."""
    # Without a color space Skia blends the numbers as they are.
    surface = skia.Surface.MakeRaster(skia.ImageInfo.Make(SIDE, SIDE, skia.kRGBA_F32_ColorType, skia.kPremul_AlphaType))
    draw(surface.getCanvas())
    return surface.toarray(colorType=skia.kRGBA_F32_ColorType, alphaType=skia.kPremul_AlphaType).astype(float)


def stored_half(values):
    """As llvmpipe stores half floats: rounded toward zero, which OpenGL allows. The hue of nearly gray colors would show
    the difference."""
    nearest = numpy.float16(values)
    return numpy.where(nearest > values, numpy.nextafter(nearest, numpy.float16(0)), nearest)


def group(draw, is_linear):
    """What is drawn as an image, in bytes or half floats as renderers store groups."""
    values = values_of(draw)
    values = stored_half(values) if is_linear else numpy.rint(255 * values) / 255
    return skia.Image.fromarray(numpy.float32(values), skia.kRGBA_F32_ColorType, skia.kPremul_AlphaType, copy=True)


def skia_picture(draw, is_linear):
    """Premultiplied encoded values, 0...255."""
    values = values_of(draw)
    if is_linear:
        alpha = values[..., 3:]
        colors = numpy.clip(values[..., :3] / numpy.maximum(alpha, 1e-9), 0, 1)
        values = numpy.concatenate([encoded(colors) * alpha, alpha], -1)
    return 255 * values


def paint(mode="normal", opacity=1.0):
    return skia.Paint(BlendMode=MODES[mode], Alphaf=opacity)


def layer(index, name=None, **fields):
    """A layer at the place of a mode in the strip."""
    layer = {"bounds": [0, 0, SIDE, SIDE], "position": [SIDE * index + SIDE / 2, SIDE / 2], **fields}
    if name:
        layer["contents"] = {"image": name}
    return layer


def check(case, layers, draw, is_linear):
    """Compares a strip with one square for each mode."""
    global failed
    blending = "linear" if is_linear else "encoded"
    scene = {"canvas": {"size": [SIDE * len(MODES), SIDE], "blending": blending},
             "layers": [layer for index, mode in enumerate(MODES) for layer in layers(index, mode)]}  # fmt: skip
    (folder / "scene.json").write_text(json.dumps(scene))
    subprocess.run([tool, "render", folder / "scene.json", "-o", folder / "out.png", "--quiet"], check=True)
    drawn = numpy.asarray(Image.open(folder / "out.png").convert("RGBA")).astype(float)
    # Straight colors of the file back to the premultiplied bytes that were drawn.
    drawn[..., :3] = numpy.rint(drawn[..., :3] * drawn[..., 3:] / 255)
    inside = numpy.arange(SIDE) % SQUARE
    inside = (inside > 0) & (inside < SQUARE - 1)
    inside = inside[:, None] & inside
    worst, name = 0, ""
    for index, mode in enumerate(MODES):
        expected = skia_picture(lambda canvas: draw(canvas, mode), is_linear)
        difference = numpy.abs(drawn[:, SIDE * index : SIDE * (index + 1)] - numpy.rint(expected))
        difference[~inside] = 0
        if difference.max() > worst:
            worst, name = difference.max(), mode
        if difference.max() > 1:
            failed += 1
            y, x = numpy.unravel_index(difference.max(-1).argmax(), difference.shape[:2])
            print(f"FAIL {case}, {blending}, {mode}: at {x}, {y} {drawn[y, x + SIDE * index]}, Skia {expected[y, x]}")
    print(f"{case}, {blending}: {len(MODES)} modes, worst difference {worst:.0f} of 255 ({name})")


for is_linear in (False, True):
    for case, alphas in [("opaque", [255]), ("translucent", range(256)), ("opaque and clear", [0, 255])]:
        behind, front = picture("behind.png", 1, alphas), picture("front.png", 2, alphas)
        behind, front = image(behind, is_linear), image(front, is_linear)

        def draw(canvas, mode):
            canvas.drawImage(behind, 0, 0)
            canvas.drawImage(front, 0, 0, skia.SamplingOptions(), paint(mode))

        def draw_faded(canvas, mode):
            canvas.drawImage(behind, 0, 0)
            canvas.drawImage(front, 0, 0, skia.SamplingOptions(), paint(mode, 0.4))

        def draw_group(canvas, mode):
            """A group is isolated: what is in it does not blend with what is behind it."""
            canvas.drawImage(front, 0, 0)
            inside = group(lambda canvas: draw(canvas, mode), is_linear)
            canvas.drawImage(inside, 0, 0, skia.SamplingOptions(), paint(opacity=0.6))

        def draw_nested(canvas, mode):
            """A blended group with a blended layer in it. A group that is not blended is none."""
            canvas.drawImage(behind, 0, 0)
            if mode == "normal":
                canvas.drawImage(front, 0, 0)
                return canvas.drawImage(behind, 0, 0, skia.SamplingOptions(), paint("multiply"))

            def draw_inside(canvas):
                canvas.drawImage(front, 0, 0)
                canvas.drawImage(behind, 0, 0, skia.SamplingOptions(), paint("multiply"))

            canvas.drawImage(group(draw_inside, is_linear), 0, 0, skia.SamplingOptions(), paint(mode))

        check(case, lambda i, mode: [layer(i, "behind.png"), layer(i, "front.png", blendMode=mode)], draw, is_linear)
        check(f"{case}, faded",
              lambda i, mode: [layer(i, "behind.png"), layer(i, "front.png", blendMode=mode, opacity=0.4)],
              draw_faded, is_linear)  # fmt: skip
        check(f"{case}, in a group",
              lambda i, mode: [layer(i, "front.png"), layer(i, opacity=0.6, sublayers=[
                  layer(0, "behind.png"), layer(0, "front.png", blendMode=mode)])],
              draw_group, is_linear)  # fmt: skip
        check(f"{case}, of a group",
              lambda i, mode: [layer(i, "behind.png"), layer(i, blendMode=mode, sublayers=[
                  layer(0, "front.png"), layer(0, "behind.png", blendMode="multiply")])],
              draw_nested, is_linear)  # fmt: skip


def check_mask(mode, content, mask, is_linear):
    """Every pixel keeps the share that the mask's alpha or luminance gives."""
    global failed
    scene = {"canvas": {"size": [SIDE, SIDE], "blending": "linear" if is_linear else "encoded"},
             "layers": [layer(0, "behind.png", mask={"contents": {"image": "front.png"}, "maskMode": mode})]}  # fmt: skip
    (folder / "scene.json").write_text(json.dumps(scene))
    subprocess.run([tool, "render", folder / "scene.json", "-o", folder / "out.png", "--quiet"], check=True)
    drawn = numpy.asarray(Image.open(folder / "out.png").convert("RGBA")).astype(float)
    drawn[..., :3] = numpy.rint(drawn[..., :3] * drawn[..., 3:] / 255)
    alpha, colors = mask[..., 3] / 255, mask[..., :3] / 255
    share = alpha
    if "luminance" in mode:
        share = (linear(colors) if is_linear else colors) @ [0.2126, 0.7152, 0.0722] * alpha
    if "inverted" in mode:
        share = 1 - share
    # Straight colors stay, in linear light too; alpha is scaled.
    expected = content[..., 3:] * share[..., None] * numpy.concatenate([content[..., :3] / 255, numpy.ones((SIDE, SIDE, 1))], -1)
    difference = numpy.abs(drawn - numpy.rint(expected))
    # Shares of bytes: the color, the mask and their product are each rounded.
    limit, worst = 1, difference[1::SQUARE, 1::SQUARE].max()
    failed += worst > limit
    print(f"{'FAIL ' if worst > limit else ''}mask, {mode}, {'linear' if is_linear else 'encoded'}: worst difference {worst:.0f} of 255")


for is_linear in (False, True):
    content, mask = picture("behind.png", 3, range(256)), picture("front.png", 4, range(256))
    for mode in ("alpha", "luminance", "inverted-alpha", "inverted-luminance"):
        check_mask(mode, content, mask, is_linear)

def check_shadow(sigma, offset):
    """The shadow of a picture with holes, beside Skia's filter; for small blurs Skia's is a Gaussian, too."""
    global failed
    random = numpy.random.default_rng(5)
    pixels = numpy.zeros((SIDE, SIDE, 4), numpy.uint8)
    pixels[16:48, 16:48] = (200, 80, 20, 255)
    pixels[16:48, 16:48, 3] *= random.integers(0, 2, (8, 8), numpy.uint8).repeat(4, 0).repeat(4, 1)
    pixels[pixels[..., 3] == 0] = 0
    Image.fromarray(pixels).save(folder / "shape.png")
    scene = {"canvas": {"size": [SIDE, SIDE]},
             "layers": [layer(0, "shape.png", shadowOpacity=0.75, shadowColor="#2040c0", shadowRadius=sigma, shadowOffset=offset)]}  # fmt: skip
    (folder / "scene.json").write_text(json.dumps(scene))
    subprocess.run([tool, "render", folder / "scene.json", "-o", folder / "out.png", "--quiet"], check=True)
    drawn = numpy.asarray(Image.open(folder / "out.png").convert("RGBA")).astype(float)
    drawn[..., :3] = numpy.rint(drawn[..., :3] * drawn[..., 3:] / 255)

    def draw(canvas):
        color = skia.ColorSetARGB(191, 0x20, 0x40, 0xC0)
        shadow = skia.ImageFilters.DropShadow(offset[0], offset[1], sigma, sigma, color)
        canvas.drawImage(image(pixels.astype(int), False), 0, 0, skia.SamplingOptions(), skia.Paint(ImageFilter=shadow))

    # Skia takes the Gaussian at the middles of pixels, meshrender its integrals over them.
    difference = numpy.abs(drawn - 255 * values_of(draw)).max()
    failed += difference > 4
    print(f"{'FAIL ' if difference > 4 else ''}shadow, radius {sigma}: worst difference {difference:.2f} of 255")


for sigma in (0, 1, 1.5, 2):
    check_shadow(sigma, [5, 3])
print(f"blend modes, masks and shadows: {24 * len(MODES) + 12} pictures, {failed} failed")
sys.exit(1 if failed else 0)

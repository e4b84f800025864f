"""Pictures as one would script them with a peer.

Usage: draw.py blend_skia|sheets_moderngl SCENE.json OUT.png
       draw.py turn_opencv IN.png OUT.png
"""

import functools
import json
import math
import re
import sys


def layers_of(path):
    with open(path) as file:
        scene = json.load(file)
    for layer in scene["layers"]:
        layer["turn"] = float(re.search(r"rotateY?\((.*)deg\)", layer.get("transform", "rotate(0deg)"))[1])
        layer["mode"] = layer.get("blendMode", "normal")
        layer["image"] = layer["contents"]["image"]
    return scene["canvas"]["size"], scene["layers"]


def save(pixels, size, path):
    """By the fastest encoder of PNG; opaque pixels, from the top."""
    import fpng_py

    fpng_py.fpng_encode_image_to_file(path, pixels, *size, 4)


def blend_skia(source, path):
    import skia

    size, layers = layers_of(source)
    modes = {"normal": "kSrcOver", "multiply": "kMultiply", "screen": "kScreen", "overlay": "kOverlay",
             "soft-light": "kSoftLight", "darken": "kDarken", "difference": "kDifference"}
    # Without a color space Skia blends the numbers as they are.
    surface = skia.Surface.MakeRaster(skia.ImageInfo.Make(*size, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType))
    canvas = surface.getCanvas()
    canvas.clear(skia.ColorWHITE)
    image = functools.cache(lambda name: skia.Image.MakeFromEncoded(skia.Data.MakeFromFileName(name)).makeRasterImage())
    for layer in layers:
        _, _, width, height = layer["bounds"]
        canvas.save()
        canvas.translate(*layer["position"])
        canvas.rotate(layer["turn"])
        paint = skia.Paint(AntiAlias=True, BlendMode=getattr(skia.BlendMode, modes[layer["mode"]]))
        sampling = skia.SamplingOptions(skia.FilterMode.kLinear)
        canvas.drawImageRect(image(layer["image"]), skia.Rect.MakeXYWH(-width / 2, -height / 2, width, height), sampling, paint)
        canvas.restore()
    save(surface.toarray(colorType=skia.kRGBA_8888_ColorType).tobytes(), size, path)


def sheets_moderngl(source, path):
    """Exact only because someone knows where the sheets cross: each half is blended in its own order, the far ones first."""
    import moderngl
    import numpy as np
    from PIL import Image

    size, layers = layers_of(source)
    context = moderngl.create_context(standalone=True, backend="egl")
    program = context.program(
        vertex_shader="""
            #version 330
            uniform vec2 canvas;
            in vec2 point, texcoord;
            out vec2 at;
            void main() {
                at = texcoord;
                gl_Position = vec4(2.0 * point / canvas - 1.0, 0.0, 1.0);
            }""",
        fragment_shader="""
            #version 330
            uniform sampler2D image;
            in vec2 at;
            out vec4 color;
            void main() { color = texture(image, at); }""",
    )
    program["canvas"].value = size
    pixels = np.asarray(Image.open(layers[0]["image"]).convert("RGBA")).copy()
    pixels[..., :3] = np.rint(pixels[..., :3] * (pixels[..., 3:] / 255))
    texture = context.texture(pixels.shape[1::-1], 4, pixels.tobytes())
    texture.repeat_x = texture.repeat_y = False
    texture.use()
    samples = context.framebuffer(context.renderbuffer(size, 4, samples=4))
    resolved = context.framebuffer(context.renderbuffer(size, 4))
    context.enable(moderngl.BLEND)
    context.blend_func = moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA
    samples.use()
    samples.clear(1, 1, 1, 1)
    for side in (-1, 1):
        for layer in sorted(layers, key=lambda layer: -side * layer["turn"]):
            (x, y), (_, _, width, height) = layer["position"], layer["bounds"]
            reach = side * width / 2 * math.cos(math.radians(layer["turn"]))
            corners = [(x + i * reach, y + (v - 0.5) * height, 0.5 + i * side / 2, v) for v in (0, 1) for i in (0, 1)]
            buffer = context.buffer(np.array(corners, "f4").tobytes())
            context.vertex_array(program, [(buffer, "2f 2f", "point", "texcoord")]).render(moderngl.TRIANGLE_STRIP)
    context.copy_framebuffer(resolved, samples)
    save(resolved.read(components=4), size, path)


def turn_opencv(source, path):
    import cv2

    image = cv2.imread(source, cv2.IMREAD_UNCHANGED)
    height, width = image.shape[:2]
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -30, 1)
    cv2.imwrite(path, cv2.warpAffine(image, turn, (width, height), flags=cv2.INTER_LINEAR))


globals()[sys.argv[1]](*sys.argv[2:])

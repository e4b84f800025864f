"""The job of Benchmarks/mockup.sh, as one would script it: artwork around a cylinder, wrinkled by the folds of the cloth,
multiplied with the photo, written as JPEG.

Usage: mockup.py inputs FOLDER      writes photo.jpg, art.png, folds.png, scene.json, and for ImageMagick map.ppm
       mockup.py TOOL FOLDER OUT    TOOL: opencv, pyvips or moderngl

All but ImageMagick compute the map themselves: the place in the artwork of each pixel of a square of 800 pixels.
"""

import json
import sys

PHOTO, ART, BOX, FIRST = 1500, 1000, 800, 350  # pixels: sides of photo, artwork and square, and where the square begins
ANGLE, REACH, QUALITY = 2.4434609527920614, 12.0, 85  # radians around the cylinder; pixels at white


def inputs(folder):
    import numpy as np
    from PIL import Image

    random = np.random.default_rng(3)
    y, x = np.mgrid[0:PHOTO, 0:PHOTO] / PHOTO
    folds = sum(
        np.sin(a * x + b * y + c) * w
        for a, b, c, w in zip(random.uniform(4, 30, 8), random.uniform(-12, 12, 8), random.uniform(0, 6, 8), np.linspace(1, 0.3, 8))
    )
    folds /= np.abs(folds).max()
    cloth = np.stack([214 + 34 * folds, 210 + 34 * folds, 202 + 33 * folds], -1) * (1.04 - 0.25 * np.hypot(x - 0.4, y - 0.4))[..., None]
    cloth += random.normal(0, 3, cloth.shape)
    Image.fromarray(cloth.clip(0, 255).astype(np.uint8)).save(f"{folder}/photo.jpg", quality=92)
    cut = folds[FIRST : FIRST + BOX, FIRST : FIRST + BOX]
    Image.fromarray((128 + 126 * cut).clip(0, 255).astype(np.uint8)).save(f"{folder}/folds.png")
    v, u = (np.mgrid[0:ART, 0:ART] - ART / 2) / (ART / 2)
    radius, angle = np.hypot(u, v), np.arctan2(v, u)
    art = np.zeros((ART, ART, 4))
    for inner, outer, color in [(0, 0.3, (240, 190, 60)), (0.36, 0.6, (220, 80, 60)), (0.66, 0.94, (40, 80, 130))]:
        cover = np.clip((radius - inner) * ART / 2, 0, 1) * np.clip((outer + 0.03 * np.sin(14 * angle) - radius) * ART / 2, 0, 1)
        art[cover > 0, :3] = color
        art[..., 3] = np.maximum(art[..., 3], 255 * cover)
    Image.fromarray(art.astype(np.uint8)).save(f"{folder}/art.png")
    # ImageMagick's map: where each pixel of the square comes from, beside it, in 16 bits; half is none.
    at = places(np, np.asarray(Image.open(f"{folder}/folds.png"), np.float32))
    row, column = np.mgrid[0:BOX, 0:BOX]
    shift = np.stack([at[0] * BOX - 0.5 - column, at[1] * BOX - 0.5 - row, 0 * at[0]], -1)
    inside = (at >= 0).all(0) & (at <= 1).all(0)
    shift[~inside] = (2 * BOX, 2 * BOX, 0)
    encoded = np.clip((shift / (2 * BOX) * 0.5 + 0.5) * 65535, 0, 65535).round().astype(">u2")
    with open(f"{folder}/map.ppm", "wb") as file:
        file.write(b"P6 %d %d 65535\n" % (BOX, BOX) + encoded.tobytes())
    scene = {
        "canvas": {"size": [PHOTO, PHOTO]},
        "layers": [
            {"bounds": [0, 0, PHOTO, PHOTO], "position": [PHOTO / 2, PHOTO / 2], "contents": {"image": "photo.jpg"}},
            {
                "bounds": [0, 0, BOX, BOX],
                "position": [FIRST + BOX / 2, FIRST + BOX / 2],
                "blendMode": "multiply",
                "contents": {"image": "art.png"},
                "mesh": {"preset": "cylinder", "angle": 140, "displacement": "folds.png", "x": REACH, "y": REACH},
            },
        ],
    }
    with open(f"{folder}/scene.json", "w") as file:
        json.dump(scene, file)


def places(np, folds):
    """The place in the artwork's unit space of each pixel of the square: [x, y]."""
    center = (np.arange(BOX, dtype=np.float32) + 0.5) / BOX

    def around(x):
        turn = (x - 0.5) * np.float32(ANGLE)
        return np.where(np.abs(turn) < 1, 0.5 + np.arcsin(np.clip(turn, -1, 1)) / np.float32(ANGLE), -1)

    column = np.clip(around(center) * BOX, 0, BOX - 1).astype(np.int32)
    movement = (folds[:, column] - 128) / 127 * np.float32(REACH / BOX)
    return np.stack([around(center[None, :] - movement), center[:, None] - movement])


def opencv(folder, out):
    import cv2
    import numpy as np

    photo = cv2.imread(f"{folder}/photo.jpg")
    art = cv2.imread(f"{folder}/art.png", cv2.IMREAD_UNCHANGED).astype(np.float32)
    art[..., :3] *= art[..., 3:] / 255
    at = places(np, cv2.imread(f"{folder}/folds.png", cv2.IMREAD_GRAYSCALE).astype(np.float32)) * ART - 0.5
    bent = cv2.remap(art, at[0].astype(np.float32), at[1].astype(np.float32), cv2.INTER_LINEAR)
    square = photo[FIRST : FIRST + BOX, FIRST : FIRST + BOX]
    factor = (bent[..., :3] + 255 - bent[..., 3:]) / 255
    square[:] = (square * factor + 0.5).astype(np.uint8)
    cv2.imwrite(out, photo, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


def pyvips(folder, out):
    import math

    import pyvips

    photo = pyvips.Image.new_from_file(f"{folder}/photo.jpg")
    art = pyvips.Image.new_from_file(f"{folder}/art.png").premultiply().cast("float")
    folds = pyvips.Image.new_from_file(f"{folder}/folds.png")[0].cast("float")
    place = (pyvips.Image.xyz(BOX, BOX) + 0.5) / BOX

    def around(x):
        turn = (x - 0.5) * ANGLE
        arc = (turn > 1).ifthenelse(1, (turn < -1).ifthenelse(-1, turn)).asin() * (math.pi / 180 / ANGLE)
        return (turn.abs() < 1).ifthenelse(arc + 0.5, -1)

    unbent = around(place[0]) * BOX - 0.5
    movement = (folds.mapim(unbent.bandjoin(place[1] * BOX - 0.5), extend="copy") - 128) * (REACH / BOX / 127)
    at = around(place[0] - movement).bandjoin(place[1] - movement) * ART - 0.5
    bent = art.mapim(at.cast("float"), interpolate=pyvips.Interpolate.new("bilinear"))
    factor = (bent[0:3] + 255 - bent[3]) / 255
    square = photo.crop(FIRST, FIRST, BOX, BOX) * factor
    photo.insert(square.rint().cast("uchar"), FIRST, FIRST).jpegsave(out, Q=QUALITY)


def moderngl(folder, out):
    import moderngl
    from PIL import Image

    photo, art = Image.open(f"{folder}/photo.jpg").convert("RGBA"), Image.open(f"{folder}/art.png").convert("RGBA")
    folds = Image.open(f"{folder}/folds.png").convert("L")
    context = moderngl.create_standalone_context(backend="egl")
    program = context.program(
        vertex_shader="#version 330\nin vec2 corner; void main() { gl_Position = vec4(corner, 0.0, 1.0); }",
        fragment_shader=f"""
            #version 330
            uniform sampler2D photo, art, folds;
            out vec4 color;
            float around(float x) {{
                float turn = (x - 0.5) * {ANGLE};
                return abs(turn) < 1.0 ? 0.5 + asin(turn) / {ANGLE} : -1.0;
            }}
            void main() {{
                vec4 below = texelFetch(photo, ivec2(gl_FragCoord.xy), 0);
                vec2 at = (gl_FragCoord.xy - {FIRST}.0) / {BOX}.0;
                vec2 movement = (vec2(texture(folds, vec2(around(at.x), at.y)).r) * 255.0 - 128.0) * {REACH / BOX / 127};
                vec2 from = vec2(around(at.x - movement.x), at.y - movement.y);
                vec4 texel = texture(art, from);
                if (any(lessThan(from, vec2(0.0))) || any(greaterThan(from, vec2(1.0)))) texel.a = 0.0;
                color = vec4(below.rgb * (texel.rgb * texel.a + 1.0 - texel.a), 1.0);
            }}""",
    )
    textures = [
        context.texture(image.size, components, image.tobytes()) for image, components in [(photo, 4), (art, 4), (folds, 1)]
    ]
    textures[1].build_mipmaps()
    for unit, (name, texture) in enumerate(zip(("photo", "art", "folds"), textures)):
        texture.repeat_x = texture.repeat_y = False
        texture.use(unit)
        program[name].value = unit
    target = context.framebuffer(context.renderbuffer((PHOTO, PHOTO), 4))
    target.use()
    import numpy as np

    corners = context.buffer(np.array([-1, -1, 3, -1, -1, 3], "f4").tobytes())
    context.vertex_array(program, [(corners, "2f", "corner")]).render(moderngl.TRIANGLES)
    Image.frombytes("RGB", (PHOTO, PHOTO), target.read(components=3)).save(out, quality=QUALITY)


if sys.argv[1] == "inputs":
    inputs(sys.argv[2])
else:
    {"opencv": opencv, "pyvips": pyvips, "moderngl": moderngl}[sys.argv[1]](*sys.argv[2:4])

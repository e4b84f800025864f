"""Frames as one would script them with a peer, as raw RGBA to standard output.

Usage: film.py WORK,TILT,MESH,LIGHT,WIDTH IN.png FRAMES [LIGHTS.json]   a cell of Benchmarks/matrix with moderngl
       film.py cards_skia|cards_moderngl SCENE.json FRAMES              cards that turn, each a layer of the scene
"""

import json
import os
import sys

import numpy as np
from PIL import Image

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "peers"))
from frames_ripple import make_straight

# The loop of the lights of the scene in place of the one light.
POINT_LIGHTS = """
uniform vec4 sources[COUNT];  // place, intensity
void main() {
    vec4 texel = texture(image, vTexcoord);
    vec3 normal = normalize(vNormal);
    if (dot(normal, eye - vPoint) < 0.0) normal = -normal;
    float shade = 0.0;
    for (int i = 0; i < COUNT; i++)
        shade += sources[i].w * (light.x + light.y * max(dot(normal, normalize(sources[i].xyz - vPoint)), 0.0));
    fragColor = vec4(min(texel.rgb * shade, texel.a), texel.a);
}
"""


def matrix_cell(cell, source, lights_file=None):
    import matrix_moderngl

    work, tilt, mesh, light, width = cell.split(",")
    if lights_file:
        with open(lights_file) as file:
            lights = json.load(file)["lights"]
        head = matrix_moderngl.FRAGMENT_SHADER.split("void main()")[0]
        matrix_moderngl.FRAGMENT_SHADER = head + POINT_LIGHTS.replace("COUNT", str(len(lights)))
    film = matrix_moderngl.Film(Image.open(source).convert("RGBA"), work, float(tilt), mesh, light, int(width))
    if lights_file:
        half = np.array(film.size) / 2
        sources = [(*(light["position"][:2] - half), light["position"][2], light["intensity"]) for light in lights]
        film.vertices.program["sources"].write(np.array(sources, "f4").tobytes())
    return film.size, film.draw


class Cards:
    """The layers of a scene: where each is, and how far it has turned at a time in seconds."""

    def __init__(self, path):
        with open(path) as file:
            scene = json.load(file)
        self.size, layers = scene["canvas"]["size"], scene["layers"]
        self.image = Image.open(layers[0]["contents"]["image"]).convert("RGBA")
        self.side = layers[0]["bounds"][2]
        self.places = np.array([layer["position"] for layer in layers], "f4")
        moving = [layer.get("animations") for layer in layers]
        self.moves = np.array([bool(animations) for animations in moving])
        self.offsets = np.array([animations[0]["timeOffset"] if animations else 0 for animations in moving], "f4")

    def angles(self, time):
        return np.where(self.moves, 2 * np.pi * ((time + self.offsets) % 1), 0).astype("f4")


def cards_skia(path):
    import skia

    cards = Cards(path)
    surface = skia.Surface.MakeRaster(skia.ImageInfo.MakeN32Premul(*cards.size))
    canvas, side = surface.getCanvas(), cards.side
    image = skia.Image.fromarray(np.asarray(cards.image), skia.kRGBA_8888_ColorType).withDefaultMipmaps()
    sampling = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
    paint, rect = skia.Paint(AntiAlias=True), skia.Rect(-side / 2, -side / 2, side / 2, side / 2)
    places = cards.places.tolist()

    def draw(frame, pixels):
        canvas.clear(skia.ColorWHITE)
        for (x, y), angle in zip(places, np.degrees(cards.angles(frame / 30)).tolist()):
            canvas.save()
            canvas.translate(x, y)
            canvas.rotate(angle)
            canvas.drawImageRect(image, rect, sampling, paint)
            canvas.restore()
        surface.readPixels(skia.ImageInfo.Make(*cards.size, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType), pixels)

    return cards.size, draw


def cards_moderngl(path):
    import moderngl

    cards = Cards(path)
    width, height = cards.size
    context = moderngl.create_context(standalone=True, backend="egl")
    texture = context.texture(cards.image.size, 4, cards.image.tobytes())
    texture.build_mipmaps()
    texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
    texture.use()
    program = context.program(
        vertex_shader="""
            #version 330
            uniform vec3 size;  // canvas, card
            in vec2 corner, place, turn;
            out vec2 at;
            void main() {
                at = corner;
                vec2 arm = (corner - 0.5) * size.z;
                vec2 point = place + vec2(arm.x * turn.x - arm.y * turn.y, arm.x * turn.y + arm.y * turn.x);
                gl_Position = vec4(2.0 * point / size.xy - 1.0, 0.0, 1.0);
            }""",
        fragment_shader="""
            #version 330
            uniform sampler2D image;
            in vec2 at;
            out vec4 color;
            void main() { color = texture(image, at); color.rgb *= color.a; }""",
    )
    program["size"].value = (width, height, cards.side)
    turns = context.buffer(reserve=8 * len(cards.places), dynamic=True)
    vertices = context.vertex_array(program, [
        (context.buffer(np.array([0, 0, 1, 0, 0, 1, 1, 1], "f4").tobytes()), "2f", "corner"),
        (context.buffer(cards.places.tobytes()), "2f/i", "place"), (turns, "2f/i", "turn")])
    samples = context.framebuffer(context.renderbuffer(cards.size, 4, samples=4))
    resolved = context.framebuffer(context.renderbuffer(cards.size, 4))
    context.enable(moderngl.BLEND)
    context.blend_func = moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA

    def draw(frame, pixels):
        angles = cards.angles(frame / 30)
        turns.write(np.stack([np.cos(angles), np.sin(angles)], -1).tobytes())
        samples.use()
        samples.clear(1, 1, 1, 1)
        vertices.render(moderngl.TRIANGLE_STRIP, instances=len(angles))
        context.copy_framebuffer(resolved, samples)
        resolved.read_into(pixels, components=4)

    return cards.size, draw


def main():
    name, source, count, *lights = sys.argv[1:]
    films = {"cards_skia": cards_skia, "cards_moderngl": cards_moderngl}
    size, draw = films[name](source) if name in films else matrix_cell(name, source, *lights)
    pixels = np.empty((size[1], size[0], 4), np.uint8)
    # Without antialiasing, and on a white canvas, no pixel is translucent.
    is_straight = name in films or name.startswith("pipe,")
    for frame in range(int(count)):
        draw(frame, pixels)
        if not is_straight:
            make_straight(pixels)
        sys.stdout.buffer.write(pixels.data)


main()

"""Frames of the moving ripple with moderngl and numpy; W4 and W5 write them with Pillow or fpng_py.

Usage: frames_moderngl.py WORK IN.png FOLDER [pillow|pillow-fast|fpng]
pillow saves as Pillow does unless told otherwise; pillow-fast at level 1. W5 encodes beside the drawing, as far as the
encoders let go of Python's lock; W4 one still after the other.
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor

import moderngl
import numpy as np
from PIL import Image

from frames_ripple import (
    AMBIENT, DIFFUSE, WORKS, WRITTEN, Ripple, arguments, make_straight, report, timed_frames)

VERTEX_SHADER = """
#version 330
uniform mat4 pointsToClip;
uniform mat3 rotation;
in vec2 point;
in vec2 texcoord;
in vec3 moving;  // height, its slopes
out vec3 vNormal;
out vec2 vTexcoord;
void main() {
    vNormal = rotation * vec3(-moving.yz, 1.0);
    vTexcoord = texcoord;
    gl_Position = pointsToClip * vec4(rotation * vec3(point, moving.x), 1.0);
}
"""

FRAGMENT_SHADER = """
#version 330
uniform sampler2D image;
uniform vec2 light;  // ambient, diffuse
in vec3 vNormal;
in vec2 vTexcoord;
out vec4 fragColor;
void main() {
    vec4 texel = texture(image, vTexcoord);
    // The light travels along (0, 0, -1); a sheet has two sides, so the normal turns toward the viewer.
    float shade = light.x + light.y * abs(normalize(vNormal).z);
    fragColor = vec4(texel.rgb * min(shade, 1.0), texel.a);
}
"""


class Film:
    """Everything that lasts from frame to frame."""

    fragment_shader = FRAGMENT_SHADER

    def __init__(self, image, work):
        self.work = work
        self.context = context = moderngl.create_context(standalone=True, backend="egl")
        self.texture = context.texture(image.size, 4, image.tobytes())
        self.texture.build_mipmaps()
        self.texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        self.texture.repeat_x = self.texture.repeat_y = False
        self.make_content()

        size, samples = (work.width, work.height), work.samples if work.samples > 1 else 0
        self.target = self.resolved = context.framebuffer(
            context.renderbuffer(size, 4, samples=samples), context.depth_renderbuffer(size, samples=samples))
        if samples:
            self.resolved = context.framebuffer(context.renderbuffer(size, 4))
        self.target.use()
        context.enable(moderngl.DEPTH_TEST)
        self.texture.use()

    def make_content(self):
        context, work = self.context, self.work
        self.ripple = ripple = Ripple(work.width, work.height, work.cells)
        self.moving = np.empty((len(ripple.points), 3), "f4")
        self.buffer = context.buffer(reserve=self.moving.nbytes, dynamic=True)
        still = np.hstack([ripple.points, ripple.texcoords]).astype("f4")
        program = context.program(vertex_shader=VERTEX_SHADER, fragment_shader=self.fragment_shader)
        # GLSL's matrices are stored by columns, so that a row-vector matrix by rows is its transpose: column vectors.
        perspective = np.eye(4)
        perspective[2, 3] = -1 / work.eye_distance
        # Depth only orders here; the divisor keeps it within the clip volume. Read-back starts at the bottom row; y
        # stays down, so that the bottom row is the picture's top.
        clip = np.diag([2 / work.width, 2 / work.height, -1 / 2000, 1.0])
        program["pointsToClip"].write((perspective @ clip).astype("f4").tobytes())
        c, s = np.cos(work.angle), np.sin(work.angle)
        program["rotation"].write(np.array([[1, 0, 0], [0, c, s], [0, -s, c]], "f4").tobytes())
        self.set_light(program)
        self.vertices = context.vertex_array(
            program,
            [(context.buffer(still.tobytes()), "2f 2f", "point", "texcoord"), (self.buffer, "3f", "moving")],
            context.buffer(ripple.triangles.astype("u4").tobytes()),
        )

    def set_light(self, program):
        program["light"].value = (AMBIENT, DIFFUSE)

    def draw_content(self, frame):
        self.ripple.evaluate(frame, *self.moving.T)
        self.buffer.orphan()
        self.buffer.write(self.moving)
        self.vertices.render(moderngl.TRIANGLES)

    def draw(self, frame, pixels):
        self.target.clear(0, 0, 0, 0)
        self.draw_content(frame)
        if self.resolved is not self.target:
            self.context.copy_framebuffer(self.resolved, self.target)
        self.resolved.read_into(pixels, components=4)


def encoder(name):
    """Takes pixels and a path."""
    if name == "fpng":
        import fpng_py

        def encode(pixels, path):
            make_straight(pixels)
            fpng_py.fpng_encode_image_to_file(path, pixels.tobytes(), pixels.shape[1], pixels.shape[0], 4)
    else:
        options = {"compress_level": 1} if name == "pillow-fast" else {}

        def encode(pixels, path):
            make_straight(pixels)
            Image.fromarray(pixels).save(path, **options)
    encode.is_slow = name != "fpng"
    return encode


def main():
    work, source, folder, *chosen = arguments()
    does = WORKS[work]
    film = Film(Image.open(source).convert("RGBA"), does)
    pixels = [np.empty((does.height, does.width, 4), np.uint8) for _ in range(3 if work == "W5" else 1)]
    encode = encoder(chosen[0] if chosen else "pillow")
    film.draw(0, pixels[0])
    if work in WRITTEN:
        encode(pixels[0], f"{folder}/frame-000.png")
    frames = timed_frames(work, is_slow=encode.is_slow and work in WRITTEN)
    start = time.perf_counter()
    if work == "W5":
        with ThreadPoolExecutor(2) as pool:
            written = [None] * len(pixels)
            for frame in frames:
                slot = frame % len(pixels)
                if written[slot]:
                    written[slot].result()
                film.draw(frame, pixels[slot])
                written[slot] = pool.submit(encode, pixels[slot], f"{folder}/frame-{frame:03}.png")
            for job in written:
                job.result()
    else:
        for frame in frames:
            film.draw(frame, pixels[0])
            if work in WRITTEN:
                encode(pixels[0], f"{folder}/frame-{frame:03}.png")
    report(time.perf_counter() - start, frames)
    if work not in WRITTEN:
        encode(pixels[0], f"{folder}/last.png")


def print_versions():
    import PIL

    context = moderngl.create_context(standalone=True, backend="egl")
    print(f"Python {sys.version.split()[0]}, moderngl {moderngl.__version__}, numpy {np.__version__},", end=" ")
    print(f"Pillow {PIL.__version__}; {context.info['GL_RENDERER']}, {context.info['GL_VERSION']}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--versions"]:
        print_versions()
    else:
        main()

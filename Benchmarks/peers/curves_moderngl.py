"""The scenes of Benchmarks/curves with moderngl and numpy: the milliseconds of a frame and the peak memory in MiB.

Usage: curves_moderngl.py faces|pixels|layers|lights|frames VALUE IN.png FOLDER
"""

import math
import statistics
import sys
import time

import moderngl
import numpy as np
from PIL import Image

from frames_moderngl import FRAGMENT_SHADER, Film, encoder
from frames_ripple import AMBIENT, DIFFUSE, Work, peak_memory

LIT_FRAGMENT_SHADER = """
#version 330
uniform sampler2D image;
uniform vec2 light;  // ambient, diffuse: of all lights together
uniform vec3 toLight[64];
uniform int count;
in vec3 vNormal;
in vec2 vTexcoord;
out vec4 fragColor;
void main() {
    vec4 texel = texture(image, vTexcoord);
    vec3 normal = normalize(vNormal);
    if (normal.z < 0.0) normal = -normal;
    float diffuse = 0.0;
    for (int i = 0; i < count; i++) diffuse += max(dot(normal, toLight[i]), 0.0);
    float shade = light.x + light.y * diffuse / float(count);
    fragColor = vec4(texel.rgb * min(shade, 1.0), texel.a);
}
"""

CARD_VERTEX_SHADER = """
#version 330
uniform mat4 unitToClip;
in vec2 texcoord;
out vec2 vTexcoord;
void main() {
    vTexcoord = texcoord;
    gl_Position = unitToClip * vec4(texcoord, 0.0, 1.0);
}
"""

CARD_FRAGMENT_SHADER = """
#version 330
uniform sampler2D image;
in vec2 vTexcoord;
out vec4 fragColor;
void main() { fragColor = texture(image, vTexcoord); }
"""


class LitFilm(Film):
    fragment_shader = LIT_FRAGMENT_SHADER

    def set_light(self, program):
        super().set_light(program)
        count = self.work.lights
        directions = np.zeros((64, 3))
        for i in range(count):
            # The y of normals runs down, as in the vertex shader.
            to_light = -np.array([i % 5 * 0.1 - 0.2, i % 3 * 0.1 - 0.1, -1])
            directions[i] = to_light / np.linalg.norm(to_light)
        program["toLight"].write(directions.astype("f4").tobytes())
        program["count"].value = count


class Cards(Film):
    """Squares of the picture side by side, each turning about its middle: a matrix and a draw call a card."""

    def make_content(self):
        context, side = self.context, math.isqrt(self.work.layers)
        self.program = context.program(vertex_shader=CARD_VERTEX_SHADER, fragment_shader=CARD_FRAGMENT_SHADER)
        corners = np.array([0, 0, 1, 0, 0, 1, 1, 1], "f4")
        self.vertices = context.vertex_array(self.program, [(context.buffer(corners.tobytes()), "2f", "texcoord")])
        width, height = self.work.width / side, self.work.height / side
        # Row vectors: unit space to points about the middle, turned, seen in perspective, put in its place, to clip space.
        self.to_points = np.diag([width * 0.9, height * 0.9, 1, 1])
        self.to_points[3, :2] = -width * 0.45, -height * 0.45
        self.perspective = np.eye(4)
        self.perspective[2, 3] = -1 / self.work.eye_distance
        clip = np.diag([2 / self.work.width, 2 / self.work.height, -1 / 2000, 1.0])
        self.to_clip = []
        for i in range(self.work.layers):
            place = np.eye(4)
            place[3, :2] = (i % side + 0.5) * width, (i // side + 0.5) * height
            place[3, :2] -= self.work.width / 2, self.work.height / 2
            self.to_clip.append(place @ clip)

    def draw_content(self, frame):
        c, s = math.cos(math.radians(30 + frame % 30)), math.sin(math.radians(30 + frame % 30))
        turned = self.to_points @ np.array([[c, 0, -s, 0], [0, 1, 0, 0], [s, 0, c, 0], [0, 0, 0, 1]]) @ self.perspective
        for to_clip in self.to_clip:
            self.program["unitToClip"].write((turned @ to_clip).astype("f4").tobytes())
            self.vertices.render(moderngl.TRIANGLE_STRIP)


class Scene(Work):
    """A work with what only curves have."""

    lights = layers = 1


def film(axis, value, image):
    width = {"pixels": value, "frames": 640}.get(axis, 1920)
    scene = Scene(width, width * 9 // 16, value if axis == "faces" else 100, 4, 0)
    if axis == "lights":
        scene.lights = value
    if axis == "layers":
        scene.layers = value
    return {"lights": LitFilm, "layers": Cards}.get(axis, Film)(image, scene)


def main():
    axis, value, source, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
    scene = film(axis, value, Image.open(source).convert("RGBA"))
    pixels = np.empty((scene.work.height, scene.work.width, 4), np.uint8)
    encode, path = encoder("fpng" if axis == "frames" else "pillow-fast"), f"{folder}/last.png"

    def draw(frame):
        start = time.perf_counter()
        scene.draw(frame, pixels)
        if axis == "frames":
            encode(pixels, path)
        return 1000 * (time.perf_counter() - start)

    draw(0)
    if axis == "frames":
        milliseconds = statistics.mean([draw(frame) for frame in range(value)])
    else:
        times = []
        while len(times) < 3 or sum(times) < 300:
            times.append(draw(len(times)))
        milliseconds = statistics.median(times)
        draw(7)
        encode(pixels, path)
    print(f"{milliseconds:.4f} {peak_memory():.0f}")


main()

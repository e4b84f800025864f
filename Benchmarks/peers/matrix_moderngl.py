"""One cell of the matrix with moderngl and numpy: the milliseconds of a frame and the peak memory in MiB.

Usage: matrix_moderngl.py WORK,TILT,MESH,LIGHT,WIDTH IN.png FOLDER
WORK: W2, W2aa (4 samples), W3, W5 (4 samples, PNG files by fpng_py). Benchmarks/matrix draws the same.
W1 draws one frame (4 samples) and writes it by Pillow, pipe 60 frames as raw pixels to standard output; both print nothing,
and are timed as whole processes.
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor

import moderngl
import numpy as np
from PIL import Image

from frames_moderngl import encoder
from frames_ripple import AMBIENT, DIFFUSE, make_straight, peak_memory
from matrix_meshes import CELLS, SHEETS

VERTEX_SHADER = """
#version 330
uniform mat4 pointsToClip;
uniform mat3 rotation;
in vec2 texcoord;
in vec3 point;
in vec3 normal;
out vec3 vPoint;
out vec3 vNormal;
out vec2 vTexcoord;
void main() {
    vPoint = rotation * point;
    vNormal = rotation * normal;
    vTexcoord = texcoord;
    gl_Position = pointsToClip * vec4(vPoint, 1.0);
}
"""

FRAGMENT_SHADER = """
#version 330
uniform sampler2D image;
uniform vec2 light;  // ambient, diffuse
uniform vec3 source, eye;
in vec3 vPoint;
in vec3 vNormal;
in vec2 vTexcoord;
out vec4 fragColor;
void main() {
    vec4 texel = texture(image, vTexcoord);
#if LIT
    vec3 normal = normalize(vNormal), toEye = normalize(eye - vPoint);
    // A sheet has two sides, so the normal turns toward the viewer.
    if (dot(normal, toEye) < 0.0) normal = -normal;
#if POINT
    vec3 toLight = normalize(source - vPoint);
#else
    const vec3 toLight = vec3(0.0, 0.0, 1.0);
#endif
    float facing = dot(normal, toLight);
    vec3 color = texel.rgb * (light.x + light.y * max(facing, 0.0));
#if SHINY
    if (facing > 0.0)
        color += texel.a * 0.5 * pow(max(dot(2.0 * facing * normal - toLight, toEye), 0.0), 32.0);
#endif
    texel.rgb = min(color, texel.a);
#endif
    fragColor = texel;
}
"""


class Film:
    """Everything that lasts from frame to frame."""

    def __init__(self, image, work, tilt, mesh, light, width):
        self.context = context = moderngl.create_context(standalone=True, backend="egl")
        height = width * 9 // 16
        self.size, samples = (width, height), 0 if work in ("W2", "W3", "pipe") else 4
        self.texture = context.texture(image.size, 4, image.tobytes())
        self.texture.build_mipmaps()
        self.texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        self.texture.repeat_x = self.texture.repeat_y = False
        self.sheet = sheet = SHEETS[mesh](width, height, CELLS[work])

        defines = f"#define LIT {int(light != 'none')}\n#define POINT {int(light == 'point')}\n"
        defines += f"#define SHINY {int(light == 'highlight')}\n"
        shader = FRAGMENT_SHADER.replace("#version 330\n", f"#version 330\n{defines}")
        program = context.program(vertex_shader=VERTEX_SHADER, fragment_shader=shader)
        eye_distance = width * 800 / 1280
        # GLSL's matrices are stored by columns, so that a row-vector matrix by rows is its transpose: column vectors.
        perspective = np.eye(4)
        perspective[2, 3] = -1 / eye_distance
        # Depth only orders here; y stays down, so that the bottom row of read-back is the picture's top.
        clip = np.diag([2 / width, 2 / height, -1 / (4 * width), 1.0])
        program["pointsToClip"].write((perspective @ clip).astype("f4").tobytes())
        c, s = np.cos(np.radians(-tilt)), np.sin(np.radians(-tilt))
        program["rotation"].write(np.array([[1, 0, 0], [0, c, s], [0, -s, c]], "f4").tobytes())
        for name, value in {
            "light": (AMBIENT, DIFFUSE), "eye": (0, 0, eye_distance), "source": (-width / 4, -height / 4, width * 0.4)
        }.items():
            if name in program:  # what a variant does not use is not there
                program[name].value = value
        self.buffer = context.buffer(reserve=sheet.moving.nbytes, dynamic=True)
        self.vertices = context.vertex_array(
            program, self.used(program, context.buffer(sheet.texcoords.tobytes())),
            context.buffer(sheet.triangles.astype("u4").tobytes()))

        self.target = self.resolved = context.framebuffer(
            context.renderbuffer(self.size, 4, samples=samples),
            context.depth_renderbuffer(self.size, samples=samples))
        if samples:
            self.resolved = context.framebuffer(context.renderbuffer(self.size, 4))
        self.target.use()
        context.enable(moderngl.DEPTH_TEST)
        self.texture.use()

    def used(self, program, texcoords):
        moving = (self.buffer, "3f 3f", "point", "normal") if "normal" in program else (self.buffer, "3f 12x", "point")
        return [(texcoords, "2f", "texcoord"), moving]

    def draw(self, frame, pixels):
        self.sheet.evaluate(frame % 30 / 30)
        self.target.clear(0, 0, 0, 0)
        self.buffer.orphan()
        self.buffer.write(self.sheet.moving)
        self.vertices.render(moderngl.TRIANGLES)
        if self.resolved is not self.target:
            self.context.copy_framebuffer(self.resolved, self.target)
        self.resolved.read_into(pixels, components=4)


def main():
    work, tilt, mesh, light, width = sys.argv[1].split(",")
    path = f"{sys.argv[3]}/last.png"
    film = Film(Image.open(sys.argv[2]).convert("RGBA"), work, float(tilt), mesh, light, int(width))
    pixels = [np.empty((film.size[1], film.size[0], 4), np.uint8) for _ in range(3)]
    if work == "W1":
        film.draw(7, pixels[0])
        make_straight(pixels[0])
        return Image.fromarray(pixels[0]).save(path)
    if work == "pipe":
        for frame in range(60):
            film.draw(frame, pixels[0])
            make_straight(pixels[0])
            sys.stdout.buffer.write(pixels[0].data)
        return Image.fromarray(pixels[0]).save(path)
    encode = encoder("fpng")
    film.draw(0, pixels[0])
    encode(pixels[0], path)
    start, count = time.perf_counter(), 0
    with ThreadPoolExecutor(2) as pool:
        written = [None] * len(pixels)
        while count < 4 or time.perf_counter() - start < 0.4:
            slot = count % len(pixels)
            if written[slot]:
                written[slot].result()
            count += 1
            film.draw(count, pixels[slot])
            if work == "W5":
                written[slot] = pool.submit(encode, pixels[slot], f"{sys.argv[3]}/{slot}.png")
        for job in filter(None, written):
            job.result()
    milliseconds = 1000 * (time.perf_counter() - start) / count
    film.draw(7, pixels[0])
    encode(pixels[0], path)
    print(f"{milliseconds:.4f} {peak_memory():.0f}")


if __name__ == "__main__":
    main()

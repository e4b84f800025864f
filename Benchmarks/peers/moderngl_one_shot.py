"""The ripple scene as one would script it with moderngl, numpy and Pillow: PNG in, one frame, PNG out.

The same picture as
    meshrender render IN --mesh ripple --transform "perspective(800) rotateX(-45deg)" --light directional -o OUT
"""

import argparse
import sys

import moderngl
import numpy as np
from PIL import Image

ROWS = COLUMNS = 50
AMPLITUDE = 0.05  # of the depth unit, which is the average of width and height
WAVES = 4  # for one unit of distance from the center
EYE_DISTANCE = 800  # points
ANGLE = np.radians(-45)
AMBIENT, DIFFUSE = 0.25, 0.75

VERTEX_SHADER = """
#version 330
uniform mat4 pointsToClip;
in vec3 position;
in vec3 normal;
in vec2 texcoord;
out vec3 vNormal;
out vec2 vTexcoord;
void main() {
    vNormal = normal;
    vTexcoord = texcoord;
    gl_Position = pointsToClip * vec4(position, 1.0);
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


def ripple(width, height):
    """Vertices in points about the image's center (x right, y down, z to the viewer), texture coordinates, indices."""
    v, u = np.meshgrid(np.linspace(0, 1, ROWS + 1), np.linspace(0, 1, COLUMNS + 1), indexing="ij")
    z = AMPLITUDE * np.sin(np.hypot(u - 0.5, v - 0.5) * 2 * np.pi * WAVES)
    depth = (width + height) / 2
    points = np.stack([(u - 0.5) * width, (v - 0.5) * height, z * depth], axis=-1).reshape(-1, 3)
    first = (np.arange(ROWS)[:, None] * (COLUMNS + 1) + np.arange(COLUMNS)).reshape(-1)
    corners = np.stack([first, first + 1, first + COLUMNS + 2, first + COLUMNS + 1], axis=-1)
    triangles = np.concatenate([corners[:, [0, 1, 2]], corners[:, [2, 3, 0]]], axis=1).reshape(-1, 3)
    return points, np.stack([u, v], axis=-1).reshape(-1, 2), triangles


def normals_of(points, triangles):
    """Area-weighted: the cross product of two sides is as long as the triangle is large, twice."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    weighted = np.cross(b - a, c - a)
    normals = np.zeros_like(points)
    for k in range(3):
        np.add.at(normals, triangles[:, k], weighted)
    return normals / np.linalg.norm(normals, axis=1, keepdims=True)


def points_to_clip(width, height):
    """Row vectors: rotated points, then m34 = -1/d, then canvas to clip space with y up."""
    perspective = np.eye(4)
    perspective[2, 3] = -1 / EYE_DISTANCE
    # Depth only orders here; the divisor keeps it within the clip volume.
    clip = np.diag([2 / width, -2 / height, -1 / 2000, 1.0])
    return perspective @ clip


def rotation():
    """About x, as Core Animation's CATransform3DMakeRotation: row vectors."""
    c, s = np.cos(ANGLE), np.sin(ANGLE)
    return np.array([[1, 0, 0], [0, c, s], [0, -s, c]])


def render(context, image):
    width, height = image.size
    texture = context.texture(image.size, 4, image.tobytes())
    texture.build_mipmaps()
    texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
    texture.repeat_x = texture.repeat_y = False

    points, texcoords, triangles = ripple(width, height)
    points = points @ rotation()
    data = np.hstack([points, normals_of(points, triangles), texcoords]).astype("f4")

    program = context.program(vertex_shader=VERTEX_SHADER, fragment_shader=FRAGMENT_SHADER)
    # GLSL's matrices are stored by columns, so that a row-vector matrix by rows is its transpose: column vectors.
    program["pointsToClip"].write(points_to_clip(width, height).astype("f4").tobytes())
    program["light"].value = (AMBIENT, DIFFUSE)
    vertices = context.vertex_array(
        program,
        [(context.buffer(data.tobytes()), "3f 3f 2f", "position", "normal", "texcoord")],
        context.buffer(triangles.astype("u4").tobytes()),
    )
    samples = context.framebuffer(
        context.renderbuffer(image.size, 4, samples=4),
        context.depth_renderbuffer(image.size, samples=4),
    )
    resolved = context.framebuffer(context.renderbuffer(image.size, 4))
    samples.use()
    samples.clear(0, 0, 0, 0)
    context.enable(moderngl.DEPTH_TEST)
    texture.use()
    vertices.render(moderngl.TRIANGLES)
    context.copy_framebuffer(resolved, samples)
    return np.frombuffer(resolved.read(components=4), np.uint8).reshape(height, width, 4)[::-1]


def straight(pixels):
    """Premultiplied to PNG's straight alpha."""
    alpha = pixels[..., 3:].astype(np.uint16)
    color = (pixels[..., :3] * np.uint16(255) + alpha // 2) // np.maximum(alpha, 1)
    return np.dstack([np.minimum(color, 255).astype(np.uint8), pixels[..., 3]])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("input", nargs="?")
    parser.add_argument("output", nargs="?")
    parser.add_argument("--fpng", action="store_true", help="write by fpng_py instead of Pillow")
    parser.add_argument("--versions", action="store_true", help="print versions and the GL renderer, draw nothing")
    arguments = parser.parse_args()

    context = moderngl.create_context(standalone=True, backend="egl")
    if arguments.versions:
        import PIL

        print(f"Python {sys.version.split()[0]}, moderngl {moderngl.__version__}, numpy {np.__version__},", end=" ")
        print(f"Pillow {PIL.__version__}; {context.info['GL_RENDERER']}, {context.info['GL_VERSION']}")
        return
    if arguments.output is None:
        parser.error("give an input and an output PNG")
    # The input has no transparency here, so that straight and premultiplied are the same.
    image = Image.open(arguments.input).convert("RGBA")
    pixels = straight(render(context, image))
    if arguments.fpng:
        import fpng_py

        fpng_py.fpng_encode_image_to_file(arguments.output, pixels.tobytes(), *image.size, 4)
    else:
        Image.fromarray(pixels).save(arguments.output)


main()

"""Matrices of layers from their definitions, in float64.

Column vectors, as CSS Transforms 2 writes them: a list's leftmost function is the leftmost factor. Angles in degrees,
lengths in points, y down, z toward the viewer.
"""

import re

import numpy


def translation(x, y=0.0, z=0.0):
    matrix = numpy.identity(4)
    matrix[:3, 3] = x, y, z
    return matrix


def scaling(x, y=None, z=1.0):
    return numpy.diag([x, x if y is None else y, z, 1.0])


def perspective(distance):
    """w = 1 - z / distance."""
    matrix = numpy.identity(4)
    matrix[3, 2] = -1 / distance
    return matrix


def rotation(x, y, z, degrees):
    """About an axis, by Rodrigues' formula; positive angles turn x toward y about z."""
    axis, angle = numpy.array([x, y, z]) / numpy.linalg.norm([x, y, z]), numpy.radians(degrees)
    cross = numpy.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    matrix = numpy.identity(4)
    matrix[:3, :3] += numpy.sin(angle) * cross + (1 - numpy.cos(angle)) * cross @ cross
    return matrix


def skew(x, y=0.0):
    matrix = numpy.identity(4)
    matrix[0, 1], matrix[1, 0] = numpy.tan(numpy.radians([x, y]))
    return matrix


def matrix2d(a, b, c, d, x, y):
    return numpy.array([[a, c, 0, x], [b, d, 0, y], [0, 0, 1, 0], [0, 0, 0, 1.0]])


FUNCTIONS = {
    "perspective": perspective, "translate": translation, "translate3d": translation,
    "translateX": translation, "translateY": lambda y: translation(0, y), "translateZ": lambda z: translation(0, 0, z),
    "scale": scaling, "scale3d": scaling, "scaleX": lambda x: scaling(x, 1), "scaleY": lambda y: scaling(1, y),
    "scaleZ": lambda z: scaling(1, 1, z), "rotate": lambda a: rotation(0, 0, 1, a),
    "rotateX": lambda a: rotation(1, 0, 0, a), "rotateY": lambda a: rotation(0, 1, 0, a),
    "rotateZ": lambda a: rotation(0, 0, 1, a), "rotate3d": rotation, "skew": skew, "skewX": skew,
    "skewY": lambda y: skew(0, y), "matrix": matrix2d,
    "matrix3d": lambda *values: numpy.array(values).reshape(4, 4).T,
}  # fmt: skip


def transform(text):
    """The matrix of a CSS transform list; angles are in deg, lengths bare."""
    matrix = numpy.identity(4)
    for name, values in re.findall(r"(\w+)\(([^)]*)\)", text or ""):
        matrix = matrix @ FUNCTIONS[name](*(float(v.strip().removesuffix("deg")) for v in values.split(",")))
    return matrix


def anchor(layer):
    """The anchor point in layer points."""
    x, y, width, height = layer["bounds"]
    across, down = layer.get("anchorPoint", [0.5, 0.5])
    return numpy.array([x + across * width, y + down * height, layer.get("anchorPointZ", 0.0)])


def to_superlayer(layer, superlayer=None):
    """Layer points to the superlayer's space: the anchor point goes to position, what the superlayer does comes last."""
    place = translation(*layer["position"], layer.get("zPosition", 0.0))
    matrix = place @ transform(layer.get("transform")) @ translation(*-anchor(layer))
    if superlayer and "sublayerTransform" in superlayer:
        about = anchor(superlayer)
        matrix = translation(*about) @ transform(superlayer["sublayerTransform"]) @ translation(*-about) @ matrix
    return matrix


def flat(matrix):
    """What a matrix does to the plane z = 0, seen from straight above: homogeneous 3 x 3."""
    return matrix[numpy.ix_([0, 1, 3], [0, 1, 3])]


def premultiplied(color):
    """#rrggbb or #rrggbbaa as RGBA 0...1."""
    values = [int(color[i : i + 2], 16) / 255 for i in range(1, len(color), 2)]
    red, green, blue, alpha = values if len(values) == 4 else [*values, 1.0]
    return numpy.array([red * alpha, green * alpha, blue * alpha, alpha])


def hexadecimal(color):
    return "#" + "".join(f"{round(float(c)):02x}" for c in color)


def number(random, low, high, digits=2):
    """Random and short, so that the scene's text holds it exactly."""
    return round(float(random.uniform(low, high)), digits)

"""Phong's reflection model with attenuation and cones, in float64.

Each channel shows min(a, C (ka sum A + kd sum S D max(0, N.L)) + a ks sum S H max(0, R.V)^n), summed over the lights: C
is the premultiplied content, a its alpha; A, D and H are color x intensity x the light's ambient, diffuse and specular
intensity. S is 1 for directional lights, 1 / (1 + falloff (d / falloffDistance)^2) for points, and for spots that times
a smoothstep over the cosine of the angle, from coneAngle to coneAngle (1 - coneEdgeSoftness).
"""

import numpy

from space import premultiplied


def unit(vectors):
    return vectors / numpy.linalg.norm(vectors, axis=-1, keepdims=True)


def shade(layer, lights, position, normal, viewer):
    """Premultiplied, 0...255, for each place; highlights stay within the coverage."""
    surface, content = layer["surface"], premultiplied(layer["backgroundColor"])
    alpha = numpy.full((len(position), 1), 255 * content[3])
    if not any(light["enabled"] for light in lights):
        return numpy.tile(255 * content, (len(position), 1))
    scattered, mirrored = numpy.zeros((2, len(position), 3))
    for light in lights:
        if not light["enabled"]:
            continue
        color = premultiplied(light["color"])[:3] * light["intensity"]
        scattered = scattered + color * light["ambientIntensity"] * surface["ambient"]
        if light["type"] == "ambient":
            continue
        strength = numpy.ones(len(position))
        axis = unit(numpy.array(light.get("direction", [0, 0, -1])))
        if light["type"] == "directional":
            toward = numpy.tile(-axis, (len(position), 1))
        else:
            way = numpy.array(light["position"]) - position
            length = numpy.linalg.norm(way, axis=-1)
            toward = way / length[:, None]
            strength = 1 / (1 + light["falloff"] * (length / light["falloffDistance"]) ** 2)
        if light["type"] == "spot":
            rim, full = numpy.cos(numpy.radians(light["coneAngle"] * numpy.array([1, 1 - light["coneEdgeSoftness"]])))
            t = numpy.clip((toward @ -axis - rim) / (full - rim), 0, 1)
            strength = strength * t * t * (3 - 2 * t)
        facing = numpy.sum(normal * toward, axis=-1)
        reflected = 2 * facing[:, None] * normal - toward
        lobe = numpy.maximum(numpy.sum(reflected * viewer, axis=-1), 0) ** surface["exponent"] * (facing > 0)
        scattered = scattered + numpy.outer(strength * numpy.maximum(facing, 0), color * light["diffuseIntensity"] * surface["diffuse"])
        mirrored = mirrored + numpy.outer(strength * lobe, color * light["specularIntensity"] * surface["specular"])
    shown = numpy.minimum(content[:3] * scattered + content[3] * mirrored, content[3])
    return numpy.concatenate([255 * shown, alpha], axis=1)

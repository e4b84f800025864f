"""Phong's model per pixel: random lights and surfaces on tilted planes and curved meshes, in float64.

Normals of meshes are the faces' means by area in layer points, interpolated in space; a plane's normal is that of its
matrix.
"""

import numpy

from harness import Comparison
from phong import shade, unit
from space import anchor, hexadecimal, number, to_superlayer, transform, translation

CASES = 24
SIDE = 96


def compare(random, tool, case):
    curved = case % 3 > 0
    scene = make_scene(random, curved)
    holder = scene["layers"][0]
    layer = holder["sublayers"][0]
    world, view = split(layer, holder)
    places, turns = vertices(layer)
    normals = vertex_normals(layer, places, turns) if curved else numpy.tile([0.0, 0, 1], (4, 1))
    # A normal goes where the cross product of two tangents goes: through the cofactors.
    normals = normals @ (numpy.linalg.inv(world[:3, :3]) * numpy.linalg.det(world[:3, :3]))
    places = (numpy.column_stack([places, numpy.ones(len(places))]) @ world.T)[:, :3]
    seen = seen_at_pixels(places, normals, turns, layer, view, eye_of(layer, holder))
    picture = tool.draw(scene, 1)
    expected = shade(layer, holder["lights"], *seen["at"])
    difference = numpy.abs(picture[seen["rows"], seen["columns"]] - expected).max(axis=-1)
    name = "curved meshes" if curved else "tilted planes"
    yield Comparison(f"{name}, of 255", scene, difference, 2)


def make_scene(random, curved):
    size = [number(random, 50, 75), number(random, 45, 70)]
    axis = [number(random, -1, 1), number(random, -1, 1), number(random, -0.4, 0.4)]
    turn = f"rotate3d({axis[0]}, {axis[1]}, {axis[2]}, {number(random, -50, 50) + random.choice([0, 0, 0, 180])}deg)"
    mirrored = random.choice([1, 1, -1])
    turn += f" scale3d({mirrored * number(random, 0.8, 1.2)}, {number(random, 0.8, 1.2)}, {number(random, 0.7, 1.2)})"
    eye = random.choice(["own", "superlayer", "none"])
    layer = {
        "bounds": [number(random, -30, 30), number(random, -30, 30), *size],
        "position": [number(random, 42, 54), number(random, 42, 54)], "zPosition": number(random, -10, 10),
        "transform": (f"perspective({number(random, 150, 400)}) " if eye == "own" else "") + turn,
        "backgroundColor": hexadecimal(random.integers(60, 256, 3 if curved else 4)),
        "surface": {"ambient": number(random, 0.2, 1), "diffuse": number(random, 0.3, 1.2),
                    "specular": number(random, 0, 0.8), "exponent": number(random, 1, 40)},
    }  # fmt: skip
    if curved:
        layer["mesh"] = mesh(random)
        layer["surface"]["shading"] = "flat" if random.random() < 0.2 else "smooth"
    holder = {"bounds": [0, 0, SIDE, SIDE], "position": [SIDE / 2, SIDE / 2], "sublayers": [layer],
              "lights": [light(random) for _ in range(random.integers(1, 5))]}  # fmt: skip
    if eye == "superlayer":
        holder["sublayerTransform"] = f"perspective({number(random, 150, 400)})"
    if eye != "own" and random.random() < 0.4:
        tilt = f"rotate3d(1, {number(random, -1, 1)}, {number(random, -1, 1)}, {number(random, -30, 30)}deg)"
        holder["sublayerTransform"] = f"{holder.get('sublayerTransform', '')} {tilt}".strip()
    return {"canvas": {"size": [SIDE, SIDE]}, "layers": [holder]}


def mesh(random):
    """A grid with waves sideways and in depth, that does not fold."""
    rows, columns = (int(n) for n in random.integers(3, 9, 2))
    v, u = (a.ravel() for a in numpy.mgrid[0 : rows + 1, 0 : columns + 1] / [[[rows]], [[columns]]])
    waves = [numpy.sin(random.uniform(-6, 6) * u + random.uniform(-6, 6) * v + random.uniform(0, 6)) for _ in "xyz"]
    to = u + 0.03 * waves[0], v + 0.03 * waves[1], 0.12 * waves[2]
    first = (numpy.arange(rows)[:, None] * (columns + 1) + numpy.arange(columns)).ravel()
    # float32 is what a mesh holds.
    values = numpy.float32(numpy.round(numpy.column_stack([u, v, *to]), 5)).astype(float)
    return {"vertices": values.tolist(), "depthNormalization": str(random.choice(["width", "height", "average", "max"])),
            "faces": numpy.column_stack([first, first + 1, first + columns + 2, first + columns + 1]).tolist()}  # fmt: skip


def light(random):
    kind = str(random.choice(["ambient", "directional", "point", "spot"]))
    values = {
        "type": kind, "enabled": bool(random.random() < 0.9), "color": hexadecimal(random.integers(80, 256, 3)),
        "intensity": number(random, 0.2, 0.7), "ambientIntensity": number(random, 0, 0.5),
    }  # fmt: skip
    if kind != "ambient":
        values |= {"diffuseIntensity": number(random, 0.2, 1), "specularIntensity": number(random, 0, 1)}
    if kind in ("directional", "spot"):
        values["direction"] = [number(random, -1, 1), number(random, -1, 1), number(random, -1, -0.3)]
    if kind in ("point", "spot"):
        values["position"] = [number(random, 0, SIDE), number(random, 0, SIDE), number(random, 35, 120)]
        values |= {"falloff": number(random, 0, 1.5), "falloffDistance": number(random, 30, 120)}
    if kind == "spot":
        values |= {"coneAngle": number(random, 20, 70), "coneEdgeSoftness": number(random, 0.2, 1)}
    return values


def split(layer, holder):
    """Layer points to the superlayer before any perspective, and from there to the canvas."""
    words = layer["transform"].split(" ", 1)
    place = translation(*layer["position"], layer["zPosition"])
    own = words[0].startswith("perspective")
    world = place @ transform(words[1] if own else layer["transform"]) @ translation(*-anchor(layer))
    view = to_superlayer(layer, holder) @ numpy.linalg.inv(world)
    assert numpy.allclose(world[3], [0, 0, 0, 1])
    return world, view


def eye_of(layer, holder):
    """The eye in superlayer points, homogeneous: in front of the point about which a perspective acts, else far away.

    The superlayer's transform moves its lights too, so the eye goes back through the rotation in it.
    """
    own, shared = layer["transform"], holder.get("sublayerTransform", "")
    if own.startswith("perspective"):
        distance = float(own[12 : own.index(")")])
        return numpy.array([*layer["position"], layer["zPosition"] + distance, 1])
    about, rest = anchor(holder), shared[shared.find("rotate") :] if "rotate" in shared else ""
    back = translation(*about) @ numpy.linalg.inv(transform(rest))
    if shared.startswith("perspective"):
        return back @ [0, 0, float(shared[12 : shared.index(")")]), 1]
    return back @ [0, 0, 1, 0]


def vertices(layer):
    """Places in layer points, and triangles as vertex indices; a layer without a mesh is one face."""
    x, y, width, height = layer["bounds"]
    mesh = layer.get("mesh") or {"vertices": [[u, v, u, v, 0] for u, v in [(0, 0), (1, 0), (1, 1), (0, 1)]],
                                 "faces": [[0, 1, 2, 3]], "depthNormalization": "none"}  # fmt: skip
    sizes = {"none": 1, "width": width, "height": height, "max": max(width, height), "average": (width + height) / 2}
    to = numpy.array(mesh["vertices"])[:, 2:] * [width, height, sizes[mesh["depthNormalization"]]] + [x, y, 0]
    faces = numpy.array(mesh["faces"])
    return to, numpy.concatenate([faces[:, [0, 1, 2]], faces[:, [2, 3, 0]]])


def vertex_normals(layer, places, triangles):
    """Sums of the triangles' cross products, which are as long as twice their areas."""
    a, b, c = (places[triangles[:, i]] for i in range(3))
    sums = numpy.zeros_like(places)
    for i in range(3):
        numpy.add.at(sums, triangles[:, i], numpy.cross(b - a, c - a))
    return sums / numpy.linalg.norm(sums, axis=1, keepdims=True)


def seen_at_pixels(places, normals, triangles, layer, view, eye, margin=1.0):
    """Place, normal toward the viewer and direction to the eye for each pixel center that is well inside.

    Left out: what lies within `margin` pixels of an outline or a fold, and with flat shading of any triangle's side.
    """
    ys, xs = numpy.mgrid[0:SIDE, 0:SIDE] + 0.5
    nearest, found = numpy.full(xs.shape, -numpy.inf), {}
    blocked, flat = numpy.zeros(xs.shape, bool), layer["surface"].get("shading") == "flat"
    corners = numpy.column_stack([places, numpy.ones(len(places))]) @ view.T
    turned = numpy.zeros(len(triangles))
    weights = numpy.empty((len(triangles), 3, *xs.shape))
    for i, triangle in enumerate(triangles):
        matrix = corners[triangle][:, [0, 1, 3]].T
        turned[i] = numpy.linalg.det(matrix)
        weights[i] = numpy.linalg.solve(matrix, [xs.ravel(), ys.ravel(), numpy.ones(xs.size)]).reshape(3, *xs.shape)
    inside = (weights >= 0).all(axis=1)
    for side in numpy.unique(numpy.sort(numpy.concatenate([triangles[:, [i, (i + 1) % 3]] for i in range(3)]), 1), axis=0):
        owners = [i for i, t in enumerate(triangles) if set(side) <= set(t)]
        if flat or len(owners) < 2 or turned[owners[0]] * turned[owners[1]] <= 0:
            a, b = (corners[k, :2] / corners[k, 3] for k in side)
            blocked |= distance(xs, ys, a, b) < margin
    for i, triangle in enumerate(triangles):
        w = weights[i][:, inside[i]]
        depth = numpy.einsum("ck,c->k", w, corners[triangle, 2]) / numpy.einsum("ck,c->k", w, corners[triangle, 3])
        w = w / w.sum(axis=0)
        position, normal = w.T @ places[triangle], w.T @ normals[triangle]
        face = numpy.cross(*(places[triangle[k]] - places[triangle[0]] for k in (1, 2)))
        normal = numpy.tile(face, (len(position), 1)) if flat else normal
        viewer = unit(eye[:3] - eye[3] * position)
        normal = unit(normal) * numpy.where(viewer @ face * numpy.sign(face @ normal.T) < 0, -1, 1)[:, None]
        for k, at in enumerate(zip(*numpy.nonzero(inside[i]))):
            if depth[k] > nearest[at]:
                nearest[at], found[at] = depth[k], (position[k], normal[k], viewer[k])
    kept = [(at, values) for at, values in found.items() if not blocked[at]]
    rows, columns = numpy.array([at for at, _ in kept], int).reshape(-1, 2).T
    return {"rows": rows, "columns": columns, "at": [numpy.array([v[i] for _, v in kept]).reshape(-1, 3) for i in range(3)]}


def distance(x, y, a, b):
    """To a segment."""
    along = b - a
    t = numpy.clip(((x - a[0]) * along[0] + (y - a[1]) * along[1]) / max(along @ along, 1e-12), 0, 1)
    return numpy.hypot(x - a[0] - t * along[0], y - a[1] - t * along[1])

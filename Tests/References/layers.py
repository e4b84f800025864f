"""What is seen at single places of a canvas, ray by ray, in float64.

For each place the line of sight is followed into each layer's plane, or into each triangle of its mesh, and from there
into its sublayers. Siblings that share a space are ordered by depth at that place, equal depths by the order of the
tree; others by the order of the tree, and each by itself by depth. A group is painted by itself: background, contents, sublayers, border, cut off at its bounds if it masks; then its opacity counts
(W3C Compositing 1, sections 3 and 5: premultiplied source-over, isolated groups).
"""

import numpy

from space import flat, premultiplied, to_superlayer


def paint(scene, x, y):
    """Premultiplied RGBA, 0...1, at places in canvas pixels (one-dimensional arrays)."""
    canvas = scene["canvas"]
    left, top = canvas.get("frame", [0, 0])[:2]
    scale = canvas.get("scale", 1)
    behind = premultiplied(canvas.get("background", "#00000000"))
    depth = canvas.get("depth", "automatic")
    colors = paint_siblings(scene["layers"], None, depth, x / scale + left, y / scale + top)
    return over(colors, behind)


def over(front, behind):
    return front + (1 - front[..., 3:]) * behind


def paint_siblings(layers, superlayer, depth, x, y):
    """Isolated: over nothing."""
    layers = [layer for layer in layers if not layer.get("isHidden") and layer.get("opacity", 1) != 0]
    in_order = depth == "ordered" or depth == "automatic" and lie_in_one_plane(layers, superlayer)
    surfaces, places = [], []
    for index, layer in enumerate(layers):
        for here, depth, point_x, point_y in crossings(layer, superlayer, x, y):
            places.append(numpy.full(len(x), index if in_order else 0))
            colors, depths = numpy.zeros((len(x), 4)), numpy.full(len(x), -numpy.inf)
            depths[here] = numpy.round(depth, 6)  # a tie is one, whatever the rounding on the way
            colors[here] = paint_layer(layer, point_x, point_y)
            surfaces.append((depths, colors))
    result = numpy.zeros((len(x), 4))
    if surfaces:
        order = numpy.lexsort(([depths for depths, _ in surfaces], places), axis=0)
        colors = numpy.array([colors for _, colors in surfaces])
        for row in order:
            result = over(colors[row, numpy.arange(len(x))], result)
    return result


def lie_in_one_plane(layers, superlayer):
    """Whether the planes of layers, without their meshes, are one."""
    common = None
    for layer in layers:
        matrix = to_superlayer(layer, superlayer)
        turn = numpy.linalg.det(flat(matrix))
        if "mesh" not in layer and (abs(turn) < 1e-12 or is_turned_away(layer, turn)):
            continue
        # The homogeneous plane through the images of the layer's axes and origin: what all three are orthogonal to.
        plane = numpy.linalg.svd(matrix[:, [0, 1, 3]].T)[2][3]
        if common is not None and 1 - abs(common @ plane) > 1e-12:
            return False
        common = plane
    return True


def crossings(layer, superlayer, x, y):
    """Where lines of sight meet a layer: the indices of those that do, the depth z / w, and the layer point."""
    matrix = to_superlayer(layer, superlayer)
    rays = numpy.array([x, y, numpy.ones_like(x)])
    left, top, width, height = layer["bounds"]
    if "mesh" not in layer:
        plane = flat(matrix)
        if abs(numpy.linalg.det(plane)) < 1e-12 or is_turned_away(layer, numpy.linalg.det(plane)):
            return
        point = numpy.linalg.inv(plane) @ rays
        # The point's own w on the canvas is 1 / point[2]; it lies before the eye where that is positive.
        here = numpy.nonzero(point[2] > 0)[0]
        point = point[:, here]
        yield here, matrix[2, [0, 1, 3]] @ point, point[0] / point[2], point[1] / point[2]
        return
    mesh = layer["mesh"]
    sizes = {"none": 1, "width": width, "height": height, "min": min(width, height), "max": max(width, height),
             "average": (width + height) / 2}  # fmt: skip
    vertices = numpy.array(mesh["vertices"])
    to = vertices[:, 2:] * [width, height, sizes[mesh.get("depthNormalization", "none")]] + [left, top, 0]
    corners = numpy.column_stack([to, numpy.ones(len(to))]) @ matrix.T
    for face in mesh["faces"]:
        for triangle in ([face[0], face[1], face[2]], [face[2], face[3], face[0]]):
            plane = corners[triangle][:, [0, 1, 3]].T
            (a, b), (c, d) = (vertices[triangle[k], :2] - vertices[triangle[0], :2] for k in (1, 2))
            turn = numpy.linalg.det(plane)
            if abs(turn) < 1e-12 or is_turned_away(layer, turn * (a * d - b * c)):
                continue
            # Shares of the corners, homogeneous: all positive within the triangle and before the eye.
            shares = numpy.linalg.inv(plane) @ rays
            here = numpy.nonzero((shares >= 0).all(axis=0))[0]
            shares = shares[:, here]
            u, v = vertices[triangle, :2].T @ (shares / shares.sum(axis=0))
            inside = (u >= 0) & (u <= 1) & (v >= 0) & (v <= 1)
            depth = corners[triangle, 2] @ shares
            yield here[inside], depth[inside], (left + u * width)[inside], (top + v * height)[inside]


def is_turned_away(layer, turn):
    return turn < 0 and not layer.get("isDoubleSided", True)


def paint_layer(layer, x, y):
    """The layer with its sublayers as one picture, at layer points."""
    bounds = inside(layer, x, y, 0)
    rounded = inside(layer, x, y, layer["cornerRadius"]) if "cornerRadius" in layer else bounds
    masks = layer.get("masksToBounds", False)
    result = numpy.zeros((len(x), 4))
    if "backgroundColor" in layer:
        result = over(rounded[:, None] * premultiplied(layer["backgroundColor"]), result)
    if "color" in layer.get("contents", {}):
        result = over((rounded if masks else bounds)[:, None] * premultiplied(layer["contents"]["color"]), result)
    if layer.get("sublayers"):
        seen = rounded if masks else numpy.ones(len(x), bool)
        if "mesh" in layer:
            seen = seen & bounds  # the picture that is bent has its bounds
        sublayers = numpy.zeros((len(x), 4))
        sublayers[seen] = paint_siblings(
            layer["sublayers"], layer, layer.get("depth", "automatic"), x[seen], y[seen])
        result = over(sublayers, result)
    if "border" in layer:
        width = layer["border"]["width"]
        hole = inside(layer, x, y, max(layer.get("cornerRadius", 0) - width, 0), inset=width)
        result = over((rounded & ~hole)[:, None] * premultiplied(layer["border"]["color"]), result)
    return result * layer.get("opacity", 1)


def inside(layer, x, y, radius, inset=0.0):
    """Within the bounds, with corners that are quarters of circles."""
    left, top, width, height = layer["bounds"]
    half = numpy.array([width, height]) / 2 - inset
    radius = min(radius, *half)
    across = numpy.abs(x - left - width / 2) - half[0] + radius
    down = numpy.abs(y - top - height / 2) - half[1] + radius
    return numpy.hypot(numpy.maximum(across, 0), numpy.maximum(down, 0)) + numpy.minimum(numpy.maximum(across, down), 0) <= radius


def paint_in_parts(scene, x, y, size=1 << 14):
    """The same, in parts that fit a processor's cache."""
    return numpy.concatenate([paint(scene, x[i : i + size], y[i : i + size]) for i in range(0, len(x), size)])


def picture(scene, width, height, grid=16, lattice=5):
    """The exact colors 0...255 of pixels, and by how many colors each one shows: 1 away from edges, 2 on an edge, more
    where several edges meet.

    A pixel is away from edges when a lattice of places over it and half a pixel around it shows one color; else its
    color is the mean over `grid` x `grid` places.
    """
    margin = lattice // 2
    columns, rows = ((numpy.arange(n * lattice + 2 * margin + 1) - margin) / lattice for n in (width, height))
    y, x = (a.ravel() for a in numpy.meshgrid(rows, columns, indexing="ij"))
    colors, count = paint_in_parts(scene, x, y).reshape(len(rows), len(columns), 4), 2 * margin + lattice + 1
    windows = numpy.lib.stride_tricks.sliding_window_view(colors, (count, count), axis=(0, 1))[::lattice, ::lattice]
    edges = (windows.max(axis=(-1, -2)) - windows.min(axis=(-1, -2)) > 1e-9).any(axis=-1)
    exact, kinds = windows[..., count // 2, count // 2].copy(), numpy.ones((height, width), int)
    y, x = numpy.nonzero(edges)
    part = (numpy.arange(grid) + 0.5) / grid
    fine_x, fine_y = numpy.broadcast_arrays(x[:, None, None] + part, y[:, None, None] + part[:, None])
    if len(x):
        fine = paint_in_parts(scene, fine_x.ravel(), fine_y.ravel()).reshape(len(x), -1, 4)
        exact[edges] = fine.mean(axis=1)
        keys = numpy.sort(numpy.round(fine * 1e6) @ [1, 1e3 + 0.1, 1e6 + 0.3, 1e9 + 0.7], axis=1)
        kinds[edges] = numpy.maximum(2, 1 + (numpy.diff(keys, axis=1) > 1e-3).sum(axis=1))
    return 255 * exact, kinds

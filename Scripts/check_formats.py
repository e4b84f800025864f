"""Compares the files that meshrender converts meshes to with what independent readers see in them."""

import base64
import io
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

import jsonschema
import numpy as np
import pygltflib
import pywavefront
import trimesh
from PIL import Image

from checks import expect, finish

tool, picture = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
folder = tempfile.TemporaryDirectory()

COMPONENTS = {5121: np.uint8, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
SIZES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}


def path(name):
    return str(pathlib.Path(folder.name, name))


def convert(*arguments):
    run = subprocess.run([tool, "convert", *arguments], capture_output=True, text=True, cwd=folder.name)
    expect(run.returncode == 0, f"convert {' '.join(arguments)}: {run.stderr}")
    return run.stderr


def load(name):
    with open(path(name)) as file:
        return json.load(file)


def arrays(mesh):
    vertices = np.array(mesh["vertices"], np.float32)
    return vertices[:, :2], vertices[:, 2:], mesh["faces"]


def make(name, seed, rows, columns, **more):
    """A bent grid with a missing face and a triangle, all of whose numbers are Floats."""
    random = np.random.default_rng(seed)
    v, u = np.meshgrid(np.linspace(0, 1, rows + 1), np.linspace(0, 1, columns + 1), indexing="ij")
    place = np.stack([u, v, 0 * u], axis=-1) + random.normal(0, 0.1 / columns, (rows + 1, columns + 1, 3))
    numbers = np.concatenate([np.stack([u, v], axis=-1), place], axis=-1).reshape(-1, 5).astype(np.float32)
    width = columns + 1
    corners = [r * width + c for r in range(rows) for c in range(columns)]
    faces = [[k, k + 1, k + width + 1, k + width] for k in corners]
    faces[1] = [*faces[1][:3], faces[1][2]]
    del faces[-1]
    mesh = {"vertices": [[float(x) for x in row] for row in numbers], "faces": faces, **more}
    with open(path(name), "w") as file:
        json.dump(mesh, file)
    return mesh


def same_vertices(name, mesh):
    return np.array_equal(np.array(load(name)["vertices"], np.float32), np.array(mesh["vertices"], np.float32))


def triangles(faces):
    found = []
    for a, b, c, d in faces:
        found += [t for t in [(a, b, c), (c, d, a)] if len(set(t)) == 3]
    return found


def check_obj():
    source = make("m.json", 1, 6, 7)
    content, place, faces = arrays(source)
    convert("m.json", "m.obj")

    mesh = trimesh.load(path("m.obj"), process=False, maintain_order=True)
    # Corner by corner, as trimesh numbers the vertices anew; y is up there.
    expected = []
    for a, b, c, d in faces:
        corners = [a, d, c, b] if c != d else [a, c, b]
        expected += [(corners[0], corners[i], corners[i + 1]) for i in range(1, len(corners) - 1)]
    expect(len(mesh.faces) == len(expected), "trimesh counts other faces in the OBJ")

    def key(points):
        return sorted(tuple(sorted(tuple(np.round(p, 5)) for p in t)) for t in points)

    flip = place * [1, -1, 1] + [0, 1, 0]
    expect(key(flip[np.array(expected)]) == key(mesh.vertices[mesh.faces]), "trimesh sees another surface in the OBJ")
    pairs = {tuple(np.round([*p, *uv], 5)) for p, uv in zip(mesh.vertices, mesh.visual.uv)}
    used = sorted({i for face in faces for i in face})
    wanted = {tuple(np.round([*flip[i], content[i, 0], 1 - content[i, 1]], 5)) for i in used}
    expect(pairs == wanted, "trimesh sees other texture coordinates in the OBJ")

    scene = pywavefront.Wavefront(path("m.obj"), collect_faces=True, create_materials=True)
    expect(np.allclose(scene.vertices, flip, atol=1e-7), "PyWavefront reads other positions")

    # And back, through our own reader and through a file that trimesh wrote.
    convert("m.obj", "back.json")
    expect(same_vertices("back.json", source), "OBJ does not give the vertices back")
    expect([triangles([f]) for f in load("back.json")["faces"]] == [triangles([f]) for f in faces], "nor the faces")
    with open(path("t.obj"), "w") as file:
        file.write(trimesh.exchange.obj.export_obj(mesh, include_texture=False) if mesh.visual.uv is None
                   else trimesh.exchange.obj.export_obj(mesh))
    convert("t.obj", "t.json")
    _, other, other_faces = arrays(load("t.json"))
    surface = other[np.array(triangles(other_faces))] * [1, -1, 1] + [0, 1, 0]
    expect(key(surface) == key(flip[np.array(expected)]), "a file of trimesh is read as another surface")


def read_gltf(name):
    """The document and its data, by the specification's own words."""
    blob = pathlib.Path(path(name)).read_bytes()
    if name.endswith(".gltf"):
        document = json.loads(blob)
        return document, base64.b64decode(document["buffers"][0]["uri"].split(",", 1)[1], validate=True)
    magic, version, length, json_length, json_kind = struct.unpack_from("<4sIII4s", blob)
    expect((magic, version, length, json_kind) == (b"glTF", 2, len(blob), b"JSON"), f"{name}: the header")
    data_length, data_kind = struct.unpack_from("<I4s", blob, 20 + json_length)
    expect(json_length % 4 == 0 and data_length % 4 == 0 and data_kind == b"BIN\0", f"{name}: the chunks")
    expect(28 + json_length + data_length == len(blob), f"{name}: the length")
    return json.loads(blob[20:20 + json_length]), blob[28 + json_length:]


def accessor(document, data, index):
    entry = document["accessors"][index]
    view = document["bufferViews"][entry["bufferView"]]
    kind, width = COMPONENTS[entry["componentType"]], SIZES[entry["type"]]
    start = view.get("byteOffset", 0) + entry.get("byteOffset", 0)
    expect(start % np.dtype(kind).itemsize == 0, "an accessor is not aligned")
    expect(entry["count"] * width * np.dtype(kind).itemsize <= view["byteLength"], "an accessor leaves its view")
    expect(view.get("byteOffset", 0) + view["byteLength"] <= document["buffers"][0]["byteLength"] <= len(data),
           "a view leaves its buffer")
    values = np.frombuffer(data, kind, entry["count"] * width, start).reshape(-1, width)
    for bound, function in [("min", np.min), ("max", np.max)]:
        if bound in entry:
            expect(np.array_equal(np.array(entry[bound]), function(values, axis=0).astype(float)), f"the {bound}")
    return values


def check_gltf(schema, name, size, *flags, **more):
    source = make("g.json", 2, 5, 4, depthNormalization="average", **more)
    content, place, faces = arrays(source)
    convert("g.json", name, "--size", f"{size[0]}x{size[1]}", *flags)
    document, data = read_gltf(name)
    for fault in schema.iter_errors(document):
        expect(False, f"{name}: {fault.json_path}: {fault.message[:200]}")
    primitive = document["meshes"][0]["primitives"][0]
    attributes = {key: accessor(document, data, i) for key, i in primitive["attributes"].items()}
    expect("min" in document["accessors"][primitive["attributes"]["POSITION"]], "positions have bounds")
    indices = accessor(document, data, primitive["indices"]).ravel()
    counts = {len(values) for values in attributes.values()}
    expect(counts == {len(place)} and indices.max() < len(place), f"{name}: the counts")

    width, height = size
    points = (place * [width, -height, (width + height) / 2] + [-width / 2, height / 2, 0]) / max(size)
    expect(np.allclose(attributes["POSITION"], points, atol=1e-6), f"{name}: the positions")
    expect(np.array_equal(attributes["TEXCOORD_0"], content), f"{name}: the texture coordinates")
    expect(np.allclose(np.linalg.norm(attributes["NORMAL"], axis=1), 1, atol=5e-4), f"{name}: unit normals")
    corners = indices.reshape(-1, 3)
    expect(sorted(map(sorted, corners.tolist())) == sorted(map(sorted, triangles(faces))), f"{name}: the triangles")
    a, b, c = (attributes["POSITION"][corners[:, i]] for i in range(3))
    facing = np.einsum("ij,ij->i", np.cross(b - a, c - a), attributes["NORMAL"][corners[:, 0]])
    expect((facing > 0).all(), f"{name}: counterclockwise triangles")
    if "brightness" in more:
        expect(np.allclose(attributes["COLOR_0"], np.array(more["brightness"])[:, None] ** 2.2, atol=1e-6),
               f"{name}: the colors")

    scene = trimesh.load(path(name), process=False)
    (mesh,) = scene.geometry.values()
    expect(np.allclose(mesh.vertices, points, atol=1e-6), f"trimesh sees other positions in {name}")
    expect(np.array_equal(mesh.faces, corners), f"trimesh sees other faces in {name}")
    other = pygltflib.GLTF2().load(path(name))
    expect(len(other.accessors) == len(document["accessors"]) and other.asset.version == "2.0", f"pygltflib: {name}")
    if "--image" in flags:
        view = document["bufferViews"][document["images"][0]["bufferView"]]
        start = view["byteOffset"]
        image = data[start:start + view["byteLength"]]
        expect(image == picture.read_bytes(), f"{name}: the picture's bytes")
        seen = mesh.visual.material.baseColorTexture
        expect(seen.size == Image.open(io.BytesIO(image)).size, f"trimesh sees another picture in {name}")


def check_warp():
    """A warp mesh, read by NumPy."""
    make("w.json", 3, 3, 6)
    grid = load("w.json")
    grid["faces"] = [[r * 7 + c, r * 7 + c + 1, r * 7 + c + 8, r * 7 + c + 7] for r in range(3) for c in range(6)]
    grid["vertices"] = [[*v[:4], 0] for v in grid["vertices"]]
    with open(path("w.json"), "w") as file:
        json.dump(grid, file)
    content, place, _ = arrays(grid)
    ways = {"aspect": (1.6, ["--aspect", "16:10"]), "signed": (1, []), "unit": (None, [])}
    for xy, (aspect, flags) in ways.items():
        convert("w.json", "w.data", "--xy", xy, *flags)
        with open(path("w.data")) as file:
            expect((file.readline().strip(), file.readline().split()) == ("2", ["7", "4"]), "the head of the warp mesh")
            nodes = np.loadtxt(file)
        up = np.stack([place[:, 0], 1 - place[:, 1]], axis=1)
        wanted = up if aspect is None else (2 * up - 1) * [aspect, 1]
        expect(np.allclose(nodes[:, :2], wanted, atol=1e-6), f"x and y of --xy {xy}")
        expect(np.allclose(nodes[:, 2:], np.stack([content[:, 0], 1 - content[:, 1], 1 + 0 * up[:, 0]], axis=1)), "u, v, i")
        convert("w.data", "back.json", "--xy", xy, *flags)
        expect(same_vertices("back.json", grid), f"--xy {xy} does not give the vertices back")
        expect(load("back.json")["faces"] == grid["faces"], f"--xy {xy} does not give the faces back")


check_obj()
check_warp()
rules = trimesh.exchange.gltf.get_schema()
schema = jsonschema.validators.validator_for(rules)(rules)
expect(not schema.is_valid({"asset": {"version": "2.0"}, "accessors": []}), "the glTF schema says nothing")
check_gltf(schema, "g.glb", (320, 200), "--image", str(picture))
check_gltf(schema, "g.gltf", (200, 320), "--image", str(picture), "--unlit")
check_gltf(schema, "plain.glb", (7, 7), brightness=[i / 29 for i in range(30)])
finish("checks of mesh formats")

"""Renders lit scenes by meshrender and by VTK, and compares them pixel by pixel.

VTK shades by Phong's model at every pixel, with normals that are computed here in closed form; meshrender is given the
mesh alone. VTK's lights are set up so that its formulas are those of meshrender:

  positional light: position, focal point = position + direction, cone 90.001 degrees or more for a point light
  attenuation (1, 0, falloff / falloffDistance^2), exponent 0: full strength up to a hard rim
  light color: color * intensity * diffuseIntensity, which must be specularIntensity's too
  ambient: the property's ambient color is the sum over the lights, times the surface's and the content's
"""

import json
import math
import os
import subprocess
import sys

import numpy as np
from PIL import Image

os.environ.setdefault("VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow")
import vtk
from vtk.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray, vtk_to_numpy

SIDE, EYE, TILT, CELLS = 256, 700.0, math.radians(-25), 160
MAX_LIMIT = 4  # of 255
EDGE = 24  # neighbors that differ by more are at an outline or the rim of a cone

FLAT = lambda x, y: (0 * x, 0 * x, 0 * x)


def ripple(x, y):
    """Height over the sheet in points, and its slopes."""
    dx, dy = x - SIDE / 2, y - SIDE / 2
    r = np.maximum(np.hypot(dx, dy), 1e-9)
    k, a = 2 * np.pi * 2.5 / SIDE, 7.0
    slope = -a * k * np.sin(k * r) / r
    return a * np.cos(k * r), slope * dx, slope * dy


def light(kind, **values):
    base = {"type": kind, "ambientIntensity": 0}
    if kind != "ambient":
        base |= {"diffuseIntensity": 1, "specularIntensity": 1}
    return base | values


def scenes():
    sun = light("directional", direction=[0.5, 0.7, -1], intensity=0.8)
    ambient = light("ambient", ambientIntensity=0.3, color=[0.8, 0.9, 1])
    lamp = light("point", position=[70, 60, 80], color=[1, 0.7, 0.4], falloff=0.8, falloffDistance=120)
    spot = light("spot", position=[160, 110, 200], direction=[-0.2, 0.15, -1], coneAngle=22, intensity=0.9,
                 falloff=0.3, falloffDistance=200)
    shiny = {"ambient": 0.9, "diffuse": 0.8, "specular": 0.6, "exponent": 24}
    matt = {"ambient": 1, "diffuse": 1, "specular": 0, "exponent": 1}
    tilted = dict(surface=shiny, height=ripple, texture=False)
    # Without a light of its own VTK does not light at all.
    yield "ambient, backlit", dict(tilted, lights=[ambient, light("directional", direction=[0, 0, 1])])
    yield "directional", dict(tilted, lights=[ambient, sun])
    yield "point", dict(tilted, lights=[ambient, lamp])
    yield "spot", dict(tilted, lights=[ambient, spot])
    yield "flat sheet", dict(tilted, height=FLAT, lights=[ambient, sun, lamp, spot])
    yield "textured", dict(surface=matt, height=ripple, texture=True, lights=[ambient, sun, lamp])
    many = [ambient]
    random = np.random.default_rng(5)
    for i in range(15):
        color = [round(float(c), 3) for c in random.uniform(0.2, 1, 3)]
        at = [round(float(v), 2) for v in random.uniform([0, 0, 40], [SIDE, SIDE, 160])]
        aim = [round(float(v), 3) for v in random.uniform(-0.4, 0.4, 2)] + [-1]
        many.append([
            light("point", position=at, color=color, intensity=0.22, falloff=1, falloffDistance=90),
            light("directional", direction=aim, color=color, intensity=0.08),
            light("spot", position=at, direction=aim, coneAngle=40, color=color, intensity=0.2),
        ][i % 3])
    yield "sixteen, mixed", dict(tilted, lights=many)


def content(texture):
    """Linear in x and y, so that filters cannot differ."""
    if not texture:
        return np.full((SIDE, SIDE, 3), (200, 140, 90), np.uint8)
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    return np.stack([x, y, 255 - (x + y) // 2], -1).astype(np.uint8)


def mesh(height):
    """Vertices and normals in layer points, y down; faces by rows."""
    line = np.linspace(0, SIDE, CELLS + 1)
    x, y = (a.ravel() for a in np.meshgrid(line, line))
    z, slope_x, slope_y = height(x, y)
    normals = np.stack([-slope_x, -slope_y, np.ones_like(x)], -1)
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    first = (np.arange(CELLS)[:, None] * (CELLS + 1) + np.arange(CELLS)).ravel()
    faces = np.stack([first, first + 1, first + CELLS + 2, first + CELLS + 1], -1)
    return np.stack([x, y, z], -1), normals, faces


def by_meshrender(binary, work, scene):
    points, _, faces = mesh(scene["height"])
    Image.fromarray(content(scene["texture"])).save(f"{work}/content.png")
    vertices = [[x / SIDE, y / SIDE, x / SIDE, y / SIDE, z] for x, y, z in points.tolist()]
    layer = {
        "bounds": [0, 0, SIDE, SIDE], "position": [SIDE / 2, SIDE / 2], "contents": {"image": "content.png"},
        "transform": f"perspective({EYE}) rotateX({math.degrees(TILT)}deg)", "surface": scene["surface"],
        "mesh": {"vertices": vertices, "faces": faces.tolist(), "depthNormalization": "none"},
    }
    document = {"canvas": {"size": [SIDE, SIDE], "background": "black"}, "layers": [layer], "lights": scene["lights"]}
    with open(f"{work}/scene.json", "w") as file:
        json.dump(document, file)
    subprocess.run([binary, "render", f"{work}/scene.json", "-o", f"{work}/picture.png", "--samples", "1"], check=True)
    return np.asarray(Image.open(f"{work}/picture.png").convert("RGB"), np.int32)


def tilted(v):
    sine, cosine = math.sin(TILT), math.cos(TILT)
    return np.stack([v[:, 0], v[:, 1] * cosine - v[:, 2] * sine, v[:, 1] * sine + v[:, 2] * cosine], -1)


def by_vtk(scene):
    points, normals, faces = mesh(scene["height"])
    unit = points[:, :2] / SIDE
    middle = np.array([SIDE / 2, SIDE / 2, 0])
    up = np.array([1, -1, 1])  # VTK's y runs up
    points, normals = (tilted(points - middle) + middle) * up, tilted(normals) * up
    triangles = np.concatenate([faces[:, [0, 2, 1]], faces[:, [2, 0, 3]]])

    poly, cells, vtk_points = vtk.vtkPolyData(), vtk.vtkCellArray(), vtk.vtkPoints()
    vtk_points.SetData(numpy_to_vtk(points.astype(np.float32), deep=True))
    offsets = np.arange(0, 3 * len(triangles) + 1, 3)
    cells.SetData(numpy_to_vtkIdTypeArray(offsets, deep=True), numpy_to_vtkIdTypeArray(triangles.ravel(), deep=True))
    poly.SetPoints(vtk_points)
    poly.SetPolys(cells)
    poly.GetPointData().SetNormals(numpy_to_vtk(normals.astype(np.float32), deep=True))
    mapper, actor = vtk.vtkPolyDataMapper(), vtk.vtkActor()
    mapper.SetInputData(poly)
    actor.SetMapper(mapper)

    color = (1, 1, 1) if scene["texture"] else tuple(content(False)[0, 0] / 255)
    if scene["texture"]:
        poly.GetPointData().SetTCoords(
            numpy_to_vtk(np.stack([unit[:, 0], 1 - unit[:, 1]], -1).astype(np.float32), deep=True))
        image = vtk.vtkImageData()
        image.SetDimensions(SIDE, SIDE, 1)
        image.GetPointData().SetScalars(numpy_to_vtk(content(True)[::-1].reshape(-1, 3).copy(), deep=True))
        texture = vtk.vtkTexture()
        texture.SetInputData(image)
        texture.InterpolateOn()
        texture.RepeatOff()
        actor.SetTexture(texture)

    surface, lights = scene["surface"], scene["lights"]
    value = lambda light, key, default: light.get(key, default)
    ambient = sum(np.array(value(l, "color", [1, 1, 1])) * value(l, "intensity", 1) * l["ambientIntensity"] for l in lights)
    look = actor.GetProperty()
    look.SetInterpolationToPhong()
    look.SetAmbient(surface["ambient"])
    look.SetAmbientColor(*(ambient * color))
    look.SetDiffuse(surface["diffuse"])
    look.SetDiffuseColor(*color)
    look.SetSpecular(surface["specular"])
    look.SetSpecularColor(1, 1, 1)
    look.SetSpecularPower(surface["exponent"])

    renderer, window = vtk.vtkRenderer(), vtk.vtkRenderWindow()
    window.SetOffScreenRendering(True)
    window.SetMultiSamples(0)
    window.SetSize(SIDE, SIDE)
    window.AddRenderer(renderer)
    renderer.AddActor(actor)
    renderer.AutomaticLightCreationOff()
    renderer.RemoveAllLights()
    for l in lights:
        if l["type"] == "ambient":
            continue
        made = vtk.vtkLight()
        made.SetLightTypeToSceneLight()
        position = np.array(value(l, "position", [0, 0, 0])) * up
        direction = np.array(value(l, "direction", [0, 0, -1])) * up
        made.SetPosition(*position)
        made.SetFocalPoint(*(position + direction))
        made.SetColor(*value(l, "color", [1, 1, 1]))
        made.SetIntensity(value(l, "intensity", 1))
        if l["type"] != "directional":
            made.PositionalOn()
            made.SetConeAngle(value(l, "coneAngle", 180))
            made.SetExponent(0)
            made.SetAttenuationValues(1, 0, value(l, "falloff", 0) / value(l, "falloffDistance", 1) ** 2)
        renderer.AddLight(made)

    camera = renderer.GetActiveCamera()
    camera.SetPosition(SIDE / 2, -SIDE / 2, EYE)
    camera.SetFocalPoint(SIDE / 2, -SIDE / 2, 0)
    camera.SetViewUp(0, 1, 0)
    camera.SetViewAngle(math.degrees(2 * math.atan(SIDE / 2 / EYE)))
    renderer.ResetCameraClippingRange()
    window.Render()
    grab = vtk.vtkWindowToImageFilter()
    grab.SetInput(window)
    grab.ReadFrontBufferOff()
    grab.Update()
    pixels = vtk_to_numpy(grab.GetOutput().GetPointData().GetScalars()).reshape(SIDE, SIDE, -1)
    return pixels[::-1, :, :3].astype(np.int32), window.GetClassName()


def away_from_edges(picture):
    """Where no neighbor within two pixels differs much."""
    lowest, highest = picture.copy(), picture.copy()
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            moved = np.roll(picture, (dy, dx), (0, 1))
            lowest, highest = np.minimum(lowest, moved), np.maximum(highest, moved)
    inside = (highest - lowest).max(-1) <= EDGE
    inside[:2] = inside[-2:] = inside[:, :2] = inside[:, -2:] = False
    return inside & (picture.max(-1) > 0)


def main(binary, work):
    failed = False
    for name, scene in scenes():
        ours = by_meshrender(binary, work, scene)
        theirs, window = by_vtk(scene)
        inside = away_from_edges(theirs) & (ours.max(-1) > 0)
        difference = np.abs(ours - theirs)[inside]
        print(f"{name:16} max {difference.max():3}  mean {difference.mean():.3f} of 255  over {inside.sum():6} pixels")
        failed |= difference.max() > MAX_LIMIT or inside.sum() < 10000
        if len(sys.argv) > 3:
            pair = np.concatenate([ours, theirs, np.minimum(np.abs(ours - theirs) * 16, 255)], 1)
            Image.fromarray(pair.astype(np.uint8)).save(f"{sys.argv[3]}/{name.split(',')[0].replace(' ', '-')}.png")
    print(f"VTK {vtk.vtkVersion().GetVTKVersion()}, {window}; limit {MAX_LIMIT} of 255 away from edges")
    sys.exit("the pictures disagree" if failed else 0)


main(sys.argv[1], sys.argv[2])

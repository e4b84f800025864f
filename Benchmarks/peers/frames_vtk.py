"""Frames of the moving ripple with VTK and numpy; W4 and W5 write them with VTK's own PNG writer.

Usage: frames_vtk.py WORK IN.png FOLDER
W1 draws one picture and times nothing.
"""

import math
import os
import sys
import time

import numpy as np

os.environ.setdefault("VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow")
import vtk
from vtk.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray, vtk_to_numpy

from frames_ripple import (
    AMBIENT, DIFFUSE, WORKS, WRITTEN, Ripple, arguments, make_straight, report, timed_frames)


class Film:
    """Everything that lasts from frame to frame."""

    def __init__(self, source, work):
        width, height = work.width, work.height
        self.ripple = ripple = Ripple(width, height, work.cells)
        count = len(ripple.points)
        self.points, self.normals = np.empty((count, 3), "f4"), np.empty((count, 3), "f4")
        # VTK's y runs up; the rotation is the actor's.
        self.points[:, :2] = ripple.points * np.array([1, -1], "f4")
        self.normals[:, 2] = 1
        texcoords = ripple.texcoords * np.array([1, -1], "f4") + np.array([0, 1], "f4")
        self.point_data, self.normal_data = numpy_to_vtk(self.points), numpy_to_vtk(self.normals)

        poly, cells, points = vtk.vtkPolyData(), vtk.vtkCellArray(), vtk.vtkPoints()
        points.SetData(self.point_data)
        triangles = ripple.triangles[:, ::-1]
        cells.SetData(
            numpy_to_vtkIdTypeArray(np.arange(0, triangles.size + 1, 3), deep=True),
            numpy_to_vtkIdTypeArray(triangles.ravel(), deep=True))
        poly.SetPoints(points)
        poly.SetPolys(cells)
        poly.GetPointData().SetNormals(self.normal_data)
        poly.GetPointData().SetTCoords(numpy_to_vtk(texcoords.astype("f4"), deep=True))
        self.poly = poly
        mapper, actor = vtk.vtkPolyDataMapper(), vtk.vtkActor()
        mapper.SetInputData(poly)
        actor.SetMapper(mapper)
        actor.RotateX(-math.degrees(work.angle))

        reader, texture = vtk.vtkPNGReader(), vtk.vtkTexture()
        reader.SetFileName(source)
        texture.SetInputConnection(reader.GetOutputPort())
        texture.InterpolateOn()
        texture.MipmapOn()
        texture.RepeatOff()
        actor.SetTexture(texture)
        look = actor.GetProperty()
        look.SetInterpolationToPhong()
        look.SetAmbient(AMBIENT)
        look.SetDiffuse(DIFFUSE)
        look.SetSpecular(0)

        renderer, window = vtk.vtkRenderer(), vtk.vtkRenderWindow()
        window.SetOffScreenRendering(True)
        window.SetAlphaBitPlanes(1)
        window.SetMultiSamples(work.samples if work.samples > 1 else 0)
        window.SetSize(width, height)
        window.AddRenderer(renderer)
        renderer.SetBackground(0, 0, 0)
        renderer.SetBackgroundAlpha(0)
        renderer.AddActor(actor)
        renderer.AutomaticLightCreationOff()
        renderer.RemoveAllLights()
        light = vtk.vtkLight()
        light.SetLightTypeToSceneLight()
        light.SetPosition(0, 0, 0)
        light.SetFocalPoint(0, 0, -1)
        renderer.AddLight(light)
        camera = renderer.GetActiveCamera()
        camera.SetPosition(0, 0, work.eye_distance)
        camera.SetFocalPoint(0, 0, 0)
        camera.SetViewUp(0, 1, 0)
        camera.SetViewAngle(math.degrees(2 * math.atan(height / 2 / work.eye_distance)))
        camera.SetClippingRange(work.eye_distance / 4, work.eye_distance * 2)
        self.window, self.corner = window, (width - 1, height - 1)
        self.pixels = vtk.vtkUnsignedCharArray()

    def draw(self, frame):
        self.ripple.evaluate(frame, self.points[:, 2], self.normals[:, 0], self.normals[:, 1])
        np.negative(self.normals[:, 0], out=self.normals[:, 0])  # y is turned twice: by the slope and by VTK's axis
        self.point_data.Modified()
        self.normal_data.Modified()
        self.poly.GetPoints().Modified()
        self.poly.Modified()
        self.window.Render()
        self.window.GetRGBACharPixelData(0, 0, *self.corner, 0, self.pixels)


def main():
    work, source, folder, *_ = arguments()
    does = WORKS[work]
    film = Film(source, does)
    film.draw(0)
    image, writer = vtk.vtkImageData(), vtk.vtkPNGWriter()
    image.SetDimensions(does.width, does.height, 1)
    writer.SetInputData(image)

    def write(path):
        make_straight(vtk_to_numpy(film.pixels).reshape(does.height, does.width, 4))
        image.GetPointData().SetScalars(film.pixels)
        image.Modified()
        writer.SetFileName(path)
        writer.Write()

    if work == "W1":
        write(f"{folder}/last.png")
        return
    frames = timed_frames(work, is_slow=True)
    start = time.perf_counter()
    for frame in frames:
        film.draw(frame)
        if work in WRITTEN:
            write(f"{folder}/frame-{frame:03}.png")
    report(time.perf_counter() - start, frames)
    if work not in WRITTEN:
        write(f"{folder}/last.png")


if sys.argv[1:] == ["--versions"]:
    print(f"VTK {vtk.vtkVersion().GetVTKVersion()}")
else:
    main()

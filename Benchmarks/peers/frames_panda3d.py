"""Frames of the moving ripple with Panda3D and numpy, lit at the vertices as its fixed pipeline does.

Usage: frames_panda3d.py W1|W2|W2aa|W3 IN.png FOLDER [egl|tiny]
W1 draws one picture and times nothing. egl draws by OpenGL, without a display; tiny by Panda3D's own software
rasterizer, which has no antialiasing.
"""

import math
import sys
import time

import numpy as np
from PIL import Image
from panda3d.core import (
    AmbientLight, AntialiasAttrib, Camera, DirectionalLight, Filename, FrameBufferProperties, Geom, GeomEnums, GeomNode,
    GeomTriangles, GeomVertexArrayFormat, GeomVertexData, GeomVertexFormat, GraphicsEngine, GraphicsOutput,
    GraphicsPipe, GraphicsPipeSelection, InternalName, NodePath, PandaSystem, PerspectiveLens, RescaleNormalAttrib,
    SamplerState, Texture, WindowProperties)

from frames_ripple import (
    AMBIENT, DIFFUSE, WORKS, Ripple, arguments, make_straight, report, timed_frames)


def floats(array, columns):
    """The memory of a vertex array, to be written."""
    return np.frombuffer(memoryview(array).cast("B"), "f4").reshape(-1, columns)


class Film:
    """Everything that lasts from frame to frame. Panda3D's x runs right, y away from the viewer, z up."""

    def __init__(self, source, work, pipe):
        self.engine = GraphicsEngine.get_global_ptr()
        self.scene, self.texture = NodePath("scene"), Texture()
        self.size = (work.height, work.width, 4)
        self.make_sheet(source, work)
        self.make_lights()
        lens = PerspectiveLens()
        lens.set_film_size(work.width, work.height)
        lens.set_focal_length(work.eye_distance)
        lens.set_near_far(work.eye_distance / 4, work.eye_distance * 2)
        camera = self.scene.attach_new_node(Camera("camera", lens))
        camera.set_y(-work.eye_distance)

        module = {"egl": "p3headlessgl", "tiny": "p3tinydisplay"}[pipe]
        pipe = GraphicsPipeSelection.get_global_ptr().make_module_pipe(module)
        size = WindowProperties.size(work.width, work.height)
        if work.samples > 1:
            # Without a host the output accepts samples but has none; with one it is a framebuffer object, which has.
            host = self.make_output(pipe, 1, WindowProperties.size(1, 1))
            self.output = self.make_output(pipe, work.samples, size, host)
        else:
            self.output = self.make_output(pipe, 1, size)
        self.output.set_clear_color((0, 0, 0, 0))
        self.output.add_render_texture(self.texture, GraphicsOutput.RTM_copy_ram)
        self.output.make_display_region().set_camera(camera)
        if work.samples > 1:
            self.scene.set_antialias(AntialiasAttrib.M_multisample)

    def make_output(self, pipe, samples, size, host=None):
        format = FrameBufferProperties()
        format.set_rgba_bits(8, 8, 8, 8)
        format.set_depth_bits(24)
        format.set_multisamples(samples if samples > 1 else 0)
        behind = (host.get_gsg(), host) if host else ()
        output = self.engine.make_output(pipe, "output", 0, format, size, GraphicsPipe.BF_refuse_window, *behind)
        return output or sys.exit("Panda3D opens no output")

    def make_sheet(self, source, work):
        self.ripple = ripple = Ripple(work.width, work.height, work.cells)
        # What moves apart from what does not.
        moving, still = GeomVertexArrayFormat(), GeomVertexArrayFormat()
        moving.add_column(InternalName.get_vertex(), 3, GeomEnums.NT_float32, GeomEnums.C_point)
        moving.add_column(InternalName.get_normal(), 3, GeomEnums.NT_float32, GeomEnums.C_normal)
        still.add_column(InternalName.get_texcoord(), 2, GeomEnums.NT_float32, GeomEnums.C_texcoord)
        format = GeomVertexFormat()
        format.add_array(moving)
        format.add_array(still)
        data = GeomVertexData("ripple", GeomVertexFormat.register_format(format), GeomEnums.UH_dynamic)
        data.unclean_set_num_rows(len(ripple.points))
        vertices, texcoords = floats(data.modify_array(0), 6), floats(data.modify_array(1), 2)
        vertices[:, 0], vertices[:, 2], vertices[:, 4] = ripple.points[:, 0], -ripple.points[:, 1], -1
        texcoords[:] = ripple.texcoords * np.array([1, -1], "f4") + np.array([0, 1], "f4")

        triangles = GeomTriangles(GeomEnums.UH_static)
        triangles.set_index_type(GeomEnums.NT_uint32)
        triangles.modify_vertices().unclean_set_num_rows(ripple.triangles.size)
        # y is turned, so that the front is seen from the other side.
        indices = np.frombuffer(memoryview(triangles.modify_vertices()).cast("B"), "u4")
        indices[:] = ripple.triangles[:, ::-1].astype("u4").ravel()
        geom = Geom(data)
        geom.add_primitive(triangles)
        self.node = GeomNode("sheet")
        self.node.add_geom(geom)
        sheet = self.scene.attach_new_node(self.node)
        sheet.set_p(-math.degrees(work.angle))
        sheet.set_two_sided(True)
        sheet.set_attrib(RescaleNormalAttrib.make(RescaleNormalAttrib.M_normalize))
        content = Texture()
        if not content.read(Filename.from_os_specific(source)):
            sys.exit(f"Panda3D cannot read {source}")
        content.set_minfilter(SamplerState.FT_linear_mipmap_linear)
        content.set_magfilter(SamplerState.FT_linear)
        content.set_wrap_u(SamplerState.WM_clamp)
        content.set_wrap_v(SamplerState.WM_clamp)
        sheet.set_texture(content)

    def make_lights(self):
        ambient, light = AmbientLight("ambient"), DirectionalLight("light")
        ambient.set_color((AMBIENT, AMBIENT, AMBIENT, 1))
        light.set_color((DIFFUSE, DIFFUSE, DIFFUSE, 1))
        light.set_direction((0, 1, 0))
        for one in (ambient, light):
            self.scene.set_light(self.scene.attach_new_node(one))

    def draw(self, frame):
        vertices = floats(self.node.modify_geom(0).modify_vertex_data().modify_array(0), 6)
        depth, normal_x = vertices[:, 1], vertices[:, 3]
        self.ripple.evaluate(frame, depth, normal_x, vertices[:, 5])
        # Toward the viewer is against y here; of the normal (-slope x, -slope y, 1) z turns once more with its axis.
        np.negative(depth, out=depth)
        np.negative(normal_x, out=normal_x)
        self.engine.render_frame()

    def pixels(self):
        """From the top row down, red first."""
        return np.frombuffer(self.texture.get_ram_image(), np.uint8).reshape(self.size)[::-1, :, [2, 1, 0, 3]].copy()


def main():
    work, source, folder, *chosen = arguments()
    does = WORKS[work]
    film = Film(source, does, chosen[0] if chosen else "egl")
    film.draw(0)
    if work != "W1":
        frames = timed_frames(work, is_slow=True)
        start = time.perf_counter()
        for frame in frames:
            film.draw(frame)
        report(time.perf_counter() - start, frames)
    pixels = film.pixels()
    make_straight(pixels)
    Image.fromarray(pixels).save(f"{folder}/last.png")


if sys.argv[1:] == ["--versions"]:
    print(f"Panda3D {PandaSystem.get_version_string()}")
else:
    main()

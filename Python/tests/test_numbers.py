"""Maps, passes, points, fits and clips, compared with what the tool writes and with closed forms."""

import io
import os
import pathlib
import shutil
import tempfile
import unittest
import warnings

import numpy
from PIL import Image

import meshrender
from support import descendants, is_running, picture, scene, tool


class Numbers(unittest.TestCase):
    def test_a_map_is_that_of_the_tool(self):
        found = meshrender.map(content_size=(64, 40), mesh="lens")
        numpy.testing.assert_array_equal(
            found, numpy.load(io.BytesIO(tool("map", "--content-size", "64x40", "--mesh", "lens", "-o", "-"))))
        self.assertEqual((found.dtype, found.shape), (numpy.float32, (40, 64, 2)))

    def test_passes(self):
        found = meshrender.passes(scene(picture()), ["depth", "layer", "normal", "albedo"])
        self.assertEqual({name: (a.dtype.name, a.shape) for name, a in found.items()}, {
            "depth": ("float32", (32, 48)), "layer": ("int32", (32, 48)), "normal": ("float32", (32, 48, 3)),
            "albedo": ("float32", (32, 48, 4))})
        self.assertEqual([layer["name"] for layer in found.info["layers"]], ["card"])
        numpy.testing.assert_array_equal(found["normal"], numpy.broadcast_to([0, 0, 1], (32, 48, 3)))
        self.assertNotIn("file", found.info["passes"][0])
        with self.assertRaisesRegex(meshrender.UsageError, "did you mean"):
            meshrender.passes(picture(), ["depht"])

    def test_passes_of_a_clip_become_files(self):
        with self.assertRaisesRegex(meshrender.UsageError, "become files; use output="):
            meshrender.passes(picture(), "motion", mesh="wave", fps=4, duration="1s")
        with tempfile.TemporaryDirectory() as folder:
            pattern = pathlib.Path(folder, "{pass}-%02d.npy")
            self.assertIsNone(meshrender.passes(picture(), "motion", output=pattern, mesh="wave", fps=4, duration="1s"))
            self.assertEqual(numpy.load(pathlib.Path(folder, "motion-04.npy")).shape, (32, 48, 2))

    def test_points_and_boxes(self):
        points = numpy.array([[10.0, 20], [30, 5], [1000, 1000]])
        found = meshrender.project(picture(), points, transform="translate(3px, 4px)")
        numpy.testing.assert_allclose(found[:2], points[:2] + (3, 4))
        back = meshrender.project(picture(), found[:2], transform="translate(3px, 4px)", inverse=True)
        numpy.testing.assert_allclose(back, points[:2])
        frames = meshrender.project(picture(), points[:2], mesh="wave", fps=4, duration="1s")
        self.assertEqual(frames.shape, (4, 2, 2))
        with self.assertRaisesRegex(meshrender.UsageError, r"\(2, 3\); use \(count, 2\)"):
            meshrender.project(picture(), numpy.zeros((2, 3)))
        (box,) = meshrender.project(picture(), [{"box": [1, 2, 10, 5], "class": "x"}], transform="translate(3px, 4px)")
        self.assertEqual((box["canvas"], box["class"], box["inside"]), ([4, 6, 10, 5], "x", True))

    def test_points_that_are_none(self):
        for points in ([1, 2], "ab", [(1, 2, 3)], {"x": 1, "y": 2}):
            with self.assertRaises(meshrender.UsageError):
                meshrender.project(picture(), points)
        with self.assertRaisesRegex(meshrender.UsageError, "pairs of numbers"):
            meshrender.hit(scene(picture()), (10, 10))

    def test_hits(self):
        inside, outside = meshrender.hit(scene(picture()), [(10, 10), (100, 100)])
        self.assertEqual(([hit["layer"] for hit in inside["hits"]], outside["hits"]), (["card"], []))

    def test_a_fit_leads_through_its_points(self):
        points = numpy.array([[0, 0, 3, 2], [48, 0, 40, 0], [48, 32, 45, 30], [0, 32, 0, 28.0]])
        fit = meshrender.fit(points, (48, 32), method="projective")
        numpy.testing.assert_array_equal(meshrender.render(picture(), mesh=fit), meshrender.render(picture(), mesh=fit.mesh))
        self.assertLess(fit.report["rms"], 1e-6)
        corners = meshrender.project(picture(), points[:, :2], mesh=fit.mesh)
        numpy.testing.assert_allclose(corners, points[:, 2:], atol=1e-3)
        self.assertEqual(fit.size, (48, 32))
        self.assertEqual(meshrender.fit(points, picture(), to_size=[96, 64]).size, (96, 64))
        with self.assertRaises(meshrender.DataError):
            meshrender.fit(points[:1], [48, 32], method="projective")
        with self.assertRaisesRegex(meshrender.UsageError, r"the size of the content is missing"):
            meshrender.fit(points)
        with self.assertRaisesRegex(meshrender.UsageError, r"\(4, 2\); use \(count, 4\)"):
            meshrender.fit(points[:, :2], (48, 32))

    def test_a_page_is_fitted(self):
        edge = {"top": [[10, 10], [60, 8], [110, 10]], "bottom": [[10, 150], [60, 152], [110, 150]]}
        found = meshrender.fit(edge, (120, 160))
        self.assertEqual(found.report["form"], "page")
        flat = meshrender.render(found.scene(picture(120, 160)))
        self.assertEqual(flat.shape[:2], (round(found.size[1]), round(found.size[0])))


class Clips(unittest.TestCase):
    flags = {"mesh": "wave", "fps": 6, "duration": "1s"}

    def test_frames_are_those_of_the_tool(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "in.png")
            Image.fromarray(picture()).save(path)
            expected = tool("animate", str(path), "--mesh", "wave", "--fps", "6", "--duration", "1s", "--format", "rgba", "-o", "-")
            with meshrender.animate(path, **self.flags) as frames:
                self.assertEqual((len(frames), frames.shape), (6, (6, 32, 48, 4)))
                self.assertEqual(b"".join(frame.tobytes() for frame in frames), expected)
            meshrender.animate(path, output=pathlib.Path(folder, "out.npy"), **self.flags)
            self.assertEqual(numpy.load(pathlib.Path(folder, "out.npy")).tobytes(), expected)

    def test_frames_in_memory_are_bent_one_by_one(self):
        given = numpy.stack([picture(), picture()[::-1], picture()[:, ::-1]])
        for content in (given, list(given)):
            frames = list(meshrender.animate(content, mesh="flat"))
            numpy.testing.assert_array_equal(numpy.stack(frames)[..., :3], given)

    def test_frames_in_memory_become_files(self):
        given = numpy.stack([numpy.roll(picture(), 9 * n, axis=1) for n in range(5)])
        clip = meshrender.animate((frame for frame in given), mesh="flat", format="apng", fps=5)
        shown = Image.open(io.BytesIO(clip))
        self.assertEqual((shown.n_frames, shown.info["duration"]), (5, 200.0))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "clip.npy")
            self.assertIsNone(meshrender.animate(given, mesh="flat", output=path))
            numpy.testing.assert_array_equal(numpy.load(path)[..., :3], given)
        with self.assertRaisesRegex(meshrender.UsageError, "the shapes"):
            meshrender.animate([picture(), picture(40)], mesh="flat")

    @unittest.skipUnless(shutil.which("ffmpeg"), "there is no FFmpeg")
    def test_a_video_has_the_frames_that_come(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "in.mkv")
            given = [numpy.roll(picture(), 9 * n, axis=1) for n in range(6)]
            meshrender.animate(given, mesh="flat", output=path)
            frames = meshrender.animate(path, mesh="flat")
            with self.assertRaises(TypeError):
                len(frames)
            self.assertEqual(numpy.asarray(frames).shape, (6, 32, 48, 4))

    def test_clips_as_bytes(self):
        for form in ("webp", "gif", "apng"):
            clip = meshrender.animate(picture(), format=form, **self.flags)
            self.assertEqual((Image.open(io.BytesIO(clip)).n_frames, clip.format), (6, form))
            self.assertIn(f"data:image/{form};base64,", clip._repr_html_())

    def test_frames_of_a_scene_in_memory(self):
        moving = scene(picture())
        moving["layers"][0]["animations"] = [{"keyPath": "opacity", "from": 0, "to": 1, "duration": 1}]
        frames = numpy.stack(list(meshrender.animate(moving, fps=4)))
        alphas = frames[:, 5, 5, 3].tolist()
        self.assertEqual((alphas[0], alphas[-1], sorted(alphas)), (0, 255, alphas))
        clip = meshrender.animate(moving, fps=4, format="npy")
        numpy.testing.assert_array_equal(numpy.load(io.BytesIO(clip)), frames)

    def test_a_mistake_is_raised_at_once(self):
        with self.assertRaisesRegex(meshrender.UsageError, "did you mean 'wave'"):
            meshrender.animate(picture(), mesh="wavve")
        with self.assertRaises(meshrender.InputMissingError):
            meshrender.animate("/no/such.png", mesh="wave")

    def test_a_clip_that_is_not_read_to_its_end_leaves_nothing(self):
        frames = meshrender.animate(picture(640, 480), mesh="wave", fps=50, duration="100s")
        next(frames)
        (process,) = [p for p in descendants(os.getpid()) if p == frames._clip.process.pid]
        del frames
        self.assertFalse(is_running(process))


class Lists(unittest.TestCase):
    def test_results_come_in_order_with_their_errors(self):
        jobs = [{"content": numpy.roll(picture(), shift, axis=1)} for shift in range(20)]
        jobs[7] = {"content": "/no/such.png"}
        jobs[9] = {"command": "map", "content_size": (8, 8), "mesh": "lens"}
        jobs[11] = {"command": "draw"}
        results = list(meshrender.batch(iter(jobs), workers=2, progress=True))
        self.assertEqual([result.index for result in results], list(range(20)))
        self.assertIsInstance(results[7].error, meshrender.InputMissingError)
        self.assertIsInstance(results[11].error, meshrender.UsageError)
        self.assertEqual(results[9].value.shape, (8, 8, 2))
        for index in {*range(20)} - {7, 9, 11}:
            numpy.testing.assert_array_equal(results[index].get()[..., :3], jobs[index]["content"])
        with self.assertRaises(meshrender.InputMissingError):
            results[7].get()

    def test_warnings_and_wrong_arguments_are_those_of_the_job(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            plain, warned, wrong = meshrender.batch([
                {"content": picture()}, {"text": "a", "font": "No Such Family"}, {"command": "fit"}], workers=1)
        self.assertEqual((plain.warnings, plain.error, warned.error), ([], None, None))
        self.assertIn("No Such Family", warned.warnings[0])
        self.assertIsInstance(wrong.error, meshrender.UsageError)

    def test_lists_that_are_none(self):
        for jobs in ({"content": picture()}, "a.png"):
            with self.assertRaisesRegex(meshrender.UsageError, "use a list of dictionaries"):
                next(meshrender.batch(jobs))
        (wrong,) = meshrender.batch([3], workers=1)
        self.assertIsInstance(wrong.error, meshrender.UsageError)
        with self.assertRaises(meshrender.UsageError):
            next(meshrender.batch([], workers=0))

    def test_a_job_as_it_stands_in_a_list(self):
        with tempfile.TemporaryDirectory() as folder:
            result = meshrender.worker.shared.job({"text": "a", "output": f"{folder}/a.png"})
            self.assertEqual((result["status"], result["bytes"]), ("done", os.path.getsize(f"{folder}/a.png")))

    def test_a_list_that_is_given_up_ends(self):
        def endless():
            while True:
                yield {"content": picture()}

        results = meshrender.batch(endless(), workers=1)
        self.assertEqual([next(results).index for _ in range(5)], list(range(5)))
        results.close()


if __name__ == "__main__":
    unittest.main()

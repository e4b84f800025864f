"""What happens to the process of the tool: threads, forks, interrupts, ends and lack of memory."""

import asyncio
import concurrent.futures
import multiprocessing
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest

import numpy

import meshrender
import meshrender.aio
from support import descendants, is_running, picture, python, scene


def shifted(number):
    """A call whose result tells which call it was."""
    given = numpy.roll(picture(), number, axis=1)
    return bool((meshrender.render(given)[..., :3] == given).all())


class Workers(unittest.TestCase):
    def test_threads_get_their_own_pictures(self):
        with concurrent.futures.ThreadPoolExecutor(16) as threads:
            self.assertTrue(all(threads.map(shifted, range(160))))

    def test_coroutines(self):
        async def several():
            pictures = await asyncio.gather(*(meshrender.aio.render(numpy.roll(picture(), n, axis=0)) for n in range(8)))
            frames = [frame async for frame in meshrender.aio.animate(picture(), mesh="wave", fps=4, duration="1s")]
            clip = await meshrender.aio.animate(picture(), mesh="wave", fps=4, duration="1s", format="webp")
            results = [result async for result in meshrender.aio.batch([{"content": picture()}] * 3, workers=1)]
            with self.assertRaises(meshrender.UsageError):
                await meshrender.aio.render(picture(), mesh="wavve")
            return pictures, frames, clip, results

        pictures, frames, clip, results = asyncio.run(several())
        for number, found in enumerate(pictures):
            numpy.testing.assert_array_equal(found[..., :3], numpy.roll(picture(), number, axis=0))
        self.assertEqual((len(frames), clip.format, len(results)), (4, "webp", 3))

    def test_a_forked_process_has_its_own_worker(self):
        shifted(0)
        with multiprocessing.get_context("fork").Pool(3) as pool:
            self.assertTrue(all(pool.map(shifted, range(12))))
        self.assertTrue(shifted(5))

    def test_a_fork_during_a_call(self):
        running = threading.Thread(target=lambda: [shifted(n) for n in range(30)])
        running.start()
        for _ in range(5):
            child = os.fork()
            if child == 0:
                os._exit(0 if shifted(3) else 1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
        running.join()
        self.assertTrue(shifted(1))

    def test_a_killed_process_is_an_error_and_starts_again(self):
        with meshrender.Worker() as worker:
            worker.render(picture())
            threads = concurrent.futures.ThreadPoolExecutor(1)

            def slow():
                call = threads.submit(worker.render, picture(2000, 2000), mesh="ripple", subdivision_steps=3)
                time.sleep(0.2)
                return call

            # What draws is started again by the tool, which does the job once more.
            call = slow()
            os.kill(descendants(worker._process._process.pid)[0], signal.SIGKILL)
            self.assertEqual(call.result().shape, (2000, 2000, 4))
            call = slow()
            os.kill(worker._process._process.pid, signal.SIGKILL)
            with self.assertRaisesRegex(meshrender.Error, "signal 9; the next call starts another one") as caught:
                call.result()
            self.assertEqual(caught.exception.code, 137)
            numpy.testing.assert_array_equal(worker.render(picture())[..., :3], picture())

    def test_an_idle_process_that_was_killed_is_not_missed(self):
        with meshrender.Worker() as worker:
            for _ in range(3):
                worker.render(picture())
                process = worker._process._process.pid
                os.kill(process, signal.SIGKILL)
                while is_running(process):
                    time.sleep(0.001)

    def test_an_interrupted_call_does_not_disturb_the_next(self):
        def interrupt(*_):
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGALRM, interrupt)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        for _ in range(3):
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with self.assertRaises(KeyboardInterrupt):
                meshrender.render(picture(1500, 1500), mesh="ripple", subdivision_steps=3)
            self.assertTrue(shifted(2))

    def test_a_time_limit(self):
        with meshrender.Worker(timeout=0.2) as worker:
            with self.assertRaisesRegex(meshrender.DataError, "0.2 s"):
                worker.render(picture(3000, 3000), mesh="ripple", subdivision_steps=3)

    def test_untrusted_arrays(self):
        with meshrender.Worker(untrusted=True) as worker:
            numpy.testing.assert_array_equal(worker.render(picture())[..., :3], picture())
            self.assertEqual(worker.passes(picture(), "depth")["depth"].shape, (32, 48))
            with self.assertRaises(meshrender.DataError):
                worker.render("/etc/hostname")
            with self.assertRaises(meshrender.DataError):
                worker.render({"layers": [{"frame": [0, 0, 9, 9], "contents": {"image": "/proc/self/environ"}}]})

    def test_strangers_do_not_find_the_arrays_of_others(self):
        with meshrender.Worker(untrusted=True) as worker:
            secret = numpy.full((32, 48, 3), 77, numpy.uint8)
            with concurrent.futures.ThreadPoolExecutor(4) as threads:
                calls = [threads.submit(worker.render, secret) for _ in range(8)]
                for block in worker._running().memory._blocks:
                    try:
                        found = worker.render(scene(block.path))
                    except meshrender.DataError:
                        continue
                    self.assertFalse((found == 77).any())
            self.assertTrue(all((call.result()[..., :3] == 77).all() for call in calls))

    def test_more_arrays_than_one_call_shares(self):
        layers = [{"frame": [0, 0, 8, 8], "contents": {"image": picture(8, 8)}} for _ in range(60)]
        with self.assertRaisesRegex(meshrender.UsageError, "at most 48 arrays .* not 61"):
            meshrender.render({"canvas": {"size": [8, 8]}, "layers": layers})


class Errors(unittest.TestCase):
    def test_each_kind(self):
        for kind, code, call in (
            (meshrender.UsageError, 64, lambda: meshrender.render(picture(), mesh="wave:waves=x")),
            (meshrender.DataError, 65, lambda: meshrender.render(b"no picture")),
            (meshrender.InputMissingError, 66, lambda: meshrender.render("/no/such.png")),
            (meshrender.OutputError, 73, lambda: meshrender.render(picture(), output=__file__ + "/out.png")),
            (meshrender.NoDeviceError, 69, lambda: meshrender.Worker(program="/no/such/tool").render(picture())),
            (meshrender.Error, 1, lambda: meshrender.Worker(program="/bin/false").render(picture())),
            (meshrender.Error, 70, lambda: meshrender.Worker(program="/bin/true").render(picture())),
        ):
            with self.assertRaises(kind) as caught:
                call()
            self.assertEqual(caught.exception.code, code)
            self.assertEqual(str(caught.exception), caught.exception.message)

    def test_a_device_that_is_not_there(self):
        if any(not device["software"] for device in meshrender.info()["devices"]):
            self.skipTest("this machine has a GPU")
        with self.assertRaisesRegex(meshrender.NoDeviceError, "no GPU"):
            meshrender.Worker(device="gpu").render(picture(), mesh="wave")

    def test_names_are_suggested(self):
        with self.assertRaisesRegex(meshrender.UsageError, "render has no option 'backgroud'; did you mean 'background'"):
            meshrender.render(picture(), backgroud="red")

    def test_errors_travel_between_processes(self):
        with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            with self.assertRaises(meshrender.UsageError) as caught:
                pool.submit(meshrender.render, None).result()
        self.assertEqual(caught.exception.code, 64)


class Ends(unittest.TestCase):
    program = textwrap.dedent("""\
        import sys, threading, time
        import meshrender
        from support import picture
        meshrender.render(picture())
        draw = lambda: meshrender.render(picture(3000, 3000), mesh="ripple", subdivision_steps=3)
        threading.Thread(target=draw, daemon=True).start()
        time.sleep(0.3)
        print("drawing", flush=True)
        """)

    def ended(self, process, numbers):
        process.wait(20)
        limit = time.monotonic() + 10
        while any(map(is_running, numbers)) and time.monotonic() < limit:
            time.sleep(0.05)
        self.assertFalse([number for number in numbers if is_running(number)])
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        return process.returncode, process.stderr.read()

    def test_the_end_of_the_program_in_the_middle_of_a_call(self):
        process = python(self.program + "sys.exit(3)\n")
        process.stdout.readline()
        numbers = descendants(process.pid)
        code, words = self.ended(process, numbers)
        self.assertEqual((code, words), (3, ""))

    def test_a_killed_program_leaves_no_process(self):
        process = python(self.program + "time.sleep(60)\n")
        self.assertEqual(process.stdout.readline(), "drawing\n")
        numbers = descendants(process.pid)
        self.assertGreaterEqual(len(numbers), 2)
        process.kill()
        self.ended(process, numbers)

    def test_no_file_is_left_or_needed(self):
        before = set(os.listdir("/dev/shm")), set(os.listdir("/tmp"))
        process = python(self.program)
        process.stdout.readline()
        self.ended(process, descendants(process.pid))
        self.assertLessEqual({name for name in os.listdir("/dev/shm") if "meshrender" in name}, before[0])

    def test_a_full_dev_shm_does_not_matter(self):
        words = ["unshare", "--user", "--map-root-user", "--mount"]
        if shutil.which("unshare") is None or subprocess.run([*words, "true"], capture_output=True, check=False).returncode:
            self.skipTest("this system gives no mount namespace")
        full = 'mount -t tmpfs -o size=4k none /dev/shm && cat /dev/zero >/dev/shm/full 2>/dev/null; exec "$@"'
        process = python(
            "import meshrender, support; print(meshrender.render(support.picture(800, 600)).shape)",
            [*words, "sh", "-c", full, "sh"])
        out, words = process.communicate(timeout=60)
        self.assertEqual(out, "(600, 800, 4)\n", words)

    def test_too_little_memory_for_an_array(self):
        process = python("""
            import resource, signal
            import meshrender
            from support import picture
            meshrender.render(picture())
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
            try:
                meshrender.render(picture(1000, 1000))
            except meshrender.OutputError as error:
                print(error.code, error)
            print(meshrender.render(picture()).shape)
            """)
        out, words = process.communicate(timeout=60)
        self.assertEqual(out, "74 there is no memory for the data of a call: File too large\n(32, 48, 4)\n", words)

    def test_without_numpy_files_become_files(self):
        process = python("""
            import sys
            sys.modules["numpy"] = None
            import meshrender
            print(len(meshrender.render(text="Hi", format="png")) > 100, meshrender.hit({"canvas": {"size": [9, 9]}, "layers": []}, [(1, 1)])[0]["hits"])
            try:
                meshrender.render(text="Hi")
            except meshrender.UsageError as error:
                print(error)
            """)
        out, words = process.communicate(timeout=60)
        self.assertIn("True []\narrays need NumPy; install it (pip install numpy)", out, words)


class Memory(unittest.TestCase):
    def test_calls_leave_no_memory_and_no_descriptors(self):
        with meshrender.Worker() as worker:
            def some(count):
                for number in range(count):
                    worker.render(picture(64, 64), mesh="wave", lights="directional")
                process = worker._process._process.pid
                resident = sum(
                    int(pathlib.Path(f"/proc/{number}/statm").read_text().split()[1])
                    for number in [process, *descendants(process)])
                return resident * resource.getpagesize(), len(os.listdir("/proc/self/fd"))

            some(200)
            before, files = some(50)
            after, files_after = some(500)
            self.assertEqual(files, files_after)
            self.assertLess(after - before, 8 << 20)


if __name__ == "__main__":
    unittest.main()

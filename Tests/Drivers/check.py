"""Draws the same pictures by several drivers, and by drivers that fail; usage: check.py TOOL FAULTS.so FOLDER"""
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy
from PIL import Image

import drivers
import faults
import pictures

tool, library, folder = sys.argv[1:]
failures = 0
# Drivers that have nothing to do with what is checked stay out of the way.
PLAIN = {name: value for name, value in os.environ.items()
         if name not in {"DISPLAY", "WAYLAND_DISPLAY", "GALLIUM_DRIVER", "LIBGL_ALWAYS_SOFTWARE", "LD_PRELOAD",
                         "MESA_LOADER_DRIVER_OVERRIDE", "MESA_EXTENSION_OVERRIDE", "EGL_LOG_LEVEL"}}
PLAIN["XDG_RUNTIME_DIR"] = folder


def run(arguments, environment, fault="", timeout=240):
    variables = {**PLAIN, **environment}
    if fault:
        variables |= {"LD_PRELOAD": library, "FAULT": fault}
    arguments = [str(a).replace("{folder}", folder) for a in arguments]
    try:
        return subprocess.run([tool, *arguments], env=variables, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(arguments, 124, "", f"no end within {timeout} s")


def report(passed, *columns):
    global failures
    failures += not passed
    print(" ok " if passed else "FAIL", *columns, flush=True)


def read(path):
    """Premultiplied channels, 0...255."""
    with Image.open(path) as image:
        pixels = numpy.asarray(image.convert("RGBA"), float)
    return numpy.dstack([pixels[..., :3] * pixels[..., 3:] / 255, pixels[..., 3]])


class Difference:
    def __init__(self, ours, theirs):
        self.fits = ours.shape == theirs.shape
        apart = numpy.abs(ours - theirs) if self.fits else numpy.full((1, 1, 4), 255.0)
        self.largest, self.mean = apart.max(), apart.mean()
        self.share = (apart.max(axis=2) > 24).mean()

    def within(self, mean, share):
        # Half a level of rounding of what was divided by alpha counts for nothing.
        exact = mean == 0 and share == 0
        return self.fits and (self.largest == 0 if exact else self.mean <= mean and self.share <= share)

    def __str__(self):
        return f"max {self.largest:5.1f}  mean {self.mean:7.4f}  over 24: {100 * self.share:6.3f} %"


def render(name, arguments, environment, fault="", device=()):
    path = Path(folder) / f"{re.sub('[^a-z0-9]+', '-', name.lower())}.png"
    path.unlink(missing_ok=True)
    given = [str(a) for a in arguments]
    choice = [] if "--device" in given else list(device)
    done = run(["render", *given, *choice, "--no-shader-cache", "-o", path], environment, fault)
    return done, read(path) if path.exists() else None


def words(done):
    return done.stderr.strip().replace("\n", " | ")[:300] or "nothing"


def info(environment, fault="", device="auto"):
    done = run(["info", "--json", "--device", device], environment, fault)
    return json.loads(done.stdout) if done.returncode == 0 else None


def ink(picture):
    return picture[..., 3].sum() / 255


def compare(title, references, environment, tolerance, alike, fault="", device=()):
    for name, arguments in pictures.PICTURES.items():
        done, picture = render(f"{title} {name}", arguments, environment, fault, device)
        if picture is None:
            report(False, f"{title:20} {name:30} exit {done.returncode}: {words(done)}")
            continue
        difference = Difference(picture, references[name])
        stated = alike(name)
        passed = difference.fits and (difference.within(tolerance.mean, tolerance.share) or not stated)
        report(passed, f"{title:20} {name:30} {difference}" + ("" if stated else "  (blended by triangles)"))
    done, picture = render(f"{title} hairlines", pictures.HAIRLINES, environment, fault, device)
    share = ink(picture) / pictures.HAIRLINE_INK if picture is not None else 0
    # Four samples of a line half a pixel thick; over its length they add up.
    report(abs(share - 1) < 0.02, f"{title:20} {'hairlines at 6000x300':30} {100 * share:6.2f} % of their ink")


def main():
    pictures.write_scenes(folder)
    here = info({})
    print("devices of this machine:")
    for device in here["devices"] if here else []:
        kind = "software" if device["software"] else "hardware"
        print(f"  {device['index']}  {kind}  {device['renderNode'] or device['file'] or ''}")
    hardware = [d for d in (here["devices"] if here else []) if not d["software"]]
    if not hardware:
        print("  no GPU: what follows is drawn by the CPU")

    llvmpipe = drivers.LLVMPIPE
    references = {}
    print(f"\nagainst llvmpipe ({info(llvmpipe.environment)['renderer']}), 0...255:")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        drawn = pool.map(lambda item: (item[0], *render(f"reference {item[0]}", item[1], llvmpipe.environment)),
                         pictures.PICTURES.items())
        for name, done, picture in drawn:
            # Only a note is expected, about a size that crops.
            if picture is None or any(not line.startswith("Size: ") for line in done.stderr.splitlines()):
                report(False, f"reference {name}: exit {done.returncode}: {words(done)}")
                return
            references[name] = picture
    for driver in drivers.DRIVERS:
        seen = info(driver.environment, driver.fault)
        renderer = seen["renderer"] if seen else "nothing"
        if not renderer.startswith(driver.renderer) or seen["exactTransparency"] != driver.exact_transparency:
            report(False, f"{driver.title}: {renderer} draws, with exact transparency "
                   f"{seen and seen['exactTransparency']}; expected {driver.renderer}, {driver.exact_transparency}")
            continue
        compare(driver.title, references, driver.environment, driver.tolerance,
                lambda name: drivers.expected_alike(driver, name), driver.fault)
    for device in hardware:
        choice = device["renderNode"] or str(device["index"])
        seen = info({}, device=choice)
        if seen is None:
            print(f"  {choice} is listed and does not draw: {words(run(['info', '--device', choice], {}))}")
            continue
        compare(seen["renderer"][:20], references, {}, drivers.GPU,
                lambda name: seen["exactTransparency"] or name not in pictures.NEEDS_LISTS,
                device=("--device", choice))

    print("\nfaults:")
    expected = {}
    for case in faults.CASES:
        plain = tuple(a for i, a in enumerate(case.scene)
                      if a not in ("--device", "--quiet") and (i == 0 or case.scene[i - 1] != "--device"))
        right = drivers.NO_LISTS if case.without_lists else llvmpipe
        if case.code == 0 and (plain, right.title) not in expected:
            expected[plain, right.title] = render("expected", plain, right.environment)[1]
        done, picture = render("fault", case.scene, llvmpipe.environment, case.fault)
        lines = "".join(f"{line}\n" for line in done.stderr.splitlines() if not line.startswith("Size: "))
        said = re.search(case.says, lines) is not None if case.says else not lines
        passed = done.returncode == case.code and said and (picture is not None) == (case.code == 0)
        outcome = f"exit {done.returncode}, said {words(done)}"
        if passed and case.code == 0:
            difference = Difference(picture, expected[plain, right.title])
            passed = difference.within(case.tolerance, case.share)
            outcome = f"{difference}" + (f", said {words(done)}" if case.says else "")
        report(passed, f"{case.fault:16} {' '.join(map(str, case.scene))[-44:]:44} {outcome}")


main()
print(f"\n{failures} failed" if failures else "\nall as stated")
sys.exit(failures > 0)

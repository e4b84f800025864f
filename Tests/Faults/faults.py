"""Kills, starves and crowds meshrender, and checks that every output is whole, as it was before, or not there.

Usage: faults.py MESHRENDER [--runs N] [--frames N] [--pictures N]

Needs Python's standard library. Wholeness is judged by the bytes of an undisturbed run, which are the same every time.
Prints a table and the seed; exits with 1 if anything is off.
"""

import argparse
import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
OLD = b"as it was\n"  # what a target holds before


class Faults:
    """The checks that failed, and the lines of the table."""

    def __init__(self):
        self.failures = []

    def check(self, condition, *words):
        if not condition:
            self.failures.append(" ".join(str(word) for word in words))
        return condition

    def row(self, name, count, words, failures_before):
        state = "ok" if len(self.failures) == failures_before else "FAILED"
        print(f"{name:<34} {count:>6}  {state:<7} {words}", flush=True)


class Output:
    """A command and the files that it writes, relative to the folder in which it runs."""

    def __init__(self, name, arguments, target, folder=None):
        self.name, self.arguments, self.target, self.folder = name, arguments, target, folder
        self.files = {}  # of an undisturbed run
        self.seconds = 0.0

    def command(self, tool):
        return [tool, *self.arguments, self.target]

    def measure(self, bench):
        for _ in range(2):  # the first compiles shaders, which the cache keeps for the second
            with bench.folder() as folder:
                start = time.monotonic()
                run = bench.run(self.command(bench.tool), folder)
                self.seconds = time.monotonic() - start
                assert run.returncode == 0, f"{self.name}: {run.stderr.decode()}"
                self.files = contents(folder)

    def prepare(self, folder):
        """Puts old files where the outputs will be."""
        for name in self.files:
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(OLD)


class Bench:
    """The tool, and where it works."""

    def __init__(self, tool, work):
        self.tool, self.work = str(tool), work
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(work / "cache"))

    def folder(self):
        path = tempfile.TemporaryDirectory(dir=self.work)
        os.chmod(path.name, 0o755)
        return PathContext(path)

    def run(self, command, folder, **options):
        return subprocess.run(
            command, cwd=folder, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=300, **options)

    def start(self, command, folder, **options):
        return subprocess.Popen(
            command, cwd=folder, env=self.environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
            stdout=options.pop("stdout", subprocess.DEVNULL), **options)


def last_words(child):
    """What a child has written to standard error when it ends. One that does not end is killed, and its exit code is that."""
    try:
        return child.communicate(timeout=60)[1]
    except subprocess.TimeoutExpired:
        child.kill()
        return child.communicate()[1] + b" (it did not end within 60 s)"


class PathContext:
    def __init__(self, temporary):
        self.temporary = temporary

    def __enter__(self):
        return pathlib.Path(self.temporary.__enter__())

    def __exit__(self, *error):
        return self.temporary.__exit__(*error)


def contents(folder):
    """The bytes of all files below a folder, by relative name."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*")) if path.is_file()
    }


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def is_temporary(name):
    name = os.path.basename(name)
    return name.startswith(".meshrender-") and name.endswith(".tmp")


def sentences(stderr):
    lines = stderr.decode(errors="replace").splitlines()
    return [line for line in lines if line and not line.startswith(("Moving: ", "Colors: ", "Size: "))]


def outputs(bench):
    # Also another user may read this copy.
    label = str(shutil.copy(ROOT / "Examples/images/label.png", bench.work))
    clip = ["animate", label, "--mesh", "ripple:rows=8,columns=8", "--animate", "phase 0..1 1s linear loop"]
    clip += ["--size", "160x160", "--fps", "20", "--background", "white", "-o"]
    mesh = bench.work / "mesh.json"
    side = 150
    mesh.write_text(json.dumps({
        "vertices": [[x / side, y / side, x / side, y / side, 0.1] for y in range(side + 1) for x in range(side + 1)],
        "faces": [[y * (side + 1) + x + d for d in (0, 1, side + 2, side + 1)] for y in range(side) for x in range(side)],
    }))
    points = bench.work / "pairs.csv"
    points.write_text("".join(f"{x * 100},{y * 100},{x * 100 + 40 * (y % 2)},{y * 90 + 30 * (x % 2)}\n" for y in range(6) for x in range(8)))
    big = ["render", label, "--mesh", "wave", "--background", "white", "--size", "900x900", "-o"]
    found = [
        Output("PNG", big, "out.png"),
        Output("PNG, small", [*big[:-1], "--compression", "small", "-o"], "out.png"),
        Output("sequence", clip, "frames/"),
        Output("APNG", clip, "out.apng"),
        Output("GIF", clip, "out.gif"),
        Output("WebP", clip, "out.webp"),
        Output("y4m", clip, "out.y4m"),
        Output("raw", [*clip[:-1], "--format", "rgba", "-o"], "out.rgba"),
        Output("sheet", [*clip[:-1], "--sheet", "4x3", "-o"], "out.png"),
        Output("mesh JSON", ["subdivide", str(mesh), "--steps", "1", "-o"], "out.json"),
        Output("fitted mesh", ["fit", str(points), "--from-size", "700x500", "-o"], "out.json"),
        Output("OBJ", ["convert", str(mesh)], "out.obj"),
        Output("glTF", ["convert", str(mesh)], "out.glb"),
        Output("map NPY", ["map", "--content-size", "700x700", "--mesh", "pageCurl", "-o"], "out.npy"),
        Output("map PGM", ["map", "--content-size", "700x700", "--mesh", "lens", "-o"], "out.pgm"),
    ]
    if shutil.which("ffmpeg"):
        found.append(Output("MP4", clip, "out.mp4"))
    else:
        print("ffmpeg is not installed: no faults of video are tried")
    for output in found:
        output.measure(bench)
    return found


def check_files(faults, output, folder, run, *, may_be_temporary=False):
    """Every file is the whole one or the old one; temporary files only if they may be."""
    for name, content in contents(folder).items():
        if is_temporary(name):
            faults.check(may_be_temporary, run, "left", name)
        else:
            whole = output.files.get(name)
            faults.check(whole is not None, run, "left a file of another name:", name)
            faults.check(content in (whole, OLD), run, "left", name, f"with {len(content)} bytes of {len(whole or b'')}")


def signals(faults, bench, found, runs):
    for number, code in [(signal.SIGKILL, -9), (signal.SIGTERM, 143), (signal.SIGINT, 130)]:
        before, codes, left, index = len(faults.failures), {}, 0, 0
        # Where the machine has become faster than it was when the outputs were timed, all may have ended: go on.
        while index < runs or (set(codes) == {0} and index < 10 * runs):
            output = found[index % len(found)]
            with bench.folder() as folder:
                if random.random() < 0.5:
                    output.prepare(folder)
                # Most of the time is the start; the later half is where files are written.
                delay = output.seconds * random.choice([random.uniform(0, 1), random.uniform(0.4, 1)])
                child = bench.start(output.command(bench.tool), folder, restore_signals=True)
                time.sleep(delay)
                child.send_signal(number)
                words = last_words(child)
                result = child.returncode
                run = f"{output.name}, {number.name} after {delay:.3f} s:"
                # 0: it had ended. Minus the signal: it had not begun, as the dynamic loader was still at work.
                faults.check(result in (0, code, -number), run, "ended with", result, words.decode())
                codes[result] = codes.get(result, 0) + 1
                # The load of the machine changes: keep most signals within the run.
                output.seconds *= 0.7 if result == 0 else 1.1
                wait_for_children(faults, folder, run)
                check_files(faults, output, folder, run, may_be_temporary=number == signal.SIGKILL)
                left += sum(map(is_temporary, contents(folder)))
                if number == signal.SIGKILL:
                    # The next run takes away what this one left, and ends well.
                    again = bench.run(output.command(bench.tool), folder)
                    faults.check(again.returncode == 0, run, "the next run failed:", again.stderr.decode())
                    faults.check(contents(folder) == output.files, run, "the next run left", list(contents(folder)))
            index += 1
        faults.check(set(codes) != {0}, f"no {number.name} came before the end")
        words = ", ".join(f"{count} x {result}" for result, count in sorted(codes.items()))
        if number == signal.SIGKILL:
            words += f"; {left} temporary files, gone after the next run"
        faults.row(f"{number.name} at a random time", index, f"exit codes {words}", before)


def wait_for_children(faults, folder, run):
    """An ffmpeg whose input has ended, ends."""
    for _ in range(100):
        left = []
        for process in pathlib.Path("/proc").iterdir():
            if process.name.isdigit():
                try:
                    if os.readlink(process / "cwd") == str(folder.resolve()):
                        left.append((process / "comm").read_text().strip())
                except OSError:
                    pass
        if not left:
            return
        time.sleep(0.1)
    faults.check(False, run, "left processes:", left)


def fails(faults, name, run, code, words, allowed_lines=1):
    lines = sentences(run.stderr)
    faults.check(run.returncode == code, f"{name}: exit code {run.returncode} instead of {code}:", *lines)
    faults.check(
        len(lines) == allowed_lines and lines[-1].startswith("Error: ") and words in lines[-1], f"{name}: said", lines)


def full_disk(faults, bench, found):
    """A file system that holds half of the output, mounted where only the tool and its shell see it."""
    mount = ["unshare", "--mount"] if os.getuid() == 0 else ["unshare", "--mount", "--user", "--map-root-user"]
    script = """
        mount -t tmpfs -o size="$1" none . && cd "$PWD" && mkdir frames && printf 'as it was\\n' >"$2" || exit 99
        told=$0; shift 2
        "$@"; code=$?
        find . -type f -exec sha256sum {} + >"$told"
        exit $code"""
    before, count = len(faults.failures), 0
    with bench.folder() as folder:
        if bench.run([*mount, "mount", "-t", "tmpfs", "none", "."], folder).returncode != 0:
            return faults.row("full disk", 0, "not tested: this user may not mount", before)
    for output in found:
        old = output.target if not output.target.endswith("/") else "old"
        if output.name == "map PGM":
            old = "out-x.pgm"
        with bench.folder() as folder:
            told = bench.work / "told"
            # In whole pages, with one for the old file.
            page = os.sysconf("SC_PAGE_SIZE")
            size = (1 + sum(map(len, output.files.values())) // (2 * page)) * page
            run = bench.run([*mount, "sh", "-c", script, str(told), str(size), old, *output.command(bench.tool)], folder)
            fails(faults, f"full disk, {output.name}", run, 74, "No space left on device")
            sums = dict(reversed(line.split("  ./")) for line in told.read_text().splitlines())
            faults.check(sums.pop(old, None) == sha256(OLD), f"full disk, {output.name}: the old file is another")
            # The frames of a sequence that were finished stay.
            for name, found_sum in sums.items():
                faults.check(sha256(output.files.get(name, b"")) == found_sum, f"full disk, {output.name}: left", name)
            count += 1
    faults.row("full disk", count, "exit code 74, the old file unchanged, nothing else", before)


def limited_size(faults, bench, found):
    import resource
    before = len(faults.failures)
    for output in found:
        with bench.folder() as folder:
            output.prepare(folder)
            run = bench.run(
                output.command(bench.tool), folder,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024)))
            fails(faults, f"file size limit, {output.name}", run, 74, "File too large")
            check_files(faults, output, folder, f"file size limit, {output.name}:")
            faults.check(set(contents(folder).values()) == {OLD}, f"file size limit, {output.name}: replaced a file")
    faults.row("limit of file sizes", len(found), "exit code 74, old files unchanged", before)


def closed_pipe(faults, bench, found):
    before, count = len(faults.failures), 0
    for output in found:
        if output.name in ("sequence", "MP4", "map PGM"):
            continue  # several files, or one that is seeked in
        arguments = [*output.arguments]
        form = {"APNG": "apng", "GIF": "gif", "WebP": "webp", "y4m": "y4m"}.get(output.name)
        if form:
            arguments[-1:] = ["--format", form, "-o"]
        if output.name in ("OBJ", "glTF"):
            arguments += ["--to", "obj" if output.name == "OBJ" else "glb"]
        with bench.folder() as folder:
            reading, writing = os.pipe()
            child = bench.start([bench.tool, *arguments, "-"], folder, stdout=writing)
            os.close(writing)
            os.read(reading, 10)
            os.close(reading)
            words = last_words(child)
            run = subprocess.CompletedProcess([], child.returncode, b"", words)
            fails(faults, f"closed pipe, {output.name}", run, 74, "Broken pipe")
            faults.check(not contents(folder), f"closed pipe, {output.name}: left", list(contents(folder)))
            count += 1
    faults.row("closed pipe", count, "exit code 74", before)


def read_only(faults, bench, found):
    """As a user who may not write there, with and without old files."""
    before, count = len(faults.failures), 0
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
    with bench.folder() as folder:
        if bench.run([*user, bench.tool, "--version"], folder).returncode != 0:
            return faults.row("read-only folder", 0, "not tested: another user cannot run the tool", before)
    for output in found:
        for has_old in (False, True):
            with bench.folder() as folder:
                if has_old:
                    output.prepare(folder)
                    for path in folder.rglob("*"):
                        os.chmod(path, 0o555 if path.is_dir() else 0o666)
                os.chmod(folder, 0o555)
                name = f"read-only folder, {output.name}, {'old file' if has_old else 'empty'}"
                run = bench.run([*user, *output.command(bench.tool)], folder)
                os.chmod(folder, 0o755)
                fails(faults, name, run, 73, "Permission denied")
                expected = {file: OLD for file in output.files} if has_old else {}
                faults.check(contents(folder) == expected, f"{name}: left", list(contents(folder)))
                count += 1
    faults.row("read-only folder", count, "exit code 73, old files unchanged", before)


def two_writers(faults, bench, found):
    before = len(faults.failures)
    for output in found:
        with bench.folder() as folder:
            children = [bench.start(output.command(bench.tool), folder) for _ in range(2)]
            for child in children:
                words = child.communicate(timeout=120)[1]
                faults.check(child.returncode == 0, f"two writers, {output.name}:", child.returncode, words.decode())
            faults.check(contents(folder) == output.files, f"two writers, {output.name}: left", list(contents(folder)))
    faults.row("two writers", len(found), "both end well, one whole file", before)


def resident(pid):
    """Resident memory in KiB as a list of one, or an empty list if the process has ended and has no memory."""
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return [int(line.split()[1]) for line in lines if line.startswith("VmRSS:")]


def long_clip(faults, bench, frames):
    """One process, many frames: the memory after a tenth of them is the memory at the end."""
    before, side = len(faults.failures), 16
    with bench.folder() as folder:
        child = bench.start([
            bench.tool, "animate", str(ROOT / "Examples/images/label.png"), "--mesh", "ripple:rows=4,columns=4",
            "--animate", "phase 0..1 1s linear loop", "--light", "directional", "--size", f"{side}x{side}", "--fps", "1000",
            "--duration", f"{frames / 1000}", "--format", "rgba", "-o", "-", "--quiet"], folder, stdout=subprocess.PIPE)
        size, samples, count = 4 * side * side, [], 0
        while child.stdout.read(size):
            count += 1
            if count % max(frames // 100, 1) == 0:
                samples += resident(child.pid)
        words = child.communicate()[1]
        faults.check(child.returncode == 0 and abs(count - frames) <= 1, "long clip:", count, "frames", words.decode())
    flat(faults, "frames in one process", count, samples, before)


def many_pictures(faults, bench, pictures):
    """One process, many PNG files."""
    before = len(faults.failures)
    with bench.folder() as folder:
        child = bench.start([
            bench.tool, "animate", str(ROOT / "Examples/images/label.png"), "--mesh", "wave:columns=4",
            "--animate", "rotation.y 0..360deg 1s linear loop", "--size", "24x24", "--fps", "1000", "--duration",
            f"{pictures / 1000}", "-o", "frames/", "--quiet"], folder)
        samples, seen, every = [], 0, max(pictures // 100, 1)
        while child.poll() is None:
            time.sleep(0.005)
            while os.path.exists(folder / f"frames/frame-{seen + every:04d}.png"):
                seen += every
                samples += resident(child.pid)
        words = child.communicate()[1]
        names = [path.name for path in folder.rglob("*") if path.is_file() and path.suffix != ".job"]
        count = sum(name.startswith("frame-") for name in names)
        faults.check(child.returncode == 0 and abs(count - pictures) <= 1, "pictures:", count, words.decode())
        faults.check(count == len(names), "pictures: other files were left:", set(names))
    flat(faults, "PNG files of one process", count, samples, before)


def flat(faults, name, count, samples, before):
    """After a tenth of the work, the first frames' caches: a leak grows in every third of the rest, a pool that fills
    grows once. 4 MiB over all thirds are the allocator's noise."""
    steady = samples[max(len(samples) // 10, 1):]
    third = len(steady) // 3
    if faults.check(third > 5, f"{name}: only {len(samples)} samples of memory"):
        ends = [statistics.median(steady[at:at + 5]) for at in (0, third, 2 * third, len(steady) - 5)]
        growth = round(3 * min(after - begin for begin, after in zip(ends, ends[1:])))
        faults.check(growth < 4096, f"{name}: memory grew by {growth} KiB, in every third of the run")
        faults.row(name, count, f"peak {max(samples) / 1024:.0f} MiB, steady growth: {growth} KiB", before)
    else:
        faults.row(name, count, "", before)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=15, help="of each signal")
    parser.add_argument("--frames", type=int, default=3000)
    parser.add_argument("--pictures", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    # What a shell starts in the background ignores interrupts, and so would the tool, if nothing handled them here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    random.seed(options.seed)
    print(f"seed {options.seed}")
    # Named afterwards, so that a user of another name can pass through the folders above.
    with tempfile.TemporaryDirectory(prefix="meshrender-faults-") as name:
        os.chmod(name, 0o755)
        work, faults = pathlib.Path(name), Faults()
        bench = Bench(options.tool.resolve(), work)
        found = outputs(bench)
        print(f"{len(found)} outputs: {', '.join(output.name for output in found)}")
        print(f"{'fault':<34} {'runs':>6}  {'':<7} result", flush=True)
        signals(faults, bench, found, options.runs)
        full_disk(faults, bench, found)
        limited_size(faults, bench, found)
        closed_pipe(faults, bench, found)
        read_only(faults, bench, found)
        two_writers(faults, bench, found)
        long_clip(faults, bench, options.frames)
        many_pictures(faults, bench, options.pictures)
        left = [path.name for path in (work / "cache").rglob("*") if path.name.endswith(".unfinished")]
        faults.check(len(left) <= 128, "the shader cache keeps", len(left), "unfinished files")
    for failure in faults.failures:
        print("FAILED:", failure)
    return 1 if faults.failures else 0


sys.exit(main())

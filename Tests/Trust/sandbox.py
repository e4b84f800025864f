"""Checks the sandbox of --untrusted: hostile scenes by the commands of Documentation/security.md, a decoder in a
stranger's hands that tries what is forbidden, and strace over pictures, texts, clips and a batch.

Usage: sandbox.py MESHRENDER [--part attempts|scenes|missing|trace]
"""

import argparse
import ctypes
import errno
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent
options = argparse.ArgumentParser()
options.add_argument("tool")
options.add_argument("--part", choices=["attempts", "scenes", "missing", "trace"])


class Check:
    def __init__(self, tool):
        self.tool = os.path.abspath(tool)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="meshrender-sandbox-"))
        self.passed = self.failed = 0

    def that(self, name, passed, words=""):
        self.passed += bool(passed)
        self.failed += not passed
        if not passed:
            print(f"FAIL {name}: {words}", flush=True)

    def run(self, *arguments, environment={}, cwd=None, before=(), limit=120):
        """Runs the tool with its output and its messages as text."""
        return subprocess.run(
            [*before, self.tool, *map(str, arguments)], cwd=cwd or self.folder, capture_output=True, text=True,
            errors="replace", stdin=subprocess.DEVNULL, timeout=limit, env={**os.environ, **environment})


# A decoder in a stranger's hands

def compiled(check):
    """The library of attempts.c; None where there is no compiler."""
    compiler = next(filter(None, map(shutil.which, ["cc", "gcc", "clang"])), None)
    if compiler is None:
        return None
    # Of its own folder, which the sandbox lets be read, as those of all loaded libraries.
    library = check.folder / "library/attempts.so"
    library.parent.mkdir()
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", library, here / "attempts.c", "-ldl"], check=True)
    return library


# Possible to any program, or to root in most containers; what is refused there as well shows nothing.
everywhere = {"passwd", "secret", "list", "create", "change the input", "create beside the input", "folder", "internet",
              "datagram", "local socket", "pair of sockets", "program", "program in memory", "process",
              "process by clone", "shell", "signal", "signal to a thread", "symbolic link", "pipe", "truncate", "mode",
              "link", "environment"}
possible = {"thread", "output", "input"}


def attempts(check):
    library = compiled(check)
    if library is None:
        print("no compiler is installed: the attempts of a decoder are left out")
        return
    source = (here / "attempts.c").read_text()
    words = re.findall(r'TRY\("([^"]+)"', source)
    work, outside, outputs = (check.folder / name for name in ["work", "outside", "work/out"])
    image = (root / "Examples/images/label.png").read_bytes()
    for word in words:
        for folder in [work, outside]:
            shutil.rmtree(folder, ignore_errors=True)
        outputs.mkdir(parents=True)
        outside.mkdir()
        (outside / "secret").write_text("secret")
        (work / "image.png").write_bytes(image)
        environment = {"LD_PRELOAD": str(library), "ATTEMPT": word, "OUTSIDE": str(outside), "OUTPUTS": str(outputs),
                       "OUTSIDE_BY_PROC": f"/proc/self/root{outside}"}
        draw = ["render", "image.png", "-o", "out/image.png"]
        if word in everywhere:
            done = check.run(*draw, environment=environment, cwd=work)
            check.that(f"{word}, outside of the sandbox", done.returncode == 99, done.returncode)
            if (work / "image.png").exists() is False:
                (work / "image.png").write_bytes(image)
        done = check.run(*draw, "--untrusted", environment=environment, cwd=work)
        if word in possible:
            check.that(word, done.returncode == 99, f"{done.returncode}: {done.stderr}")
            continue
        refused = done.returncode == 98
        stopped = done.returncode == 65 and "the sandbox of --untrusted refuses" in done.stderr
        killed = done.returncode == -signal.SIGSYS and word.startswith("calls of")
        check.that(word, refused or stopped or killed, f"{done.returncode}: {done.stderr}")
        left = sorted(path.name for path in outside.iterdir())
        check.that(f"{word}: nothing has changed", word in everywhere or left == ["secret"], left)
    # A batch goes on.
    (work / "image.png").write_bytes(image)
    jobs = [{"id": "bad", "input": "image.png", "output": "out/bad.png"},
            {"id": "good", "text": "good", "output": "out/good.png"}]
    (work / "jobs.jsonl").write_text("".join(json.dumps(job) + "\n" for job in jobs))

    def batch(word):
        done = check.run("batch", "jobs.jsonl", "-o", "out/{id}.png", "--quiet", "--jobs", "1", "--untrusted",
                         environment={"LD_PRELOAD": str(library), "ATTEMPT": word}, cwd=work)
        check.that(f"{word}: a batch ends", done.returncode == 75, f"{done.returncode}: {done.stderr}")
        return {line["id"]: line for line in map(json.loads, done.stdout.splitlines())}

    for word in re.findall(r'BATCH\("([^"]+)"', source):
        results = batch(word)
        check.that(f"{word}: the job", results["bad"]["status"] == "failed", results["bad"])
        check.that(f"{word}: the job beside it", results["good"]["status"] == "done", results["good"])
    results = batch("program")
    check.that("a job whose decoder starts a program", results["bad"]["code"] == 65 and
               "the system call execve" in results["bad"]["message"], results["bad"])
    check.that("the job beside it", results["good"]["status"] == "done", results["good"])


# Hostile scenes

def scenes(check):
    work, outside = check.folder / "scenes", check.folder / "others"
    work.mkdir(), outside.mkdir()
    shutil.copy(root / "Examples/images/label.png", work / "label.png")
    shutil.copy(root / "Examples/images/label.png", outside / "secret.png")
    (work / "link.png").symlink_to(outside / "secret.png")
    (work / "links").symlink_to(outside)
    os.mkfifo(work / "pipe.png")
    (work / "clip.mp4").write_bytes(bytes.fromhex("0000001c667479706d703432") + bytes(64))

    def scene(contents, **canvas):
        layer = {"bounds": [0, 0, 64, 64], "position": [32, 32], "contents": contents}
        return {"canvas": {"size": [64, 64], **canvas}, "layers": [layer]}

    hostile = {
        "outside": scene({"image": str(outside / "secret.png")}),
        "above": scene({"image": "../others/secret.png"}),
        "link": scene({"image": "link.png"}),
        "linked folder": scene({"image": "links/secret.png"}),
        "proc": scene({"image": "/proc/self/fd/0"}),
        "device": scene({"image": "/dev/zero"}),
        "pipe": scene({"image": "pipe.png"}),
        "font": scene({"text": "a", "fontFile": "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"}),
        "video": scene({"video": "clip.mp4"}),
        "huge": scene({"image": "label.png"}, scale=1000),
    }
    # The page's own commands, each a line of its block for a shell.
    page = (root / "Documentation/security.md").read_text()
    blocks = re.findall(r"```sh\n(.*?)```", page, re.S)
    lines = [line for block in blocks for line in block.splitlines() if "--untrusted" in line]
    check.that("the page has commands", len(lines) >= 2, page[-500:])
    (work / "jobs.jsonl").write_text("")
    for name, content in hostile.items():
        (work / "scene.json").write_text(json.dumps(content))
        (work / "jobs.jsonl").write_text(json.dumps({"id": name, "scene": "scene.json"}) + "\n")
        for line in lines:
            (check.folder / "out").mkdir(exist_ok=True)
            command = line.replace("scene-folder", str(work)).replace("meshrender ", f"{check.tool} ")
            start = time.monotonic()
            done = subprocess.run(["bash", "-c", command], cwd=work, capture_output=True, text=True,
                                  stdin=subprocess.DEVNULL, timeout=120)
            is_batch = "batch" in line
            message = done.stdout if is_batch else done.stderr
            check.that(f"{name} by {line}", done.returncode == (75 if is_batch else 65),
                       f"{done.returncode}: {done.stderr}{done.stdout}")
            if is_batch:
                check.that(f"{name}: the job's code", '"code": 65' in done.stdout, done.stdout)
            check.that(f"{name}: no trace", "stack" not in message and len(message) < 2000, message)
            check.that(f"{name}: nothing is written", not any((check.folder / "out").iterdir()),
                       list((check.folder / "out").iterdir()))
    for flags in [["--open"], ["--preview"], ["--watch"], ["--font-file", "x.ttf"]]:
        done = check.run("render", *(["--text", "a"] if "x.ttf" in flags else ["label.png"]), "-o", "a.png", *flags,
                         "--untrusted", cwd=work)
        check.that(f"{flags[0]} is refused", done.returncode == 64 and flags[0] in done.stderr, done.stderr)
    done = check.run("render", "label.png", "-o", "a.mp4", "--untrusted", cwd=work)
    check.that("a clip by render", done.returncode == 64, done.stderr)
    done = check.run("animate", "label.png", "--mesh", "flag", "--background", "white", "-o", "a.mp4", "--untrusted",
                     cwd=work)
    check.that("no program writes a video", done.returncode == 64 and "external programs are not started" in done.stderr, done.stderr)
    done = check.run("render", "label.png", "-o", "missing/a.png", "--untrusted", cwd=work)
    check.that("a missing folder", done.returncode == 73 and not (work / "missing").exists(), done.stderr)
    done = check.run("render", "label.png", "-o", "a.png", environment={"MESHRENDER_UNTRUSTED": "1"}, cwd="/")
    check.that("the root of all files", done.returncode == 64, done.stderr)
    done = check.run("animate", "label.png", "--mesh", "flag", "--duration", "1000s", "-o", "a.webp", "--max-time", "1s",
                     cwd=work)
    check.that("--max-time", done.returncode == 65 and "--max-time" in done.stderr and not (work / "a.webp").exists(),
               f"{done.returncode}: {done.stderr}")
    jobs = [{"id": "1", "input": str(outside / "secret.png")}, {"id": "2", "input": str(outside / "missing.png")},
            {"id": "3", "text": "a", "allow-read": "/"}, {"id": "4", "text": "a", "max-pixels": 1 << 30},
            {"id": "5", "text": "a", "font-file": "x.ttf"}, {"id": "6", "text": "a", "output": str(outside / "a.png")},
            {"id": "7", "text": "a", "untrusted": False}, {"id": "8", "text": "a", "max-faces": 1 << 38},
            {"id": "9", "text": "a", "max-overdraw": 1 << 48}]
    # Every flag that names a file has one answer, whether the file outside is there or not.
    names = ["../others/secret.png", "../others/none", "/proc/self/fd/10", "/dev/zero"]
    jobs += [{"id": f"color{n}", "text": "a", "color-space": name} for n, name in enumerate(names)]
    (work / "jobs.jsonl").write_text("".join(json.dumps(job) + "\n" for job in jobs))
    done = check.run("batch", "jobs.jsonl", "-o", "../out/{id}.png", "--quiet", "--untrusted", cwd=work)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    words = {line["message"].replace(names[int(line["id"][5:])], "")
             for line in results if line["id"].startswith("color")}
    check.that("color spaces outside", len(words) == 1 and "outside the folders" in next(iter(words)), words)
    check.that("hostile jobs", all(line["status"] == "failed" for line in results) and len(results) == len(jobs), results)
    same = [line["message"].replace("secret", "missing") for line in results[:2]]
    check.that("what exists outside is not told", same[0] == same[1], same)
    check.that("outputs stay below the folder", not (outside / "a.png").exists(), results)


# Missing parts

def without(call, error):
    """Makes a system call fail in a child, as an old kernel or a container does."""
    def enter():
        steps = [(0x20, 0, 0, 0), (0x15, 0, 1, call), (0x06, 0, 0, 0x00050000 | error), (0x06, 0, 0, 0x7fff0000)]
        filters = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
        program = struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(filters))
        libc = ctypes.CDLL(None)
        if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, program, 0, 0) != 0:
            os._exit(96)
    return enter


def missing(check):
    work = check.folder / "missing-parts"
    work.mkdir()
    shutil.copy(root / "Examples/images/label.png", work / "image.png")
    seccomp = {"x86_64": 317, "aarch64": 277}[os.uname().machine]
    for name, call, error in [("Landlock", 444, errno.ENOSYS), ("Landlock", 444, errno.EOPNOTSUPP),
                              ("seccomp", seccomp, errno.ENOSYS)]:
        def run(*arguments):
            return subprocess.run([check.tool, *arguments], cwd=work, capture_output=True, text=True,
                                  stdin=subprocess.DEVNULL, preexec_fn=without(call, error))
        draw = ["render", "image.png", "-o", "out.png", "--untrusted"]
        done = run(*draw)
        check.that(f"without {name}", done.returncode == 69 and f"needs {name}" in done.stderr and
                   not (work / "out.png").exists(), f"{done.returncode}: {done.stderr}")
        done = run("info")
        check.that(f"info without {name}", re.search(f"{name} +missing: ", done.stdout), done.stdout)
        done = run(*draw, "--allow-missing-sandbox")
        check.that(f"on without {name}", done.returncode == 0, f"{done.returncode}: {done.stderr}")
        os.unlink(work / "out.png") if (work / "out.png").exists() else None
        (work / "jobs.jsonl").write_text('{"id": "1", "text": "a", "output": "out.png"}\n')
        done = run("batch", "jobs.jsonl", "--untrusted")
        check.that(f"a batch without {name}", done.returncode == 69, f"{done.returncode}: {done.stderr}")


# System calls

def allowed_calls():
    """The names in the tables of the filter: those that are allowed, and those that are refused with an error."""
    folder = root / "Sources/CSandbox"
    allowed = set(re.findall(r"CALL\((\w+)\)", (folder / "system_calls.h").read_text()))
    source = (folder / "seccomp.c").read_text().split("#undef CALL")[0]
    partly = set(re.findall(r"(?:__NR_|OWN\()(\w+)", source)) - {"clone3"}
    refused = set(re.findall(r"ERROR\((\w+)", source)) | {"socket"}
    return allowed | partly, refused | {"clone3"}


def fixtures(work):
    """Commands for every format in and out, texts in several scripts, and each command, with --untrusted."""
    images = root / "Examples/images"
    for name in ["photo.png", "label.png"]:
        shutil.copy(images / name, work / name)
    card = ["render", "--text", "Card", "--mesh", "wave", "-o"]
    clip = ["animate", "label.png", "--mesh", "flag", "--fps", "4", "--duration", "500ms", "--background", "white",
            "-o"]
    yield from [[*card, f"card.{ending}"] for ending in ["png", "jpg", "webp", "exr", "npy"]]
    yield ["render", "--text", "16", "--depth", "16", "-o", "deep.png"]
    yield from [["render", f"card.{ending}", "--mesh", "lens", "-o", "again.png"] for ending in ["jpg", "webp", "exr", "npy"]]
    yield ["render", "deep.png", "--depth", "16", "--color-space", "display-p3", "-o", "p3.png"]
    yield ["render", "photo.png", "--mesh", "pageCurl", "--light", "directional", "--fit", "-o", "curl.png"]
    yield ["render", "--text", "مرحبا שלום नमस्ते 漢字 ไทย", "--font", "Serif Bold", "--outline", "width=2,color=red", "-o",
           "scripts.png"]
    yield from [[*clip, name] for name in ["a.webp", "a.gif", "a.apng", "a.y4m", "f-%02d.png"]]
    yield [*clip, "raw", "--format", "rgba"]
    yield [*clip[:-1], "--sheet", "2x1", "-o", "sheet.png"]
    yield from [["animate", name, "-o", "b.webp"] for name in ["a.webp", "a.y4m", "f-%02d.png"]]
    yield ["map", "label.png", "--mesh", "lens", "-o", "map.npy"]
    yield ["map", "label.png", "--mesh", "lens", "-o", "map.pgm"]
    yield ["convert", "wave:columns=8", "wave.obj"]
    yield ["convert", "wave.obj", "wave.glb", "--image", "label.png"]
    yield ["subdivide", "wave.obj", "--steps", "2", "-o", "fine.json"]
    yield ["inspect", "wave.obj", "--picture", "inspect.png"]
    shutil.copytree(root / "Examples/mockups", work / "mockups")
    shutil.copytree(images, work / "images")
    yield ["validate", "mockups/mug.json"]
    yield ["hit", "mockups/mug.json", "--map", "hits.png"]
    yield ["render", "mockups/mug.json", "--set", "canvas.scale=0.2", "-o", "mug.jpg"]
    for art in ["a.webp", "f-%02d.png"]:
        yield ["animate", "mockups/mug.json", "--set", "canvas.scale=0.2", "--image", f"art={art}", "-o", "mug.webp"]
    jobs = [{"id": str(index), "text": f"Job {index}", "mesh": "wave"} for index in range(4)]
    jobs += [{"id": "clip", "command": "animate", "input": "label.png", "mesh": "flag", "fps": 4, "duration": "500ms",
              "output": "jobs/clip.webp"}, {"id": "mug", "scene": "mockups/mug.json", "set": {"canvas.scale": 0.2}}]
    (work / "jobs.jsonl").write_text("".join(json.dumps(job) + "\n" for job in jobs))
    (work / "jobs").mkdir()
    yield ["batch", "jobs.jsonl", "-o", "jobs/{id}.png", "--quiet", "--jobs", "2"]


def trace(check):
    if shutil.which("strace") is None:
        print("strace is not installed: the system calls are left out")
        return
    allowed, refused = allowed_calls()
    work = check.folder / "traced"
    work.mkdir()
    cache = check.folder / "cache"
    cache.mkdir()
    system = ("/usr/", "/lib", "/etc/", "/proc/", "/sys/", "/dev/", "/var/cache/fontconfig", "/opt/swift/")
    seen = set()
    for arguments in fixtures(work):
        log = check.folder / "log"
        done = check.run(*arguments, "--untrusted", cwd=work, before=["strace", "-f", "-qq", "-y", "-o", str(log)],
                         environment={"XDG_CACHE_HOME": str(cache)})
        name = " ".join(arguments)
        check.that(name, done.returncode == 0, f"{done.returncode}: {done.stderr}{done.stdout[-500:]}")
        inside, children = set(), {}
        calls, faults = set(), []
        for line in log.read_text(errors="replace").splitlines():
            process, _, rest = line.partition(" ")
            rest = rest.lstrip()
            if rest.startswith("<..."):
                rest = re.sub(r"^<\.\.\. (\w+) resumed>", r"\1(", rest)
            call = rest.partition("(")[0]
            if re.match(r"seccomp(\(|\().*SET_MODE_FILTER", rest) and "ENOSYS" not in rest:
                inside.add(process)
                continue
            made = re.match(r"clone3?\(.*(?:=|=>) (\d+)$", rest)
            if made and process in inside:
                inside.add(made[1])
            if "SIGSYS" in rest and rest.startswith("---"):
                faults.append(line)
            # The second half of the line above, where threads of several processes alternate.
            if process not in inside or call == "seccomp" or not re.fullmatch(r"\w+", call):
                continue
            calls.add(call)
            opened = re.search(r"^open(?:at)?\(.*\) = \d+<([^>]*)>", rest)
            if opened and opened[1].startswith("/"):
                path = opened[1]
                if not path.startswith((*system, str(work), str(cache))):
                    faults.append(line)
        check.that(f"{name}: is in the sandbox", inside, "no filter was entered")
        check.that(f"{name}: no other system call", calls <= allowed | refused, sorted(calls - allowed - refused))
        check.that(f"{name}: nothing outside is opened, and nothing is stopped", not faults, faults[:5])
        seen |= calls
    unused = sorted(allowed - seen)
    print(f"{len(seen)} system calls are used; allowed and not used here: {' '.join(sorted(set(unused) - {'name'}))}")


def run(tool, part=None):
    check = Check(tool)
    try:
        for name, body in [("attempts", attempts), ("scenes", scenes), ("missing", missing), ("trace", trace)]:
            if part in (None, name):
                body(check)
    finally:
        shutil.rmtree(check.folder, ignore_errors=True)
    print(f"{check.passed} passed, {check.failed} failed")
    return check.failed


if __name__ == "__main__":
    given = options.parse_args()
    sys.exit(1 if run(given.tool, given.part) else 0)

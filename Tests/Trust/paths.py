"""Tries to read and to write outside of the folders that are allowed: links, races, spellings, devices, lists of jobs.

Usage: paths.py MESHRENDER [--rounds N]

Needs Python's standard library; strace, where it is installed, proves that no system call names a place outside. Ends
with 1 and a sentence for each failure.
"""

import argparse
import ctypes
import itertools
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import zlib

NFC, NFD = "caf\u00e9", "cafe\u0301"
SECRET = "hidden-target"  # part of every name outside that only links hold
OUTSIDE = "is outside the folders"


def picture(color, size=8):
    """A PNG whose size in bytes does not depend on its color."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes(color) * size) * size
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b""))


def layer(**keys):
    return {"bounds": [0, 0, 8, 8], **keys}


def whole(layers, **keys):
    return {"canvas": {"size": [8, 8], **keys}, "layers": layers}


# Every key of a scene that names a file.
KINDS = {
    "image": lambda name: [layer(contents={"image": name})],
    "back": lambda name: [layer(contents={"color": "red"}, backContents=name)],
    "layer of a back": lambda name: [layer(contents={"color": "red"}, backContents=layer(contents={"image": name}))],
    "mask": lambda name: [layer(contents={"color": "red"}, mask=layer(contents={"image": name}))],
    "map": lambda name: [layer(contents={"color": "red"}, mesh={"displacement": name})],
    "mesh": lambda name: [layer(contents={"color": "red"}, mesh={"file": name})],
    "measured map": lambda name: [layer(contents={"color": "red"}, mesh={"map": name})],
    "video": lambda name: [layer(contents={"video": name})],
    "stream": lambda name: [layer(contents={"stream": name})],
    "font": lambda name: [layer(contents={"text": "x", "fontFile": name})],
    "gestures": lambda name: [layer(contents={"color": "red"}, animations=[{"gestures": name}])],
    "sequence": lambda name: [layer(contents={"sequence": name + "/f%d.png"})],
}


class Suite:
    def __init__(self, tool, rounds):
        self.tool, self.rounds = os.path.abspath(tool), rounds
        self.passed = self.failed = 0
        self.top = pathlib.Path(os.path.realpath(tempfile.mkdtemp(prefix="meshrender-paths-")))
        self.home, self.out = self.top / "home", self.top / SECRET
        for folder in (self.home / "sub", self.out):
            folder.mkdir(parents=True)
        self.fill(self.out)

    def check(self, name, passed, words=""):
        self.passed += bool(passed)
        self.failed += not passed
        if not passed:
            print(f"FAIL {name}: {words}", flush=True)

    def fill(self, folder):
        for name in ("a.png", "f1.png", f"{SECRET}.png"):
            (folder / name).write_bytes(picture((255, 0, 0)))
        (folder / "m.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")

    def run(self, *arguments, cwd=None, stdin=None, prefix=(), environment=None):
        return subprocess.run(
            [*prefix, self.tool, *map(str, arguments)], cwd=cwd or self.home, capture_output=True, text=True,
            input=stdin, timeout=120, env={**os.environ, "PWD": str(cwd or self.home), **(environment or {})})

    def scene(self, name, layers, folder=None):
        path = (folder or self.home) / name
        path.write_text(json.dumps(whole(layers)), encoding="utf-8")
        return path.name

    def snapshot(self):
        return {path: path.read_bytes() for path in self.out.rglob("*") if path.is_file()}

    # Reading

    def names(self):
        """Names outside, as pairs of an existing file and a missing one that look alike, and others."""
        home = self.home
        for link, target in {
            "l1": self.out / "a.png", "l2": self.out / f"no-{SECRET}.png", "d1": self.out, "d2": self.out / "none",
            "p1": "/proc/self/exe", "p2": "/proc/self/fd/0", "v1": "/dev/zero", "e1": "/etc/issue", "e2": "/etc/noissue",
            "r1": f"../{SECRET}/a.png", "up": "..", "root": "/",
        }.items():
            (home / link).symlink_to(target)
        os.mkfifo(self.top / "pipe")
        return [
            "../pipe", "../x/a.png", "../x", "l1", "l2", "r1", "d1", "d2", "d1/a.png", "d1/none.png", "d2/a.png", "p1", "p2",
            "v1", "e1", "e2", "up/pipe", "up/home/../pipe", "root/etc/issue", "root/etc/noissue", "root/proc/self/exe",
            "/etc/issue", "/etc/noissue", "/etc", "/etc/alternatives/awk", "/etc/alternatives/nope", "/proc/self/exe",
            "/proc/self/environ", "/proc/self/fd/0", "/proc/self/cwd/../pipe", "/proc/1/root/etc/issue", "/dev/null",
            "/dev/zero", "/dev/stdin", "/dev/fd/0", "/sys/kernel", "sub/../../pipe", "sub/../l1", "./l1", "l1/", "d1/../pipe",
            "..", "/", "../..",
        ]

    def reading(self):
        names = self.names()
        # Scenes in place need no command line of their own, which takes longer than reading them.
        scenes = [((kind, name), whole(layers(name))) for (kind, layers), name in itertools.product(KINDS.items(), names)]
        scenes += [(("color space", name), whole([], colorSpace=name)) for name in names if "/" in name or "." in name]
        files = [self.scene(f"s{index}.json", KINDS["image"](name)) for index, name in enumerate(names[:8])]
        scenes += [(("image of a file", name), file) for name, file in zip(names, files)]
        # Animations apply at a time only.
        jobs = [{"id": f"{n}", "scene": scene, "output": f"o/{n}.png", **({"time": 0} if kind == "gestures" else {})}
                for n, ((kind, _), scene) in enumerate(scenes)]
        before = self.snapshot()
        sentences = {}
        trace = self.top / "trace"
        prefix = ()
        if shutil.which("strace"):
            prefix = ("strace", "-f", "-qq", "-s", "4096", "-e", "trace=%file,readlinkat", "-o", str(trace))
        else:
            print("Without strace: it is not installed, and system calls are not looked at", flush=True)
        lines, done = self.batch(jobs, prefix=prefix)
        for n, (where, _) in enumerate(scenes):
            line = lines.get(f"{n}", {})
            words = re.sub(r"^.*?(?=is outside)", "", line.get("message", ""))
            sentences.setdefault((line.get("code"), words), []).append(where)
        self.check("every outside name is refused", {code for code, _ in sentences} == {65}, done.stderr[:300])
        self.check("all have one sentence", len(sentences) == 1 and OUTSIDE in next(iter(sentences), (0, ""))[1],
                   [(words, places[:3]) for words, places in sentences.items()][:4])
        self.check("no target is printed", SECRET not in done.stdout + done.stderr,
                   [line for line in (done.stdout + done.stderr).splitlines() if SECRET in line][:2])
        self.check("nothing outside is changed", before == self.snapshot())
        if prefix:
            self.traced(trace)

    def traced(self, trace):
        """No argument of a system call names a place outside; only the text of a link that lies inside is read."""
        bad = []
        for line in trace.read_text(errors="replace").splitlines():
            call = re.sub(r"^\d+ +", "", line)
            if call.startswith(("execve", "<... readlinkat")) or re.match(r'readlinkat\(\d+, "", ', call):
                continue
            for word in (SECRET, "/issue", "noissue", "alternatives/awk", "/pipe\"", '"pipe"', '"/dev/zero"', '"/dev/stdin"',
                         '/sys/kernel"', "/proc/self/environ", "/proc/1/", '"issue"', '"none'):
                if word in call:
                    bad.append(call[:150])
        self.check("no system call names a place outside", not bad, bad[:3])

    def inside(self):
        """What is allowed still is."""
        for name in ("ok.png", "f1.png", "f2.png"):
            (self.home / name).write_bytes(picture((0, 255, 0)))
        (self.home / "near").symlink_to("ok.png")
        (self.home / "sub/up").symlink_to("../ok.png")
        (self.home / "whole").symlink_to(self.home / "ok.png")
        (self.home / "more").symlink_to(self.out)
        (self.top / "named").symlink_to("home")
        names = ["ok.png", "near", "sub/up", "sub/../ok.png", "whole", str(self.home / "ok.png"), "../home/ok.png"]
        scenes = [whole(KINDS["image"](name)) for name in names] + [whole(KINDS["sequence"]("."))]
        scenes.append(self.scene("ok0.json", KINDS["image"]("near")))
        lines, done = self.batch([{"id": f"{n}", "scene": s, "output": f"o/{n}.png"} for n, s in enumerate(scenes)])
        self.check("names inside are read", done.returncode == 0,
                   [line for line in lines.values() if line["status"] != "done"])
        other = self.top / "elsewhere"
        other.mkdir()
        done = self.run("validate", "../named/ok0.json", cwd=other)
        self.check("a scene named through a link is read", done.returncode == 0, done.stderr[:400])
        allowed = self.scene("more.json", KINDS["image"]("more/a.png"))
        self.check("a link into an allowed folder is followed",
                   self.run("validate", allowed, "--allow-read", self.out).returncode == 0)
        done = self.run("validate", allowed, "--allow-read", self.out / "a.png")
        self.check("a single file is allowed", done.returncode == 0, done.stderr[:400])
        other = self.scene("single.json", KINDS["image"](f"more/{SECRET}.png"))
        self.check("and no other", OUTSIDE in self.run("validate", other, "--allow-read", self.out / "a.png").stderr)
        os.mkfifo(self.home / "fifo")
        pipe = self.scene("fifo.json", KINDS["image"]("fifo"))
        done = self.run("validate", pipe)
        self.check("a pipe inside is refused", done.returncode == 65 and "named pipe" in done.stderr, done.stderr[:300])
        done = self.run("validate", self.scene("dev.json", KINDS["image"]("/dev/null")), "--allow-read", "/")
        self.check("a device is refused beside everything", OUTSIDE in done.stderr, done.stderr[:300])
        done = self.run("validate", self.scene("dev.json", KINDS["image"]("/dev/null")), "--allow-read", "/dev/null")
        self.check("a device that is named is read", OUTSIDE not in done.stderr, done.stderr[:300])

    def spellings(self):
        """Folders whose names are equal in Unicode, but not in bytes."""
        for name in (NFC, NFD, "run"):
            (self.top / name).mkdir()
        (self.top / NFD / "secret.png").write_bytes(picture((255, 0, 0)))
        self.scene("s.json", KINDS["image"](f"../{NFD}/secret.png"), self.top / NFC)
        done = self.run("validate", f"../{NFC}/s.json", cwd=self.top / "run")
        self.check("another spelling is another folder", done.returncode == 65 and OUTSIDE in done.stderr, done.stderr)

    def playlists(self):
        """Files that name other files do not lead FFmpeg outside."""
        target = self.out / f"{SECRET}.png"
        texts = {
            "list.m3u8": f"#EXTM3U\n#EXTINF:1,\nfile://{target}\n#EXT-X-ENDLIST\n",
            "list.txt": f"ffconcat version 1.0\nfile '{target}'\n",
            "list.mp4": f"#EXTM3U\n#EXTINF:1,\n{target}\n",
            "list.sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5000 RTP/AVP 96\n",
        }
        for name, text in texts.items():
            (self.home / name).write_text(text)
            done = self.run("validate", self.scene(f"{name}.json", KINDS["video"](name)))
            self.check(f"{name} is refused", done.returncode in (65, 69) and SECRET not in done.stdout + done.stderr,
                       f"{done.returncode} {done.stderr[:300]}")

    def races(self):
        """While names are swapped with links that lead outside, nothing outside is read."""
        inner, spare, link = self.home / "swap", self.home / "swap-b", self.home / "swap-c"
        inner.mkdir()
        link.symlink_to(self.out)
        # Only the one outside is a picture.
        (inner / "a.png").write_text("no picture")
        scene = whole(KINDS["image"]("swap/a.png"))
        jobs = [{"id": f"{n}", "scene": scene, "output": f"o/{n}.png"} for n in range(200)]
        exchange = ctypes.CDLL(None).renameat2
        end = threading.Event()

        def swap():
            while not end.is_set():
                exchange(-100, os.fsencode(inner), -100, os.fsencode(link), 2)

        thread = threading.Thread(target=swap)
        thread.start()
        try:
            messages = set()
            for _ in range(self.rounds):
                lines, done = self.batch(jobs)
                read = [line for line in lines.values() if line["status"] != "failed"]
                self.check("a swapped folder leads nowhere", len(lines) == len(jobs) and not read, read[:2])
                messages |= {OUTSIDE in line["message"] for line in lines.values()}
            self.check("the swaps were seen", messages == {False, True}, messages)
        finally:
            end.set()
            thread.join()
            # Exchanged an odd or an even number of times.
            if inner.is_symlink():
                exchange(-100, os.fsencode(inner), -100, os.fsencode(link), 2)

    # Writing

    def batch(self, jobs, *flags, cwd=None, prefix=()):
        text = "".join(json.dumps(job) + "\n" for job in jobs)
        path = (cwd or self.home) / "jobs.jsonl"
        path.write_text(text, encoding="utf-8")
        done = self.run("batch", path.name, "--quiet", "-j", 1, *flags, cwd=cwd, prefix=prefix)
        return {line["id"]: line for line in map(json.loads, done.stdout.splitlines())}, done

    def writing(self):
        base = self.top / "writing"
        (base / "a").mkdir(parents=True)
        (base / "far").symlink_to(self.out)
        (base / "link.png").symlink_to("o.png")
        (base / "leak.png").symlink_to(self.out / "leak.png")
        (base / "over.png").symlink_to(self.out / "a.png")
        before = self.snapshot()
        one = ["o.png", "./o.png", "a/../o.png", "none/../o.png", str(base / "o.png"), "link.png", "../writing/o.png"]
        own = ["O.png", f"{NFC}.png", f"{NFD}.png", "m/n/x.png"]
        refused = ["far/../q.png", "far/x.png", "leak.png", "over.png", "../x.png", str(self.out / "x.png"), "/dev/null/x",
                   "a/../../x.png", "none/../../x.png", f"{self.out}/a.png", f"../{SECRET}/none/x.png"]
        jobs = [{"id": f"{n}", "input": "in.png", "output": name} for n, name in enumerate(one + own + refused)]
        jobs.append({"id": "frames", "command": "animate", "input": "in.png", "mesh": "wave", "duration": 0.1,
                     "output": "far/f/"})
        (base / "in.png").write_bytes(picture((0, 0, 255)))
        lines, done = self.batch(jobs, cwd=base)
        state = [lines[f"{n}"] for n in range(len(one + own + refused))]
        self.check("the first spelling is written", state[0]["status"] == "done", state[0])
        for line, name in zip(state[1:len(one)], one[1:]):
            self.check(f"{name} is the same output", line["code"] == 65 and "also that of job 0" in line.get("message", ""), line)
        for line, name in zip(state[len(one):], own):
            self.check(f"{name} is an output of its own", line["status"] == "done", line)
        sentences = set()
        for line, name in zip(state[len(one + own):], refused):
            message = line.get("message", "")
            self.check(f"{name} is refused", line["code"] == 65 and "--output-root" in message, line)
            sentences.add(re.sub(r"^its output .* is outside", "is outside", message))
        self.check("all refusals are one sentence", len(sentences) == 1, sentences)
        self.check("frames outside are refused", "--output-root" in lines["frames"].get("message", ""), lines["frames"])
        self.check("no target is printed", f"{SECRET}/leak" not in done.stdout + done.stderr)
        self.check("both spellings are there", (base / f"{NFC}.png").exists() and (base / f"{NFD}.png").exists())
        self.check("nothing outside is written", before == self.snapshot() and not (self.top / "x.png").exists())
        lines, _ = self.batch([{"id": "1", "input": "in.png", "output": "../allowed.png"}], "--output-root", "..", cwd=base)
        self.check("--output-root allows", lines["1"]["status"] == "done" and (self.top / "allowed.png").exists(), lines)
        # Tables and patterns.
        self.scene("t.json", KINDS["image"]("in.png"), base)
        rows = [("1", self.top / "pwned.png", "v"), ("2", "../pwned.png", "v"), ("3", "far/pwned.png", "v"),
                ("4", "out/ok.png", "v")]
        (base / "t.csv").write_text("id,output,x\n" + "".join(f"{a},{b},{c}\n" for a, b, c in rows))
        done = self.run("batch", "--csv", "t.csv", "--template", "t.json", "-o", "out/{id}.png", "-q", "-j", 1, cwd=base)
        lines = {line["id"]: line for line in map(json.loads, done.stdout.splitlines())}
        for id in "123":
            self.check(f"row {id} is refused", "--output-root" in lines[id].get("message", ""), lines[id])
        self.check("a row below the folder is written", lines["4"]["status"] == "done", lines["4"])
        (base / "v.csv").write_text("id,a,b\n..,.,.\nx/\u0301y,.,.\n1,.,.\n2,q/..,x\n", encoding="utf-8")
        for pattern in ("out/{a}{b}/{b}{a}/pwned.png", "out/{id}/../../pwned.png", "out/{id}"):
            done = self.run("batch", "--csv", "v.csv", "--template", "t.json", "-o", pattern, "-q", "-j", 1, cwd=base)
            self.check(f"{pattern}", done.returncode == 75, done.stdout[:300])
        left = [path for path in self.top.rglob("*pwned*") if base / "out" not in path.parents]
        self.check("nothing is written outside by values", not left and before == self.snapshot(), left)

    def frames(self):
        """Links and pipes at the names of frames are replaced, not followed."""
        base = self.top / "frames"
        (base / "out").mkdir(parents=True)
        (base / "in.png").write_bytes(picture((0, 0, 255)))
        for name, target in {"2.png": self.out / "a.png", ".%d.png.job": self.out / "f1.png", "3.png": self.out / "new.png"}.items():
            (base / "out" / name).symlink_to(target)
        os.mkfifo(base / "out/4.png")
        os.mkfifo(base / "pipe.png")
        (base / "link.png").symlink_to(self.out / "a.png")
        before = self.snapshot()
        clip = {"command": "animate", "input": "in.png", "mesh": "wave", "duration": "0.2s", "size": "9x9", "fps": 25}
        lines, _ = self.batch([{"id": "1", "output": "out/%d.png", **clip}], "--output-root", "out", cwd=base)
        kinds = [(base / "out" / name).is_symlink() for name in ("1.png", "2.png", "3.png", "4.png", ".%d.png.job")]
        self.check("frames are written", lines["1"]["code"] == 0 and not any(kinds) and (base / "out/4.png").is_file(), lines)
        self.check("frames follow no link", before == self.snapshot())
        lines, _ = self.batch([{"id": "1", "input": "in.png", "output": "pipe.png"}], cwd=base)
        self.check("a pipe is refused", lines["1"]["code"] == 65 and "a pipe" in lines["1"].get("message", ""), lines)
        done = self.run("render", "in.png", "-o", "link.png", "--untrusted", cwd=base)
        self.check("no link with --untrusted", done.returncode == 73 and before == self.snapshot(), done.stderr)
        # Frames that are read while others are written in their places.
        for number in (1, 2, 3):
            (base / f"s{number}.png").write_bytes(picture((0, 50 * number, 0)))
        (base / "here").symlink_to(".")
        for name in ("s%d.png", "./s%d.png", "here/s%01d.png", str(base / "s%d.png")):
            done = self.run("animate", "s%d.png", "--content-fps", 25, "--fps", 50, "-o", name, cwd=base)
            self.check(f"{name} is read", done.returncode == 64 and "would overwrite" in done.stderr, done.stderr)
        done = self.run("animate", "s%d.png", "--content-fps", 25, "--fps", 50, "-o", "t%d.png", "-q", cwd=base)
        self.check("other names are not", done.returncode == 0, done.stderr)
        for name in ("m.pgm", "./m.pgm", "here/m.pgm"):
            done = self.run("map", "in.png", "--mesh", "wave", "-o", "m.pgm", "--y", name, cwd=base)
            self.check(f"both maps are {name}", done.returncode == 64 and "use two files" in done.stderr, done.stderr)

    # Keys

    def keys(self):
        base = self.top / "keys"
        base.mkdir()
        red, blue = picture((255, 0, 0)), picture((0, 0, 255))
        (base / f"{NFC}.png").write_bytes(red)
        (base / f"{NFD}.png").write_bytes(blue)
        jobs = [{"id": name, "input": f"{name}.png", "output": f"out-{n}.png"} for n, name in enumerate((NFC, NFD))]
        lines, done = self.batch(jobs, "--journal", "j", cwd=base)
        self.check("two spellings are two pictures", len(lines) == 2 and len({x["sha256"] for x in lines.values()}) == 2,
                   done.stdout)
        done = self.run("batch", "jobs.jsonl", "-q", "-j", 1, "--journal", "j", "--resume", cwd=base)
        self.check("and two entries of a journal", done.stdout.count('"kept"') == 2, done.stdout)
        # As earlier versions have written it.
        journal = (base / "j").read_text(encoding="utf-8")
        old = re.sub(r'"(\d+:\d+\.\d+),\d+\.\d+,\d+:', r'"\1:', journal)
        (base / "j").write_text(old, encoding="utf-8")
        done = self.run("batch", "jobs.jsonl", "-q", "-j", 1, "--journal", "j", "--resume", cwd=base)
        self.check("an earlier journal is read", old != journal and done.stdout.count('"kept"') == 2, done.stdout)
        (base / "j").write_text(journal, encoding="utf-8")
        self.change(base / f"{NFC}.png", picture((0, 255, 0)))
        done = self.run("batch", "jobs.jsonl", "-q", "-j", 1, "--journal", "j", "--resume", cwd=base)
        self.check("a file changed in place is read again",
                   done.stdout.count('"kept"') == 1 and done.stdout.count('"done"') == 1, done.stdout)
        # In one worker.
        worker = subprocess.Popen([self.tool, "batch", "-", "-q", "-j", "1", "--as-finished"], cwd=base, text=True,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PWD": str(base)})
        digests = []
        for n in range(2):
            worker.stdin.write(json.dumps({"id": f"{n}", "input": f"{NFD}.png", "output": "same.png"}) + "\n")
            worker.stdin.flush()
            digests.append(json.loads(worker.stdout.readline()).get("sha256"))
            self.change(base / f"{NFD}.png", red)
        worker.stdin.close()
        worker.wait(timeout=60)
        self.check("a cache notices a change in place", None not in digests and len(set(digests)) == 2, digests)

    @staticmethod
    def change(path, content):
        """The same file, size and time of the content."""
        status = path.stat()
        assert status.st_size == len(content)
        with open(path, "r+b") as file:
            file.write(content)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))

    def all(self):
        try:
            for part in (self.reading, self.inside, self.spellings, self.playlists, self.races, self.writing, self.frames,
                         self.keys):
                part()
        finally:
            shutil.rmtree(self.top, ignore_errors=True)
        print(f"{self.passed} passed, {self.failed} failed")
        return self.failed == 0


def run(tool, rounds=3):
    """True if nothing outside was read or written."""
    return Suite(tool, rounds).all()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--rounds", type=int, default=3, help="of the races; each opens 200 scenes")
    options = parser.parse_args()
    sys.exit(not run(options.tool, options.rounds))

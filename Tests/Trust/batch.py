"""Batches and single runs under limits of the system, with stuck jobs and signals: every run ends by itself, with a
sentence and a code of the documentation, and never by a signal.

Usage: batch.py MESHRENDER [--all]
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

CODES = {0, 64, 65, 66, 69, 73, 74, 75}
# Far below this the dynamic loader or the C library fails before the program begins.
LEAST = {"RLIMIT_AS": 64, "RLIMIT_DATA": 8}


class Checks:
    def __init__(self, tool):
        self.tool = os.path.abspath(tool)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="meshrender-trust-"))
        os.chmod(self.folder, 0o777)
        self.passed = self.failed = 0

    def check(self, name, holds, words=""):
        self.passed += bool(holds)
        self.failed += not holds
        if not holds:
            print(f"FAIL {name}: {words}", flush=True)

    def start(self, arguments, limits=(), user=None):
        def prepare():
            for limit, value in limits:
                resource.setrlimit(limit, (value, value))
            if user is not None:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)

        environment = {**os.environ, "HOME": "/nonexistent"} if user is not None else None
        return subprocess.Popen([self.tool, *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, errors="replace", preexec_fn=prepare,
                                env=environment)

    def finish(self, process, timeout=60):
        """The exit code, or None for a run that hangs, the results, and what it said."""
        try:
            output, words = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            output, words = process.communicate()
            return None, [], words
        lines = [json.loads(line) for line in output.splitlines() if line.startswith('{"id"')]
        return process.returncode, lines, words

    def jobs(self, name, jobs):
        (self.folder / name).write_text("".join(json.dumps(job) + "\n" for job in jobs))


def limits(checks, is_complete):
    """Every command under limits of memory, of threads, files, sizes and stacks."""
    job = {"id": "1", "input": "photo.png", "output": "job.png"}
    checks.jobs("one.jsonl", [job])
    checks.jobs("three.jsonl", [{**job, "id": str(i), "output": f"job{i}.png"} for i in range(3)])
    clip = ["animate", "photo.png", "--mesh", "wave", "--duration", "0.2", "--quiet", "-o"]
    commands = {
        "batch": ["batch", "one.jsonl", "-j", "1", "-q"], "batch -j 3": ["batch", "three.jsonl", "-j", "3", "-q"],
        "render": ["render", "photo.png", "-o", "a.png"], "animate": clip + ["a.apng"],
        "hit": ["hit", "photo.png", "--at", "5,5"], "map": ["map", "--mesh", "wave", "--size", "20x20", "-o", "m.npy"],
    }
    if shutil.which("ffmpeg"):
        commands["animate to MP4"] = clip + ["a.mp4", "--background", "white"]
    mebibytes = [40, 64, 100, 300, 700, 800] if not is_complete else [*range(20, 120, 4), *range(120, 1000, 24)]
    values = {
        "RLIMIT_AS": [n << 20 for n in mebibytes], "RLIMIT_DATA": [n << 20 for n in mebibytes],
        "RLIMIT_NOFILE": [8, 30, 60] if not is_complete else range(3, 80),
        "RLIMIT_FSIZE": [0, 1000], "RLIMIT_STACK": [64 << 10, 128 << 10, 256 << 10, 64 << 20],
        "RLIMIT_NPROC": [1, 11, 14, 18] if not is_complete else range(1, 50),
    }
    for limit, numbers in values.items():
        user = 54321 if limit == "RLIMIT_NPROC" else None
        if user is not None and os.getuid() != 0:
            continue
        for number in numbers:
            if number < LEAST.get(limit, 0) << 20:
                continue
            for name, arguments in commands.items():
                if not is_complete and limit != "RLIMIT_NPROC" and name in ("hit", "map", "render"):
                    continue
                code, _, words = checks.finish(
                    checks.start(arguments, [(getattr(resource, limit), number)], user), timeout=60)
                place = f"{name} with {limit} {number}"
                checks.check(place, code in CODES or code == 127 and limit == "RLIMIT_NOFILE", f"{code}: {words[-300:]}")
                if code not in (0, 75, 127, None):
                    checks.check(f"{place}: a sentence", words.startswith(("Error: ", "Warning: ")), words[:300])
                for path in checks.folder.glob("*.npy"):
                    path.unlink()


def stuck(checks):
    """Jobs that wait behind a stuck one go to an idle worker; each runs once."""
    fifo = checks.folder / "stuck.y4m"
    if not fifo.exists():
        os.mkfifo(fifo)
    waiting = {"id": "stuck", "command": "animate", "input": "stuck.y4m", "output": "stuck.apng"}
    others = [{"id": f"{i}", "text": f"{i}", "output": f"s{i}.png", "size": "40x30"} for i in range(7)]
    checks.jobs("stuck.jsonl", [waiting, *others])
    journal = checks.folder / "journal.jsonl"
    journal.unlink(missing_ok=True)
    process = checks.start(["batch", "stuck.jsonl", "-j", "2", "--as-finished", "--journal", "journal.jsonl", "-q"])
    done = lambda: len(journal.read_text().splitlines()) if journal.exists() else 0
    end = time.monotonic() + 60
    while done() < 7 and time.monotonic() < end:
        time.sleep(0.05)
    checks.check("the others are done while one is stuck", done() == 7, f"{done()} of 7")
    # The stuck one has not ended, and ends only with its worker.
    process.send_signal(signal.SIGTERM)
    time.sleep(0.3)
    process.send_signal(signal.SIGTERM)
    checks.finish(process)
    ids = [json.loads(line)["id"] for line in journal.read_text().splitlines()]
    checks.check("each job runs once", sorted(ids) == [str(i) for i in range(7)], ids)


def signals(checks):
    """After a signal jobs that have not begun are left, and after --grace running ones too."""
    slow = [{"id": f"{i}", "command": "animate", "text": "x", "mesh": "wave", "fps": "30", "duration": "300",
             "size": "200x200", "output": f"g{i}.apng"} for i in range(12)]
    checks.jobs("slow.jsonl", slow)
    process = checks.start(["batch", "slow.jsonl", "-j", "2", "-q", "--grace", "0.2s", "--journal", "grace.jsonl"])
    time.sleep(1.5)
    process.send_signal(signal.SIGTERM)
    code, lines, words = checks.finish(process)
    checks.check("SIGTERM with --grace ends with 143", code == 143, f"{code} {words}")
    status = [line["status"] for line in lines]
    checks.check("running jobs are left after --grace", status.count("left") >= 10 and len(status) == 12, status)
    files = [path.name for path in checks.folder.glob("g*.apng")]
    done = [line["output"] for line in lines if line["status"] == "done"]
    checks.check("only done jobs have files", sorted(files) == sorted(done), (files, done))
    journal = checks.folder / "grace.jsonl"
    checks.check("no empty journal", not journal.exists() or journal.stat().st_size > 0)

    # Twelve of them take some seconds, so that not all are done at the signal.
    quick = [{**job, "id": job["id"], "duration": "3", "output": f"q{job['id']}.apng"} for job in slow]
    checks.jobs("quick.jsonl", quick)
    process = checks.start(["batch", "quick.jsonl", "-j", "1", "-q"])
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    code, lines, words = checks.finish(process)
    begun = [line for line in lines if line["status"] == "done"]
    checks.check("SIGINT finishes running jobs", code in (0, 130), f"{code} {words}")
    checks.check("all jobs have a result", len(lines) == 12, len(lines))
    if code == 130:
        left = [line["id"] for line in lines if line["status"] == "left"]
        checks.check("the others are left", len(begun) + len(left) == 12 and left, [begun, left])


def journals(checks):
    """A batch that fails before its first result leaves no journal."""
    for name, arguments in {
        "a list that is none": ["batch", "photo.png", "--journal", "none.jsonl"],
        "workers that cannot start": ["batch", "one.jsonl", "--journal", "none.jsonl"],
    }.items():
        limit = [(resource.RLIMIT_AS, 300 << 20)] if "workers" in name else []
        code, _, words = checks.finish(checks.start(arguments, limit))
        checks.check(f"{name}: fails", code in (65, 69), f"{code} {words}")
        checks.check(f"{name}: no journal", not (checks.folder / "none.jsonl").exists())


def files(checks):
    """Jobs do not write over the files of the batch, and --resume takes no other file for a journal."""
    own = [{"id": "1", "text": "x", "format": "png", "output": name} for name in ["own.jsonl", "./j.jsonl", "ok.png"]]
    checks.jobs("own.jsonl", own)
    before = (checks.folder / "own.jsonl").read_bytes()
    code, lines, words = checks.finish(checks.start(["batch", "own.jsonl", "-j", "1", "-q", "--journal", "j.jsonl"]))
    checks.check("jobs that write the list or the journal", code == 75 and [line["code"] for line in lines] == [65, 65, 0]
                 and (checks.folder / "own.jsonl").read_bytes() == before, (code, lines))
    code, _, words = checks.finish(checks.start(["batch", "own.jsonl", "--journal", "photo.png", "--resume"]))
    checks.check("--resume with a picture", code == 65 and "contains no results" in words, f"{code} {words}")
    code, _, words = checks.finish(checks.start(["batch", "own.jsonl", "--journal", "/dev/zero", "--resume"]))
    checks.check("--resume with a device", code == 64 and "cannot be used as a journal" in words, f"{code} {words}")
    with open(checks.folder / "sparse.jsonl", "wb") as file:
        file.truncate(1 << 30)
    code, _, words = checks.finish(checks.start(["batch", "own.jsonl", "--journal", "sparse.jsonl", "--resume"]))
    checks.check("--resume with one long line", code == 65 and "64 MiB" in words, f"{code} {words}")
    # Nobody reads the results, so that the pipe is full.
    checks.jobs("many.jsonl", [{"id": f"{'x' * 200}{i}", "input": "none.png", "output": f"n{i}.png"} for i in range(2000)])
    process = subprocess.Popen([checks.tool, "batch", "many.jsonl", "-j", "1", "-q", "--grace", "1s"], cwd=checks.folder,
                               stdout=subprocess.PIPE)
    time.sleep(2)
    process.send_signal(signal.SIGTERM)
    try:
        code = process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()
        code = None
    checks.check("--grace ends a batch whose results nobody reads", code == 143, code)
    process.stdout.close()


def full_disk(checks):
    """A full file system under the cache of shaders, and a small soft limit of the stack."""
    (checks.folder / "full").mkdir()
    mount = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs -o size=64k none full && exec "$@"', "sh"]
    # Only an administrator may mount.
    if subprocess.run([*mount, "true"], cwd=checks.folder, capture_output=True).returncode == 0:
        for variable in ("XDG_CACHE_HOME", "MESA_SHADER_CACHE_DIR", "HOME"):
            for flags in ([], ["--untrusted"], ["--no-shader-cache"]):
                done = subprocess.run(
                    [*mount, "env", f"{variable}={checks.folder}/full", checks.tool, "render", "photo.png", "-o", "disk.png",
                     *flags], cwd=checks.folder, capture_output=True, text=True, errors="replace", timeout=60)
                checks.check(f"{variable} on a full disk {flags}", done.returncode == 0, f"{done.returncode}: {done.stderr[:300]}")
    soft = resource.getrlimit(resource.RLIMIT_STACK)[1]
    process = subprocess.Popen(
        [checks.tool, "render", "photo.png", "-o", "stack.png"], cwd=checks.folder, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (64 << 10, soft)))
    code, _, words = checks.finish(process)
    checks.check("a stack of 64 KiB that may be raised", code == 0, f"{code}: {words[:300]}")


def run(tool, is_complete=False):
    """The number of failures."""
    checks = Checks(tool)
    try:
        code, _, words = checks.finish(
            checks.start(["render", "--text", "photo", "--size", "64x48", "--background", "teal", "-o", "photo.png"]))
        checks.check("a photo", code == 0, words)
        limits(checks, is_complete)
        stuck(checks)
        signals(checks)
        journals(checks)
        files(checks)
        full_disk(checks)
    finally:
        shutil.rmtree(checks.folder, ignore_errors=True)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return checks.failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--all", action="store_true", help="all limits, some minutes")
    options = parser.parse_args()
    sys.exit(1 if run(options.tool, options.all) else 0)

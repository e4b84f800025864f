"""Runs batches with the tool: every kind of broken job beside good ones, workers that die, stall or need too much
memory, killed runs that resume, tables, shards and signals. Delivered files are compared with those of single runs, byte by byte.

Usage: batch.py MESHRENDER [--jobs 60] [--kills 6] [--seed 1]
"""

import argparse
import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser()
parser.add_argument("tool")
parser.add_argument("--jobs", type=int, default=60)
parser.add_argument("--kills", type=int, default=6)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()
tool = os.path.abspath(options.tool)
random.seed(options.seed)
folder = pathlib.Path(tempfile.mkdtemp(prefix="meshrender-batch-"))
count = failed = 0


def check(name, passed, words=""):
    global count, failed
    count += 1
    failed += not passed
    if not passed:
        print(f"FAIL {name}: {words}", flush=True)


def run(*arguments, code=0, stdin=None, timeout=300):
    done = subprocess.run([tool, *map(str, arguments)], cwd=folder, capture_output=True, text=True, input=stdin,
                          timeout=timeout)
    if code is not None:
        check(f"exit code of {' '.join(map(str, arguments))[:120]}", done.returncode == code,
              f"{done.returncode}, expected {code}: {done.stderr[-500:]}")
    return done


def batch(jobs, *flags, code=0):
    """The results of a list of jobs, by their identifiers."""
    path = folder / "jobs.jsonl"
    path.write_text("".join((job if isinstance(job, str) else json.dumps(job)) + "\n" for job in jobs))
    done = run("batch", path.name, "--quiet", *flags, code=code)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return lines, done


def digest(path):
    return hashlib.sha256((folder / path).read_bytes()).hexdigest()


def workers():
    """The workers of batches of this folder."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if b"batch-worker" in words and os.readlink(entry / "cwd") == str(folder):
                if (entry / "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z":
                    found.append(int(entry.name))
        except OSError:
            pass
    return found


def gone(seconds=20):
    for _ in range(int(seconds * 20)):
        if not workers():
            return True
        time.sleep(0.05)
    return False


# A scene with an artwork of each job on one photo.
run("render", "--text", "photo", "--background", "teal", "--size", "160x120", "-o", "photo.png")
for number in range(8):
    run("render", "--text", f"art {number}", "--background", "white", "--size", "60x40", "-o", f"art{number}.png")
(folder / "card.json").write_text(json.dumps({
    "canvas": {"size": [160, 120]},
    "layers": [
        {"position": [80, 60], "contents": {"image": "photo.png"}},
        {"name": "art", "position": [80, 60], "contents": {"image": "art0.png"},
         "mesh": {"preset": "cylinder", "angle": 120}},
        {"name": "title", "position": [80, 100], "contents": {"text": "?", "fontSize": 14}}]}))


def good(number):
    return {"id": f"job-{number}", "scene": "card.json", "output": f"out/{number}.png",
            "set": {"art.contents.image": f"art{number % 8}.png", "title.contents.text": f"{number}"}}


alone = {}


def expected(number):
    """The digest of a job that runs alone."""
    if number not in alone:
        run("render", "card.json", "--set", f"art.contents.image=art{number % 8}.png", "--set",
            f"title.contents.text={number}", "-o", "alone.png")
        alone[number] = digest("alone.png")
    return alone[number]


def delivered(lines, numbers, name):
    results = {line["id"]: line for line in lines}
    for number in numbers:
        line = results.get(f"job-{number}", {})
        same = line.get("status") in ("done", "kept") and digest(f"out/{number}.png") == expected(number)
        check(f"{name}: job {number} as alone", same, line)
        if line.get("status") == "done":
            check(f"{name}: digest of {number}", line["sha256"] == expected(number), line)


def broken_jobs():
    """Every third job is broken, each in another way: the others are delivered, in the order of the list."""
    (folder / "cut.jpg").write_bytes(b"\xff\xd8\xff\xe0" + bytes(200))
    (folder / "bad.json").write_text('{"canvas": {"size": [10, 10]}, "layers": [{"opacity": 7}]}')
    broken = [
        ({"input": "missing.png"}, 66), ({"input": "cut.jpg"}, 65), ({"scene": "bad.json"}, 65),
        ({"text": "x", "size": "9000000x9000000"}, 64), ({"scene": "card.json", "set": {"nobody.opacity": 1}}, 64),
        ({"text": "x", "mesh": "wavee"}, 64), ({"scene": {"canvas": 3}}, 65), ({"text": "x", "nonsense": True}, 64),
        ({"command": "format", "text": "x"}, 65), ({"text": "x", "input": "a", "scene": "b"}, 65),
        ({"text": "x", "output": "photo.png/x.png"}, 73), ({"input": "-"}, 65), ({"text": "x", "output": "-"}, 65),
    ]
    jobs, codes, numbers = [], {}, []
    for number in range(3 * len(broken)):
        if number % 3 == 1:
            job, code = broken[number // 3]
            jobs.append({"id": f"bad-{number}", "output": f"out/bad{number}.png", **job})
            codes[f"bad-{number}"] = code
        else:
            jobs.append(good(number))
            numbers.append(number)
    jobs.insert(4, "this is no JSON")
    jobs.insert(9, '{"id": "open", "text": "x"')
    lines, _ = batch(jobs, "--jobs", 2, code=75)
    check("one result for each job", len(lines) == len(jobs), len(lines))
    order = [line["id"] for line in lines if line["id"].startswith(("job", "bad"))]
    check("the order of the list", order == [job["id"] for job in jobs if isinstance(job, dict)], order)
    delivered(lines, numbers, "broken jobs")
    for line in lines:
        if line["id"] in codes:
            check(f"{line['id']} fails", line["status"] == "failed" and line["code"] == codes[line["id"]] and
                  line["message"], line)
    check("no output of failed jobs", not list((folder / "out").glob("bad*")))
    jobs = [good(0), '{"output": "a.png", "x": ' + "[" * 100000 + "]" * 100000 + "}", good(1)]
    lines, _ = batch(jobs, code=75)
    delivered(lines, [0, 1], "beside a deep line")
    lines, _ = batch([{"id": "x", "input": "missing.png", "output": "out/x.png"}] + [good(n) for n in range(40)],
                     "--fail-fast", "--jobs", 1, code=75)
    states = [line["status"] for line in lines]
    check("--fail-fast", len(lines) == 41 and states.count("done") < 10 and states.count("left") > 30, states)


def limits():
    """A job that takes too long or needs too much memory fails; those beside it do not."""
    slow = {"id": "slow", "command": "animate", "text": "slow", "mesh": "wave", "duration": "1000s", "fps": 60,
            "output": "out/slow.apng"}
    start = time.time()
    lines, _ = batch([good(0), slow, good(1), good(2)], "--jobs", 1, "--job-timeout", "4s", code=75)
    results = {line["id"]: line for line in lines}
    check("a job beyond its time", "--job-timeout" in results["slow"].get("message", ""), results["slow"])
    check("the limit of time holds", time.time() - start < 60, time.time() - start)
    delivered(lines, [0, 1, 2], "beside a slow job")
    check("no output of the slow job", not (folder / "out/slow.apng").exists())
    # A worker that waits for a pipe takes no further bytes; the batch goes on.
    os.mkfifo(folder / "waits.png")
    scene = json.loads((folder / "card.json").read_text())
    scene["// "] = "x" * 3_000_000
    jobs = [{"id": "waits", "input": "waits.png", "output": "out/waits.png"}]
    jobs += [{"id": f"big-{n}", "scene": scene, "output": f"out/big{n}.png"} for n in range(3)]
    lines, _ = batch(jobs, "--jobs", 1, "--job-timeout", "4s", code=75)
    check("beside a waiting job", [line["status"] for line in lines] == ["failed", "done", "done", "done"], lines)
    run("batch", "jobs.jsonl", "--job-memory", "8M", code=64)
    large = {"id": "large", "text": "x", "size": "12000x12000", "output": "out/large.png", "mesh": "wave"}
    lines, _ = batch([good(3), large, good(4)], "--jobs", 1, "--job-memory", "300M", code=75)
    results = {line["id"]: line for line in lines}
    check("a job beyond its memory", results["large"]["code"] == 65
          and "--job-memory" in results["large"]["message"], results["large"])
    delivered(lines, [3, 4], "beside a large job")


def deaths():
    """Workers are killed while they work: every job is delivered all the same."""
    jobs = [good(number) for number in range(options.jobs)]
    process = subprocess.Popen([tool, "batch", "-", "--quiet", "--jobs", "2", "--as-finished"], cwd=folder,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    lines = []
    killed = 0
    # One after the other: a job whose worker is killed a second time, while it runs alone, has failed.
    for part in range(3):
        mine = jobs[part * len(jobs) // 3 : (part + 1) * len(jobs) // 3]
        process.stdin.write("".join(json.dumps(job) + "\n" for job in mine))
        process.stdin.flush()
        for number in range(len(mine)):
            lines.append(json.loads(process.stdout.readline()))
            if number == 0 and workers():
                os.kill(workers()[0], signal.SIGKILL)
                killed += 1
    process.stdin.close()
    check("exit code after deaths", process.wait() == 0, process.returncode)
    check("workers were killed", killed == 3, killed)
    check("each job once", len({line["id"] for line in lines}) == len(lines) == options.jobs, len(lines))
    delivered(lines, range(options.jobs), "deaths")
    check("no worker is left", gone())


def resume():
    """The batch itself is killed at random times: with --resume the outputs are those of an uninterrupted run."""
    jobs = [good(number) for number in range(options.jobs)]
    path = folder / "jobs.jsonl"
    path.write_text("".join(json.dumps(job) + "\n" for job in jobs))
    shutil.rmtree(folder / "out")
    command = [tool, "batch", path.name, "--quiet", "--jobs", "2", "--journal", "done.jsonl", "--resume"]
    for _ in range(options.kills):
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(random.uniform(0.2, 2.5))
        process.kill()
        process.wait()
        check("no orphan", gone())
    before = [json.loads(line) for line in (folder / "done.jsonl").read_text().splitlines() if line.endswith("}")]
    finished = {line["id"] for line in before if line["status"] == "done"}
    lines, _ = batch(jobs, "--jobs", 2, "--journal", "done.jsonl", "--resume")
    kept = {line["id"] for line in lines if line["status"] == "kept"}
    check("what was done is kept", kept == finished, (len(kept), len(finished)))
    delivered(lines, range(options.jobs), "resume")
    done = [json.loads(line)["id"] for line in (folder / "done.jsonl").read_text().splitlines()]
    check("no job done twice", len(done) == len(set(done)), len(done))
    check("no temporary file", not [name for name in os.listdir(folder / "out") if not name.endswith(".png")],
          os.listdir(folder / "out"))
    for journal, words in [("done.jsonl", "use --resume"), ("/dev/null", "cannot be used"), ("out", "cannot be used")]:
        refused = run("batch", path.name, "--quiet", "--journal", journal, code=64).stderr
        check(f"sentence about the journal {journal}", words in refused, refused)
    # Every kind of input counts: a font, and the files of a sequence, which are always read again.
    font = next(pathlib.Path("/usr/share/fonts").rglob("DejaVuSans.ttf"))
    shutil.copy(font, folder / "font.ttf")
    jobs2 = [{"id": "font", "text": "x", "font-file": "font.ttf", "output": "out/font.png"}]
    (folder / "fonts.jsonl").write_text(json.dumps(jobs2[0]) + "\n")
    command2 = ["batch", "fonts.jsonl", "--quiet", "--journal", "fonts.journal", "--resume"]
    for status in ("done", "kept", "done"):
        line = json.loads(run(*command2).stdout)
        check(f"a font: {status}", line["status"] == status, line)
        if status == "kept":
            os.utime(folder / "font.ttf")
    os.remove(folder / "out/font.png")
    # Another value, another input, another output: done again.
    jobs[0]["set"]["title.contents.text"] = "new"
    (folder / "out/1.png").write_bytes(b"changed")
    os.utime(folder / "art2.png")
    lines, _ = batch(jobs, "--jobs", 2, "--journal", "done.jsonl", "--resume")
    again = {line["id"] for line in lines if line["status"] == "done"}
    wanted = {"job-0", "job-1"} | {f"job-{number}" for number in range(options.jobs) if number % 8 == 2}
    check("what changed is done again", again == wanted, again ^ wanted)
    check("bytes after a change", digest("out/1.png") == expected(1))


def caches():
    """Meshes, fonts and images stay in memory while their files do not change: jobs equal single runs."""
    fonts = list(pathlib.Path("/usr/share/fonts").rglob("DejaVuSans*.ttf"))[:2]

    def fill(turn):
        """Other contents of the same size, within the same second."""
        height = ("0.10", "0.25", "0.15")[turn]
        rows = [f"v {x / 8} {y / 8} {height if x % 2 else '0.00'}\nvt {x / 8} {y / 8}\n" for y in range(9) for x in range(9)]
        faces = [f"f {a}/{a} {a + 1}/{a + 1} {a + 10}/{a + 10} {a + 9}/{a + 9}\n" for y in range(8) for a in range(9 * y + 1, 9 * y + 9)]
        (folder / "cached.obj").write_text("".join(rows + faces))
        shutil.copy(fonts[turn % len(fonts)], folder / "cached.ttf")
        shutil.copy(folder / f"art{turn}.png", folder / "cached.png")

    flags = {"bent": {"input": "cached.png", "mesh": "cached.obj", "light": "directional"},
             "text": {"text": "Ana", "font-file": "cached.ttf", "mesh": "wave", "fit": True}}
    (folder / "cached.json").write_text(json.dumps({"canvas": {"size": [90, 60]}, "layers": [
        {"position": [45, 30], "contents": {"image": "cached.png"}, "mesh": {"file": "cached.obj"}},
        {"position": [45, 50], "contents": {"text": "Bob", "fontSize": 14, "fontFile": "cached.ttf"}}]}))
    flags["scene"] = {"scene": "cached.json"}
    fill(0)
    for limit in ("64M", "1K"):
        process = subprocess.Popen([tool, "batch", "-", "--quiet", "--jobs", "1", "--cache", limit], cwd=folder,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for turn in (0, 0, 1, 2):
            fill(turn)
            for name, values in flags.items():
                process.stdin.write(json.dumps({"id": name, **values, "output": f"cached-{name}.png"}) + "\n")
                process.stdin.flush()
                line = json.loads(process.stdout.readline())
                arguments = [values["scene"]] if "scene" in values else [
                    word for key, value in values.items() for word in
                    ([value] if key == "input" else [f"--{key}"] if value is True else [f"--{key}", value])]
                run("render", *arguments, "-o", "single.png", "--quiet")
                check(f"a cached {name}, {limit}, turn {turn}",
                      line["status"] == "done" and digest(f"cached-{name}.png") == digest("single.png"), line)
        process.stdin.close()
        check("the end of a cache", process.wait(timeout=60) == 0)
    # The same command line with another output, or without the values that make it right.
    for first, second, words in [
        ({"text": "a", "quality": 80, "output": "a.jpg"}, {"text": "a", "quality": 80, "output": "b.png"}, "--quality applies only to"),
        ({"input": "art0.png", "output": "a.png"}, {"input": "art0.png", "set": {"a.opacity": 1}, "output": "b.png"}, "--set changes"),
    ]:
        lines, _ = batch([first, second, first | {"output": "c" + first["output"]}], "--jobs", 1, code=75)
        check("a command line again", [line["status"] for line in lines] == ["done", "failed", "done"] and
              lines[1]["code"] == 64 and words in lines[1]["message"], lines)


def signals():
    """SIGTERM finishes the jobs in hand, and begins no other."""
    jobs = [good(number) for number in range(400)]
    path = folder / "jobs.jsonl"
    path.write_text("".join(json.dumps(job) + "\n" for job in jobs))
    process = subprocess.Popen([tool, "batch", path.name, "--jobs", "2", "--as-finished"], cwd=folder, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    # All by one reader, which reads ahead: what it holds after the first line is lost to communicate().
    first = process.stdout.readline()
    process.terminate()
    lines = [json.loads(line) for line in [first, *process.stdout]]
    words = process.stderr.read()
    process.wait(timeout=120)
    check("exit code of SIGTERM", process.returncode == 143, process.returncode)
    done = [line["id"] for line in lines if line["status"] == "done"]
    left = [line["id"] for line in lines if line["status"] == "left"]
    check("jobs in hand are finished", 0 < len(done) < 41, len(done))
    check("says what is left", sorted(left + done) == sorted(job["id"] for job in jobs) and
          f"{len(left)} left" in words, words)
    check("no worker after SIGTERM", gone())
    # The reader of the results ends: so does the batch.
    process = subprocess.Popen([tool, "batch", path.name, "--quiet"], cwd=folder, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    process.stdout.close()
    words = process.stderr.read().decode()
    check("a closed pipe", process.wait(timeout=120) == 74 and "standard output" in words, (process.returncode, words))
    check("no worker after a closed pipe", gone())


def lists():
    """Tables, standard input, templates, shards."""
    table = "id,art.contents.image,title.contents.text,note\r\n" + "".join(
        f'job-{n},art{n % 8}.png,"{n}","a ""b"", c\nd"\r\n' for n in range(6))
    (folder / "orders.csv").write_text("\ufeff" + table, newline="")
    done = run("batch", "--csv", "orders.csv", "--template", "card.json", "-o", "csv/{id}.png", "--quiet")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    check("a table", len(lines) == 6 and all(digest(f"csv/job-{n}.png") == expected(n) for n in range(6)), lines)
    done = run("batch", "--csv", "orders.csv", "--template", "card.json", "-o", "csv/{id}.png")
    check("a column that sets nothing", done.stderr.count("Warning: ") == 1 and 'orders.csv:1: the column "note" sets nothing'
          in done.stderr, done.stderr)
    done = run("batch", "--csv", "orders.csv", "--template", "card.json", "-o", "csv/{id}.png", "--strict", code=65)
    check("is an error under --strict", done.stdout == "" and '"note"' in done.stderr, done.stderr)
    done = run("batch", "--csv", "orders.csv", "--template", "card.json", "-o", "csv/{id}-{note}.png", "--strict")
    check("but not in the name of an output", '"note" sets' not in done.stderr, done.stderr)
    run("batch", "--csv", "orders.csv", "--template", "card.json", "-o", "csv/{order}.png", "--quiet", code=75)
    run("batch", "--csv", "orders.csv", "-o", "csv/{id}.png", code=64)
    run("batch", code=64)
    run("batch", "nothing.jsonl", code=66)
    run("batch", "-", "--resume", code=64, stdin="")
    done = run("batch", "-", stdin="")
    check("an empty list", done.stdout == "" and "Warning: standard input has no jobs" in done.stderr, done.stderr)
    # Jobs are done as they come.
    process = subprocess.Popen([tool, "batch", "-", "--quiet", "--template", "card.json", "-o", "pipe/{id}.png"],
                               cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for number in range(3):
        process.stdin.write(json.dumps({"id": f"p{number}", "set": good(number)["set"]}) + "\n")
        process.stdin.flush()
        line = json.loads(process.stdout.readline())
        check("a job through a pipe", line["id"] == f"p{number}" and digest(line["output"]) == expected(number), line)
    process.stdin.close()
    check("the end of a pipe", process.wait(timeout=60) == 0)
    jobs = [good(number) for number in range(11)]
    seen = []
    for part in range(1, 4):
        lines, _ = batch(jobs, "--shard", f"{part}/3")
        seen += [line["id"] for line in lines]
    check("shards", sorted(seen) == sorted(job["id"] for job in jobs), seen)
    lines, _ = batch([good(0), {**good(1), "output": "out/0.png"}], code=75)
    check("one output twice", [line["status"] for line in lines] == ["done", "failed"], lines)


try:
    for part in (broken_jobs, limits, deaths, resume, caches, signals, lists):
        part()
finally:
    shutil.rmtree(folder, ignore_errors=True)
print(f"{count - failed} of {count} checks hold, seed {options.seed}")
sys.exit(failed > 0)

"""Runs a list of jobs with Ray: each worker is an actor that keeps one `meshrender batch -` open, writes a job to it
and reads the result.

Usage: ray_batch.py JOBS.jsonl [--workers COUNT] >results.jsonl

The results are printed in the order of the list; the exit code is 75 if some jobs failed. Jobs have an "id". On a
cluster, meshrender is on the PATH of the nodes, and the files lie in a file system that they share. Needs ray[data]
from PyPI.
"""

import argparse
import json
import os
import subprocess
import sys

import ray


class Worker:
    """Holds a process of meshrender, starts it with the first job and again after it has ended."""

    def __init__(self, folder):
        self.folder = folder
        self.process = None

    def start(self):
        return subprocess.Popen(
            ["meshrender", "batch", "-", "--jobs", "1", "--quiet"],
            cwd=self.folder,
            # Each process draws on one core.
            env={**os.environ, "LP_NUM_THREADS": "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, row):
        try:
            if self.process is None:
                self.process = self.start()
            self.process.stdin.write(row["text"] + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
            if not line.endswith("\n"):
                raise OSError(f"meshrender ended with status {self.process.wait()}")
            return {"result": line}
        except OSError as error:
            self.process = None
            result = {"id": identifier(row["text"]), "output": None, "status": "failed", "code": 70}
            return {"result": json.dumps({**result, "message": str(error)}) + "\n"}


def identifier(text):
    try:
        return str(json.loads(text)["id"])
    except (ValueError, TypeError, KeyError):
        return ""


def main():
    parser = argparse.ArgumentParser(description="Runs a list of jobs with Ray.")
    parser.add_argument("list", help="the jobs, one line of JSON each")
    parser.add_argument("--workers", type=int, help="the number of workers; default: the cores of the cluster")
    options = parser.parse_args()
    ray.init(logging_level="WARNING", log_to_driver=False, include_dashboard=False)
    context = ray.data.DataContext.get_current()
    context.execution_options.preserve_order = True
    context.enable_progress_bars = False
    workers = options.workers or int(ray.cluster_resources()["CPU"])
    with open(options.list) as file:
        lines = [{"text": line.strip()} for line in file if line.strip()]
    if not lines:
        return
    # Ray gives blocks to workers. They are made here, because the actors may hold all cores, and a task that reads or
    # divides the list would wait for one forever.
    jobs = ray.data.from_items(lines, override_num_blocks=max(1, min(len(lines), 8 * workers)))
    results = jobs.map(
        Worker, fn_constructor_args=[os.getcwd()], num_cpus=1, compute=ray.data.ActorPoolStrategy(size=workers)
    )
    failed = 0
    for row in results.iter_rows():
        sys.stdout.write(row["result"])
        failed += json.loads(row["result"])["status"] == "failed"
    ray.shutdown()
    sys.exit(75 if failed else 0)


if __name__ == "__main__":
    main()

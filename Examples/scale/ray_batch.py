"""Runs a list of jobs with Ray: each worker is an actor that keeps a worker of the Python package, and does one job after
the other.

Usage: ray_batch.py JOBS.jsonl [--workers COUNT] >results.jsonl

The jobs and the results are those of `meshrender batch`, in the order of the list; the exit code is 75 if some jobs failed.
Jobs have an "id". On a cluster, the package is installed on all nodes, and the files lie in a file system that they share.
Needs ray[data] from PyPI.
"""

import argparse
import json
import os
import sys

import meshrender
import ray


class Worker:
    """Keeps a process of meshrender, which starts with the first job and again after it has ended."""

    def __init__(self, folder):
        os.chdir(folder)
        # Each process draws on one core.
        self.worker = meshrender.Worker(threads=1)

    def __call__(self, row):
        job = json.loads(row["job"])
        try:
            result = self.worker.job(job)
        except meshrender.Error as error:
            result = {"status": "failed", "code": error.code, "message": error.message}
        return {"result": json.dumps({**result, "id": str(job["id"])})}


def jobs_of(path):
    """The lines of a list, each checked for an id."""
    with open(path) as file:
        lines = [line.strip() for line in file if line.strip()]
    for number, line in enumerate(lines, 1):
        if "id" not in json.loads(line):
            sys.exit(f"{path}: job {number} needs an id")
    return [{"job": line} for line in lines]


def main():
    parser = argparse.ArgumentParser(description="Runs a list of jobs with Ray.")
    parser.add_argument("list", help="the jobs, one line of JSON each")
    parser.add_argument("--workers", type=int, help="the number of workers; default: the cores of the cluster")
    options = parser.parse_args()
    jobs = jobs_of(options.list)
    if not jobs:
        return
    ray.init(logging_level="WARNING", log_to_driver=False, include_dashboard=False)
    context = ray.data.DataContext.get_current()
    context.execution_options.preserve_order = True
    context.enable_progress_bars = False
    workers = options.workers or int(ray.cluster_resources()["CPU"])
    # Ray gives blocks to workers. They are made here, because the actors may hold all cores, and a task that reads or
    # divides the list would wait for one forever.
    blocks = ray.data.from_items(jobs, override_num_blocks=max(1, min(len(jobs), 8 * workers)))
    results = blocks.map(
        Worker, fn_constructor_args=[os.getcwd()], num_cpus=1, compute=ray.data.ActorPoolStrategy(size=workers)
    )
    failed = 0
    for row in results.iter_rows():
        print(row["result"])
        failed += json.loads(row["result"])["status"] == "failed"
    ray.shutdown()
    sys.exit(75 if failed else 0)


if __name__ == "__main__":
    main()

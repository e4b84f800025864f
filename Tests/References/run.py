"""Runs the references on fresh random scenes; see README.md.

usage: run.py MESHRENDER [--seed N] [--count FACTOR] [--case N] [program ...]
"""

import argparse
import importlib
import json
import multiprocessing
import os
import pathlib
import secrets
import sys
import time

# One thread for each process: there are as many processes as cores.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

import numpy

from harness import Comparison, Tally, Tool, ToolFailure

PROGRAMS = ["geometry", "light", "transparency", "hits", "masks", "lines"]
FAILURES = pathlib.Path(__file__).parent / "Failures"


def run_case(job):
    """The comparisons of one program's case; its random numbers depend on the seed, the program and the case alone."""
    path, name, seed, case = job
    program = importlib.import_module(name)
    random = numpy.random.default_rng([seed, PROGRAMS.index(name), case])
    try:
        return name, case, list(program.compare(random, Tool(path), case))
    except ToolFailure as failure:
        print(f"{name} {case}: {failure.words}", file=sys.stderr)
        return name, case, [Comparison("refused scenes", failure.scene, numpy.array([1.0]), 0)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--count", type=float, default=1, help="times as many cases")
    parser.add_argument("--case", type=int, help="only this one")
    parser.add_argument("programs", nargs="*", default=PROGRAMS)
    options = parser.parse_intermixed_args()
    if unknown := set(options.programs) - set(PROGRAMS):
        parser.error(f"unknown programs {sorted(unknown)}; use {PROGRAMS}")
    jobs = []
    for name in options.programs:
        cases = range(max(1, round(importlib.import_module(name).CASES * options.count)))
        cases = cases if options.case is None else [options.case]
        jobs += [(options.tool, name, options.seed, case) for case in cases]

    start, tallies = time.monotonic(), {}
    with multiprocessing.Pool() as pool:
        for name, case, comparisons in pool.imap(run_case, jobs):
            for comparison in comparisons:
                key = f"{name}, {comparison.check}"
                tally = tallies.setdefault(key, Tally(comparison.worst, comparison.mean))
                tally.add(comparison, case)
                if not comparison.passes:
                    FAILURES.mkdir(exist_ok=True)
                    scene = FAILURES / f"{name}-{options.seed}-{case}.json"
                    scene.write_text(json.dumps(comparison.scene, indent=1))
    is_whole, faults = options.count >= 1 and options.case is None, 0
    for key, tally in tallies.items():
        passed, line = tally.line(key, options.seed, is_whole)
        print(line)
        faults += not passed
        name = key.split(",")[0]
        for case in tally.failed[:5]:
            print(f"       {FAILURES}/{name}-{options.seed}-{case}.json, again by --seed {options.seed} --case {case} {name}")
    print(f"{len(tallies)} checks, {faults} failed, {time.monotonic() - start:.0f} s; again by SEED={options.seed}")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()

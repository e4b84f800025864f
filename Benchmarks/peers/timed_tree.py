"""Runs a program with all its children. Prints seconds, CPU seconds, and the peak memory of the tree in MiB: the
largest sum of the peak resident sizes of the processes that run together, sampled 20 times a second; then the same sum
up to line LINES of the program's output. Pages that processes share count in each.

Usage: timed_tree.py LINES PROGRAM ...
"""

import os
import resource
import subprocess
import sys
import threading
import time

lines, peak, early = int(sys.argv[1]), 0, 0


def tree(process):
    """The numbers of a process and its descendants."""
    yield process
    try:
        for task in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{task}/children") as file:
                for child in file.read().split():
                    yield from tree(int(child))
    except OSError:
        pass


def peak_resident(process):
    """The peak resident size of a process in KiB; 0 for one that has ended."""
    try:
        with open(f"/proc/{process}/status") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("VmHWM")), 0)
    except OSError:
        return 0


start = time.perf_counter()
child = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE)
ended = threading.Event()


def sample():
    global peak
    while not ended.wait(0.05):
        peak = max(peak, sum(map(peak_resident, tree(child.pid))))


sampler = threading.Thread(target=sample)
sampler.start()
for number, _ in enumerate(child.stdout, 1):
    if number == lines:
        early = peak
status = child.wait()
seconds = time.perf_counter() - start
ended.set()
sampler.join()
if status:
    sys.exit(f"{sys.argv[2]} ended with status {status}")
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{seconds:.3f} {usage.ru_utime + usage.ru_stime:.3f} {peak / 1024:.0f} {early / 1024:.0f}")

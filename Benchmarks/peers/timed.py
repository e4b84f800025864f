"""Runs a program; prints the seconds from its start to its end and its peak memory in MiB. Usage: timed.py PROGRAM ..."""

import os
import sys
import time

start = time.perf_counter()
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, 2, 1)])
_, status, usage = os.wait4(child, 0)
seconds = time.perf_counter() - start
if status:
    sys.exit(f"{sys.argv[1]} ended with status {os.waitstatus_to_exitcode(status)}")
print(f"{seconds:.6f} {usage.ru_maxrss / 1024:.0f}")

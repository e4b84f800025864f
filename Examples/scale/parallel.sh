#!/usr/bin/env bash
# Runs a list of jobs with GNU parallel: one `meshrender batch` of one worker for each block of lines, as many at a time
# as there are cores. The same command again runs only what failed or was not finished.
#
# Usage: parallel.sh JOBS.jsonl FOLDER [LINES]
# FOLDER keeps the joblog, and a journal and the results of each block; a list needs a folder of its own. LINES is the
# number of jobs in a block, by default 100. The results are printed in the order of the list; the exit code is 75 if
# some jobs failed. Needs Debian's package "parallel" and meshrender on the PATH.
set -euo pipefail

usage="usage: parallel.sh JOBS.jsonl FOLDER [LINES]"
list=${1:?$usage} lines=${3:-100}
export folder=${2:?$usage}
mkdir -p "$folder"
# Each process draws on one core.
export LP_NUM_THREADS=0
status=0
# {#} is the number of the block.
parallel --pipe -N "$lines" --jobs 100% --joblog "$folder/joblog" --resume-failed \
  'meshrender batch - --jobs 1 --quiet --journal "$folder/{#}.journal" --resume >"$folder/{#}.jsonl"' \
  <"$list" || status=75
find "$folder" -name "*.jsonl" -print0 | sort --zero-terminated --version-sort | xargs --null cat
exit "$status"

#!/usr/bin/env bash
# Adds to Fuzz/Found what `make fuzz` found: for each target the fewest inputs of at most 600 bytes that run code which
# the other seeds do not run. A short run begins with them, and so reaches what took a long one.
#
# Usage: keep-corpus.sh [FOLDER [TARGET...]]; FOLDER has a corpus for each target, .build-fuzz/corpus unless given.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

corpora=$(realpath "${1:-.build-fuzz/corpus}")
shift $(($# > 0 ? 1 : 0))
targets=("$@")
[[ $# -gt 0 ]] || mapfile -t targets < <(find Fuzz/Targets -name '*.swift' -printf '%f\n' | sed 's/\.swift$//' | sort)
build=.build-fuzz/programs-O
Scripts/build-fuzz.sh "$build" -O parsers
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=0

mkdir -p Fuzz/Found
for target in "${targets[@]}"; do
  [[ -d $corpora/$target ]] || {
    echo "keep-corpus: there is no $corpora/$target; run make fuzz TARGET=$target first" >&2
    exit 1
  }
  small=$work/small seeds=$work/seeds
  rm -rf "$small" "$seeds" && mkdir -p "$small" "$seeds"
  python3 Fuzz/seeds.py "$target" "$seeds" "$work/words"
  find "$corpora/$target" -type f -size -601c -exec cp --target-directory="$small" {} +
  # Without the counts of how often code runs: these would keep four times as many inputs.
  "$build/$target" -set_cover_merge=1 -use_counters=0 -max_len=16384 "$seeds" "$small" >"$work/log" 2>&1 || {
    tail --lines=5 "$work/log" >&2
    echo "keep-corpus: the inputs of $target cannot be merged" >&2
    exit 1
  }
  python3 - "$seeds" "$small" "Fuzz/Found/$target.txt" <<'PYTHON'
import base64
import pathlib
import sys

seeds, small, output = map(pathlib.Path, sys.argv[1:])
known = output.read_text().splitlines() if output.exists() else []
found = [
    base64.b64encode(path.read_bytes()).decode()
    for path in sorted(seeds.iterdir())
    if (small / path.name).exists()
]
output.write_text("".join(line + "\n" for line in sorted(set(known + found))))
PYTHON
  printf '%-12s %5s inputs\n' "$target" "$(wc -l <"Fuzz/Found/$target.txt")"
done

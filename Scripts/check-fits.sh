#!/usr/bin/env bash
# Compares maps of points with those of NumPy, SciPy, OpenCV 5 and libigl from PyPI, live, on random sets of points: the
# suite FitOracleTests fits its own to them.
#
# usage: COUNT=50 SEED=1 Scripts/check-fits.sh [flags of swift test]; the tests are built with the same flags. There are
# sixteen sets for each of COUNT.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=$(Scripts/python-environment.sh fits)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" Scripts/check_fits.py "${COUNT:-50}" "${SEED:-1}" >"$folder/fits.jsonl"
echo "$(wc -l <"$folder/fits.jsonl") sets"
MESHRENDER_FITS=$folder/fits.jsonl swift test --skip-build --disable-xctest --filter FitOracleTests "$@" \
  </dev/null | tee "$folder/log"
# A filter that finds nothing passes, too.
grep --quiet "Suite FitOracleTests passed" "$folder/log"

#!/usr/bin/env bash
# Compares lens models with OpenCV 5 and pycolmap from PyPI, live, on random cameras in the files of their programs: the
# suite LensOracleTests reads the files, and compares both directions with the pixels at which they see points.
#
# usage: COUNT=125 SEED=1 Scripts/check-lenses.sh [flags of swift test]; the tests are built with the same flags. There are
# eight cameras of OpenCV for each of COUNT, and one of each model of COLMAP.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=$(Scripts/python-environment.sh lenses)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" Scripts/check_lenses.py "${COUNT:-125}" "${SEED:-1}" >"$folder/cameras.jsonl"
echo "$(wc -l <"$folder/cameras.jsonl") cameras"
MESHRENDER_LENSES=$folder/cameras.jsonl swift test --skip-build --disable-xctest --filter LensOracleTests "$@" \
  </dev/null | tee "$folder/log"
# A filter that finds nothing passes, too.
grep --quiet "Suite LensOracleTests passed" "$folder/log"

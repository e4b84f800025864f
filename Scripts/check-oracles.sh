#!/usr/bin/env bash
# Compares the project with other libraries from PyPI, live, on random inputs: a script makes the inputs with what the others
# say of them, a line each, and a suite of tests reads them.
#
#   lenses  eight cameras of OpenCV 5 for each of COUNT (125), and one of each model of COLMAP, in the files of their programs;
#           LensOracleTests
#   fits    sixteen sets of points for each of COUNT (50): NumPy, SciPy, OpenCV 5 and libigl; FitOracleTests
#
# usage: COUNT=... SEED=1 Scripts/check-oracles.sh lenses|fits [flags of swift test]; the tests are built with the same flags.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case ${1:-} in
  lenses) suite=LensOracleTests count=125 variable=MESHRENDER_LENSES ;;
  fits) suite=FitOracleTests count=50 variable=MESHRENDER_FITS ;;
  *) echo "usage: Scripts/check-oracles.sh lenses|fits [flags of swift test]" >&2 && exit 64 ;;
esac
python=$(Scripts/python-environment.sh "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" "Scripts/check_$1.py" "${COUNT:-$count}" "${SEED:-1}" >"$folder/inputs.jsonl"
echo "$(wc -l <"$folder/inputs.jsonl") inputs"
shift
env "$variable=$folder/inputs.jsonl" swift test --skip-build --disable-xctest --filter "$suite" "$@" </dev/null |
  tee "$folder/log"
# A filter that finds nothing passes, too.
grep --quiet "Suite $suite passed" "$folder/log"

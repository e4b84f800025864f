#!/usr/bin/env bash
# Checks the types of the Python package with mypy from PyPI, and runs its tests with the tool.
#
# usage: Scripts/check-python.sh [path of meshrender]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
MESHRENDER_PROGRAM=$(realpath "${1:-.build-tests/release/meshrender}")
python=$(Scripts/python-environment.sh python)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export MESHRENDER_PROGRAM PYTHONPATH=$PWD/Python PYTHONDONTWRITEBYTECODE=1

"$python" -m mypy --strict --no-error-summary --cache-dir "$folder/mypy" Python/meshrender
"$python" -m unittest discover --start-directory Python/tests >"$folder/log" 2>&1 ||
  { cat "$folder/log" >&2 && exit 1; }
tests=$(sed -n 's/^Ran \([0-9]*\) tests.*/\1/p' "$folder/log")
skipped=$(sed -n 's/^OK (skipped=\([0-9]*\))$/, \1 of them skipped/p' "$folder/log")
echo "$tests tests of the Python package pass$skipped, and mypy finds no wrong types in $(find Python/meshrender -name '*.py' | wc --lines) files"

#!/usr/bin/env bash
# Checks pictures and hits with float64 references in NumPy from PyPI, on fresh random scenes: Tests/References.
#
# usage: Scripts/check-references.sh [path of meshrender] [arguments of Tests/References/run.py]
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath "${1:-.build/debug/meshrender}")
environment=.venv-references
if ! "$environment/bin/python" -c 'import numpy' 2>/dev/null; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet 'numpy>=1.26,<3'
fi
"$environment/bin/python" Tests/References/run.py "$tool" "${@:2}"

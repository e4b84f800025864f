#!/usr/bin/env bash
# Checks pictures and hits with float64 references in NumPy from PyPI, on fresh random scenes: Tests/References.
#
# usage: Scripts/check-references.sh [path of meshrender] [arguments of Tests/References/run.py]
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath "${1:-.build-tests/release/meshrender}")
python=$(Scripts/python-environment.sh)
"$python" Tests/References/run.py "$tool" "${@:2}"

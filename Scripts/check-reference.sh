#!/usr/bin/env bash
# Checks that the pages of Documentation/reference and the generated modules of the Python package are what the tables of
# the tool give, that everything visible has an example with a picture, and that every example can be drawn.
#
# usage: Scripts/check-reference.sh [path of meshrender]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python3 -B Scripts/python_api/python_api.py "${1:-.build-tests/release/meshrender}" --check
exec python3 -B Scripts/reference/reference.py "${1:-.build-tests/release/meshrender}" check

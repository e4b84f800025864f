#!/usr/bin/env bash
# Checks that the pages of Documentation/reference are what the tables of the tool give, that everything visible has an
# example with a picture, and that every example can be drawn.
#
# usage: Scripts/check-reference.sh [path of meshrender]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec python3 -B Scripts/reference/reference.py "${1:-.build-tests/release/meshrender}" check

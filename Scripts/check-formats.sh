#!/usr/bin/env bash
# Checks the files that 'meshrender convert' writes with independent readers from PyPI: OBJ with trimesh and PyWavefront,
# glTF with trimesh, pygltflib and the glTF 2.0 schemas of Khronos, which trimesh carries; and reads back what trimesh
# writes.
#
# usage: Scripts/check-formats.sh [path of meshrender]
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath "${1:-.build-tests/release/meshrender}")
python=$(Scripts/python-environment.sh)
"$python" Scripts/check_formats.py "$tool" Examples/images/label.png

#!/usr/bin/env bash
# Checks the files that 'meshrender convert' writes with independent readers from PyPI: OBJ with trimesh and PyWavefront,
# glTF with trimesh, pygltflib and the glTF 2.0 schemas of Khronos, which trimesh carries; and reads back what trimesh
# writes.
#
# usage: Scripts/check-formats.sh [path of meshrender]
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath "${1:-.build/debug/meshrender}")
environment=.venv-formats
if ! "$environment/bin/python" -c 'import jsonschema, numpy, PIL, pygltflib, pywavefront, trimesh' 2>/dev/null; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet 'jsonschema>=4.18,<5' 'numpy>=1.24' 'pillow>=10' 'pygltflib>=1.16,<2' \
    'pywavefront>=1.3,<2' 'trimesh>=4.5,<6'
fi
"$environment/bin/python" Scripts/check_formats.py "$tool" Examples/images/label.png

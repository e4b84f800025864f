#!/usr/bin/env bash
# Compares passes with VTK from PyPI on random surfaces, their files with the readers of NumPy, OpenEXR and OpenCV, and their
# numbers with one another and with the picture.
#
# usage: SEED=1 COUNT=2 Scripts/check-passes.sh [path of meshrender]; COUNT takes more random surfaces
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tool=$(realpath "${1:-.build-tests/release/meshrender}")
python=$(Scripts/python-environment.sh passes)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -B Scripts/check_passes.py "$tool" "$folder" "${SEED:-1}" "${COUNT:-1}"

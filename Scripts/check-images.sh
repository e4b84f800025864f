#!/usr/bin/env bash
# Checks JPEG and WebP in and out with Pillow from PyPI: subsamplings, sizes, orientations, CMYK, qualities, profiles and
# damage.
#
# usage: Scripts/check-images.sh [path of meshrender]
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath "${1:-.build-tests/release/meshrender}")
python=$(Scripts/python-environment.sh)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" Scripts/check_images.py "$tool" "$folder"

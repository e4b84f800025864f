#!/usr/bin/env bash
# Checks the clips that 'meshrender animate' writes with independent readers: Pillow from PyPI and, where they are
# installed, ffmpeg and ffprobe. Every form must hold the frames, times and pixels of the PNG sequence of the same clip.
#
# usage: Scripts/check-animations.sh [path of meshrender]
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath "${1:-.build-tests/release/meshrender}")
python=$(Scripts/python-environment.sh)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" Scripts/check_animations.py "$tool" "$folder" Examples/images/label.png

#!/usr/bin/env bash
# Checks the clips that 'meshrender animate' writes with independent readers: Pillow from PyPI and, where they are
# installed, ffmpeg and ffprobe. Every form must hold the frames, times and pixels of the PNG sequence of the same clip.
#
# usage: Scripts/check-animations.sh [path of meshrender]
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath "${1:-.build-tests/release/meshrender}")
python=$(Scripts/python-environment.sh)
# A machine of continuous integration may install it; elsewhere it is checked where it is.
if ! command -v ffmpeg >/dev/null && command -v apt-get >/dev/null && [[ $(id -u) -eq 0 && -n ${CI:-} ]]; then
  Scripts/install-packages.sh ffmpeg >/dev/null 2>&1 || true
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" Scripts/check_animations.py "$tool" "$folder" Examples/images/label.png

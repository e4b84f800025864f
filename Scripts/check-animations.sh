#!/usr/bin/env bash
# Checks the clips that 'meshrender animate' writes with independent readers: Pillow from PyPI and, where they are
# installed, ffmpeg and ffprobe. Every form must hold the frames, times and pixels of the PNG sequence of the same clip.
#
# usage: Scripts/check-animations.sh [path of meshrender]
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath "${1:-.build/debug/meshrender}")
environment=.venv-animations
if ! "$environment/bin/python" -c 'import numpy, PIL' 2>/dev/null; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet 'numpy>=1.26,<3' 'pillow>=10.4'
fi
# A machine of continuous integration may install it; elsewhere it is checked where it is.
if ! command -v ffmpeg >/dev/null && command -v apt-get >/dev/null && [[ $(id -u) -eq 0 && -n ${CI:-} ]]; then
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends ffmpeg; } \
    </dev/null >/dev/null 2>&1 || true
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$environment/bin/python" Scripts/check_animations.py "$tool" "$folder" Examples/images/label.png

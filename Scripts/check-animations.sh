#!/usr/bin/env bash
# Checks the clips that 'meshrender animate' writes with independent readers: Pillow from PyPI and, where they are
# installed, ffmpeg and ffprobe. Every form must hold the frames, times and pixels of the PNG sequence of the same clip.
#
# usage: Scripts/check-animations.sh [path of meshrender]
set -euo pipefail
source "$(dirname "$0")/checking.sh"
"$python" Scripts/check_animations.py "$tool" "$folder" Examples/images/label.png

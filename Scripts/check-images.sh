#!/usr/bin/env bash
# Checks JPEG and WebP in and out with Pillow from PyPI: subsamplings, sizes, orientations, CMYK, qualities, profiles and
# damage; JPEG also with djpeg, where it is installed; PNGs of 16 bits per channel with OpenCV; EXRs with OpenEXR.
#
# usage: Scripts/check-images.sh [path of meshrender]
set -euo pipefail
source "$(dirname "$0")/checking.sh"
"$python" Scripts/check_images.py "$tool" "$folder"

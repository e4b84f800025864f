#!/usr/bin/env bash
# Checks blend modes with Skia, by skia-python from PyPI: every mode with opaque and translucent pictures, in groups, in
# encoded and in linear values; masks with their arithmetic; shadows with Skia.
#
# usage: Scripts/check-compositing.sh [path of meshrender]
set -euo pipefail
source "$(dirname "$0")/checking.sh"
"$python" Scripts/check_compositing.py "$tool" "$folder"

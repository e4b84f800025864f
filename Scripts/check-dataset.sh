#!/usr/bin/env bash
# Makes a small data set by Examples/dataset twice, and checks that it is the same, and that its maps and boxes agree.
#
# usage: Scripts/check-dataset.sh [path of meshrender]
set -euo pipefail
source "$(dirname "$0")/checking.sh"
"$python" -B Scripts/check_dataset.py "$tool" "$folder"

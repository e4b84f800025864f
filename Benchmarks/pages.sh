#!/usr/bin/env bash
# How flat photographed pages become, and how long it takes, beside page-dewarp from PyPI, which finds lines of text by itself and
# fits a page of two cubic curves to them. Photos of known sheets are drawn; 'meshrender' gets nine points of the upper and nine of
# the lower edge, each with an error of half a pixel.
#
# usage: Benchmarks/pages.sh [path of meshrender] [COUNT]
set -euo pipefail
tool=$(realpath "${1:-.build/release/meshrender}")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
python=$("$here/../Scripts/python-environment.sh" pages)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$python" "$here/peers/pages.py" "$tool" "${2:-8}"

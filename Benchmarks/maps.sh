#!/usr/bin/env bash
# Times pictures through maps, each tool as a whole process, beside OpenCV's remap on one thread:
#   still   a photo and a map of 3840 x 2160 (PNG and NPY in, PNG out): the map as a mesh, and exact; cv2 samples with Lanczos
#   exact   60 frames of 1920 x 1080 as raw pixels through a pipe, by --exact-map; cv2 samples linearly
#   clip    300 frames of 1920 x 1080 through the mesh of one map, beside a preset of as many faces
# Rounds are interleaved. Prints the medians of seconds, of CPU seconds and of the peak of memory.
# Usage: Benchmarks/maps.sh [--rounds 5] [--works "still exact clip"] [--tool PATH]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

rounds=5 works="still exact clip" tool=.build/release/meshrender
while [[ $# -gt 0 ]]; do
  case $1 in
  --rounds) rounds=${2:?--rounds needs a number} && shift 2 ;;
  --works) works=${2:?--works needs names} && shift 2 ;;
  --tool) tool=${2:?--tool needs a path} && shift 2 ;;
  -h | --help) sed -n 's/^# \{0,1\}//; 2,7p' "$0" && exit 0 ;;
  *) echo "maps: unknown option $1; see --help" >&2 && exit 1 ;;
  esac
done
[[ -x $tool ]] || { echo "maps: there is no $tool; run make build, or name it with --tool" >&2 && exit 1; }
python=$(Benchmarks/peers/environment.sh)
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
export MESA_SHADER_CACHE_DIR=$work/cache XDG_CACHE_HOME=$work/cache
"$python" Benchmarks/peers/maps.py "$(realpath "$tool")" "$work" Examples/images/photo.png "$rounds" $works

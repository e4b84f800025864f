#!/usr/bin/env bash
# Measures how a frame's time grows with the faces of a mesh, the pixels of the canvas, layers and lights, and how the
# time and memory of a clip grow with its frames; beside the same scenes drawn by moderngl. Each point is a process of its
# own; rounds are interleaved. Writes the plots and tables of Documentation/growth.md.
# All sample trilinearly; with FILTER=footprint in the environment meshrender samples by its default filter.
# Usage: Benchmarks/growth-curves.sh [--rounds 3] [--axes "faces pixels layers lights frames"] [--binary PATH]
#                                    [--results FILE] [--page FILE]
# All axes and three rounds take about five minutes on two cores. --results keeps the measured points; --page draws
# into another page (with the same markers) and a folder of its name beside it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "growth-curves: $*" >&2
  exit 1
}

rounds=3 axes="faces pixels layers lights frames" binary=.build/release/curves results= page=Documentation/growth.md
while [[ $# -gt 0 ]]; do
  case $1 in
  --rounds) rounds=${2:?--rounds needs a number} && shift 2 ;;
  --axes) axes=${2:?--axes needs names} && shift 2 ;;
  --binary) binary=${2:?--binary needs a path} && shift 2 ;;
  --results) results=${2:?--results needs a file} && shift 2 ;;
  --page) page=${2:?--page needs a file} && shift 2 ;;
  -h | --help) sed -n 's/^# \{0,1\}//; 2,9p' "$0" && exit 0 ;;
  *) fail "unknown option $1; see --help" ;;
  esac
done
[[ $rounds =~ ^[1-9][0-9]{0,3}$ ]] || fail "--rounds is '$rounds'; use 1...9999"
[[ -x $binary ]] || fail "there is no $binary; run swift build -c release --product curves, or name it with --binary"
python=$(Benchmarks/peers/environment.sh)

work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
results=${results:-$work/points}
mkdir "$work/meshrender" "$work/moderngl"
"$python" Benchmarks/peers/make_image.py "$work/in.png" 1024
# Layers become as small as this one, so that their number grows alone and not also what a pixel averages.
"$python" Benchmarks/peers/make_image.py "$work/small.png" 64
# Caches of our own, whatever else runs on this machine.
export MESA_SHADER_CACHE_DIR=$work/cache XDG_CACHE_HOME=$work/cache

values_of() {
  case $1 in
  faces) echo 32 56 100 178 316 562 1000 ;;         # a side
  pixels) echo 320 640 1280 1920 2560 3840 ;;       # the width, 16:9
  layers) echo 1 4 16 64 256 1024 10000 ;;
  lights) echo 1 2 4 8 16 32 64 ;;
  frames) echo 10 30 100 300 ;;
  *) fail "there is no axis $1; use faces, pixels, layers, lights or frames" ;;
  esac
}

# Prints a frame's milliseconds and the peak memory.
run() {
  local in=$work/in.png
  if [[ $2 == layers ]]; then in=$work/small.png; fi
  case $1 in
  meshrender) "$binary" "${@:2}" "$in" "$work/$1" ;;
  moderngl) "$python" Benchmarks/peers/curves_moderngl.py "${@:2}" "$in" "$work/$1" ;;
  esac
}

: >"$results"
for axis in $axes; do
  values=$(values_of "$axis")
  for ((round = 0; round < rounds; round++)); do
    names=(meshrender moderngl)
    # Every other round runs backwards, so that no tool always follows the same one.
    if ((round % 2)); then names=(moderngl meshrender); fi
    for value in $values; do
      for name in "${names[@]}"; do
        result=$(run "$name" "$axis" "$value" 2>"$work/errors.log") ||
          fail "$name, $value $axis: $(tail -n 3 "$work/errors.log")"
        echo "$axis $name $value $result" >>"$results"
      done
      if ((round == 0)); then
        # Thousands of layers are edges for the most part, whose areas are exact in one picture and fourths in the other.
        limit=2
        if [[ $axis == layers ]]; then limit=4; fi
        "$python" Benchmarks/peers/compare.py "$work/meshrender/last.png" "$work/moderngl/last.png" "$limit" >/dev/null ||
          fail "$value $axis: the tools' pictures differ"
      fi
    done
  done
  echo "$axis measured" >&2
done
"$python" Benchmarks/peers/plot_curves.py "$results" "$page"

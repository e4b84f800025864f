#!/usr/bin/env bash
# Times what users wait for, through the command line, each job a whole process, beside scripts for pyvips, OpenCV, Skia
# and moderngl, and ImageMagick where it is installed. Prints one table of CPU time, time and peak memory, the worst ratio
# to the best peer first, and fails where the tools' pictures disagree.
# Usage: Benchmarks/users.sh [--rounds 3] [--rows "1 4 8"] [--tool PATH] [--before PATH] [--no-peers] [--pictures FOLDER]
#                            [--inputs FOLDER]
#   rows  1 first pictures with empty caches, 2 a batch of masked mockups, 3 a masked mockup, 4 blended layers,
#         5 translucent sheets that cross, 6 small steep ripples, 7 many moving layers, 8 validation of many layers,
#         9 point lights, 10 subdivision, 11 a tiny picture, 12 raw frames through a pipe
# --before names the tool of an earlier build, which runs in the same rounds; --pictures keeps the pictures that it compares;
# --inputs measures nothing: it writes the scenes and commands.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "users: $*" >&2
  exit 1
}

rounds=3 rows="1 2 3 4 5 6 7 8 9 10 11 12" tool=.build/release/meshrender inputs= before= options=()
while [[ $# -gt 0 ]]; do
  case $1 in
  --rounds) rounds=${2:?--rounds needs a number} && shift 2 ;;
  --rows) rows=${2:?--rows needs numbers} && shift 2 ;;
  --tool) tool=${2:?--tool needs a path} && shift 2 ;;
  --before) before=${2:?--before needs a path} && shift 2 ;;
  --pictures) options+=(--pictures "$(realpath "${2:?--pictures needs a folder}")") && shift 2 ;;
  --inputs) inputs=${2:?--inputs needs a folder} && shift 2 ;;
  --no-peers) options+=(--no-peers) && shift ;;
  -h | --help) sed -n 's/^# \{0,1\}//; 2,11p' "$0" && exit 0 ;;
  *) fail "unknown option $1; see --help" ;;
  esac
done
[[ $rounds =~ ^[1-9][0-9]{0,3}$ ]] || fail "--rounds is '$rounds'; use 1...9999"
read -ra rows <<<"$rows"
for row in "${rows[@]}"; do [[ $row =~ ^([1-9]|1[0-2])$ ]] || fail "--rows has '$row'; use 1...12"; done
python=$(realpath --no-symlinks "$(Benchmarks/peers/environment.sh)")
if [[ -n $inputs ]]; then exec "$python" Benchmarks/users/inputs.py "$inputs" "${rows[@]}"; fi
[[ -x $tool ]] || fail "there is no $tool; run make build, or name the tool with --tool"
if [[ -n $before ]]; then
  [[ -x $before ]] || fail "there is no $before; --before names a tool"
  options+=(--before "$(realpath "$before")")
fi

# A stand-in of that name may hide it.
for program in magick /usr/bin/convert convert; do
  path=$(command -v "$program") && "$path" -version 2>/dev/null | grep -q "Version: ImageMagick" &&
    options+=(--magick "$path") && break
done
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
"$python" Benchmarks/users/inputs.py "$work" "${rows[@]}"
# Caches of our own, whatever else runs on this machine.
export MESA_SHADER_CACHE_DIR=$work/cache XDG_CACHE_HOME=$work/cache
"$tool" --version | sed 's/^/meshrender /'
"$python" Benchmarks/users/measure.py "$work" --tool "$(realpath "$tool")" --rounds "$rounds" "${options[@]}"

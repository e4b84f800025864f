#!/usr/bin/env bash
# Times a picture from nothing, each tool as a whole process: start, read a 1024 x 1024 PNG, bend it (50 x 50 ripple,
# perspective, directional light, 4 samples per pixel), write the PNG. Beside meshrender runs a moderngl + numpy +
# Pillow script that makes the same picture, the same with fpng_py, VTK, Panda3D, and the least that a C program needs;
# the rounds are interleaved and ratios are taken within each round, so that a busy machine slows all alike.
# Usage: Benchmarks/cold-one-shot.sh [--rounds 11] [--cold-cache] [--binary PATH] [--without "vtk panda3d floor"]
#                                    [--results FOLDER] [--pictures FOLDER] [--before PATH]
# --before names the tool of an earlier build, which runs beside the present one as "before".
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "cold-one-shot: $*" >&2
  exit 1
}

rounds=11 cold_cache=false binary=.build/release/meshrender without= results= pictures= before=
while [[ $# -gt 0 ]]; do
  case $1 in
  --rounds) rounds=${2:?--rounds needs a number} && shift 2 ;;
  --binary) binary=${2:?--binary needs a path} && shift 2 ;;
  --before) before=${2:?--before needs a path} && shift 2 ;;
  --cold-cache) cold_cache=true && shift ;;
  --without) without=" ${2:?--without needs names} " && shift 2 ;;
  --results) results=${2:?--results needs a folder} && shift 2 ;;
  --pictures) pictures=${2:?--pictures needs a folder} && shift 2 ;;
  -h | --help) sed -n 's/^# \{0,1\}//; 2,8p' "$0" && exit 0 ;;
  *) fail "unknown option $1; see --help" ;;
  esac
done
[[ $rounds =~ ^[1-9][0-9]{0,3}$ ]] || fail "--rounds is '$rounds'; use 1...9999"
[[ -x $binary ]] || fail "there is no $binary; run make build, or name the binary with --binary"
python=$(Benchmarks/peers/environment.sh)

work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
results=${results:-$work} base=moderngl+pillow
mkdir -p "$results"
rm -f "$results/times-W1" "$results/pictures-W1"
"$python" Benchmarks/peers/make_image.py "$work/in.png" 1024
# Caches of our own, as warm or as cold as said, whatever else runs on this machine: Mesa's, and meshrender's below it.
export MESA_SHADER_CACHE_DIR=$work/cache XDG_CACHE_HOME=$work/cache

names=()
for name in meshrender moderngl+pillow moderngl+fpng vtk panda3d; do
  if [[ $name == "$base" || $without != *" $name "* ]]; then names+=("$name"); fi
done
if [[ $without != *" floor "* ]]; then
  if Benchmarks/floor/build.sh "$work/floor-program" 2>"$work/floor.log"; then
    names+=(floor)
  else
    echo "No floor: $(tail -n 1 "$work/floor.log")" >&2
  fi
fi
if [[ -n $before ]]; then names+=(before); fi
render=(render "$work/in.png" --mesh ripple --transform "perspective(800) rotateX(-45deg)" --light directional)

# Prints seconds and peak memory.
run() {
  local folder=$work/$1 peers=Benchmarks/peers command
  mkdir -p "$folder"
  case $1 in
  meshrender) command=("$binary" "${render[@]}" -o "$folder/last.png") ;;
  before) command=("$before" "${render[@]}" -o "$folder/last.png") ;;
  moderngl+pillow) command=("$python" $peers/moderngl_one_shot.py "$work/in.png" "$folder/last.png") ;;
  moderngl+fpng) command=("$python" $peers/moderngl_one_shot.py --fpng "$work/in.png" "$folder/last.png") ;;
  vtk | panda3d) command=("$python" "$peers/frames_$1.py" W1 "$work/in.png" "$folder") ;;
  floor) command=("$work/floor-program" "$work/in.png" "$folder/last.png") ;;
  esac
  "$python" $peers/timed.py "${command[@]}" 2>"$work/errors.log" || fail "$1: $(tail -n 3 "$work/errors.log")"
}

# Untimed: disk caches, Python's byte code and, unless they are to be cold, the caches of shaders.
for name in "${names[@]}"; do run "$name" >/dev/null; done

for ((round = 0; round < rounds; round++)); do
  order=("${names[@]}")
  # Every other round runs backwards, so that no tool always follows the same one.
  if ((round % 2)); then
    order=()
    for name in "${names[@]}"; do order=("$name" "${order[@]}"); done
  fi
  for name in "${order[@]}"; do
    if $cold_cache; then rm -rf "$work/cache"; fi
    result=$(run "$name")
    echo "$round $name $result" >>"$results/times-W1"
  done
done

# One picture, four ways to it: as anyone draws, with every face, with 4 samples everywhere, too, and with 64.
mkdir "$work/fast" "$work/exact" "$work/plain" "$work/reference"
"$binary" "${render[@]}" -o "$work/fast/last.png"
"$binary" "${render[@]}" --exact -o "$work/exact/last.png"
"$binary" "${render[@]}" --exact --samples 4 -o "$work/plain/last.png"
"$binary" "${render[@]}" --exact --samples 64 -o "$work/reference/last.png"

compare() {
  local difference
  difference=$("$python" Benchmarks/peers/compare.py "$work/$1/last.png" "$work/$2/last.png" "${3:-2}") ||
    fail "$1 and $2 differ"
  echo "$1 $2 $difference" >>"$results/pictures-W1"
  if [[ -n $pictures ]]; then
    mkdir -p "$pictures" && cp "$work/$1/last.png" "$pictures/W1-$1.png"
  fi
}
for name in "${names[@]}"; do compare "$name" "$base"; done
compare fast plain 0.5
compare fast reference 0.5
compare exact reference 0.5
compare plain reference 0.5

echo "$rounds rounds, $(nproc) cores, caches of shaders $($cold_cache && echo cold || echo warm)"
"$binary" --version | sed 's/^/meshrender /'
"$python" Benchmarks/peers/moderngl_one_shot.py --versions
"$python" Benchmarks/peers/summarize.py "$results" W1
if [[ $results == "$work" ]]; then
  "$python" Benchmarks/peers/summarize.py "$results"
  echo
  echo "Stages of one more run of meshrender:"
  "$binary" "${render[@]}" -o "$work/fast/last.png" --verbose 2>&1 | sed 's/^/  /'
fi

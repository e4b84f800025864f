#!/usr/bin/env bash
# Times frames of an animation, each tool in a process of its own that has drawn one frame before: a ripple that moves,
# lit and tilted, evaluated anew for every frame and read back.
#   W2    300 frames of 1920 x 1080, 100 x 100 faces
#   W2aa  the same with 4 samples a pixel
#   W3    20 frames of 1920 x 1080, 1000 x 1000 faces
#   W5    120 frames of 1280 x 720, 100 x 100 faces, 4 samples a pixel, written as PNG files
# Rounds are interleaved and ratios are taken within each round, so that a busy machine slows all alike.
# Usage: Benchmarks/frames.sh [--rounds 5] [--works "W2 W2aa W3 W5"] [--without "vtk floor"]
#                             [--binary PATH] [--pictures FOLDER]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "frames: $*" >&2
  exit 1
}

rounds=5 works="W2 W2aa W3 W5" binary=.build/release/frames pictures= without=
while [[ $# -gt 0 ]]; do
  case $1 in
  --rounds) rounds=${2:?--rounds needs a number} && shift 2 ;;
  --works) works=${2:?--works needs names} && shift 2 ;;
  --without) without=" ${2:?--without needs names} " && shift 2 ;;
  --binary) binary=${2:?--binary needs a path} && shift 2 ;;
  --pictures) pictures=${2:?--pictures needs a folder} && shift 2 ;;
  -h | --help) sed -n 's/^# \{0,1\}//; 2,10p' "$0" && exit 0 ;;
  *) fail "unknown option $1; see --help" ;;
  esac
done
[[ $rounds =~ ^[1-9][0-9]{0,3}$ ]] || fail "--rounds is '$rounds'; use 1...9999"
[[ -x $binary ]] || fail "there is no $binary; run swift build -c release --product frames, or name it with --binary"

venv=.venv-frames
if ! cmp --silent Benchmarks/peers/requirements-frames.txt "$venv/requirements.txt"; then
  echo "Making $venv" >&2
  rm -rf "$venv"
  python3 -m venv "$venv" || fail "python3 cannot make a virtual environment; apt-get install python3-venv"
  "$venv/bin/pip" --quiet --disable-pip-version-check install --requirement Benchmarks/peers/requirements-frames.txt ||
    fail "pip could not install Benchmarks/peers/requirements-frames.txt"
  cp Benchmarks/peers/requirements-frames.txt "$venv/requirements.txt"
fi
python=$venv/bin/python

work_folder=$(mktemp --directory)
trap 'rm -rf "$work_folder"' EXIT
"$python" Benchmarks/peers/make_image.py "$work_folder/in.png" 1024
# A cache of our own, whatever else runs on this machine.
export MESA_SHADER_CACHE_DIR=$work_folder/cache

with_floor=true
Benchmarks/floor/build.sh "$work_folder/floor-program" 2>"$work_folder/floor.log" || {
  with_floor=false
  echo "No floor: $(tail -n 1 "$work_folder/floor.log")" >&2
}

run() {
  local work=$1 name=$2 folder=$work_folder/$1-$2
  mkdir -p "$folder"
  case $name in
  meshrender) "$binary" "$work" "$work_folder/in.png" "$folder" ;;
  floor) "$work_folder/floor-program" "$work" "$work_folder/in.png" "$folder/last.png" ;;
  vtk) "$python" Benchmarks/peers/frames_vtk.py "$work" "$work_folder/in.png" "$folder" ;;
  moderngl) "$python" Benchmarks/peers/frames_moderngl.py "$work" "$work_folder/in.png" "$folder" ;;
  moderngl+*)
    "$python" Benchmarks/peers/frames_moderngl.py "$work" "$work_folder/in.png" "$folder" "${name#moderngl+}"
    ;;
  esac
}

echo "$rounds rounds, $(nproc) cores"
"$python" Benchmarks/peers/frames_moderngl.py --versions
"$python" Benchmarks/peers/frames_vtk.py --versions
for work in $works; do
  case $work in
  W5) base=moderngl+pillow names=(meshrender moderngl+pillow moderngl+pillow-fast moderngl+fpng vtk) ;;
  W2 | W2aa | W3)
    base=moderngl names=(meshrender moderngl vtk)
    if $with_floor; then names+=(floor); fi
    ;;
  *) fail "there is no work $work; use W2, W2aa, W3 or W5" ;;
  esac
  kept=()
  for name in "${names[@]}"; do
    if [[ $name == "$base" || $without != *" $name "* ]]; then kept+=("$name"); fi
  done
  names=("${kept[@]}")
  for ((round = 0; round < rounds; round++)); do
    order=("${names[@]}")
    # Every other round runs backwards, so that no tool always follows the same one.
    if ((round % 2)); then
      order=()
      for name in "${names[@]}"; do order=("$name" "${order[@]}"); done
    fi
    for name in "${order[@]}"; do
      result=$(run "$work" "$name" 2>"$work_folder/errors.log") || fail "$name: $(tail -n 3 "$work_folder/errors.log")"
      read -r seconds memory <<<"$(tail -n 1 <<<"$result")"
      echo "$round $name $seconds $memory" >>"$work_folder/times-$work"
    done
  done
  echo
  "$python" Benchmarks/peers/summarize_frames.py "$work" "$base" <"$work_folder/times-$work"
  picture=last.png
  if [[ $work == W5 ]]; then picture=frame-119.png; fi
  for name in "${names[@]}"; do
    if [[ $name != "$base" ]]; then
      echo -n "$name and $base: "
      "$python" Benchmarks/peers/compare.py "$work_folder/$work-$name/$picture" "$work_folder/$work-$base/$picture"
    fi
    if [[ -n $pictures ]]; then
      mkdir -p "$pictures" && cp "$work_folder/$work-$name/$picture" "$pictures/$work-$name.png"
    fi
  done
done

#!/usr/bin/env bash
# Times what tools take for the same pictures: from a cold start by Benchmarks/cold-one-shot.sh, then frames of an
# animation, each tool in a process of its own that has drawn one frame before: a ripple that moves, lit and tilted,
# evaluated anew for every frame and read back.
#   W1    a picture from nothing, 1024 x 1024, 50 x 50 faces, 4 samples per pixel
#   W2    1920 x 1080, 100 x 100 faces
#   W2aa  the same with 4 samples per pixel
#   W3    1920 x 1080, 1000 x 1000 faces
#   W4    stills of 3840 x 2160, 100 x 100 faces, 4 samples per pixel, each drawn and written as a PNG file
#   W5    120 frames of 1280 x 720, the same, encoded beside the drawing
# Rounds are interleaved and ratios are taken within each round, so that a busy machine slows all alike. Prints
# Markdown tables: one for each work, one of all, and how our pictures differ from those drawn the plain way.
# Usage: Benchmarks/frames.sh [--rounds 5] [--works "W1 W2 W2aa W3 W4 W5"] [--without "vtk panda3d floor"]
#                             [--binary PATH] [--tool PATH] [--pictures FOLDER] [--results FOLDER]
#                             [--before-binary PATH] [--before-tool PATH]
# --before-binary and --before-tool name the programs of an earlier build, which run beside the present ones as "before".
# All works, all tools and five rounds take about ten minutes on two cores. --results keeps what was measured.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "frames: $*" >&2
  exit 1
}

rounds=5 works="W1 W2 W2aa W3 W4 W5" binary=.build/release/frames tool=.build/release/meshrender
pictures= without= results= before_binary= before_tool=
while [[ $# -gt 0 ]]; do
  case $1 in
  --rounds) rounds=${2:?--rounds needs a number} && shift 2 ;;
  --works) works=${2:?--works needs names} && shift 2 ;;
  --without) without=" ${2:?--without needs names} " && shift 2 ;;
  --binary) binary=${2:?--binary needs a path} && shift 2 ;;
  --before-binary) before_binary=${2:?--before-binary needs a path} && shift 2 ;;
  --before-tool) before_tool=${2:?--before-tool needs a path} && shift 2 ;;
  --tool) tool=${2:?--tool needs a path} && shift 2 ;;
  --pictures) pictures=${2:?--pictures needs a folder} && shift 2 ;;
  --results) results=${2:?--results needs a folder} && shift 2 ;;
  -h | --help) sed -n 's/^# \{0,1\}//; 2,19p' "$0" && exit 0 ;;
  *) fail "unknown option $1; see --help" ;;
  esac
done
[[ $rounds =~ ^[1-9][0-9]{0,3}$ ]] || fail "--rounds is '$rounds'; use 1...9999"
[[ -x $binary ]] || fail "there is no $binary; run swift build -c release --product frames, or name it with --binary"
python=$(Benchmarks/peers/environment.sh)

work_folder=$(mktemp --directory)
trap 'rm -rf "$work_folder"' EXIT
results=${results:-$work_folder}
mkdir -p "$results"
"$python" Benchmarks/peers/make_image.py "$work_folder/in.png" 1024
# Caches of our own, whatever else runs on this machine.
export MESA_SHADER_CACHE_DIR=$work_folder/cache XDG_CACHE_HOME=$work_folder/cache

with_floor=true
Benchmarks/floor/build.sh "$work_folder/floor-program" 2>"$work_folder/floor.log" || {
  with_floor=false
  echo "No floor: $(tail -n 1 "$work_folder/floor.log")" >&2
}

# Prints seconds a frame and peak memory.
run() {
  local work=$1 name=$2 in=$work_folder/in.png folder=$work_folder/$1-$2 peers=Benchmarks/peers
  mkdir -p "$folder"
  case $name in
  meshrender) "$binary" "$work" "$in" "$folder" ;;
  before) "$before_binary" "$work" "$in" "$folder" ;;
  floor) "$work_folder/floor-program" "$work" "$in" "$folder" ;;
  vtk) "$python" $peers/frames_vtk.py "$work" "$in" "$folder" ;;
  panda3d) "$python" $peers/frames_panda3d.py "$work" "$in" "$folder" ;;
  panda3d-tiny) "$python" $peers/frames_panda3d.py "$work" "$in" "$folder" tiny ;;
  moderngl) "$python" $peers/frames_moderngl.py "$work" "$in" "$folder" ;;
  moderngl+*) "$python" $peers/frames_moderngl.py "$work" "$in" "$folder" "${name#moderngl+}" ;;
  esac
}

# Notes how the last pictures of two differ; fails where the mean is over a limit.
compare() {
  local work=$1 one=$2 other=$3 difference
  difference=$("$python" Benchmarks/peers/compare.py "$(last "$work" "$one")" "$(last "$work" "$other")" "${4:-2}") ||
    fail "$work: $one and $other differ"
  echo "$one $other $difference" >>"$results/pictures-$work"
  if [[ -n $pictures ]]; then
    mkdir -p "$pictures" && cp "$(last "$work" "$one")" "$pictures/$work-$one.png"
  fi
}
last() { printf '%s\n' "$work_folder/$1-$2"/*.png | tail -n 1; }

echo "$rounds rounds, $(nproc) cores"
for peer in moderngl vtk panda3d; do "$python" "Benchmarks/peers/frames_$peer.py" --versions; done
for work in $works; do
  if [[ $work == W1 ]]; then
    [[ -x $tool ]] || fail "there is no $tool; run make build, name it with --tool, or leave out W1 by --works"
    echo
    Benchmarks/cold-one-shot.sh --rounds "$rounds" --binary "$tool" --results "$results" \
      ${before_tool:+--before "$before_tool"} ${without:+--without "$without"} ${pictures:+--pictures "$pictures"}
    continue
  fi
  rm -f "$results/times-$work" "$results/pictures-$work"
  case $work in
  W4 | W5) base=moderngl+pillow names=(meshrender moderngl+pillow moderngl+pillow-fast moderngl+fpng vtk) ;;
  W2) base=moderngl names=(meshrender moderngl vtk panda3d panda3d-tiny) ;;
  W2aa | W3) base=moderngl names=(meshrender moderngl vtk panda3d) ;;
  *) fail "there is no work $work; use W1, W2, W2aa, W3, W4 or W5" ;;
  esac
  if $with_floor; then names+=(floor); fi
  if [[ -n $before_binary ]]; then names+=(before); fi
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
      echo "$round $name $(tail -n 1 <<<"$result")" >>"$results/times-$work"
    done
  done
  for name in "${names[@]}"; do compare "$work" "$name" "$base"; done
  for look in fast exact plain reference; do
    mkdir -p "$work_folder/$work-$look"
    "$binary" "$work" "$work_folder/in.png" "$work_folder/$work-$look" "$look"
  done
  # The last of many frames is the same as when it is the first.
  compare "$work" meshrender fast 0
  compare "$work" fast plain 0.5
  # Without antialiasing there is nothing that many samples could show.
  if [[ $work != W2 && $work != W3 ]]; then
    compare "$work" fast reference 0.5
    compare "$work" exact reference 0.5
    compare "$work" plain reference 0.5
  fi
  "$python" Benchmarks/peers/summarize.py "$results" "$work"
done
"$python" Benchmarks/peers/summarize.py "$results"

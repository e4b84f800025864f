#!/usr/bin/env bash
# Times frames of many kinds of pictures beside the same ones drawn by moderngl and numpy, so that no single picture
# stands for all: each work, with each tilt, each mesh, each light and each size is a cell. A cell is a process of each
# tool, which draws a moving sheet under a perspective, evaluated anew for every frame, and reads it back. Prints the
# ratios of the works, then the worst cells, the worst first, and fails where the tools' pictures disagree.
#   works   W2 one sample a pixel, 100 x 100 faces; W2aa antialiased; W3 1000 x 1000 faces; W5 antialiased, PNG files;
#           through the command line, whole processes: W1 one antialiased picture, PNG in and out; pipe 60 frames with one
#           sample a pixel, as raw pixels
#   tilts   degrees about the horizontal axis
#   meshes  ripple flag pageCurl curtain bezier
#   lights  none directional highlight point
#   widths  of the picture, 16:9
# Usage: Benchmarks/matrix.sh [--rounds 5] [--works "W1 pipe W2 W2aa W3 W5"] [--tilts "0 30 45 70"] [--meshes "ripple ..."]
#                             [--lights "none directional highlight point"] [--widths "320 640 1280 1920 3840"]
#                             [--sample N] [--binary PATH] [--tool PATH] [--before-binary PATH]
#                             [--before-tool PATH] [--plain]
#                             [--pictures FOLDER] [--results FILE] [--list]
# There are 2400 cells. --sample N selects N of them, spread evenly; every run selects the same ones. A cell takes about 4
# seconds a round. --before-binary and --before-tool name programs of an earlier build, which run beside as "before";
# --plain also times the plain path: 4 samples everywhere, all triangles. --list prints the selected cells, and draws
# nothing; matrix-counts.py reads them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "matrix: $*" >&2
  exit 1
}

rounds=5 works="W1 pipe W2 W2aa W3 W5" tilts="0 30 45 70" meshes="ripple flag pageCurl curtain bezier"
lights="none directional highlight point" widths="320 640 1280 1920 3840" sample=
binary=.build/release/matrix tool=.build/release/meshrender before_binary= before_tool= pictures= results= with_plain=false is_list=false
while [[ $# -gt 0 ]]; do
  case $1 in
  --rounds) rounds=${2:?--rounds needs a number} && shift 2 ;;
  --works) works=${2:?--works needs names} && shift 2 ;;
  --tilts) tilts=${2:?--tilts needs degrees} && shift 2 ;;
  --meshes) meshes=${2:?--meshes needs names} && shift 2 ;;
  --lights) lights=${2:?--lights needs names} && shift 2 ;;
  --widths) widths=${2:?--widths needs pixels} && shift 2 ;;
  --sample) sample=${2:?--sample needs a number} && shift 2 ;;
  --tool) tool=${2:?--tool needs a path} && shift 2 ;;
  --plain) with_plain=true && shift ;;
  --list) is_list=true && shift ;;
  --binary) binary=${2:?--binary needs a path} && shift 2 ;;
  --before-tool) before_tool=${2:?--before-tool needs a path} && shift 2 ;;
  --before-binary) before_binary=${2:?--before-binary needs a path} && shift 2 ;;
  --pictures) pictures=${2:?--pictures needs a folder} && shift 2 ;;
  --results) results=${2:?--results needs a file} && shift 2 ;;
  -h | --help) sed -n 's/^# \{0,1\}//; 2,22p' "$0" && exit 0 ;;
  *) fail "unknown option $1; see --help" ;;
  esac
done
[[ $rounds =~ ^[1-9][0-9]{0,3}$ ]] || fail "--rounds is '$rounds'; use 1...9999"
[[ -z $sample || $sample =~ ^[1-9][0-9]{0,4}$ ]] || fail "--sample is '$sample'; use 1...99999"
$is_list || [[ -x $binary ]] || fail "there is no $binary; run swift build -c release --product matrix, or name it with --binary"
$is_list || [[ ! " $works " =~ \ (W1|pipe)\  || -x $tool ]] || fail "there is no $tool; run make build, or name it with --tool"
python=$(Benchmarks/peers/environment.sh)

work_folder=$(mktemp --directory)
trap 'rm -rf "$work_folder"' EXIT
results=${results:-$work_folder/results}
names=(meshrender moderngl)
if [[ -n $before_binary ]]; then names+=(before); fi
if $with_plain; then names+=(plain); fi
for name in meshrender moderngl before plain; do mkdir "$work_folder/$name"; done
# Caches of our own, whatever else runs on this machine.
export MESA_SHADER_CACHE_DIR=$work_folder/cache XDG_CACHE_HOME=$work_folder/cache

cells=()
for work in $works; do
  for width in $widths; do
    for tilt in $tilts; do
      for mesh in $meshes; do
        for light in $lights; do cells+=("$work,$tilt,$mesh,$light,$width"); done
      done
    done
  done
done
if [[ -n $sample ]] && ((sample < ${#cells[@]})); then
  # Steps by the golden ratio, which share no period with those of the lists.
  mapfile -t cells < <("$python" -c '
import sys
count, *cells = sys.argv[1:]
taken = dict.fromkeys(int(i * 0.6180339887498949 % 1 * len(cells)) for i in range(4 * int(count)))
print(*[cells[i] for i in sorted(list(taken)[:int(count)])], sep="\n")' "$sample" "${cells[@]}")
fi

if $is_list; then
  printf '%s\n' "${cells[@]}"
  exit
fi

# The content is as tall as the picture, so that it is drawn close to its size.
image_of() {
  local side=$((${1##*,} * 9 / 16))
  local path=$work_folder/in-$side.png
  [[ -e $path ]] || "$python" Benchmarks/peers/make_image.py "$path" "$side"
  echo "$path"
}

# Prints the milliseconds of a whole process, or of each of its frames, and the peak memory.
run_process() {
  local count=$1
  shift
  "$python" Benchmarks/peers/timed.py /bin/sh -c 'exec "$@" >/dev/null' sh "$@" |
    awk -v count="$count" '{ print 1000 * $1 / count, $2 }'
}

# The same for a work through the command line.
run_tool() {
  local cell=$2 in=$3 folder=$work_folder/$1 scene=$work_folder/scene.json samples=()
  local program=$tool
  if [[ $1 == before ]]; then program=${before_tool:-$tool}; fi
  if [[ $1 == plain ]]; then samples=(--samples 4 --exact); fi
  "$python" Benchmarks/peers/matrix_scene.py "$cell" "$in" >"$scene"
  case $1,${cell%%,*} in
  moderngl,W1) run_process 1 "$python" Benchmarks/peers/matrix_moderngl.py "$cell" "$in" "$folder" ;;
  moderngl,pipe) run_process 60 "$python" Benchmarks/peers/matrix_moderngl.py "$cell" "$in" "$folder" ;;
  *,W1) run_process 1 "$program" render "$scene" --time 0.2333333 "${samples[@]}" -o "$folder/last.png" ;;
  *,pipe)
    if [[ $1 == plain ]]; then samples=(--exact); fi
    run_process 60 "$program" animate "$scene" --quiet --samples 1 "${samples[@]}" --fps 30 --duration 2s --format rgba -o -
    "$program" render "$scene" --samples 1 "${samples[@]}" --time 0.9666667 -o "$folder/last.png"
    ;;
  esac
}

# Prints a frame's milliseconds and the peak memory.
run() {
  local in
  in=$(image_of "$2")
  case $2 in
  W1,* | pipe,*) run_tool "$1" "$2" "$in" && return ;;
  esac
  case $1 in
  meshrender) "$binary" "$2" "$in" "$work_folder/$1" ;;
  before) "$before_binary" "$2" "$in" "$work_folder/$1" ;;
  plain) "$binary" "$2" "$in" "$work_folder/$1" plain ;;
  moderngl) "$python" Benchmarks/peers/matrix_moderngl.py "$2" "$in" "$work_folder/$1" ;;
  esac
}

echo "${#cells[@]} cells, $rounds rounds, $(nproc) cores" >&2
: >"$results"
for ((round = 0; round < rounds; round++)); do
  order=("${names[@]}")
  # Every other round runs backwards, so that no tool always follows the same one.
  if ((round % 2)); then
    order=()
    for name in "${names[@]}"; do order=("$name" "${order[@]}"); done
  fi
  for cell in "${cells[@]}"; do
    for name in "${order[@]}"; do
      # Untimed: it fills the caches of shaders.
      if [[ $cell == W1,* ]] && ((round == 0)); then run "$name" "$cell" >/dev/null 2>&1 || true; fi
      result=$(run "$name" "$cell" 2>"$work_folder/errors.log") ||
        fail "$name, $cell: $(tail -n 3 "$work_folder/errors.log")"
      echo "$cell $round $name $result" >>"$results"
    done
    if ((round == 0)); then
      run plain "$cell" >/dev/null
      for other in moderngl plain; do
        difference=$("$python" Benchmarks/peers/compare.py "$work_folder/meshrender/last.png" \
          "$work_folder/$other/last.png" 2>"$work_folder/errors.log") ||
          fail "$cell, meshrender and $other: $(cat "$work_folder/errors.log")"
        echo "$cell picture $other $difference" >>"$results"
      done
      if [[ -n $pictures ]]; then
        mkdir -p "$pictures"
        for name in "${names[@]}"; do cp "$work_folder/$name/last.png" "$pictures/$cell-$name.png"; done
      fi
    fi
  done
done
"$python" Benchmarks/peers/summarize_matrix.py "$results"

#!/usr/bin/env bash
# Times a picture from nothing, each tool as a whole process: start, read a 1024 x 1024 PNG, bend it (50 x 50 ripple,
# perspective, directional light, 4 samples a pixel), write the PNG. Beside meshrender runs a moderngl + numpy +
# Pillow script that makes the same picture, and the least that a C program needs; the rounds are interleaved and
# ratios are taken within each round, so that a busy machine slows all alike.
# Usage: Benchmarks/cold-one-shot.sh [--rounds 11] [--cold-cache] [--binary PATH] [--no-floor]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "cold-one-shot: $*" >&2
  exit 1
}

rounds=11 cold_cache=false binary=.build/release/meshrender with_floor=true
while [[ $# -gt 0 ]]; do
  case $1 in
  --rounds) rounds=${2:?--rounds needs a number} && shift 2 ;;
  --binary) binary=${2:?--binary needs a path} && shift 2 ;;
  --cold-cache) cold_cache=true && shift ;;
  --no-floor) with_floor=false && shift ;;
  -h | --help) sed -n 's/^# \{0,1\}//; 2,6p' "$0" && exit 0 ;;
  *) fail "unknown option $1; see --help" ;;
  esac
done
[[ $rounds =~ ^[1-9][0-9]{0,3}$ ]] || fail "--rounds is '$rounds'; use 1...9999"
[[ -x $binary ]] || fail "there is no $binary; run make build, or name the binary with --binary"

venv=.venv-bench
if ! cmp --silent Benchmarks/peers/requirements.txt "$venv/requirements.txt"; then
  echo "Making $venv" >&2
  rm -rf "$venv"
  python3 -m venv "$venv" || fail "python3 cannot make a virtual environment; apt-get install python3-venv"
  "$venv/bin/pip" --quiet --disable-pip-version-check install --requirement Benchmarks/peers/requirements.txt ||
    fail "pip could not install Benchmarks/peers/requirements.txt"
  cp Benchmarks/peers/requirements.txt "$venv/"
fi
python=$venv/bin/python

work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
"$python" Benchmarks/peers/make_image.py "$work/in.png" 1024
# A cache of our own: as warm or as cold as said, whatever else runs on this machine.
export MESA_SHADER_CACHE_DIR=$work/cache

names=(meshrender)
if $with_floor && Benchmarks/floor/build.sh "$work/floor-program" 2>"$work/floor.log"; then
  names+=(floor)
elif $with_floor; then
  echo "No floor: $(tail -n 1 "$work/floor.log")" >&2
fi
names+=(moderngl)

run() {
  case $1 in
  meshrender)
    "$binary" render "$work/in.png" --mesh ripple --transform "perspective(800) rotateX(-45deg)" \
      --light directional -o "$work/meshrender.png" "${@:2}"
    ;;
  moderngl) "$python" Benchmarks/peers/moderngl_one_shot.py "$work/in.png" "$work/moderngl.png" ;;
  floor) "$work/floor-program" "$work/in.png" "$work/floor.png" ;;
  esac
}

# Untimed: disk caches, Python's byte code and, unless it is to be cold, Mesa's shader cache.
for name in "${names[@]}"; do run "$name"; done

for ((round = 0; round < rounds; round++)); do
  order=("${names[@]}")
  # Every other round runs backwards, so that no tool always follows the same one.
  if ((round % 2)); then
    order=()
    for name in "${names[@]}"; do order=("$name" "${order[@]}"); done
  fi
  for name in "${order[@]}"; do
    if $cold_cache; then rm -rf "$work/cache"; fi
    start=${EPOCHREALTIME/./}
    run "$name"
    end=${EPOCHREALTIME/./}
    printf '%d %s %d.%06d\n' "$round" "$name" $(((end - start) / 1000000)) $(((end - start) % 1000000)) >>"$work/times"
  done
done

echo "$rounds rounds, $(nproc) cores, Mesa's shader cache $($cold_cache && echo cold || echo warm)"
"$binary" --version | sed 's/^/meshrender /'
"$python" Benchmarks/peers/moderngl_one_shot.py --versions
"$python" Benchmarks/peers/summarize.py moderngl <"$work/times"
for name in "${names[@]}"; do
  if [[ $name != moderngl ]]; then
    echo -n "$name and moderngl: "
    "$python" Benchmarks/peers/compare.py "$work/$name.png" "$work/moderngl.png"
  fi
done
echo "Stages of one more run of meshrender:"
run meshrender --verbose 2>&1 | sed 's/^/  /'

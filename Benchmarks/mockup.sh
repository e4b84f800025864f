#!/usr/bin/env bash
# Times a mockup, each job a whole process: a photo of 1500 x 1500 pixels (JPEG) and an artwork of 1000 x 1000 (PNG) in, the
# artwork wrapped around a cylinder, wrinkled by the folds of the cloth and multiplied with the photo, a JPEG out. Beside
# meshrender, which reads a scene, run scripts for OpenCV, pyvips and moderngl with Pillow, and ImageMagick where it is
# installed, for which the map is computed beforehand. Rounds are interleaved, ratios are taken within each round.
# Usage: Benchmarks/mockup.sh [--rounds 11] [--binary PATH] [--without "pyvips imagemagick"] [--pictures FOLDER]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "mockup: $*" >&2
  exit 1
}

rounds=11 binary=.build/release/meshrender without= pictures=
while [[ $# -gt 0 ]]; do
  case $1 in
  --rounds) rounds=${2:?--rounds needs a number} && shift 2 ;;
  --binary) binary=${2:?--binary needs a path} && shift 2 ;;
  --without) without=" ${2:?--without needs names} " && shift 2 ;;
  --pictures) pictures=${2:?--pictures needs a folder} && shift 2 ;;
  -h | --help) sed -n 's/^# \{0,1\}//; 2,7p' "$0" && exit 0 ;;
  *) fail "unknown option $1; see --help" ;;
  esac
done
[[ $rounds =~ ^[1-9][0-9]{0,3}$ ]] || fail "--rounds is '$rounds'; use 1...9999"
[[ -x $binary ]] || fail "there is no $binary; run make build, or name the binary with --binary"
python=$(Benchmarks/peers/environment.sh)
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
"$python" Benchmarks/peers/mockup.py inputs "$work"
# Caches of our own, whatever else runs on this machine.
export MESA_SHADER_CACHE_DIR=$work/cache XDG_CACHE_HOME=$work/cache

magick=
for program in magick convert; do
  path=$(command -v "$program") && "$path" -version 2>/dev/null | grep -q "Version: ImageMagick" && magick=$path && break
done
# A stand-in of that name may hide it.
if [[ -z $magick ]] && /usr/bin/convert -version 2>/dev/null | grep -q "Version: ImageMagick"; then magick=/usr/bin/convert; fi
names=()
for name in meshrender opencv pyvips moderngl imagemagick; do
  if [[ $name == imagemagick && -z $magick ]]; then
    echo "Without ImageMagick, which is not installed" >&2
  elif [[ $without != *" $name "* ]]; then
    names+=("$name")
  fi
done

# Prints seconds and peak memory.
run() {
  local out=$work/$1.jpg command
  case $1 in
  meshrender) command=("$binary" render "$work/scene.json" --quality 85 -o "$out") ;;
  imagemagick)
    command=("$magick" "$work/photo.jpg"
      "(" "(" "$work/art.png" -background none -alpha set -resize 800x800 ")" "$work/map.ppm"
      -virtual-pixel transparent -interpolate bilinear -define compose:args=1600x1600
      -compose displace -composite ")"
      -geometry +350+350 -compose multiply -composite -quality 85 "$out")
    ;;
  *) command=("$python" Benchmarks/peers/mockup.py "$1" "$work" "$out") ;;
  esac
  "$python" Benchmarks/peers/timed.py "${command[@]}" 2>"$work/errors.log" || fail "$1: $(tail -n 3 "$work/errors.log")"
}

# Untimed: disk caches, Python's byte code, the caches of shaders, which the second run of a program fills.
for _ in 1 2; do
  for name in "${names[@]}"; do run "$name" >/dev/null; done
done
for ((round = 0; round < rounds; round++)); do
  order=("${names[@]}")
  # Every other round runs backwards, so that no tool always follows the same one.
  if ((round % 2)); then
    order=()
    for name in "${names[@]}"; do order=("$name" "${order[@]}"); done
  fi
  for name in "${order[@]}"; do
    result=$(run "$name")
    echo "$round $name $result" >>"$work/times"
  done
done
# Filters, the inversion of the displacement and JPEG's losses differ; the work is the same.
for name in "${names[@]:1}"; do
  difference=$("$python" Benchmarks/peers/compare.py "$work/meshrender.jpg" "$work/$name.jpg" 3) ||
    fail "meshrender and $name differ: $difference"
  echo "$name $difference" >>"$work/pictures"
done
if [[ -n $pictures ]]; then mkdir -p "$pictures" && cp "$work"/*.jpg "$pictures/"; fi

"$python" - "$work" "$rounds" "$(nproc)" <<'END'
import pathlib
import statistics
import sys

folder, rounds, cores = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
seconds, memory = {}, {}
for line in (folder / "times").read_text().splitlines():
    number, name, time, mebibytes = line.split()
    seconds.setdefault(name, {})[number] = float(time)
    memory.setdefault(name, []).append(float(mebibytes))
lines = (folder / "pictures").read_text().splitlines() if (folder / "pictures").exists() else []
differences = {line.split()[0]: line.split()[1:3] for line in lines}
print(f"{rounds} rounds, {cores} cores; ratios within rounds: median, least...most\n")
print("| | ms | jobs a second | meshrender is | peak, MiB | picture beside meshrender's: max, mean |")
print("| --- | ---: | ---: | ---: | ---: | ---: |")
for name, times in seconds.items():
    median = statistics.median(times.values())
    ratios = sorted(time / seconds["meshrender"][number] for number, time in times.items())
    ratio = f"{statistics.median(ratios):.2f} ({ratios[0]:.2f}...{ratios[-1]:.2f})"
    largest, mean = differences.get(name, ("", ""))
    print(
        f"| {name} | {1000 * median:.0f} | {1 / median:.2f} | {ratio if name != 'meshrender' else ''} "
        f"| {statistics.median(memory[name]):.0f} | {largest} {mean} |"
    )
END

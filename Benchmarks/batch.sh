#!/usr/bin/env bash
# Times many small mockups: 256 artworks of 300 x 300 pixels (PNG) on a cylinder, multiplied with 8 photos of 512 x 512
# pixels (JPEG), a JPEG out for each job. Beside `meshrender batch` with one and two workers run one `meshrender render`
# for each job, two at a time; pools of two Python processes with OpenCV, pyvips, and moderngl with Pillow; and
# ImageMagick under GNU parallel, where both are installed. The jobs are divided into blocks; each tool runs each block
# in turn, from the start of its processes to their end, and ratios are taken within blocks. Memory is that of the whole
# tree of processes.
# Usage: Benchmarks/batch.sh [--jobs-count 2000] [--blocks 10] [--binary PATH] [--without "pyvips imagemagick"]
#   [--pictures FOLDER]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "batch: $*" >&2
  exit 1
}

count=2000 blocks=10 binary=.build/release/meshrender without= pictures=
while [[ $# -gt 0 ]]; do
  case $1 in
  --jobs-count) count=${2:?--jobs-count needs a number} && shift 2 ;;
  --blocks) blocks=${2:?--blocks needs a number} && shift 2 ;;
  --binary) binary=${2:?--binary needs a path} && shift 2 ;;
  --without) without=" ${2:?--without needs names} " && shift 2 ;;
  --pictures) pictures=${2:?--pictures needs a folder} && shift 2 ;;
  -h | --help) sed -n 's/^# \{0,1\}//; 2,9p' "$0" && exit 0 ;;
  *) fail "unknown option $1; see --help" ;;
  esac
done
[[ $blocks =~ ^[1-9][0-9]{0,2}$ ]] || fail "--blocks is '$blocks'; use 1...999"
[[ $count =~ ^[1-9][0-9]{2,5}$ ]] || fail "--jobs-count is '$count'; use 100...999999"
[[ -x $binary ]] || fail "there is no $binary; run make build, or name the binary with --binary"
binary=$(realpath "$binary")
python=$(Benchmarks/peers/environment.sh)
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
"$python" Benchmarks/peers/batch.py inputs "$work" "$count" "$blocks"
# Caches of our own, whatever else runs on this machine.
export MESA_SHADER_CACHE_DIR=$work/cache XDG_CACHE_HOME=$work/cache

magick=
for program in magick convert /usr/bin/convert; do
  path=$(command -v "$program") && "$path" -version 2>/dev/null | grep -q "Version: ImageMagick" && magick=$path && break
done
names=()
for name in two-workers one-worker processes opencv pyvips moderngl imagemagick; do
  if [[ $name == imagemagick ]] && { [[ -z $magick ]] || ! command -v parallel >/dev/null; }; then
    echo "Without ImageMagick under GNU parallel: one of them is not installed" >&2
  elif [[ $without != *" $name "* ]]; then
    names+=("$name")
    mkdir -p "$work/$name"
  fi
done
mkdir -p "$work/meshrender"

# Runs a block; prints seconds, CPU seconds, peak memory, and peak memory up to the 100th result.
run() {
  local list=$work/$2 command
  case $1 in
  two-workers) command=("$binary" batch "$list.jsonl" --output-root "$work" --jobs 2 --quiet --as-finished) ;;
  one-worker)
    command=(env LP_NUM_THREADS=0 "$binary" batch "$list.jsonl" --output-root "$work" --jobs 1 --quiet --as-finished)
    ;;
  # A cache that the first 100 jobs fill.
  memory) command=("$binary" batch "$list.jsonl" --output-root "$work" --jobs 1 --quiet --as-finished --cache 16M) ;;
  processes)
    command=(env LP_NUM_THREADS=0 xargs --max-procs=2 --max-lines=1 --arg-file="$list.txt" bash -c
      'exec "$0" render "$1/scene.json" --set "photo.contents.image=$2" --set "art.contents.image=$3" --quality 85 \
        --output "$1/processes/$4"' "$binary" "$work")
    ;;
  imagemagick)
    command=(env OMP_NUM_THREADS=1 MAGICK_THREAD_LIMIT=1 parallel --jobs 2 --colsep " " --arg-file "$list.txt"
      "$magick" "$work/{1}" "'('" "'('" "$work/{2}" -background none -alpha set "')'" "$work/map.ppm"
      -virtual-pixel transparent -interpolate bilinear -define compose:args=600x600 -compose displace -composite "')'"
      -geometry +106+106 -compose multiply -composite -quality 85 "$work/imagemagick/{3}")
    ;;
  *) command=("$python" Benchmarks/peers/batch.py pool "$1" "$work" "$2" 2) ;;
  esac
  "$python" Benchmarks/peers/timed_tree.py 100 "${command[@]}" 2>"$work/errors.log" ||
    fail "$1: $(tail -n 3 "$work/errors.log")"
}

# Untimed: disk caches, Python's byte code, the caches of shaders, which the second run of a program fills.
head -n 8 "$work/0.jsonl" >"$work/few.jsonl"
head -n 8 "$work/0.txt" >"$work/few.txt"
for _ in 1 2; do
  for name in "${names[@]}"; do run "$name" few >/dev/null; done
done
for ((block = 0; block < blocks; block++)); do
  order=("${names[@]}")
  # Every other block runs backwards, so that no tool always follows the same one.
  if ((block % 2)); then
    order=()
    for name in "${names[@]}"; do order=("$name" "${order[@]}"); done
  fi
  for name in "${order[@]}"; do
    result=$(run "$name" "$block")
    echo "$block $name $result $(wc -l <"$work/$block.txt")" >>"$work/times"
  done
done
memory=$(run memory all)
# Filters and JPEG's losses differ; the work is the same.
for name in "${names[@]:2}"; do
  [[ $(find "$work/$name" -name "*.jpg" | wc -l) -eq $count ]] || fail "$name made fewer files than there are jobs"
  difference=$("$python" Benchmarks/peers/compare.py "$work/meshrender/0.jpg" "$work/$name/0.jpg" 3) ||
    fail "meshrender and $name differ: $difference"
  echo "$name $difference" >>"$work/pictures"
done
if [[ -n $pictures ]]; then
  mkdir -p "$pictures"
  for name in meshrender "${names[@]:2}"; do cp "$work/$name/0.jpg" "$pictures/$name.jpg"; done
fi

"$python" - "$work" "$count" "$blocks" "$(nproc)" "$memory" <<'END_OF_PYTHON'
import pathlib
import statistics
import sys

folder, count, blocks, cores = pathlib.Path(sys.argv[1]), *map(int, sys.argv[2:5])
memory = [float(word) for word in sys.argv[5].split()]
seconds, cpu, peaks = {}, {}, {}
for line in (folder / "times").read_text().splitlines():
    block, name, time, cpu_time, peak, _, jobs = line.split()
    seconds.setdefault(name, {})[block] = float(time) / int(jobs)
    cpu.setdefault(name, []).append(float(cpu_time) / int(jobs))
    peaks.setdefault(name, []).append(float(peak))
lines = (folder / "pictures").read_text().splitlines() if (folder / "pictures").exists() else []
differences = {line.split()[0]: line.split()[1:3] for line in lines}


def ratios(name, other):
    """How many times as fast as another, in each block, in order."""
    return sorted(seconds[other][block] / time for block, time in seconds[name].items())


first = "two-workers" if "two-workers" in seconds else next(iter(seconds))
print(f"{count} jobs in {blocks} blocks, {cores} cores; ratios within blocks: median, least...most\n")
print(f"| | jobs a second | {first}: times as fast | CPU ms a job | peak, MiB | picture beside meshrender's: max, mean |")
print("| --- | ---: | ---: | ---: | ---: | ---: |")
for name, times in seconds.items():
    ratio = ratios(first, name)
    words = f"{statistics.median(ratio):.2f} ({ratio[0]:.2f}...{ratio[-1]:.2f})" if name != first else ""
    largest, mean = differences.get(name, ("", ""))
    print(
        f"| {name} | {1 / statistics.median(times.values()):.1f} | {words} | {1000 * statistics.median(cpu[name]):.1f} "
        f"| {max(peaks[name]):.0f} | {largest} {mean} |"
    )
print("\n| aim | measured | reached |\n| --- | ---: | --- |")


def aim(words, value, reached):
    print(f"| {words} | {value} | {'yes' if reached else 'no'} |")


def faster(words, name, other, least):
    if name in seconds and other in seconds:
        value = statistics.median(ratios(name, other))
        aim(words, f"{value:.2f}", value >= least)


faster("two workers: at least 5 times as fast as one process for each job", "two-workers", "processes", 5)
faster("two workers: at least 1.8 times as fast as one", "two-workers", "one-worker", 1.8)
aim(f"peak after {count} jobs as after 100, one worker: at most 5 % more", f"{memory[2]:.0f} and {memory[3]:.0f} MiB",
    memory[2] <= 1.05 * memory[3])
for peer in ("opencv", "pyvips", "moderngl", "imagemagick"):
    faster(f"two workers: faster than {peer}", "two-workers", peer, 1)
END_OF_PYTHON

#!/usr/bin/env bash
# Times the encoding of PNG in memory, beside fpng and Pillow from PyPI, on a photograph at two sizes and on rendered
# frames with transparency; checks that Pillow and, where installed, FFmpeg read the same pixels. The rounds are
# interleaved; a process encodes a picture nine times, Pillow at level 6 three times, and tells the median.
# Usage: Benchmarks/png.sh [--rounds 5] [--before BINARY]
#   --before: another build of .build/release/png to put beside this one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "png: $*" >&2
  exit 1
}

rounds=5 before=
while [[ $# -gt 0 ]]; do
  case $1 in
  --rounds) rounds=${2:?--rounds needs a number} && shift 2 ;;
  --before) before=${2:?--before needs a program} && shift 2 ;;
  -h | --help) sed -n 's/^# \{0,1\}//; 2,6p' "$0" && exit 0 ;;
  *) fail "unknown option $1; see --help" ;;
  esac
done
[[ $rounds =~ ^[1-9][0-9]{0,3}$ ]] || fail "--rounds is '$rounds'; use 1...9999"

python=$(Benchmarks/peers/environment.sh)
ours=.build/release/png
tool=.build/release/meshrender
# shellcheck disable=SC2086 # several flags
swift build --configuration release ${RELEASE_FLAGS:-} --product png </dev/null >&2
[[ -x $tool ]] || swift build --configuration release ${RELEASE_FLAGS:-} --product meshrender </dev/null >&2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$tool" render --quiet Examples/images/photo.png --mesh ripple:amplitude=0.025,waves=5 --size 1920x1080 \
  --transform "scale(1.8) perspective(2000) rotateX(-45deg)" --light directional -o "$work/frame.png"
"$tool" render --quiet Examples/images/label.png --mesh cylinder:angle=170 --size 1920x1080 \
  --transform "scale(1.8)" --light directional -o "$work/drawing.png"
"$python" Benchmarks/png/peers.py pictures "$work" Examples/images/photo.png

times=$work/times
for picture in photo-1080p photo-720p frame drawing; do
  for compression in fast balanced; do
    "$ours" convert "$work/$picture.png" "$work/check.png" "$compression"
    "$python" Benchmarks/png/peers.py check "$work/$picture.png" "$work/check.png"
  done
  for ((round = 0; round < rounds; round++)); do
    for compression in fast balanced; do
      echo "$picture meshrender-$compression $("$ours" encode "$work/$picture.png" "$compression")"
    done
    [[ -z $before ]] || echo "$picture before-fast $("$before" encode "$work/$picture.png" fast)"
    for library in fpng pillow-1 pillow-6; do
      echo "$picture $library $("$python" Benchmarks/png/peers.py time "$library" "$work/$picture.png")"
    done
  done
done >"$times"

echo "$rounds rounds, $(nproc) cores; medians"
echo
echo "| picture | encoder | MB/s | of fpng | bytes |"
echo "| --- | --- | ---: | ---: | ---: |"
"$python" Benchmarks/png/summarize.py <"$times"

#!/usr/bin/env bash
# Renders the showcase into demo/: one picture per thing that meshrender can do, each by the command printed above it.
# Usage: Scripts/demo.sh PATH-TO-MESHRENDER
set -euo pipefail
meshrender=$(realpath "${1:?usage: Scripts/demo.sh PATH-TO-MESHRENDER}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p demo

# Shows a command as a reader would type it, then runs it.
render() {
  local output=demo/$1.png
  shift
  printf '\n$ meshrender render'
  printf ' %q' "$@" -o "$output" | sed "s/\\\\\([(), #:=]\)/\1/g"
  printf '\n'
  "$meshrender" render "$@" -o "$output"
  made+=("$output")
}
made=()

photo=Examples/images/photo.png
page=Examples/images/page.png
label=Examples/images/label.png
checker=Examples/images/checker.png

render wave --text "Mesh Transforms" --font "DejaVu Sans Bold 96" --mesh wave
render ripple "$photo" --mesh ripple --transform "perspective(800) rotateX(-45deg)" --light directional --fit
render curtain "$photo" --mesh curtain --light directional --fit
render flag "$photo" --mesh flag --light directional --fit
render page-curl "$page" --mesh page-curl --light directional --fit
render mug "$label" --mesh cylinder --transform "perspective(1600) rotateX(-12deg)" --light directional --fit
render genie "$photo" --mesh genie --fit
render lens "$checker" --mesh lens
render twist "$checker" --mesh twist --fit
render wireframe "$checker" --mesh bulge --wireframe --fit

printf '\nMade:\n'
printf '  %s\n' "${made[@]}"

#!/usr/bin/env bash
# Renders the showcase into demo/: one picture per thing that meshrender can do, each by the command printed above it.
# Usage: Scripts/demo.sh PATH-TO-MESHRENDER
set -euo pipefail
meshrender=$(realpath "${1:?usage: Scripts/demo.sh PATH-TO-MESHRENDER}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p demo

# Shows a command as a reader would type it, then runs it.
render() {
  local output=demo/$1.png argument
  shift
  set -- render "$@" -o "$output"
  printf '\nmeshrender'
  for argument; do
    if [[ $argument == *[!A-Za-z0-9_./:=,-]* ]]; then argument=\"$argument\"; fi
    printf ' %s' "$argument"
  done
  printf '\n'
  "$meshrender" "$@"
  made+=("$output")
}
made=()

photo=Examples/images/photo.png
page=Examples/images/page.png
label=Examples/images/label.png
checker=Examples/images/checker.png

fit=(--fit --padding 24)
light=(--light directional)

render wave --text "Mesh Transforms" --font "DejaVu Sans Bold 96" --mesh wave "${fit[@]}"
render ripple "$photo" --mesh ripple --transform "perspective(800) rotateX(-45deg)" "${light[@]}" "${fit[@]}"
render curtain "$photo" --mesh curtain --transform "perspective(2000)" "${light[@]}" "${fit[@]}"
render flag "$photo" --mesh flag --transform "perspective(2000)" "${light[@]}" "${fit[@]}"
render page-curl "$page" --mesh pageCurl --transform "perspective(2000)" "${light[@]}" "${fit[@]}"
render mug "$label" --mesh cylinder --transform "perspective(2000) rotateX(-12deg)" "${light[@]}" "${fit[@]}"
render genie "$photo" --mesh genie "${fit[@]}"
render lens "$checker" --mesh lens "${fit[@]}"
render twist "$checker" --mesh twist --transform "perspective(2000)" "${light[@]}" "${fit[@]}"
render ridge "$label" --mesh Examples/meshes/ridge.json --transform "perspective(1400) rotateX(28deg)" "${light[@]}" "${fit[@]}"
render wireframe "$checker" --mesh bulge --wireframe "${fit[@]}"

printf '\nMade:\n'
printf '  %s\n' "${made[@]}"

#!/usr/bin/env bash
# Generates the reference of the Swift libraries with swift-docc-plugin, as a static site.
# Usage: Scripts/site-api.sh FOLDER
set -euo pipefail
folder=$(realpath --canonicalize-missing "${1:?usage: Scripts/site-api.sh FOLDER}")
cd "$(dirname "${BASH_SOURCE[0]}")/../Documentation/API"
build=$PWD/../../.build-site/api
mkdir -p "$build"
log=$build/log

if ! swift package --scratch-path "$build" resolve >"$log" 2>&1 </dev/null; then
  cat "$log" >&2
  echo "meshrender: swift-docc-plugin cannot be fetched, which the reference of the Swift libraries needs;" \
    "its own words are above. Leave the reference out: make site API=0" >&2
  exit 1
fi
products=()
for product in MeshTransform GLRenderer ImageFiles TextImages AnimationFiles SceneDocument MeshFormats MapFiles; do
  products+=(--product "$product")
done
base=${SITE_BASE:-}
if ! swift package --scratch-path "$build" --allow-writing-to-directory "$folder" generate-documentation \
  "${products[@]}" --enable-experimental-combined-documentation --output-path "$folder" \
  --transform-for-static-hosting --hosting-base-path "${base:+$base/}api" >"$log" 2>&1 </dev/null; then
  grep -v '^warning' "$log" | tail -n 40 >&2
  echo "meshrender: the reference of the Swift libraries cannot be made; leave it out: make site API=0" >&2
  exit 1
fi
# Its pages ask for settings of their colors, and report where there are none.
echo '{}' >"$folder/theme-settings.json"

#!/usr/bin/env bash
# Every public symbol of the libraries has a documentation comment. Reads the symbol graphs of the modules that a build
# has left. Usage: check-documentation.sh BUILD, such as .build-tests/release.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=${1:?name the folder of a build, such as .build-tests/release}
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT
triple=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
headers=()
for folder in Sources/C*/include; do headers+=(-I "$folder"); done
for map in "$build"/*.build/module.modulemap; do
  [[ ! -e $map ]] || headers+=(-Xcc "-fmodule-map-file=$map")
done
mapfile -t libraries < <(sed -n 's/.*\.library(name: "\([^"]*\)".*/\1/p' Package.swift)
((${#libraries[@]} > 0)) || { echo "Package.swift names no library" >&2; exit 1; }
for library in "${libraries[@]}"; do
  swift symbolgraph-extract -module-name "$library" -target "$triple" -I "$build/Modules" "${headers[@]}" \
    -minimum-access-level public -skip-synthesized-members -output-dir "$graphs"
done
python3 Scripts/check_documentation.py "${libraries[@]/%/.symbols.json}" --folder "$graphs"

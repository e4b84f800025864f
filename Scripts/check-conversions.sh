#!/usr/bin/env bash
# Every number that becomes an integer, and every text that becomes a number, is converted by CheckedNumbers: the
# standard library's conversions end the process on a number that is out of range, infinite or not a number, and take
# "0x1p3" and "nan" for text. Checks the types of each module again together with hidden-conversions.swift, which hides
# those conversions, so that the compiler itself reports each use.
# Usage: check-conversions.sh BUILD, such as .build-tests/release.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=${1:?name the folder of a build, such as .build-tests/release}
# The package is named after the folder of the checkout, which may have any name.
package=$(grep --only-matching '"-module-name","CheckedNumbers".*' "$build.yaml" |
  grep --only-matching --max-count=1 '"-package-name","[^"]*"' | cut --delimiter='"' --fields=4)
[[ $package ]] || { echo "$build.yaml names no package; run make tested" >&2; exit 1; }
flags=(-typecheck -parse-as-library -swift-version 6 -package-name "$package" -DCommandLine -I "$build/Modules")
for folder in Sources/C*/include; do flags+=(-Xcc -I -Xcc "$folder"); done
for map in "$build"/*.build/module.modulemap; do
  [[ ! -e $map ]] || flags+=(-Xcc "-fmodule-map-file=$map")
done
status=0
for module in Sources/*/; do
  module=$(basename "$module")
  [[ $module != C* ]] || continue
  mapfile -d '' sources < <(find "Sources/$module" -name '*.swift' -print0)
  words=$(swiftc "${flags[@]}" -module-name "$module" "${sources[@]}" Scripts/hidden-conversions.swift 2>&1) || {
    printf '%s\n' "$words" >&2
    exit 1
  }
  found=$(grep -E '^[^ ].*: warning: .*(clamping:|decimal:)' <<<"$words" | sort -u) || continue
  printf '%s\n' "$found" >&2
  status=1
done
((status == 0)) || echo "Convert numbers by CheckedNumbers: Int(clamping:), Int(pixels:), Double(decimal:)" >&2
exit "$status"

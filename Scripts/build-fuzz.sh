#!/usr/bin/env bash
# Builds the libFuzzer targets of Fuzz/ with the address sanitizer: one program, FOLDER/fuzz, and a link to it for each
# target. Builds only what changed. OPTIMIZATION is -O or -Onone: -Onone compiles in a quarter of the time, and its
# program runs one to three times as long for an input.
#
# The Swift Package Manager cannot link libFuzzer's main function, so the compilers are called directly.
# Usage: build-fuzz.sh FOLDER OPTIMIZATION
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$1
optimization=$2
mkdir -p "$folder/c" "$folder/modules"

# `clang` of the Swift toolchain: its sanitizer runtime is the one that swiftc links.
clang=$(dirname "$(readlink -f "$(command -v swiftc)")")/clang
sanitizers=(-sanitize=fuzzer,address)
swift_flags=(
  "$optimization" -gline-tables-only -parse-as-library -enable-testing -package-name meshrender -swift-version 6
  "${sanitizers[@]}" -use-ld=lld -I "$folder/modules" -Xcc "-I$PWD/Sources/CPNG/include"
  -Xcc "-fmodule-map-file=$folder/c/CPNG.modulemap" -Xcc "-fmodule-map-file=$folder/c/CJPEG.modulemap"
  -Xcc "-fmodule-map-file=$folder/c/CLCMS.modulemap" -Xcc "-fmodule-map-file=$folder/c/CWebP.modulemap"
  -Xcc "-fmodule-map-file=$folder/c/CAnimation.modulemap"
)

is_newer() { # whether a file below the other arguments is newer than the first
  [[ ! -e $1 || -n $(find "${@:2}" -type f -newer "$1" -print -quit) ]]
}

c_module() {
  local name=$1 object source
  printf 'module %s { umbrella "%s" export * }\n' "$name" "$PWD/Sources/$name/include" \
    >"$folder/c/$name.new"
  cmp --quiet "$folder/c/$name.new" "$folder/c/$name.modulemap" ||
    cp "$folder/c/$name.new" "$folder/c/$name.modulemap"
  for source in "Sources/$name"/*.c; do
    object=$folder/c/$name-$(basename "$source" .c).o
    is_newer "$object" "Sources/$name" || continue
    "$clang" -c -O1 -g -fsanitize=address,fuzzer-no-link -ISources/CPNG/include -ISources/CLoad/include \
      -I"Sources/$name/include" "$source" -o "$object"
  done
}

# A module, and those that it imports.
swift_module() {
  local name=$1 object=$folder/modules/$1.o import
  local newer=("Sources/$name")
  for import in "${@:2}"; do
    if [[ $import == C* ]]; then newer+=("Sources/$import/include"); else newer+=("$folder/modules/$import.o"); fi
  done
  is_newer "$object" "${newer[@]}" || return 0
  echo "Compiling $name" >&2
  find "Sources/$name" -name '*.swift' -print0 |
    xargs -0 swiftc "${swift_flags[@]}" -c -wmo -module-name "$name" \
      -emit-module -emit-module-path "$folder/modules/$name.swiftmodule" -o "$object"
}

c_module CLoad
c_module CPNG
c_module CJPEG
c_module CLCMS
c_module CWebP
c_module CAnimation
swift_module MeshTransform
swift_module ImageFiles MeshTransform CPNG CJPEG CLCMS CWebP
swift_module AnimationFiles MeshTransform ImageFiles CPNG CAnimation
swift_module SceneDocument MeshTransform
swift_module MeshFormats MeshTransform SceneDocument

binary=$folder/fuzz
if is_newer "$binary" Fuzz/Support Fuzz/Targets "$folder"/c/*.o "$folder"/modules/*.o; then
  # The debugger's module, whose place would else be the working directory while this runs.
  swiftc "${swift_flags[@]}" -wmo -module-name Fuzz -emit-executable -emit-module-path "$binary.swiftmodule" \
    Fuzz/Support/*.swift Fuzz/Targets/*.swift "$folder"/modules/*.o "$folder"/c/*.o -lpng16 -lz -o "$binary"
fi
for target in Fuzz/Targets/*.swift; do ln --symbolic --force fuzz "$folder/$(basename "$target" .swift)"; done

#!/usr/bin/env bash
# Builds what Fuzz/ holds with the address sanitizer: `parsers`, one libFuzzer program, FOLDER/fuzz, and a link to it for
# each target; and `scenes`, the program that draws random scenes, FOLDER/random-scenes. They share the modules. Builds
# only what changed. OPTIMIZATION is -O or -Onone: -Onone compiles in a quarter of the time, and its programs run one to
# three times as long for an input.
#
# The Swift Package Manager cannot link libFuzzer's main function, so the compilers are called directly.
# Usage: build-fuzz.sh FOLDER OPTIMIZATION parsers|scenes...
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$1
optimization=$2
programs=" ${*:3} "
mkdir -p "$folder/c" "$folder/modules"

# `clang` of the Swift toolchain: its sanitizer runtime is the one that swiftc links.
clang=$(dirname "$(readlink -f "$(command -v swiftc)")")/clang
swift_flags=(
  "$optimization" -gline-tables-only -enable-testing -package-name meshrender -swift-version 6 -use-ld=lld
  -I "$folder/modules" -Xcc "-I$PWD/Sources/CPNG/include"
)
for name in CPNG CJPEG CLCMS CWebP CYAML CAnimation CEGL CPango CHyphen; do
  swift_flags+=(-Xcc "-fmodule-map-file=$folder/c/$name.modulemap")
done
# The same job emits the module; a second one would check all types again.
instrumented=(-sanitize=fuzzer,address -parse-as-library -no-emit-module-separately-wmo)

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

# A module, the folder of its sources, and the modules that it imports.
swift_module() {
  local name=$1 sources=$2 object=$folder/modules/$1.o import
  local newer=("$sources")
  for import in "${@:3}"; do
    if [[ -d Sources/$import/include ]]; then newer+=("Sources/$import/include"); else newer+=("$folder/modules/$import.o"); fi
  done
  is_newer "$object" "${newer[@]}" || return 0
  echo "Compiling $name" >&2
  find "$sources" -name '*.swift' -print0 |
    xargs -0 swiftc "${swift_flags[@]}" "${instrumented[@]}" -c -wmo -module-name "$name" \
      -emit-module -emit-module-path "$folder/modules/$name.swiftmodule" -o "$object"
}

# Links objects with a Swift program of a few files: the program's name, its sources, and after -- flags and objects.
program() {
  local binary=$folder/$1 sources=()
  shift
  while [[ $1 != -- ]]; do sources+=("$1") && shift; done
  shift
  local objects=()
  for argument in "$@"; do [[ $argument != *.o ]] || objects+=("$argument"); done
  is_newer "$binary" "${sources[@]}" "${objects[@]}" || return 0
  # The debugger's module, whose place would else be the working directory while this runs.
  swiftc "${swift_flags[@]}" -wmo -emit-executable -emit-module-path "$binary.swiftmodule" "${sources[@]}" "$@" -o "$binary"
}

# The shaders in one Swift file, with the names that the package manager's rule `embedInCode` gives them; as text, which
# compiles in a tenth of the time that lists of numbers take.
embed_shaders() {
  mkdir -p "$folder/shaders"
  is_newer "$folder/shaders/PackageResources.swift" Shaders || return 0
  python3 - >"$folder/shaders/PackageResources.swift" <<'PYTHON'
import pathlib
import re

print("struct PackageResources {")
for path in sorted(pathlib.Path("Shaders").glob("*.glsl")):
    name = re.sub(r"\W", "_", path.name)
    print(f'  static let {name} = Array(#"""\n{path.read_text()}\n"""#.utf8)')
print("}")
PYTHON
  cp Shaders/*.swift "$folder/shaders"
}

objects() { printf "$folder/modules/%s.o\n" "$@"; }

for name in CLoad CPNG CJPEG CLCMS CWebP CYAML CAnimation CEGL CPango CHyphen; do c_module "$name"; done
swift_module CheckedNumbers Sources/CheckedNumbers
swift_module MeshTransform Sources/MeshTransform CheckedNumbers
swift_module SceneDocument Sources/SceneDocument CheckedNumbers MeshTransform

if [[ $programs == *" parsers "* ]]; then
  swift_module ImageFiles Sources/ImageFiles CheckedNumbers MeshTransform CPNG CJPEG CLCMS CWebP
  swift_module AnimationFiles Sources/AnimationFiles CheckedNumbers MeshTransform ImageFiles CPNG CAnimation
  swift_module YAML Sources/YAML CheckedNumbers CYAML
  swift_module MeshFormats Sources/MeshFormats CheckedNumbers MeshTransform SceneDocument YAML
  swift_module MapFiles Sources/MapFiles CheckedNumbers MeshTransform ImageFiles CPNG
  program fuzz Fuzz/Support/*.swift Fuzz/Targets/*.swift -- -module-name Fuzz "${instrumented[@]}" \
    $(objects CheckedNumbers MeshTransform SceneDocument ImageFiles AnimationFiles YAML MeshFormats MapFiles) \
    "$folder"/c/*.o -lpng16 -lz
  for target in Fuzz/Targets/*.swift; do ln --symbolic --force fuzz "$folder/$(basename "$target" .swift)"; done
fi

if [[ $programs == *" scenes "* ]]; then
  embed_shaders
  swift_module Shaders "$folder/shaders"
  swift_module RenderGraph Sources/RenderGraph CheckedNumbers MeshTransform
  swift_module SoftwareRaster Sources/SoftwareRaster CheckedNumbers MeshTransform RenderGraph
  swift_module GLRenderer Sources/GLRenderer CheckedNumbers MeshTransform RenderGraph SoftwareRaster CEGL Shaders
  swift_module TextImages Sources/TextImages CheckedNumbers MeshTransform CPango CHyphen
  swift_module TestSupport Tests/Support MeshTransform RenderGraph
  # Its main function is its own.
  program random-scenes Fuzz/Scenes/*.swift -- -module-name random_scenes -sanitize=address \
    $(objects CheckedNumbers MeshTransform SceneDocument Shaders RenderGraph SoftwareRaster GLRenderer TextImages TestSupport) \
    "$folder"/c/{CLoad,CEGL,CPango,CHyphen}-*.o
fi

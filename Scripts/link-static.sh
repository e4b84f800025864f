#!/usr/bin/env bash
# Links the tool that the tests run once more, with the static Swift runtime and without symbols, as the release binary
# is linked: its objects are the same but for the names of the libraries that they ask for. So that what a release needs
# where it runs can be checked without compiling everything a second time. Prints the path of the binary.
# Usage: Scripts/link-static.sh FOLDER, the folder of a release build
set -euo pipefail

build=$1
objects=$build/meshrender.product/Objects.LinkFileList
binary=$build/static/meshrender
[[ -f $objects ]] || { echo "link-static: there is no $objects; run make tested" >&2 && exit 1; }
mkdir -p "$build/static"
# The objects name the shared libraries of Foundation; this one names the static libraries and what those need.
echo 'import FoundationEssentials' >"$build/static/libraries.swift"
swiftc -static-stdlib -parse-as-library -c "$build/static/libraries.swift" -o "$build/static/libraries.o"
swiftc -static-stdlib -use-ld=lld -Xlinker --gc-sections -Xlinker --strip-all \
  -Xlinker --defsym=main=meshrender_main "@$objects" "$build/static/libraries.o" \
  -lpng16 -lz -o "$binary"
echo "$binary"

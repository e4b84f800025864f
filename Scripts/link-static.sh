#!/usr/bin/env bash
# Links the tool that the tests run once more, with the static Swift runtime and without symbols, as the release binary
# is linked: its objects are the same but for the names of the libraries that they ask for. So that what a release needs
# where it runs can be checked without compiling everything a second time. Prints the path of the binary.
# With --png, libpng and zlib become parts of it, too, as in a wheel, for systems without them.
# Usage: Scripts/link-static.sh FOLDER [--png], FOLDER being that of a release build
set -euo pipefail

fail() {
  echo "link-static: $*" >&2
  exit 1
}

build=$1
objects=$build/meshrender.product/Objects.LinkFileList
folder=$build/static${2:+-png}
[[ -f $objects ]] || fail "there is no $objects; run make tested or make build"
mkdir -p "$folder"
libraries=()
if [[ ${2:-} == --png ]]; then
  # The linker would prefer a shared library in the folder of the archives.
  for name in libpng16.a libz.a; do
    archive=$(clang -print-file-name=$name)
    [[ $archive == /* ]] || fail "there is no $name; install libpng-dev and zlib1g-dev"
    ln --force --symbolic "$archive" "$folder/$name"
  done
  libraries=(-L "$folder")
fi
# The objects name the shared libraries of Foundation; this one names the static libraries and what those need.
echo 'import FoundationEssentials' >"$folder/libraries.swift"
swiftc -static-stdlib -parse-as-library -c "$folder/libraries.swift" -o "$folder/libraries.o"
swiftc -static-stdlib -use-ld=lld -Xlinker --gc-sections -Xlinker --strip-all \
  -Xlinker --defsym=main=meshrender_main "@$objects" "$folder/libraries.o" \
  "${libraries[@]}" -lpng16 -lz -o "$folder/meshrender"
echo "$folder/meshrender"

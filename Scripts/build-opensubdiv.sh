#!/usr/bin/env bash
# Builds a C++ program against OpenSubdiv, for comparison only, and prints the path of the program.
# Installs g++ and libosd-dev with apt-get where they are missing.
# Usage: Scripts/build-opensubdiv.sh SOURCE.cpp
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "opensubdiv: $*" >&2
  exit 1
}

source=${1:?name the source file}
missing=()
command -v g++ >/dev/null || missing+=(g++)
[[ -e /usr/include/opensubdiv/version.h ]] || missing+=(libosd-dev)
if [[ ${#missing[@]} -gt 0 ]]; then
  command -v apt-get >/dev/null || fail "install OpenSubdiv 3 with its headers and g++; there is no apt-get to do it"
  Scripts/install-packages.sh "${missing[@]}" >&2
fi

folder=$PWD/.build/opensubdiv
mkdir -p "$folder"
name=$(basename "$source" .cpp)
if [[ ! $folder/$name -nt $source ]]; then
  # Built beside and moved, so that an interrupted build leaves no program.
  g++ -std=c++17 -O3 -DNDEBUG -o "$folder/$name.new" "$source" -losdCPU || fail "g++ could not build $source"
  mv "$folder/$name.new" "$folder/$name"
fi
echo "$folder/$name"

#!/usr/bin/env bash
# Checks that a release binary needs none of Swift's libraries, so that it runs where no Swift is installed: by what it
# asks the loader for, and by a run in an empty environment. A toolchain without static libraries makes one that does.
# Usage: Scripts/check-release.sh PATH
set -euo pipefail

fail() {
  echo "release: $*" >&2
  exit 1
}

binary=${1:?name the binary}
[[ -x $binary ]] || fail "there is no $binary; run make build"
if [[ $(LC_ALL=C ldd "$binary") == *"not found"* ]]; then
  fail "$binary lacks a library: $(LC_ALL=C ldd "$binary" | grep --max-count=1 'not found' | xargs)"
fi
version=$(env --ignore-environment "$binary" --version) || fail "$binary does not run in an empty environment"
size=$(($(stat --dereference --format=%s "$binary") / 1000000))
needed=$(LC_ALL=C ldd "$binary" | grep --count --extended-regexp 'libswift|libFoundation|libdispatch|libBlocksRuntime' || true)
if ((needed > 0)); then
  echo "meshrender $version: $binary, $size MB, needs $needed libraries of Swift; the toolchain has none to link statically"
else
  echo "meshrender $version: $binary, $size MB, needs no Swift where it runs"
fi

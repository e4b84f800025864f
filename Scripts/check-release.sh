#!/usr/bin/env bash
# Checks that a release binary needs none of Swift's libraries, so that it runs where no Swift is installed: by what it
# asks the loader for, and by a run in an empty environment. A toolchain without static libraries makes one that does.
# Also checks that it starts on glibc 2.34 and newer, and without EGL.
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
floor=2.34
newest=$(LC_ALL=C objdump --dynamic-syms "$binary" | grep --only-matching --extended-regexp 'GLIBC_[0-9.]+' |
  sort --version-sort --unique | tail --lines=1)
newest=${newest#GLIBC_}
[[ -n $newest ]] || fail "objdump names no version of glibc that $binary needs"
if [[ $(printf '%s\n' "$floor" "$newest" | sort --version-sort | tail --lines=1) != "$floor" ]]; then
  fail "$binary needs glibc $newest, above $floor, for: $(LC_ALL=C objdump --dynamic-syms "$binary" |
    awk -v version="GLIBC_$newest" 'index($0, version) { print $NF }' | xargs)"
fi
if LC_ALL=C ldd "$binary" | grep --quiet --extended-regexp 'libEGL|libGLES'; then
  fail "$binary is linked to EGL or OpenGL ES; they are to be loaded at the first picture"
fi
size=$(($(stat --dereference --format=%s "$binary") / 1000000))
needed=$(LC_ALL=C ldd "$binary" | grep --count --extended-regexp 'libswift|libFoundation|libdispatch|libBlocksRuntime' || true)
if ((needed > 0)); then
  echo "meshrender $version: $binary, $size MB, needs $needed libraries of Swift; the toolchain has none to link statically"
else
  echo "meshrender $version: $binary, $size MB, needs no Swift where it runs, glibc $newest or newer"
fi

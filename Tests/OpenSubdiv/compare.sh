#!/usr/bin/env bash
# Compares subdivision with OpenSubdiv, live, on random meshes: builds refine.cpp against Debian's libosd-dev, which it
# installs where it is missing, and runs OpenSubdivTests with it. The product never links it.
# Usage: Tests/OpenSubdiv/compare.sh [flags of swift test]; the tests are built with the same flags.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

fail() {
  echo "opensubdiv: $*" >&2
  exit 1
}

program=$(Scripts/build-opensubdiv.sh Tests/OpenSubdiv/refine.cpp)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
MESHRENDER_OPENSUBDIV=$program swift test --skip-build --disable-xctest --filter OpenSubdivTests "$@" </dev/null |
  tee "$log"
# A filter that finds nothing passes, too.
grep --quiet "Suite OpenSubdivTests passed" "$log" || fail "the comparison did not run"

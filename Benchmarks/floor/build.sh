#!/usr/bin/env bash
# Compiles the floor, with ISA-L's deflate where libisal-dev is installed. Usage: Benchmarks/floor/build.sh OUTPUT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
with_isal=()
if echo '#include <isa-l/igzip_lib.h>' | "${CC:-cc}" -E - >/dev/null 2>&1; then with_isal=(-DWITH_ISAL -lisal); fi
"${CC:-cc}" -O2 -Wall -Wextra -Werror -o "${1:?usage: build.sh OUTPUT}" floor.c png.c \
  -lEGL -lGLESv2 -lpng -lm -lpthread "${with_isal[@]}"

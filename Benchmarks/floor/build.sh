#!/usr/bin/env bash
# Compiles the floor. Usage: Benchmarks/floor/build.sh OUTPUT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
"${CC:-cc}" -O2 -Wall -Wextra -Werror -o "${1:?usage: build.sh OUTPUT}" floor.c -lEGL -lGLESv2 -lpng -lm

#!/usr/bin/env bash
# Says what to do when there is no Swift toolchain, or one that is too old for Package.swift.
# Usage: Scripts/check-swift.sh [OTHERWISE], OTHERWISE being what else helps
set -euo pipefail

needed=6.2
otherwise=${1:+, or $1}

if ! command -v swift >/dev/null; then
  echo "meshrender: there is no 'swift' on the PATH; install Swift $needed or later from" \
    "https://www.swift.org/install/linux/ (Debian 12 and Ubuntu are supported)$otherwise" >&2
  exit 1
fi
found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*[0-9]\).*/\1/p')
if [[ $(printf '%s\n' "$needed" "$found" | sort --version-sort | head -n 1) != "$needed" ]]; then
  echo "meshrender: 'swift' is version ${found:-unknown}; install $needed or later from" \
    "https://www.swift.org/install/linux/$otherwise" >&2
  exit 1
fi

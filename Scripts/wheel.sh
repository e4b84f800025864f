#!/usr/bin/env bash
# Makes a wheel for pip of a release build, and prints its path. Nothing is compiled again.
# Usage: Scripts/wheel.sh BUILD [FOLDER], BUILD being the folder of the build, and FOLDER where the wheel is written:
# .build-package
set -euo pipefail
build=${1:?usage: Scripts/wheel.sh BUILD [FOLDER]}
scripts=$(dirname "${BASH_SOURCE[0]}")
tool=$("$scripts/link-static.sh" "$build" --png)
"$scripts/package.sh" wheel "$tool" "${@:2}"

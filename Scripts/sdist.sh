#!/usr/bin/env bash
# Makes the source distribution for pip, of which Swift builds a wheel, and prints its path. The same commit gives the same
# bytes.
# Usage: Scripts/sdist.sh [FOLDER], FOLDER being where it is written: .build-package
set -euo pipefail
mkdir -p "${1:-$(dirname "${BASH_SOURCE[0]}")/../.build-package}"
folder=$(realpath "${1:-$(dirname "${BASH_SOURCE[0]}")/../.build-package}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || stat --format=%Y CHANGELOG.md)}"
export SOURCE_DATE_EPOCH
python=$(Scripts/python-environment.sh wheel)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"$python" -m build --no-isolation --sdist --outdir "$made" . >&2
name=$(cd "$made" && echo *.tar.gz)
mv "$made/$name" "$folder"
echo "$folder/$name"

#!/usr/bin/env bash
# Makes the virtual environment with what the benchmarks compare with, unless it is there; prints its Python.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder=.venv-bench requirements=Benchmarks/peers/requirements.txt

fail() {
  echo "environment: $*" >&2
  exit 1
}

if ! cmp --silent "$requirements" "$folder/requirements.txt"; then
  echo "Making $folder" >&2
  rm -rf "$folder"
  python3 -m venv "$folder" || fail "python3 cannot make a virtual environment; apt-get install python3-venv"
  "$folder/bin/pip" --quiet --disable-pip-version-check install --requirement "$requirements" >&2 ||
    fail "pip could not install $requirements"
  cp "$requirements" "$folder/requirements.txt"
fi
echo "$folder/bin/python"

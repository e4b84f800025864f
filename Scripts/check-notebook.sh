#!/usr/bin/env bash
# Runs the notebook of Examples/python without a browser, with nbclient from PyPI, and checks that its pictures and its clip
# are displayed and that it is stored without outputs.
#
# usage: Scripts/check-notebook.sh [path of meshrender]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
MESHRENDER_PROGRAM=$(realpath "${1:-.build-tests/release/meshrender}")
python=$(Scripts/python-environment.sh notebook)
# The kernel keeps its files here, and not in the home folder.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export MESHRENDER_PROGRAM PYTHONPATH=$PWD/Python IPYTHONDIR=$folder JUPYTER_RUNTIME_DIR=$folder JUPYTER_CONFIG_DIR=$folder
"$python" -B Scripts/check_notebook.py Examples/python/meshrender.ipynb "$folder"

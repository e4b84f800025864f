# Sourced by the checks in Python: goes to the repository's root and sets tool, the path of meshrender; python; and folder,
# which is empty, and removed at the end.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tool=$(realpath "${1:-.build-tests/release/meshrender}")
python=$(Scripts/python-environment.sh)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

#!/usr/bin/env bash
# Compares lit scenes with VTK's pictures of them: every kind of light, mixtures, a texture, on a ripple seen in
# perspective. Prints the largest and the mean difference and fails over 4 of 255 away from edges.
# Usage: Benchmarks/lighting-vtk.sh [--binary PATH] [--pictures FOLDER]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "lighting-vtk: $*" >&2
  exit 1
}

binary=.build/release/meshrender pictures=
while [[ $# -gt 0 ]]; do
  case $1 in
  --binary) binary=${2:?--binary needs a path} && shift 2 ;;
  --pictures) pictures=${2:?--pictures needs a folder} && shift 2 ;;
  -h | --help) sed -n 's/^# \{0,1\}//; 2,4p' "$0" && exit 0 ;;
  *) fail "unknown option $1; see --help" ;;
  esac
done
[[ -x $binary ]] || fail "there is no $binary; run make build, or name the binary with --binary"

python=$(Benchmarks/peers/environment.sh)

work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
[[ -z $pictures ]] || mkdir -p "$pictures"
"$python" Benchmarks/peers/lighting_vtk.py "$binary" "$work" ${pictures:+"$pictures"}

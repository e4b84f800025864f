#!/usr/bin/env bash
# Times the refinement of a bent square net to about a million vertices, with all attributes (where the content lies
# and where it lands, five floats a vertex, and the faces), beside OpenSubdiv's own refinement of the same net. Each is
# a fresh process that times its own work; the rounds are interleaved and ratios are taken within each round.
# Nets: a plain grid, which takes our fast path; one with a crease and one with a hole, which do not.
# Usage: Benchmarks/subdivision.sh [--rounds 7]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "subdivision: $*" >&2
  exit 1
}

rounds=7
while [[ $# -gt 0 ]]; do
  case $1 in
  --rounds) rounds=${2:?--rounds needs a number} && shift 2 ;;
  -h | --help) sed -n 's/^# \{0,1\}//; 2,6p' "$0" && exit 0 ;;
  *) fail "unknown option $1; see --help" ;;
  esac
done
[[ $rounds =~ ^[1-9][0-9]{0,3}$ ]] || fail "--rounds is '$rounds'; use 1...9999"

opensubdiv=$(Scripts/build-opensubdiv.sh Benchmarks/subdivision/opensubdiv.cpp)
# shellcheck disable=SC2086 # several flags
swift build --configuration release ${RELEASE_FLAGS:-} --product subdivision </dev/null >&2
times=$(mktemp)
trap 'rm -f "$times"' EXIT

for ((round = 0; round < rounds; round++)); do
  for net in "plain 25 5" "plain 31 5" "crease 31 5" "extraordinary 31 5"; do
    read -r kind faces steps <<<"$net"
    ours="$kind $faces $steps meshrender $(.build/release/subdivision "$kind" "$faces" "$steps")"
    theirs="$kind $faces $steps opensubdiv $("$opensubdiv" "$kind" "$faces" "$steps" primvar)"
    printf '%d %s\n' "$round" "$ours" "$round" "$theirs" >>"$times"
  done
  printf '%d plain 31 5 stencils %s\n' "$round" "$("$opensubdiv" plain 31 5 stencils)" >>"$times"
done

echo "$rounds rounds, $(nproc) cores; medians, ratios within a round"
python3 Benchmarks/subdivision/summarize.py <"$times"

#!/usr/bin/env bash
# Hostile inputs: memory under random limits, numbers, paths and names, lists of jobs under limits of the system, growth of
# work, and the sandbox of --untrusted. MUTATED=1000000 damages that many files. Usage: check-trust.sh TOOL [SEED]; other seeds make other scenes and numbers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tool=${1:?name the tool, such as .build-tests/release/meshrender}
seed=${2:-1}
status=0
for check in memory numbers mutated paths batch growth work sandbox; do
  flags=()
  case $check in
    memory | numbers) flags=(--seed "$seed") ;;
    mutated) flags=(--seed "$seed" --count "${MUTATED:-1200}") ;;
  esac
  echo "$check ${flags[*]}"
  python3 -B "Tests/Trust/$check.py" "$tool" "${flags[@]}" || status=1
done
exit "$status"

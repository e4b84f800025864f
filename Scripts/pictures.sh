#!/usr/bin/env bash
# Runs every command of a Markdown file that writes a picture of that file, so that no picture can differ from the
# command printed above it: `meshrender … -o Documentation/pictures/NAME.png` in the fences marked sh.
# Usage: Scripts/pictures.sh PATH-TO-MESHRENDER FILE.md
set -euo pipefail
usage="usage: Scripts/pictures.sh PATH-TO-MESHRENDER FILE.md"
binary=$(realpath "${1:?$usage}")
document=$(realpath "${2:?$usage}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
PATH=$(dirname "$binary"):$PATH

# Inside sh fences: lines that end in a backslash go on; a leading prompt falls away.
commands=$(awk '
  /^```/ { inside = ($0 == "```sh"); next }
  inside {
    sub(/^\$ /, "")
    if (sub(/\\$/, "")) { held = held $0; next }
    print held $0
    held = ""
  }
' "$document" | grep -E '^meshrender .*Documentation/pictures/' || true)

if [[ -z $commands ]]; then
  echo "meshrender: no command in $document writes a picture to Documentation/pictures/" >&2
  exit 1
fi
mkdir -p Documentation/pictures
while IFS= read -r command; do
  echo "$command"
  bash -euo pipefail -c "$command" </dev/null
done <<<"$commands"

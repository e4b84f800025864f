#!/usr/bin/env bash
# Runs the commands of a Markdown page in a folder: its blocks marked sh, from top to bottom, in one shell. A block with a
# title, such as ```json title="warp.json", becomes that file first. A comment that begins with "run:" is run, too, and not
# shown: it makes what the reader is supposed to have. The folder has a copy of Examples; what earlier runs left there is
# removed, but for .build.
# Usage: Scripts/run-page.sh PATH-TO-MESHRENDER PAGE.md FOLDER
set -euo pipefail
usage="usage: Scripts/run-page.sh PATH-TO-MESHRENDER PAGE.md FOLDER"
binary=$(realpath "${1:?$usage}")
page=$(realpath "${2:?$usage}")
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
mkdir -p "${3:?$usage}"
cd "$3"

find . -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
cp --recursive "$root/Examples" Examples
name=${page#"$root"/}
{
  # shellcheck disable=SC2016
  echo 'trap '\''echo "'"$name"': a command of the block in line $block failed" >&2'\'' ERR'
  awk '
    function quoted(text) { gsub(/\047/, "\047\\\047\047", text); return "\047" text "\047" }
    /^<!-- run:/ { hidden = 1; print "block=" NR; next }
    hidden && /^-->/ { hidden = 0; next }
    hidden { print; next }
    /^```/ && inside { if (inside == "file") print "END OF FILE"; inside = ""; next }
    /^```/ {
      inside = "shown"
      if (match($0, /title="[^"]*"/)) {
        inside = "file"
        file = quoted(substr($0, RSTART + 7, RLENGTH - 8))
        print "block=" NR "; mkdir -p \"$(dirname " file ")\"; cat >" file " <<\047END OF FILE\047"
      } else if ($0 == "```sh") {
        inside = "sh"
        print "block=" NR
      }
      next
    }
    inside == "sh" || inside == "file" { print }
  ' "$page"
} >.page.sh

# The sources of the library, for pages about it.
export MESHRENDER_SOURCES=$root
export PATH
PATH=$(dirname "$binary"):$PATH
# The Python package, where the sources are complete; else the installed one.
if [[ -d $root/Python ]]; then export PYTHONPATH=$root/Python MESHRENDER_PROGRAM=$binary; fi
if ! bash -Eeuo pipefail .page.sh >.page.log 2>&1 </dev/null; then
  cat .page.log >&2
  exit 1
fi

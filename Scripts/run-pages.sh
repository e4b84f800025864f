#!/usr/bin/env bash
# Runs the commands of Markdown pages, several pages at a time, each in a folder below .build-site/pages. A page is run
# again only after a change of the page, of the tool, of the examples or of the Python package. Without PAGES: the README, the
# guides and the gallery.
# Usage: Scripts/run-pages.sh PATH-TO-MESHRENDER [PAGE.md...]
set -euo pipefail
binary=$(realpath "${1:?usage: Scripts/run-pages.sh PATH-TO-MESHRENDER [PAGE.md...]}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
shift
pages=("$@")
((${#pages[@]})) || pages=(README.md Documentation/guide/*.md Documentation/gallery.md)
work=$PWD/.build-site/pages
mkdir -p "$work"
tool=$(sha256sum "$binary")
export binary work tool

run_page() {
  local page=$1 folder stamp
  folder=$work/$(basename "$page" .md)
  stamp=$(cat "$page" Scripts/run-page.sh <(find Examples Python/meshrender -type f ! -name '*.pyc' -exec sha256sum {} + | sort) \
    <(echo "$tool") | sha256sum)
  if [[ $stamp == "$(cat "$folder.stamp" 2>/dev/null)" ]]; then return; fi
  echo "$page"
  rm -f "$folder.stamp"
  Scripts/run-page.sh "$binary" "$page" "$folder" || return
  echo "$stamp" >"$folder.stamp"
}
export -f run_page
# shellcheck disable=SC2016
printf '%s\0' "${pages[@]}" | xargs --null --max-args=1 --max-procs="$(nproc)" bash -c 'run_page "$1"' bash

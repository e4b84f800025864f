#!/usr/bin/env bash
# Draws the pictures of Markdown pages again, by the pages' own commands, so that no picture can differ from the command
# printed beside it: a picture ![...](.../pictures/NAME) of a page is the file NAME that a command of it, or of another one of
# the pages, writes. Without PAGES: the README, the guides and the gallery, and no other pictures may be in the folder.
# Usage: Scripts/pictures.sh PATH-TO-MESHRENDER [PAGE.md...]
set -euo pipefail
binary=$(realpath "${1:?usage: Scripts/pictures.sh PATH-TO-MESHRENDER [PAGE.md...]}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
shift
pages=("$@")
is_complete=
if ((${#pages[@]} == 0)); then
  is_complete=yes
  pages=(README.md Documentation/guide/*.md Documentation/gallery.md)
fi
Scripts/run-pages.sh "$binary" "${pages[@]}"

folders=()
for page in "${pages[@]}"; do folders+=(".build-site/pages/$(basename "$page" .md)"); done
mkdir -p Documentation/pictures
status=0
wanted=$(grep -ohE '!\[[^]]*\]\([^)]*pictures/[^)]+\)' "${pages[@]}" | sed -E 's/.*pictures\/([^)]+)\)$/\1/' | sort -u)
for name in $wanted; do
  made=
  for folder in "${folders[@]}"; do
    if [[ -f $folder/$name ]]; then made=$folder/$name; fi
  done
  if [[ -z $made ]]; then
    echo "meshrender: no command of ${pages[*]} writes $name" >&2
    status=1
  elif ! cmp --quiet "$made" "Documentation/pictures/$name"; then
    cp "$made" "Documentation/pictures/$name"
    echo "Documentation/pictures/$name"
  fi
done
if [[ $is_complete ]]; then
  for file in Documentation/pictures/*; do
    if ! grep --quiet --line-regexp --fixed-strings "$(basename "$file")" <<<"$wanted"; then
      echo "meshrender: no page shows $file; remove it" >&2
      status=1
    fi
  done
fi
exit "$status"

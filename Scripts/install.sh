#!/usr/bin/env bash
# Installs the tool with its man pages, completions and documentation, or removes them.
# Usage: Scripts/install.sh TOOL PREFIX [DESTDIR]
#        Scripts/install.sh --remove PREFIX [DESTDIR]
set -euo pipefail
usage="usage: Scripts/install.sh TOOL|--remove PREFIX [DESTDIR]"
tool=${1:?$usage}
prefix=${2:?$usage}
target=${3:-}$prefix

if [[ $tool == --remove ]]; then
  rm -f "$target/bin/meshrender" "$target/share/man/man1/meshrender.1" "$target"/share/man/man1/meshrender-*.1 \
    "$target/share/bash-completion/completions/meshrender" "$target/share/zsh/site-functions/_meshrender" \
    "$target/share/fish/vendor_completions.d/meshrender.fish"
  rm -rf "$target/share/doc/meshrender"
  exit
fi
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
"$(dirname "${BASH_SOURCE[0]}")/stage.sh" "$tool" "$tree"
mkdir -p "$target"
# Folders that exist keep their modes and owners.
(cd "$tree" && find . -type f -print0) | while IFS= read -r -d '' file; do
  mode=$(stat --format=%a "$tree/$file")
  install -D --mode="$mode" "$tree/$file" "$target/$file"
done

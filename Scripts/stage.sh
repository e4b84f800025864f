#!/usr/bin/env bash
# Makes the tree of an installation below a folder, which is then PREFIX: bin, man pages, completions, documentation with
# the license, the changelog, the schemas and the examples.
# Usage: Scripts/stage.sh TOOL FOLDER [ZSH], ZSH being where zsh reads completions below FOLDER: share/zsh/site-functions
set -euo pipefail
usage="usage: Scripts/stage.sh TOOL FOLDER [ZSH]"
tool=$(realpath "${1:?$usage}")
folder=${2:?$usage}
zsh=${3:-share/zsh/site-functions}
mkdir -p "$folder"
folder=$(realpath "$folder")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

install -D --mode=755 "$tool" "$folder/bin/meshrender"

install -d "$folder/share/man/man1" "$folder/share/doc/meshrender/schemas" "$folder/share/bash-completion/completions" \
  "$folder/$zsh" "$folder/share/fish/vendor_completions.d"
Scripts/man_pages.py "$tool" "$folder/share/man/man1"
"$tool" completions bash >"$folder/share/bash-completion/completions/meshrender"
"$tool" completions zsh >"$folder/$zsh/_meshrender"
"$tool" completions fish >"$folder/share/fish/vendor_completions.d/meshrender.fish"

documents=$folder/share/doc/meshrender
install --mode=644 LICENSE CHANGELOG.md "$documents"
"$tool" schema scene >"$documents/schemas/scene.schema.json"
"$tool" schema mesh >"$documents/schemas/mesh.schema.json"
# The examples that need no Swift, as they are committed.
find Examples -type f ! -name '*.swift' ! -path '*/__pycache__/*' | sort |
  while IFS= read -r file; do
    mode=644
    [[ ! -x $file ]] || mode=755
    install -D --mode="$mode" "$file" "$documents/examples/${file#Examples/}"
  done
chmod -R u=rwX,go=rX "$folder"

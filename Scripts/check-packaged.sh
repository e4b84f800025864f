#!/usr/bin/env bash
# Checks what a release installs, without another system: the .deb by lintian and by a picture that its unpacked tool
# draws, the archive by a second run and a picture, the man pages by mandoc and man, make install and its removal.
# Where lintian, mandoc or man is not installed, it says so and goes on.
# Usage: Scripts/check-packaged.sh TOOL, a tool with the static Swift runtime
set -euo pipefail
tool=$(realpath "${1:?usage: Scripts/check-packaged.sh TOOL}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "packaged: $*" >&2
  exit 1
}

# The compression level does not change the files in a package.
export COMPRESSION_LEVEL=1

has() { command -v "$1" >/dev/null || { echo "packaged: $1 is not installed, so that $2" && return 1; }; }

# Draws one picture with an installed tool, in an environment without variables, and compares it with that of the tool.
picture() {
  (cd "$folder" && env --ignore-environment "$1" render --text "Packed" --mesh wave --fit -o packed.png) ||
    fail "$1 does not draw"
  cmp --quiet "$folder/expected.png" "$folder/packed.png" || fail "$1 draws another picture than $tool"
  rm "$folder/packed.png"
}
(cd "$folder" && env --ignore-environment "$tool" render --text "Packed" --mesh wave --fit -o expected.png)

if has dpkg-shlibdeps "no .deb is made"; then
  deb=$(DEB_COMPRESSION=gzip Scripts/package.sh deb "$tool" "$folder" 2>/dev/null) || fail "the .deb cannot be made"
  if has lintian "the .deb is not checked by it"; then
    lintian --fail-on error,warning --tag-display-limit 0 "$deb" 2>"$folder/lintian" ||
      { cat "$folder/lintian" >&2 && fail "lintian refuses $(basename "$deb")"; }
  fi
  dpkg-deb --extract "$deb" "$folder/root"
  picture "$folder/root/usr/bin/meshrender"
fi

archive=$(Scripts/package.sh tarball "$tool" "$folder" 2>/dev/null) || fail "the archive cannot be made"
mkdir "$folder/again" "$folder/elsewhere"
cmp "$archive" "$(Scripts/package.sh tarball "$tool" "$folder/again" 2>/dev/null)" || fail "two archives differ"
tar --extract --gzip --file="$archive" --directory="$folder/elsewhere"
unpacked=$(echo "$folder"/elsewhere/meshrender-*)
picture "$unpacked/bin/meshrender"

pages=("$unpacked"/share/man/man1/*.1)
sections=(NAME SYNOPSIS DESCRIPTION OPTIONS EXAMPLES "EXIT STATUS" FILES ENVIRONMENT "SEE ALSO")
for page in "${pages[@]}"; do
  for section in "${sections[@]}"; do
    grep --quiet --line-regexp --fixed-strings ".SH $section" "$page" || fail "$(basename "$page") lacks $section"
  done
done
while read -r command; do
  [[ -f $unpacked/share/man/man1/meshrender-$command.1 ]] || fail "$command has no man page"
done < <("$tool" complete-words -- "" | cut --fields=1 | grep --invert-match --line-regexp help)
if has mandoc "it does not check the man pages"; then
  words=$(mandoc -T lint -W warning "${pages[@]}") || fail "mandoc finds: $words"
fi
if has man "it does not check the man pages"; then
  for page in "${pages[@]}"; do
    words=$(LC_ALL=C.UTF-8 MANROFFSEQ='' man --warnings --local-file "$page" 2>&1 >/dev/null)
    [[ -z $words ]] || fail "man finds in $(basename "$page"): $words"
  done
fi

Scripts/install.sh "$tool" /opt/meshrender "$folder/destination"
picture "$folder/destination/opt/meshrender/bin/meshrender"
diff --recursive "$unpacked" "$folder/destination/opt/meshrender" || fail "make install and the archive differ"
Scripts/install.sh --remove /opt/meshrender "$folder/destination"
left=$(find "$folder/destination" -type f)
[[ -z $left ]] || fail "make uninstall leaves $left"
echo "meshrender $("$tool" --version): $(basename "${deb:-no .deb}"), $(basename "$archive"), ${#pages[@]} man pages"

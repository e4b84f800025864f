#!/usr/bin/env bash
# Installs the packages in bare systems of Debian, made by debootstrap, where no Swift is, and draws pictures there:
#   - the .deb with what it recommends, as an administrator would; what `meshrender --version --verbose` then misses
#   - the README's pictures by the README's own commands, as another user, compared with those that are committed
#   - man pages and completions in their places; nothing left after removal
#   - the archive, unpacked elsewhere, which draws the same
#   - the steps of the Dockerfile, in a system of the release that it names
# Another Mesa and another FreeType draw slightly other pictures than the committed ones: they are alike within bounds.
# Usage: Scripts/check-package.sh TOOL RELEASE..., as in "check-package.sh .build/release/meshrender bookworm trixie"
# Needs root or sudo, debootstrap and a network. Bare systems lie in .build-roots and are kept.
set -euo pipefail
usage="usage: Scripts/check-package.sh TOOL RELEASE..."
tool=$(realpath "${1:?$usage}")
shift
(($# > 0)) || { echo "$usage" >&2 && exit 1; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "package-check: $*" >&2
  exit 1
}

. Scripts/debian-roots.sh
Scripts/python-environment.sh >/dev/null
enter "$tool" "$@"
deb=$(Scripts/package.sh deb "$tool" "$work")
archive=$(Scripts/package.sh tarball "$tool" "$work")
python=$(Scripts/python-environment.sh)

# Draws the pictures of README.md with the tool in a folder of the system.
draw() {
  local folder=$1
  rm -rf "$root/work"
  mkdir -p "$root/work/Documentation/pictures"
  cp -r README.md Scripts Examples "$root/work"
  chown -R 65534:65534 "$root/work"
  quietly as_user /work/Scripts/pictures.sh "$folder/meshrender" README.md
}

check() {
  local release=$1 place left
  bare "$release"
  cp "$deb" "$root/tmp/meshrender.deb"
  quietly inside apt-get update
  quietly inside apt-get install --yes /tmp/meshrender.deb
  [[ -z $(inside sh -c 'command -v swift; ls /usr/lib/swift' 2>/dev/null) ]] || fail "$PRETTY_NAME has Swift"

  local report
  report=$(as_user meshrender --version --verbose)
  left=$(grep missing <<<"$report" | grep --invert-match --extended-regexp '^(libhyphen|libimagequant|libsixel|ffmpeg|ffprobe) ' || true)
  [[ -z $left ]] || fail "$PRETTY_NAME, with all that is recommended: $left"
  grep --quiet '^driver  *llvmpipe' <<<"$report" || fail "$PRETTY_NAME draws with $(grep '^driver' <<<"$report")"

  draw /usr/bin
  "$python" Scripts/compare_pictures.py Documentation/pictures "$root/work/Documentation/pictures" ||
    fail "$PRETTY_NAME draws other pictures"

  for place in man/man1/meshrender.1.gz man/man1/meshrender-render.1.gz bash-completion/completions/meshrender \
    zsh/vendor-completions/_meshrender fish/vendor_completions.d/meshrender.fish doc/meshrender/copyright \
    doc/meshrender/schemas/scene.schema.json doc/meshrender/examples/scenes/card.json; do
    [[ -s $root/usr/share/$place ]] || fail "$PRETTY_NAME has no /usr/share/$place"
  done
  as_user bash -c 'source /usr/share/bash-completion/completions/meshrender && complete -p meshrender' >/dev/null

  quietly inside apt-get purge --yes meshrender
  left=$(find "$root/usr" "$root/etc" -name '*meshrender*' -print)
  [[ -z $left ]] || fail "$PRETTY_NAME keeps $left"

  mkdir "$root/opt/unpacked" "$work/deb-$release"
  mv "$root/work/Documentation/pictures" "$work/deb-$release"
  tar --extract --gzip --file="$archive" --directory="$root/opt/unpacked" --strip-components=1
  draw /opt/unpacked/bin
  "$python" Scripts/compare_pictures.py "$work/deb-$release/pictures" "$root/work/Documentation/pictures" --exact ||
    fail "$PRETTY_NAME: the archive's tool draws other pictures than the package's"
  echo "$PRETTY_NAME: installed, drawn, removed; $(grep '^driver' <<<"$report" | tr --squeeze-repeats ' ')"
}

# Runs the steps of the Dockerfile: COPY, RUN, ENV, USER, WORKDIR and ENTRYPOINT.
dockerfile() {
  local release line user=0 directory=/ entry=() variables=()
  release=$(sed -n 's/^FROM debian:\([a-z]*\)-slim$/\1/p' Dockerfile)
  [[ -n $release ]] || fail "the Dockerfile names no release of Debian"
  bare "$release"
  while IFS= read -r line; do
    case $line in
      '' | '#'* | FROM*) ;;
      'COPY meshrender_*.deb /tmp/') cp "$deb" "$root/tmp/" ;;
      RUN*) quietly inside sh -c "${line#RUN }" ;;
      ENV*) variables+=("${line#ENV }") ;;
      USER*) user=${line#USER } ;;
      WORKDIR*) directory=${line#WORKDIR } && mkdir -p "$root$directory" && chmod 777 "$root$directory" ;;
      'ENTRYPOINT ["meshrender"]') entry=(meshrender) ;;
      *) fail "the Dockerfile has a line that this script does not know: $line" ;;
    esac
  done < <(sed --null-data 's/\\\n */ /g' Dockerfile)
  [[ $user != 0 && ${#entry[@]} -gt 0 ]] || fail "the Dockerfile sets no USER and ENTRYPOINT"
  quietly chroot --userspec="$user:$user" "$root" env --ignore-environment --chdir="$directory" "${variables[@]}" \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${entry[@]}" render --text "In a container" --mesh wave --fit -o picture.png
  [[ -s $root$directory/picture.png ]] || fail "the Dockerfile's system draws no picture"
  echo "Dockerfile: its steps run, and its entry point draws"
}

for release; do check "$release"; done
dockerfile

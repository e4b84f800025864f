#!/usr/bin/env bash
# Checks a wheel for pip:
#   - its size, its tag by auditwheel, that uvx and pipx run it, and that its program gives the same bytes again
#   - the source distribution: without Swift a sentence; with a stand-in for Swift the wheel of what that builds
#   - in bare systems of Debian with Python and no other package: without Mesa a sentence, with Mesa a picture, and the time
#     from nothing to it; man pages, completions and schemas in their places; the program found beside the package, wherever
#     pip installs them; nothing left after removal; the commands of the manual's page about Python
# Usage: Scripts/check-wheel.sh WHEEL RELEASE..., as in "check-wheel.sh .build-package/meshrender-*.whl bookworm trixie"
# Needs root or sudo, debootstrap and a network. Bare systems lie in .build-roots and are kept.
set -euo pipefail
usage="usage: Scripts/check-wheel.sh WHEEL RELEASE..."
wheel=$(realpath "${1:?$usage}")
shift
(($# > 0)) || { echo "$usage" >&2 && exit 1; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "wheel: $*" >&2
  exit 1
}

. Scripts/debian-roots.sh
python=$(Scripts/python-environment.sh wheel)
enter "$wheel" "$@"
name=$(basename "$wheel")
version=${name#meshrender-}
version=${version%%-*}
"$python" -m zipfile --extract "$wheel" "$work/wheel"
program=$work/wheel/meshrender-$version.data/scripts/meshrender
chmod +x "$program"

# Runs the command of an installer in an environment without variables; the last argument is what has to be printed.
prints() {
  local words
  words=$(env --ignore-environment HOME="$work" PATH=/usr/bin:/bin LANG=C.UTF-8 "${@:1:$#-1}" 2>"$work/log" </dev/null) ||
    { tail -n 30 "$work/log" >&2 && fail "failed: ${*:1:$#-1}"; }
  [[ $words == "${*: -1}" ]] || fail "'${*:1:$#-1}' prints '$words' instead of '${*: -1}'"
}

archive() {
  local tag=${name%.whl} size
  tag=${tag##*-}
  size=$(stat --format=%s "$wheel")
  ((size <= 15000000)) || fail "$name has $size bytes, more than 15 MB"
  "$python" -m auditwheel show "$wheel" >"$work/audit"
  tr '\n' ' ' <"$work/audit" | grep --quiet "consistent with the following platform tag: \"$tag\"" ||
    { cat "$work/audit" >&2 && fail "auditwheel finds another tag for $name"; }
  cmp "$wheel" "$(Scripts/package.sh wheel "$program" "$work" 2>/dev/null)" || fail "two wheels of one program differ"
  prints "$python" -m uv tool run --offline --from "$wheel" meshrender --version "$version"
  prints "$python" -m pipx run --spec "$wheel" meshrender --version "$version"
  echo "$name: $((size / 100000 / 10)).$((size / 100000 % 10)) MB, $tag by auditwheel, runs by uvx and by pipx"
}

# A stand-in for Swift "builds" the program of the wheel, so that the tree that the hook makes of it is the wheel's.
source_distribution() {
  local archive folder=$work/source words
  archive=$(Scripts/sdist.sh "$work" 2>/dev/null) || fail "the source distribution cannot be made"
  mkdir -p "$folder/bin"
  tar --extract --gzip --file="$archive" --directory="$folder" --strip-components=1

  printf '#!/bin/sh\necho "Swift version 5.9"\n' >"$folder/bin/swift"
  chmod +x "$folder/bin/swift"
  build() {
    PATH=$folder/bin:$PATH "$python" -m build --no-isolation --wheel --outdir "$work" "$folder" 2>&1
  }
  if words=$(build); then fail "Swift 5.9 builds the source distribution"; fi
  grep --quiet '^meshrender: .*install [0-9.]* or later from .*, or install a wheel' <<<"$words" && [[ $words != *Traceback* ]] ||
    { echo "$words" >&2 && fail "without Swift, the build of the source distribution does not end with one sentence"; }

  cat >"$folder/bin/swift" <<END
#!/bin/sh
case "\$1" in
  --version) echo "Swift version 99.0" ;;
  build) install -D "$program" .build/release/meshrender ;;
esac
END
  words=$(build) || { tail -n 30 <<<"$words" >&2 && fail "the source distribution cannot be built"; }
  mkdir "$work/again"
  "$python" -m zipfile --extract "$work/meshrender-$version-py3-none-linux_$(uname -m).whl" "$work/again"
  words=$(diff --recursive --brief "$work/wheel" "$work/again" | grep --invert-match '\.dist-info/\(WHEEL\|RECORD\) ' || true)
  [[ -z $words ]] || fail "the source distribution has another wheel: $words"
  echo "$(basename "$archive"): $(($(stat --format=%s "$archive") / 1000000)) MB; asks for Swift where it is missing"
}

# Runs a command in the system as a user with the home /work.
user() {
  local variables=(HOME=/work LANG=C.UTF-8 PATH=/usr/bin:/bin) name
  for name in http_proxy https_proxy no_proxy; do [[ -z ${!name:-} ]] || variables+=("$name=${!name}"); done
  chroot --userspec=65534:65534 "$root" env --ignore-environment --chdir=/work "${variables[@]}" "$@"
}

# Runs a command as a user, and adds its time, in tenths of a second, to elapsed.
timed() {
  local start=$EPOCHREALTIME
  quietly user timeout 120 "$@"
  elapsed=$((elapsed + (${EPOCHREALTIME/./} - ${start/./}) / 100000))
}

check() {
  local place words status=0 elapsed=0 mesa="libegl1 libgl1-mesa-dri"
  bare "$1"
  quietly inside apt-get update
  quietly inside apt-get install --yes --no-install-recommends python3-venv
  install -D --owner=65534 --group=65534 --target-directory="$root/work" "$wheel" Examples/images/photo.png
  chown 65534:65534 "$root/work"

  timed python3 -m venv env
  timed env/bin/pip install --no-index "/work/$name"
  words=$(user env/bin/meshrender render photo.png --mesh wave -o picture.png 2>&1) || status=$?
  [[ $status == 69 && $words == *"apt install $mesa" && $words != *$'\n'* ]] ||
    fail "$PRETTY_NAME, without Mesa, ends with $status and '$words'"
  # shellcheck disable=SC2086
  quietly inside apt-get install --yes --no-install-recommends $mesa
  timed env/bin/meshrender render photo.png --mesh wave --fit -o picture.png
  [[ -s $root/work/picture.png ]] || fail "$PRETTY_NAME has drawn no picture"

  for place in man/man1/meshrender.1 man/man1/meshrender-render.1 bash-completion/completions/meshrender \
    zsh/site-functions/_meshrender fish/vendor_completions.d/meshrender.fish meshrender/schemas/scene.schema.json; do
    [[ -s $root/work/env/share/$place ]] || fail "$PRETTY_NAME has no share/$place in an environment"
  done
  user bash -c 'source env/share/bash-completion/completions/meshrender && complete -p meshrender' >/dev/null
  places
  examples
  quietly user env/bin/pip uninstall --yes meshrender
  words=$(find "$root/work/env" -name '*meshrender*')
  [[ -z $words ]] || fail "$PRETTY_NAME keeps $words"
  echo "$PRETTY_NAME: from nothing to a picture in $((elapsed / 10)).$((elapsed % 10)) s; the manual's page runs; removed"
}

# `python -m meshrender` finds the program beside the package, wherever that is, and says what to do where there is none.
places() {
  local words status=0 pip=(env/bin/pip install --no-index --no-compile "/work/$name") packages
  prints_version() { [[ $(user "$@" --version) == "$version" ]] || fail "$PRETTY_NAME: '$*' prints no version $version"; }
  prints_version env/bin/meshrender
  prints_version env/bin/python -m meshrender
  quietly user "${pip[@]}" --target target
  prints_version env PYTHONPATH=target python3 -m meshrender
  quietly user "${pip[@]}" --ignore-installed --prefix /work/prefix
  packages=$(cd "$root" && echo work/prefix/lib/python3*/site-packages)
  prints_version env "PYTHONPATH=/$packages" python3 -m meshrender
  pip=(env/bin/pip --python /usr/bin/python3 "${pip[@]:1}")
  quietly user "${pip[@]}" --user --break-system-packages
  prints_version python3 -m meshrender
  prints_version env MESHRENDER_PROGRAM=/work/env/bin/meshrender PYTHONPATH=target python3 -m meshrender

  rm "$root"/work/{target,.local}/bin/meshrender
  words=$(user env PYTHONPATH=target python3 -m meshrender --version 2>&1) || status=$?
  [[ $status == 69 && $words == *"pip install"* && $words != *$'\n'* ]] ||
    fail "$PRETTY_NAME, without the program, ends with $status and '$words'"
}

# Runs the commands of the manual's page with the installed wheel and what its programs import, which pip downloads outside,
# where it is configured. The system has what the .deb recommends, and what GIFs take.
examples() {
  local page=Documentation/guide/python.md modules=(numpy pillow) release recommended
  ! grep --quiet '^import cv2' "$page" || modules+=(opencv-python-headless)
  release=$(user python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  quietly "$python" -m pip download --python-version "$release" --only-binary :all: --dest "$root/work/modules" "${modules[@]}"
  quietly user env/bin/pip install --no-index --find-links modules "${modules[@]}"
  recommended=$(sed -n 's/^Recommends: //p' Scripts/package.sh | tr --delete ,)
  # shellcheck disable=SC2086
  quietly inside apt-get install --yes --no-install-recommends $recommended libimagequant0
  mkdir -p "$root/work/repository/Documentation"
  cp -r Scripts Examples "$root/work/repository"
  cp -r "$(dirname "$page")" "$root/work/repository/Documentation"
  quietly user repository/Scripts/run-page.sh env/bin/meshrender "repository/$page" page
}

archive
source_distribution
for release; do check "$release"; done

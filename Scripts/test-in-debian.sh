#!/usr/bin/env bash
# Builds and tests the package in a root file system of another Debian release, made by debootstrap.
#
# Usage: test-in-debian.sh RELEASE [COMMAND...], as in "test-in-debian.sh trixie make faults"; the command's default is
# "make test". Needs root or sudo, the package debootstrap and a network. The root lies in .build-RELEASE and is kept, so
# that a second run builds only what changed. Mounts are seen by this script alone and end with it.
#
# The Swift toolchain is that of `swift` on the PATH, mounted read-only at its own place. Where git is configured to take
# packages from elsewhere (url.*.insteadOf), it does so inside, too.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "test-in-debian: $*" >&2
  exit 1
}

release=${1:-}
[[ $release =~ ^[a-z]+$ ]] || fail "name a release, such as trixie"
shift
[[ $# -gt 0 ]] || set -- make test

# In mount and process namespaces of its own, as root: mounts and leftover processes go with it.
if [[ -z ${MESHRENDER_INSIDE:-} ]]; then
  Scripts/check-swift.sh
  as_root=()
  if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null || fail "this needs root or sudo"
    as_root=(sudo --preserve-env=PATH,HOME,http_proxy,https_proxy,no_proxy)
  fi
  command -v debootstrap >/dev/null || "${as_root[@]}" apt-get install --yes debootstrap </dev/null >&2
  exec "${as_root[@]}" env MESHRENDER_INSIDE=1 PATH="$PATH:/usr/sbin:/sbin" \
    unshare --mount --pid --fork "${BASH_SOURCE[0]}" "$release" "$@"
fi

resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
toolchain=$(realpath "$resources/../../..")
[[ $toolchain != / ]] || fail "the Swift toolchain lies in /usr itself, where it cannot be mounted; unpack one in a folder"

mkdir -p ".build-$release"
root=$(realpath ".build-$release")/root
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
if [[ ! -e $root/etc/made-whole ]]; then
  echo "Making a root of Debian $release" >&2
  rm -rf --one-file-system "$root"
  debootstrap --variant=minbase --include=ca-certificates,git,make,pkg-config,python3,util-linux,procps \
    "$release" "$root" "$mirror" >"$root.log" 2>&1 || { tail -n 20 "$root.log" >&2 && fail "debootstrap failed"; }
  # What the toolchain itself needs of the system, by the names of any release.
  chroot "$root" bash -euo pipefail -c '
    export DEBIAN_FRONTEND=noninteractive
    available() { apt-cache show "$1" >/dev/null 2>&1; }
    packages=(binutils libc6-dev libstdc++-12-dev libgcc-12-dev libedit2 libsqlite3-0 libncurses6 tzdata zlib1g-dev unzip)
    for name in libxml2 libxml2-16 libcurl4t64 libcurl4 binutils-gold; do available $name && packages+=($name); done
    apt-get install --yes --no-install-recommends "${packages[@]}"' </dev/null >"$root.log" 2>&1 ||
    { tail -n 20 "$root.log" >&2 && fail "the toolchain's packages could not be installed"; }
  touch "$root/etc/made-whole"
fi

mount --make-rprivate /
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
show() { # mounts a folder read-only at its own place
  mkdir -p "$root$1"
  mount --bind "$1" "$root$1"
  mount -o remount,bind,ro "$root$1"
}
show "$toolchain"
cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"

# git's configuration for packages: its rules, and the folders that they lead to.
rules=$root/etc/gitconfig
printf '[safe]\n\tdirectory = *\n' >"$rules"
while read -r key value; do
  git config --file "$rules" --add "$key" "$value"
  place=${key#url.}
  place=${place%.insteadof}
  place=${place#file://}
  if [[ $place == /* && -d $place ]] && ! mountpoint --quiet "$root$place"; then show "$(realpath "$place")"; fi
done < <(git config --get-regexp '^url\..*\.insteadof$' || true)

# The sources as they are, without what was built from them here.
source=$root/src
mkdir -p "$source"
find "$source" -mindepth 1 -maxdepth 1 ! -name '.build*' ! -name '.venv*' -exec rm -rf {} +
git ls-files -z --cached --others --exclude-standard |
  while IFS= read -r -d '' file; do [[ -e $file ]] && printf '%s\0' "$file"; done |
  tar --null --files-from=- --create --file=- | tar --extract --directory="$source"

. "$root/etc/os-release"
echo "$PRETTY_NAME: $*" >&2
inside=(env -i HOME=/root LANG=C.UTF-8 TERM=dumb "PATH=$(dirname "$(realpath "$(command -v swiftc)")"):/usr/sbin:/usr/bin:/sbin:/bin")
for name in http_proxy https_proxy no_proxy; do [[ -z ${!name:-} ]] || inside+=("$name=${!name}"); done
chroot "$root" "${inside[@]}" bash -c 'cd /src && "$@"' _ Scripts/install-packages.sh
chroot "$root" "${inside[@]}" bash -c 'cd /src && exec "$@"' _ "$@"

# Sourced by the checks in bare systems of Debian. debootstrap makes each system once; it lies in .build-roots and is kept,
# and a check works in a copy that is thrown away. Sets work, a folder in memory, and needs a function fail.
# Needs root or sudo, debootstrap and a network.

# Starts the script again as root in a mount namespace of its own, so that mounts go with it; there, goes on.
# Usage: enter "$@", in the repository's root
enter() {
  if [[ -z ${MESHRENDER_INSIDE:-} ]]; then
    local as_root=()
    if [[ $(id -u) -ne 0 ]]; then
      command -v sudo >/dev/null || fail "this needs root or sudo"
      as_root=(sudo --preserve-env=PATH,HOME,http_proxy,https_proxy,no_proxy)
    fi
    PATH=$PATH:/usr/sbin:/sbin
    command -v debootstrap >/dev/null || Scripts/install-packages.sh debootstrap
    exec "${as_root[@]}" env MESHRENDER_INSIDE=1 PATH="$PATH" unshare --mount --pid --fork "Scripts/$(basename "$0")" "$@"
  fi
  mount --make-rprivate /
  # What is written is in memory, so that it also goes where the disk is an overlay, which carries no other.
  work=$(mktemp -d)
  mount -t tmpfs -o size=4G tmpfs "$work"
  trap 'umount --lazy "$work"; rmdir "$work"' EXIT
}

# Makes a bare system of a release where it is missing, and shows a copy of it: sets root, and what its os-release says.
bare() {
  local release=$1 base=$PWD/.build-roots/$1 mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
  if [[ ! -e $base/etc/made-bare ]]; then
    echo "Making a bare system of Debian $release" >&2
    mkdir -p .build-roots
    # A mirror may be busy for a moment.
    local attempt
    for attempt in 1 2 3; do
      rm -rf --one-file-system "$base"
      debootstrap --variant=minbase "$release" "$base" "$mirror" >"$base.log" 2>&1 && break
      ((attempt < 3)) || { tail -n 20 "$base.log" >&2 && fail "debootstrap failed"; }
      sleep 5
    done
    echo 'Acquire::Retries "3";' >"$base/etc/apt/apt.conf.d/80-retries"
    touch "$base/etc/made-bare"
  fi
  local copy
  copy=$(mktemp --directory --tmpdir="$work")
  mkdir "$copy"/{upper,work,root}
  root=$copy/root
  mount -t overlay overlay -o "lowerdir=$base,upperdir=$copy/upper,workdir=$copy/work" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"
  # shellcheck disable=SC1091
  . "$root/etc/os-release"
}

# Runs a command in the system, as root, with the environment of a login.
inside() {
  local variables=(HOME=/root LANG=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin) name
  for name in http_proxy https_proxy no_proxy; do [[ -z ${!name:-} ]] || variables+=("$name=${!name}"); done
  chroot "$root" env --ignore-environment "${variables[@]}" "$@"
}

# The same as a user without a home.
as_user() { chroot --userspec=65534:65534 "$root" env --ignore-environment HOME=/nonexistent PATH=/usr/bin:/bin "$@"; }

quietly() { "$@" </dev/null >"$work/log" 2>&1 || { tail -n 30 "$work/log" >&2 && fail "failed: $*"; }; }

#!/usr/bin/env bash
# Installs the system packages that this package needs and that are missing, and those named as arguments. Silent when
# nothing is.
#
# Debian and Ubuntu; needs root or sudo only when something is missing. Calls side by side wait for one another.
set -euo pipefail

packages=(
  libegl-dev           # EGL: a context without a display; libegl1 is loaded at the first picture
  libgles-dev          # the headers of OpenGL ES 3
  libgl1-mesa-dri      # Mesa's drivers; libegl1 does not pull them in
  libpng-dev           # reads and writes PNG
  libjpeg-dev          # the headers of libjpeg-turbo, which reads and writes JPEG; loaded at the first one
  liblcms2-2           # converts CMYK; loaded at the first CMYK picture
  libpangocairo-1.0-0  # lays out text and draws it, with Cairo; loaded at the first text
  fonts-dejavu-core    # a font to draw it with
  libhyphen0           # hyphenates texts; loaded at the first one with hyphens
  hyphen-en-us         # patterns for it
  hyphen-de            # patterns in another encoding
  libwebpdemux2        # reads WebP, with libwebp; loaded at the first one
  libwebpmux3          # writes WebP, with libwebp; loaded when one is written
  libimagequant0       # the colors of a GIF (GPL); loaded when one is written
  libyaml-dev          # the header of libyaml, which reads calibration files; loaded at the first one
  libsixel1            # previews in terminals with sixels; loaded at the first one
  "$@"
)
# Digests of batches; loaded at the first one. Its package has another name in Debian 13, and most systems have it.
ldconfig -p 2>/dev/null | grep -q 'libcrypto\.so\.3' || packages+=(libssl3)

fail() {
  echo "meshrender: $*" >&2
  exit 1
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  if pkg-config --exists egl glesv2 libpng 2>/dev/null; then exit 0; fi
  fail "this script installs with apt-get, which is not here. Install the development files of EGL," \
    "OpenGL ES 3, libpng and libjpeg-turbo, Little CMS 2, Pango with Cairo, libwebp with libwebpmux, libimagequant, libsixel, libhyphen, libyaml, Mesa's drivers and the" \
    "DejaVu fonts, then run make again." \
    "Fedora: dnf install pkgconf-pkg-config libglvnd-devel mesa-dri-drivers libpng-devel libjpeg-turbo-devel lcms2 pango libwebp libyaml-devel" \
    "libimagequant libsixel dejavu-sans-fonts dejavu-serif-fonts dejavu-sans-mono-fonts." \
    "Arch: pacman -S pkgconf libglvnd mesa libpng libjpeg-turbo lcms2 pango libwebp libyaml libimagequant libsixel ttf-dejavu." \
    "Alpine has no Swift toolchain."
fi

missing=()
exec 9<"${BASH_SOURCE[0]}"
flock 9
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $status == installed* ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

if [[ $(id -u) -eq 0 ]]; then
  as_root=(env)
elif command -v sudo >/dev/null; then
  as_root=(sudo)
else
  fail "these packages are missing and need root or sudo, and you have neither: ${missing[*]}." \
    "Ask an administrator to run: apt-get install ${missing[*]}"
fi

echo "Installing ${missing[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt_get() {
  "${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get --quiet -o DPkg::Lock::Timeout=120 "$@" \
    </dev/null >"$log" 2>&1 || { cat "$log" >&2 && return 1; }
}
apt_get update || fail "apt-get update failed; is the network up? Missing packages: ${missing[*]}"
apt_get install --yes --no-install-recommends "${missing[@]}" ||
  fail "apt-get could not install ${missing[*]}; its own words are above"

#!/usr/bin/env bash
# Makes a package of a release binary, and prints its path: a .deb, an archive that runs wherever it is unpacked, or a wheel
# for pip, for which the binary contains libpng and zlib. The same binary and commit give the same bytes.
# DEB_COMPRESSION=gzip and COMPRESSION_LEVEL=1 make .deb and archive faster, and larger.
# Usage: Scripts/package.sh deb|tarball|wheel TOOL [FOLDER], FOLDER being where the package is written: .build-package
set -euo pipefail
usage="usage: Scripts/package.sh deb|tarball|wheel TOOL [FOLDER]"
kind=${1:?$usage}
tool=$(realpath "${2:?$usage}")
mkdir -p "${3:-$(dirname "${BASH_SOURCE[0]}")/../.build-package}"
folder=$(realpath "${3:-$(dirname "${BASH_SOURCE[0]}")/../.build-package}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "package: $*" >&2
  exit 1
}

Scripts/check-release.sh "$tool" >&2
[[ $(LC_ALL=C ldd "$tool") != *libswift* ]] || fail "$tool needs libraries of Swift; build it with the static runtime"
version=$("$tool" --version)
# The time of the commit is that of every file.
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || stat --format=%Y CHANGELOG.md)}"
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

tarball() {
  local name=meshrender-$version
  Scripts/stage.sh "$tool" "$tree/$name"
  local archive
  archive=$folder/$name-linux-$(uname -m).tar.gz
  tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --format=ustar \
    --directory="$tree" "$name" | gzip --no-name "-${COMPRESSION_LEVEL:-9}" >"$archive.part"
  mv "$archive.part" "$archive"
  echo "$archive"
}

wheel() {
  local needed name python
  name=meshrender-$version-py3-none-manylinux_2_34_$(uname -m).whl
  needed=$(ldd "$tool" | grep --extended-regexp --only-matching '^\s*(libpng|libz)[^ ]*' | xargs || true)
  [[ -z $needed ]] || fail "$tool needs $needed where it runs; link it by Scripts/link-static.sh --png"
  # Libraries that are loaded at run time have a libpng of their own, which this one must not replace.
  if objdump --dynamic-syms "$tool" | grep --quiet '\.text.* png_'; then fail "$tool exports the functions of libpng"; fi
  Scripts/stage.sh "$tool" "$tree/stage"
  python=$(Scripts/python-environment.sh wheel)
  MESHRENDER_TREE=$tree/stage "$python" -m build --no-isolation --wheel --outdir "$tree" . >&2
  [[ -f $tree/$name ]] || fail "the wheel is not named $name, but $(cd "$tree" && echo *.whl)"
  mv "$tree/$name" "$folder"
  echo "$folder/$name"
}

deb() {
  local tool_name
  for tool_name in dpkg-deb dpkg-shlibdeps; do
    command -v "$tool_name" >/dev/null || fail "$tool_name is missing; install dpkg-dev"
  done
  local root=$tree/root debian_version=$version-1 architecture
  architecture=$(dpkg --print-architecture)
  Scripts/stage.sh "$tool" "$root/usr" share/zsh/vendor-completions
  gzip -9n "$root"/usr/share/man/man1/*.1
  local documents=$root/usr/share/doc/meshrender
  mv "$documents/CHANGELOG.md" "$documents/changelog"
  rm "$documents/LICENSE"
  maintainer="${DEBFULLNAME:-$(git log -1 --format=%an)} <${DEBEMAIL:-$(git log -1 --format=%ae)}>"
  copyright >"$documents/copyright"
  debian_changelog >"$documents/changelog.Debian"
  gzip -9n "$documents/changelog" "$documents/changelog.Debian"
  mkdir "$root/DEBIAN" "$tree/debian"
  # dpkg-shlibdeps reads the names of packages there.
  printf 'Source: meshrender\n\nPackage: meshrender\nArchitecture: any\n' >"$tree/debian/control"
  local depends
  depends=$(cd "$tree" && dpkg-shlibdeps -O -e"$root/usr/bin/meshrender" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
  [[ $depends == *libc6* && $depends == *libpng16* ]] || fail "dpkg-shlibdeps names no libc6 and libpng16: '$depends'"
  control "$debian_version" "$architecture" "$depends" "$(du --summarize --apparent-size --block-size=1K "$root/usr" | cut -f1)" \
    >"$root/DEBIAN/control"
  (cd "$root" && find usr -type f | sort | xargs md5sum) >"$root/DEBIAN/md5sums"
  find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
  chmod -R u=rwX,go=rX "$root"
  local package=$folder/meshrender_${debian_version}_$architecture.deb
  dpkg-deb --root-owner-group --build -Z"${DEB_COMPRESSION:-xz}" ${COMPRESSION_LEVEL:+-z"$COMPRESSION_LEVEL"} "$root" "$package.part" >/dev/null
  mv "$package.part" "$package"
  echo "$package"
}

# The libraries of Recommends are loaded when a picture needs them: the driver and EGL; JPEG; profiles of colors; texts
# and a font; WebP; calibration files; digests of batches. Suggests: videos; GIFs, by a library under the GPL;
# hyphens; previews in terminals with sixels; the viewer of --open.
control() {
  cat <<END
Package: meshrender
Version: $1
Architecture: $2
Maintainer: $maintainer
Installed-Size: $4
Depends: $3
Recommends: libegl1, libgl1-mesa-dri, libjpeg62-turbo, liblcms2-2, libpangocairo-1.0-0, fonts-dejavu-core, libwebpdemux2, libwebpmux3, libyaml-0-2, libssl3
Suggests: ffmpeg, libhyphen0, libimagequant0, libsixel1, xdg-utils
Section: graphics
Priority: optional
Description: bend images and text with mesh transforms, without a display
 meshrender deforms images, texts, videos and whole scenes of layers by
 meshes, in two dimensions or three, in perspective and lit: waves, ripples,
 page curls, flags, labels around mugs, named warps, four-corner pins, smooth
 surfaces and meshes of your own.
 .
 It draws headless on a GPU or on the CPU alone, and writes PNG, JPEG and
 WebP, animated PNG, WebP and GIF, and video through FFmpeg. Lists of jobs are
 drawn with a worker for each core.
END
}

copyright() {
  cat <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: meshrender

Files: *
Copyright: $(sed -n 's/^Copyright (c) //p' LICENSE)
License: Expat

Files: usr/bin/meshrender
Copyright: $(sed -n 's/^Copyright (c) //p' LICENSE)
           2014-2026 Apple Inc. and the Swift project authors
License: Expat and Apache-2.0 with Runtime Library Exception
Comment: The program contains the Swift runtime, FoundationEssentials, libdispatch and Swift Argument Parser, under the
 Apache License 2.0 with the Runtime Library Exception.

License: Expat
$(sed '1,/^Copyright/d' LICENSE | sed '1d; s/^$/./; s/^/ /')

License: Expat and Apache-2.0 with Runtime Library Exception
 The files of this package are under the Expat license, above. The Swift
 runtime is under the Apache License, Version 2.0; on Debian systems its text
 is in /usr/share/common-licenses/Apache-2.0. The exception:
 .
 As an exception, if you use this Software to compile your source code and
 portions of this Software are embedded into the binary product as a result,
 you may redistribute such product without providing attribution as would
 otherwise be required by Sections 4(a), 4(b) and 4(d) of the License.
END
}

# An entry for each version of CHANGELOG.md. One that is not released yet has the time of the commit.
debian_changelog() {
  local number rest day
  sed -n 's/^## \([0-9][0-9.]*\) (\(.*\))$/\1 \2/p' CHANGELOG.md | while read -r number rest; do
    day=$(grep --only-matching --extended-regexp --max-count=1 '[0-9]{4}-[0-9]{2}-[0-9]{2}' <<<"$rest") ||
      day=@$SOURCE_DATE_EPOCH
    printf 'meshrender (%s) unstable; urgency=medium\n\n  * Version %s: see changelog.gz.\n\n -- %s  %s\n\n' \
      "$number-1" "$number" "$maintainer" "$(date --utc --date="$day" '+%a, %d %b %Y %H:%M:%S +0000')"
  done
}

case $kind in
  deb) deb ;;
  tarball) tarball ;;
  wheel) wheel ;;
  *) fail "$usage" ;;
esac

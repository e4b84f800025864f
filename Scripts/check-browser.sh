#!/usr/bin/env bash
# Checks clips and texts with the installed Chromium: how often it plays a clip, how long it shows each frame, and whether
# texts of six scripts have the widths and the ink of its own.
# Usage: Scripts/check-browser.sh [path of meshrender] [FOLDER-FOR-PICTURES]
set -euo pipefail
source "$(dirname "$0")/checking.sh"
python=$(Scripts/python-environment.sh browser)
for program in chromium ffmpeg; do
  command -v "$program" >/dev/null || Scripts/install-packages.sh "$program"
done

# Fonts of three scripts, beside the DejaVu fonts. They are not installed: other pictures do not change by them.
fonts=.venv-browser/fonts
if [[ ! -d $fonts ]]; then
  packages=(fonts-lohit-deva fonts-tlwg-loma-ttf fonts-droid-fallback)
  apt-cache show "${packages[@]}" >/dev/null 2>&1 || apt-get update >&2
  (cd "$folder" && apt-get download --quiet "${packages[@]}" >&2)
  for package in "$folder"/*.deb; do dpkg-deb --extract "$package" "$folder/fonts"; done
  mv "$folder/fonts" "$fonts"
  rm "$folder"/*.deb
fi
"$python" Scripts/check_browser.py "$tool" "$folder" "$fonts" "${@:2}"

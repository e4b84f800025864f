#!/usr/bin/env bash
# Checks a built site: links, anchors and pictures; and opens every page in headless Chromium, at the widths of a phone and
# of a desktop, light and dark.
# Usage: Scripts/check-site.sh SITE [FOLDER-FOR-SCREENSHOTS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
site=$(realpath "${1:?usage: Scripts/check-site.sh SITE [FOLDER-FOR-SCREENSHOTS]}")
if [[ ! -f $site/index.html ]]; then
  echo "meshrender: $1 holds no site; make site builds one" >&2
  exit 66
fi
command -v chromium >/dev/null || Scripts/install-packages.sh chromium
python3 Scripts/check_site.py "$site"
"$(Scripts/python-environment.sh browser)" Scripts/browse_site.py "$site" "${@:2}"

#!/usr/bin/env bash
# Builds the manual into site/: runs the commands of all pages, converts the pages to HTML, and generates the reference of
# the Swift libraries. Commands of a page are run again after a change of the page or of the tool. The site needs no server
# but for the reference of the libraries, which expects the site at the top of a host or at the path SITE_BASE.
# Usage: Scripts/site.sh PATH-TO-MESHRENDER [--no-api] [--no-commands]
#   --no-commands  takes the repository's pictures
set -euo pipefail
binary=$(realpath "${1:?usage: Scripts/site.sh PATH-TO-MESHRENDER [--no-api] [--no-commands]}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
shift
python=$(Scripts/python-environment.sh)
site=$PWD/site
options=()
api=yes
commands=yes
for option; do
  case $option in
    --no-api) api= ;;
    --no-commands) commands= ;;
    *) echo "meshrender: $option is no option of this script; use --no-api or --no-commands" >&2 && exit 64 ;;
  esac
done

if [[ $commands ]]; then
  PATH=$(dirname "$python"):$PATH Scripts/run-pages.sh "$binary"
  options+=(--work .build-site/pages)
fi

rm -rf "$site.new"
mkdir -p "$site.new"
if [[ $api ]]; then
  options+=(--api)
  Scripts/site-api.sh "$site.new/api"
fi
"$python" Scripts/build_site.py "$site.new" --version "$("$binary" --version)" "${options[@]}"
"$python" Scripts/check_site.py "$site.new"
rm -rf "$site"
mv "$site.new" "$site"
echo "The manual is in site/index.html"

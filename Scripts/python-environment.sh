#!/usr/bin/env bash
# Prints the path of a Python with the packages of requirements.txt: a virtual environment in .venv, which all checks
# share. With a NAME, those of requirements-NAME.txt in .venv-NAME. Makes it where it is missing, and installs again where
# the list has changed. Modules are compiled when they are first imported, since checks import few of them. Checks may run
# side by side.
# Usage: Scripts/python-environment.sh [NAME]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

environment=$PWD/.venv${1:+-$1}
requirements=Scripts/requirements${1:+-$1}.txt
mkdir -p "$environment"
exec 9>"$environment/lock"
flock 9
if ! cmp --quiet "$requirements" "$environment/requirements.txt"; then
  # Debian has what makes environments in a package of its own.
  python3 -c 'import ensurepip, venv' 2>/dev/null || Scripts/install-packages.sh python3-venv >&2
  python3 -m venv "$environment" >&2
  "$environment/bin/pip" install --quiet --disable-pip-version-check --no-compile --requirement "$requirements" >&2
  cp "$requirements" "$environment/requirements.txt"
fi
echo "$environment/bin/python"

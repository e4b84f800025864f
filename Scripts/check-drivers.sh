#!/usr/bin/env bash
# Draws the same pictures by the drivers of Mesa that need no GPU, and by every GPU that is at hand, and compares them with
# llvmpipe's; draws by drivers with faked limits and failures; and has a validator that is no driver read every shader.
# Prints a table; exits with 1 when anything differs from what is stated in Tests/Drivers.
#
# usage: Scripts/check-drivers.sh [path of meshrender [options of swift test]]
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath "${1:-.build-tests/release/meshrender}")
options=("${@:2}")
Scripts/install-packages.sh mesa-vulkan-drivers glslang-tools gcc libc6-dev
python=$(Scripts/python-environment.sh)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

gcc -Wall -Wextra -Werror -O1 -fPIC -shared -o "$folder/faults.so" Tests/Drivers/faults.c -ldl
"$python" Tests/Drivers/check.py "$tool" "$folder/faults.so" "$folder" || failed=1

# The tests are built with the same options.
mkdir "$folder/shaders"
MESHRENDER_SHADERS=$folder/shaders swift test --skip-build --disable-xctest "${options[@]}" \
  --filter ShaderVariantsTests </dev/null >"$folder/test.log" 2>&1 || { cat "$folder/test.log" && failed=1; }
count=$(find "$folder/shaders" -type f | wc -l)
echo
if ((count == 0)); then
  echo "FAIL no shaders were written"
  failed=1
elif find "$folder/shaders" -type f -print0 |
  xargs --null --max-args=500 --max-procs="$(nproc)" glslangValidator >"$folder/glslang.log"; then
  echo " ok  glslang: $count shaders, every variant"
else
  grep --before-context=1 --max-count=20 '^ERROR' "$folder/glslang.log"
  echo "FAIL glslang: $(grep --count '^ERROR: [^0-9]\|compilation terminated' "$folder/glslang.log") errors in $count shaders"
  failed=1
fi
exit "$failed"

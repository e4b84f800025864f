#!/usr/bin/env bash
# Draws random scenes (Fuzz/Scenes) with the optimized modules of the tests. The scene that failed is kept in
# .build-fuzz/scenes.
# Usage: random-scenes.sh FOLDER SECONDS [SEED]; the folder is that of a release build of the tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=$1 seconds=$2 seed=${3:-$RANDOM$RANDOM}
folder=$PWD/.build-fuzz/scenes
mkdir -p "$folder"
flags=()
for name in CEGL CLoad CPango CHyphen; do
  flags+=(-Xcc "-fmodule-map-file=$build/$name.build/module.modulemap" -Xcc "-I$PWD/Sources/$name/include")
done
objects=()
for name in CheckedNumbers MeshTransform SceneDocument Shaders RenderGraph SoftwareRaster GLRenderer TextImages TestSupport CEGL CLoad CPango CHyphen; do
  for object in "$build/$name.build"/*.o; do
    # The object of a source that is gone stays in the folder.
    source=$(basename "$object" .o)
    if [[ $source == embedded_resources.swift || -n $(find Sources Shaders Tests/Support -name "$source" -print -quit) ]]; then
      objects+=("$object")
    fi
  done
done
swiftc -Onone -wmo -swift-version 6 -module-name random_scenes -I "$build/Modules" "${flags[@]}" \
  Fuzz/Scenes/*.swift "${objects[@]}" -o "$folder/random-scenes"
if ! "$folder/random-scenes" "${seconds}s" "$seed" "$folder" >"$folder/log" 2>&1; then
  grep -m 3 -E 'seed|Fatal error' "$folder/log" || tail -n 5 "$folder/log"
  echo "scenes failed at ${folder#"$PWD"/}/scene.json. Replay: $folder/random-scenes 1 SEED" >&2
  exit 1
fi
tail -n 2 "$folder/log"

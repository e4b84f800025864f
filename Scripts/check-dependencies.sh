#!/usr/bin/env bash
# A package that uses only the libraries depends on no other package.
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/client/Sources/client"
ln -s "$repository" "$folder/meshrender"
cd "$folder/client"
echo 'import MeshTransform' >Sources/client/main.swift

cat >Package.swift <<EOF
// swift-tools-version: 6.1
import PackageDescription
let package = Package(
  name: "client", dependencies: [.package(path: "../meshrender", traits: [])],
  targets: [
    .executableTarget(name: "client", dependencies: [.product(name: "MeshTransform", package: "meshrender")])
  ])
EOF
dependencies=$(swift package show-dependencies --format json </dev/null)
if [[ $dependencies != *'"meshrender"'* || $dependencies == *argument-parser* || -e Package.resolved ]]; then
  echo "with traits: [] the libraries depend on more than themselves:" >&2
  echo "$dependencies" >&2
  exit 1
fi
echo "the libraries depend on no other package"

// swift-tools-version: 6.1
import PackageDescription

// Makes the reference of the Swift libraries for the manual. It is a package of its own, so that programs that use the
// libraries fetch no plugin.
let package = Package(
  name: "Libraries",
  dependencies: [
    .package(name: "meshrender", path: "../..", traits: []),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    .target(
      name: "Libraries",
      dependencies: [
        "MeshTransform", "GLRenderer", "ImageFiles", "TextImages", "AnimationFiles", "SceneDocument",
        "MeshFormats",
        "MapFiles",
      ].map { .product(name: $0, package: "meshrender") })
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.1
import PackageDescription

// A release build compiles the tests without optimization, which halves its time. The libraries that they test and the
// references in TestSupport are optimized. The same job emits the module; a second one would check all types again.
let unoptimized: [SwiftSetting] = [
  .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
]

let package = Package(
  name: "meshrender",
  products: [
    .library(name: "MeshTransform", targets: ["MeshTransform"]),
    .library(name: "GLRenderer", targets: ["GLRenderer"]),
    .library(name: "ImageFiles", targets: ["ImageFiles"]),
    .library(name: "AnimationFiles", targets: ["AnimationFiles"]),
    .library(name: "TextImages", targets: ["TextImages"]),
    .library(name: "SceneDocument", targets: ["SceneDocument"]),
    .library(name: "MeshFormats", targets: ["MeshFormats"]),
    .library(name: "MapFiles", targets: ["MapFiles"]),
    .executable(name: "meshrender", targets: ["meshrender"]),
  ],
  traits: [
    // A package that uses only the libraries leaves it out, and swift-argument-parser with it.
    .trait(name: "CommandLine", description: "The tool meshrender, which needs swift-argument-parser."),
    // For the tests: compiling that target's code takes longer than all that they gain by its optimization.
    .trait(name: "UnoptimizedTool", description: "Compiles the target meshrender without optimization."),
    .default(enabledTraits: ["CommandLine"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // The pure model: values only.
    .target(name: "CheckedNumbers"),  // conversions of numbers that cannot trap
    .target(name: "MeshTransform", dependencies: ["CheckedNumbers"]),

    // System libraries.
    .target(name: "CEGL"),  // loads EGL at its first use; its headers are libegl-dev's and libgles-dev's
    .target(name: "CMemory"),  // counts the blocks of the heap, for the tool only: it replaces malloc
    .target(name: "CLoad"),  // finds functions in libraries at run time
    .target(name: "CHyphen", dependencies: ["CLoad"]),  // loads libhyphen at its first use
    .target(name: "CPango", dependencies: ["CLoad"]),  // loads Pango and Cairo at their first use
    // Loads libwebp and libimagequant at their first use, starts ffmpeg.
    .target(name: "CAnimation", dependencies: ["CLoad"]),
    .target(name: "CSandbox"),  // Landlock and seccomp, by the kernel's own interface
    .target(name: "CGlibc"),  // keeps what a static build asks of glibc low
    // Loads libjpeg-turbo at its first use; its headers are libjpeg-dev's.
    .target(name: "CJPEG", dependencies: ["CLoad"]),
    .target(name: "CSixel", dependencies: ["CLoad"]),  // loads libsixel at its first use
    .target(name: "CDigest", dependencies: ["CLoad"]),  // loads OpenSSL's libcrypto at its first use
    .target(name: "CLCMS", dependencies: ["CLoad"]),  // loads Little CMS at its first use
    .target(name: "CWebP", dependencies: ["CLoad"]),  // loads libwebp at its first use
    // Loads libyaml at its first use; its header is libyaml-dev's.
    .target(name: "CYAML", dependencies: ["CLoad"]),
    .target(name: "CPNG", linkerSettings: [.linkedLibrary("png16"), .linkedLibrary("z")]),

    // Doors to the outside.
    .target(
      name: "ImageFiles",
      dependencies: ["CheckedNumbers", "MeshTransform", "CPNG", "CJPEG", "CLCMS", "CWebP"]),
    .target(
      name: "AnimationFiles",
      dependencies: ["CheckedNumbers", "MeshTransform", "ImageFiles", "CPNG", "CAnimation"]),
    .target(name: "TextImages", dependencies: ["CheckedNumbers", "MeshTransform", "CPango", "CHyphen"]),
    .target(name: "SceneDocument", dependencies: ["CheckedNumbers", "MeshTransform"]),
    .target(name: "YAML", dependencies: ["CheckedNumbers", "CYAML"]),
    .target(name: "MeshFormats", dependencies: ["CheckedNumbers", "MeshTransform", "SceneDocument", "YAML"]),
    .target(name: "MapFiles", dependencies: ["CheckedNumbers", "MeshTransform", "ImageFiles"]),

    // The renderer: a scene becomes a render graph, which is a value, and that becomes GL calls.
    .target(name: "RenderGraph", dependencies: ["CheckedNumbers", "MeshTransform"]),
    .target(name: "SoftwareRaster", dependencies: ["CheckedNumbers", "MeshTransform", "RenderGraph"]),
    .target(
      name: "Shaders", path: "Shaders",
      resources: [
        .embedInCode("mesh.vert.glsl"), .embedInCode("mesh.frag.glsl"),
        .embedInCode("mesh-uniforms.glsl"), .embedInCode("corner-weights.glsl"), .embedInCode("content.glsl"),
        .embedInCode("footprint.glsl"),
        .embedInCode("light.glsl"),
        .embedInCode("a-buffer-fragments.glsl"),
        .embedInCode("a-buffer.vert.glsl"), .embedInCode("a-buffer.frag.glsl"),
        .embedInCode("lines.vert.glsl"), .embedInCode("lines.frag.glsl"),
        .embedInCode("encode.frag.glsl"),
        .embedInCode("map.vert.glsl"), .embedInCode("map.frag.glsl"),
        .embedInCode("screen.vert.glsl"), .embedInCode("average.frag.glsl"),
        .embedInCode("halve.frag.glsl"), .embedInCode("resolve.frag.glsl"), .embedInCode("blend.frag.glsl"),
        .embedInCode("blur.frag.glsl"), .embedInCode("contact-shadow.frag.glsl"),
        .embedInCode("edge-tiles.vert.glsl"), .embedInCode("edge-tiles.frag.glsl"),
        .embedInCode("edge-pixels.comp.glsl"),
      ]),
    .target(
      name: "GLRenderer",
      dependencies: ["CheckedNumbers", "MeshTransform", "RenderGraph", "SoftwareRaster", "CEGL", "Shaders"]),

    // The tool.
    .executableTarget(
      name: "meshrender",
      dependencies: [
        "CheckedNumbers", "MeshTransform", "GLRenderer", "ImageFiles", "AnimationFiles", "SceneDocument",
        "MeshFormats", "MapFiles", "TextImages", "YAML", "CGlibc", "CDigest", "CSixel", "CSandbox",
        "CAnimation",
        "CEGL", "CJPEG",
        "CLCMS", "CLoad", "CMemory", "CPNG",
        "CPango", "CHyphen",
        "CWebP", "CYAML",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["CommandLine"])),
      ],
      swiftSettings: [
        .unsafeFlags(["-Onone"], .when(configuration: .release, traits: ["UnoptimizedTool"]))
      ]),

    // The examples, smallest first: `swift run 01-identity`.
    example("01-identity"),
    example("02-wavy-label", also: ["TextImages"]),
    example("03-ripple-with-light", also: ["TextImages"]),
    example("04-curtain"),
    example("05-page-curl"),
    example("06-mug-mockup"),

    // How hit testing and loading grow: `swift run -c release growth`.
    .executableTarget(
      name: "growth", dependencies: ["MeshTransform", "SceneDocument"], path: "Benchmarks/growth"),
    // What overlapping translucent layers cost: `swift run -c release transparency`.
    .executableTarget(
      name: "transparency", dependencies: ["MeshTransform", "GLRenderer"], path: "Benchmarks/transparency"),
    // What lights cost: `swift run -c release lighting`.
    .executableTarget(
      name: "lighting", dependencies: ["MeshTransform", "GLRenderer"], path: "Benchmarks/lighting"),
    // What antialiasing and filters cost: `swift run -c release samples`.
    .executableTarget(
      name: "samples", dependencies: ["MeshTransform", "GLRenderer"], path: "Benchmarks/samples"),

    // Frames of an animation beside other tools: Benchmarks/frames.sh.
    .executableTarget(
      name: "frames", dependencies: ["MeshTransform", "GLRenderer", "ImageFiles"], path: "Benchmarks/frames"),

    // What a frame asks of the driver: `make counts`.
    .executableTarget(
      name: "counts", dependencies: ["MeshTransform", "GLRenderer"], path: "Benchmarks/counts",
      exclude: ["counts.py", "null_driver.py", "expected.tsv"]),

    // A frame's time for many kinds of pictures: Benchmarks/matrix.sh.
    .executableTarget(
      name: "matrix", dependencies: ["MeshTransform", "GLRenderer", "ImageFiles"], path: "Benchmarks/matrix"),
    // How a frame's time grows with the scene: Benchmarks/growth-curves.sh.
    .executableTarget(
      name: "curves", dependencies: ["MeshTransform", "GLRenderer", "ImageFiles"], path: "Benchmarks/curves"),

    // How long subdivision takes: Benchmarks/subdivision.sh.
    .executableTarget(
      name: "subdivision", dependencies: ["MeshTransform"], path: "Benchmarks/subdivision",
      exclude: ["opensubdiv.cpp", "summarize.py"]),

    // How fast PNG is written: Benchmarks/png.sh.
    .executableTarget(
      name: "png", dependencies: ["MeshTransform", "ImageFiles"], path: "Benchmarks/png",
      exclude: ["peers.py", "summarize.py"]),

    // What several test targets share, and the references that compute a picture on the CPU, which need optimization.
    .target(name: "TestSupport", dependencies: ["MeshTransform", "RenderGraph"], path: "Tests/Support"),
    .testTarget(
      name: "MeshTransformTests", dependencies: ["CheckedNumbers", "MeshTransform", "TestSupport"],
      exclude: ["Fitting/Fixtures", "Subdivision/Fixtures"], swiftSettings: unoptimized),
    .testTarget(
      name: "ImageFilesTests", dependencies: ["ImageFiles", "MeshTransform", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: unoptimized),
    .testTarget(
      name: "AnimationFilesTests", dependencies: ["AnimationFiles", "ImageFiles", "MeshTransform"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "SceneDocumentTests", dependencies: ["SceneDocument", "MeshTransform", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "MeshFormatsTests",
      dependencies: ["MeshFormats", "SceneDocument", "MeshTransform", "TestSupport", "YAML"],
      exclude: ["Lenses/Fixtures"], swiftSettings: unoptimized),
    .testTarget(
      name: "MapFilesTests", dependencies: ["MapFiles", "ImageFiles", "MeshTransform"],
      exclude: ["Fixtures"], swiftSettings: unoptimized),
    .testTarget(
      name: "TextImagesTests", dependencies: ["TextImages", "MeshTransform"], swiftSettings: unoptimized),
    .testTarget(
      name: "RenderGraphTests",
      dependencies: ["RenderGraph", "SoftwareRaster", "MeshTransform", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "SoftwareRasterTests",
      dependencies: ["SoftwareRaster", "RenderGraph", "MeshTransform", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "GLRendererTests",
      dependencies: [
        "GLRenderer", "RenderGraph", "SoftwareRaster", "CEGL", "Shaders", "ImageFiles", "MeshTransform",
        "TestSupport",
      ],
      exclude: ["Golden"], swiftSettings: unoptimized),
    // Runs the examples' programs, which any build of the package makes.
    .testTarget(
      name: "ExamplesTests", dependencies: ["ImageFiles", "MeshTransform"], exclude: ["Golden"],
      swiftSettings: unoptimized),
    // Runs the built tool as a child process.
    .testTarget(
      name: "meshrenderTests",
      dependencies: ["meshrender", "CMemory", "ImageFiles", "MapFiles", "MeshTransform", "TestSupport"],
      swiftSettings: unoptimized),
  ],
  swiftLanguageModes: [.v6]
)

/// A program of one screen in a folder of its name, not a product: users of the package do not build it.
func example(_ name: String, also more: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name, dependencies: ["MeshTransform", "GLRenderer", "ImageFiles"] + more, path: "Examples/\(name)")
}

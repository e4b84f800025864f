/// The fuzz targets, by the names of their files. One program holds all, so that the modules are linked once.
private let targets: [String: @Sendable (FuzzInput) -> Void] = [
  "bezier": fuzzBezier,
  "camesh": fuzzCamesh,
  "colors": fuzzColors,
  "exr": fuzzExr,
  "fit": fuzzFit,
  "gestures": fuzzGestures,
  "gltf": fuzzGltf,
  "jpeg": fuzzJpeg,
  "lens": fuzzLens,
  "maps": fuzzMaps,
  "mesh": fuzzMesh,
  "motions": fuzzMotions,
  "obj": fuzzObj,
  "page": fuzzPage,
  "pixels": fuzzPixels,
  "png": fuzzPng,
  "points": fuzzPoints,
  "scene": fuzzScene,
  "sequences": fuzzSequences,
  "specs": fuzzSpecs,
  "transforms": fuzzTransforms,
  "warp": fuzzWarp,
  "webp": fuzzWebp,
  "y4m": fuzzY4m,
]

/// The target of this process; ``selectTarget(_:_:)`` sets it before the first input.
nonisolated(unsafe) private var target: @Sendable (FuzzInput) -> Void = { _ in }

/// Selects the target that the program's name states; each target has a link to the program.
@_cdecl("LLVMFuzzerInitialize")
public func selectTarget(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>?
) -> CInt {
  guard let path = arguments?.pointee[0] else { return 1 }
  let name = String(cString: path).split(separator: "/").last.map(String.init) ?? ""
  guard let named = targets[name] else {
    fatalError("there is no target \"\(name)\"; use one of \(targets.keys.sorted())")
  }
  target = named
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target(FuzzInput(start, count))
  return 0
}

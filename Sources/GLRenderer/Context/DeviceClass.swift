/// What draws: the CPU, or a graphics processor beside it. What costs little on the one may cost much on the other, and
/// here it is decided which way is taken; pictures differ in their edges at most.
///
/// A software rasterizer shares the CPU with the program: a draw call, a mapped buffer and a read-back cost next to nothing
/// and wait for nothing, samples and fragments cost all. A graphics processor has fragments to spare, but a draw call costs
/// microseconds, and whoever asks for a result waits until all that was asked before is done.
enum DeviceClass: Hashable, Sendable, CaseIterable {
  case software, hardware

  /// - `renderer`: the name that GL gives.
  init(renderer: String) {
    let names = ["llvmpipe", "softpipe", "swrast", "lavapipe", "swiftshader"]
    self = names.contains { renderer.lowercased().contains($0) } ? .software : .hardware
  }

  /// Samples go where edges are, in parts of the picture that are drawn apart, some hundred draw calls. Else all of the
  /// picture has them.
  var drawsEdgesApart: Bool { self == .software }

  /// The most samples a pixel that a picture gets when nothing is asked for: everywhere, where edges are not drawn apart.
  var defaultSamples: Int { self == .software ? 4 : 8 }

  /// Triangles and backs that are not seen are found before they are drawn, vertex by vertex.
  var cullsOnCPU: Bool { self == .software }

  /// Shaders find out which pixels of a block no sample of theirs will reach.
  ///
  /// llvmpipe shades blocks of 4 x 4 pixels, and with several samples a pixel also those that lie behind what has been
  /// drawn. Thin triangles reach few pixels of their blocks: where an item folds, to skip the others saves a third of the
  /// time that their rows of samples take (`Benchmarks/frames.sh --works W2aa`: 61 ms of shading a frame become 55).
  var skipsUncoveredPixels: Bool { self == .software }

  /// Samples are averaged by a shader instead of a blit, for which llvmpipe compiles code in every process.
  var resolvesByShader: Bool { self == .software }

  /// Smaller levels of a layer's picture are made from its pixels, read back, instead of by the driver, which compiles code
  /// for it.
  var makesMipmapsOnCPU: Bool { self == .software }

  /// Pixels are copied into a buffer behind a fence when a picture is begun, and read when it is asked for; nothing waits
  /// meanwhile. Else they are read at once.
  var readsThroughBuffers: Bool { self == .hardware }

  /// Lists of fragments are emptied by a copy on the device instead of through a map, and no counter is read back that
  /// only saves drawing.
  var keepsListsOnDevice: Bool { self == .hardware }
}

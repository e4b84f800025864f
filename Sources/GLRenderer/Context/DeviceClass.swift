import SoftwareRaster

/// The kind of device that draws: a software rasterizer or a GPU. The class selects the methods that are cheap on it;
/// pictures differ at edges at most.
///
/// A software rasterizer shares the CPU with the program: a draw call, a mapped buffer and a read-back cost almost
/// nothing and wait for nothing, and the time goes into samples and fragments. On a GPU fragments are cheap, but a draw
/// call takes microseconds, and a request for a result waits until all earlier requests are done.
enum DeviceClass: Hashable, Sendable, CaseIterable {
  case software, hardware

  /// - `renderer`: the name of the renderer that GL reports.
  init(renderer: String) {
    let names = ["llvmpipe", "softpipe", "swrast", "lavapipe", "swiftshader"]
    self = names.contains { renderer.lowercased().contains($0) } ? .software : .hardware
  }

  /// The targets whose edges are located on the CPU, so that pixels have their exact areas; nil for all. Others have several
  /// samples everywhere. A GPU draws 2 million pixels with four samples in the time in which 13,000 pixels with edges are
  /// found.
  var edgeLimits: EdgeLimits? {
    self == .software ? nil : EdgeLimits(triangles: 4096, length: 8192, lengthPerPixel: 1 / 160)
  }

  /// Whether graphs are changed for a software rasterizer: the passes of `SoftwareRaster`.
  var needsGraphPasses: Bool { self == .software }

  /// Whether shaders choose texture filters pixel by pixel; else triangles are drawn with the cheapest that is right for them.
  var filtersByPixel: Bool { self == .hardware }

  /// Whether shaders skip the pixels of a block in which the triangle has no visible sample.
  ///
  /// llvmpipe shades blocks of 4 x 4 pixels, with several samples a pixel also those behind earlier fragments. Thin
  /// triangles reach few pixels of their blocks: where an item folds, skipping the others saves their texture taps.
  var skipsUncoveredPixels: Bool { self == .software }

  /// Whether the driver compiles the code of a fragment shader anew for each state of the pipeline; see ``StatePrograms``.
  var compilesStates: Bool { self == .software }

  /// The number of triangles of one draw call after which the commands are flushed; nil for no limit.
  ///
  /// llvmpipe sorts all triangles of a frame into squares before its threads draw the first one. With a flush they begin
  /// earlier, and process each square once more.
  var trianglesPerFlush: Int? { self == .software ? 60_000 : nil }

  /// Whether a shader averages samples instead of a blit, for which llvmpipe compiles code in every process.
  var resolvesByShader: Bool { self == .software }

  /// Whether the mipmaps of an offscreen texture are made from its pixels, read back, instead of by a shader with the same
  /// filter: the shader reads 64 texels or more a pixel, the CPU filters rows and then columns.
  var makesMipmapsOnCPU: Bool { self == .software }

  /// Whether pixels are copied into a buffer behind a fence when a picture is begun, and read on request, without a
  /// wait in between. Otherwise they are read directly.
  var readsThroughBuffers: Bool { self == .hardware }

  /// Whether a frame may wait to be drawn until the next one is compiled: the driver processes vertices in the thread
  /// that draws, and other threads are free meanwhile.
  var compilesAhead: Bool { self == .software }

  /// Whether the uniforms of a draw call are uploaded as one block, lights of a known number in a loop of constant length.
  /// A software rasterizer reads plain uniforms and varyings faster.
  var usesUniformBlocks: Bool { self == .hardware }

  /// Whether the positions of a mesh are written into mapped buffers behind a bus, apart from the values that seldom
  /// change, and vertex shaders compute the normals of grids. A software rasterizer reads vertices from the memory of this
  /// process, and its vertex shaders take the time of the CPU.
  var streamsVertices: Bool { self == .hardware }

  /// Whether the pipeline state is kept from picture to picture. Otherwise each picture sets all of it.
  var keepsState: Bool { self == .hardware }

  /// Whether depth buffers have 24 bits where that is enough: their clear takes less time on a GPU.
  var savesDepthBits: Bool { self == .hardware }

  /// Whether the list heads of the A-buffer are cleared by a copy on the device instead of through a map, and counters that
  /// only save drawing are not read back.
  var keepsABufferOnDevice: Bool { self == .hardware }
}

/// Counts of the work that a ``Renderer`` has requested from its device since it was made.
///
/// The difference of two readings is the work of the pictures between them. In a steady state, from one frame of an
/// animation to the next, nothing is compiled and no object is made: only vertices are uploaded and pixels are read
/// back.
///
/// Each count is one addition where the work is done, without a wait for the device or a query to it.
public struct RenderStatistics: Hashable, Sendable {
  /// Pictures that were completed and returned.
  public internal(set) var pictures = 0
  /// Shader programs that were compiled and linked.
  public internal(set) var compiledPrograms = 0
  /// Textures for contents, offscreen passes and tables, and those that are targets.
  public internal(set) var textures = 0
  /// Buffers for vertices, indices, fragments, lights and read-back; a buffer that grows counts again.
  public internal(set) var buffers = 0
  /// Framebuffers to draw into.
  public internal(set) var framebuffers = 0
  /// Bytes of vertices, indices, texels and lights of layers that were uploaded; on a GPU, the uniforms too. Data that is computed for the edges of
  /// each picture is not included.
  public internal(set) var uploadedBytes = 0
  /// Bytes of pixels that were read back.
  public internal(set) var readBytes = 0

  /// All counts 0.
  public init() {}

  /// The number of textures, buffers and framebuffers.
  public var objects: Int { textures + buffers + framebuffers }

  /// The work between two readings.
  public static func - (later: Self, earlier: Self) -> Self {
    var change = RenderStatistics()
    let fields: [WritableKeyPath<Self, Int>] = [
      \.pictures, \.compiledPrograms, \.textures, \.buffers, \.framebuffers, \.uploadedBytes, \.readBytes,
    ]
    for field in fields { change[keyPath: field] = later[keyPath: field] - earlier[keyPath: field] }
    return change
  }
}

/// What a ``Renderer`` has asked of its device since it was made.
///
/// The difference of two readings tells what the pictures between them took. In a steady state, one frame of an
/// animation after the other, nothing is compiled and nothing is made: only vertices go up and pixels come back.
///
/// Counting is an addition where the work is done; it waits for nothing and asks the device nothing.
public struct RenderStatistics: Hashable, Sendable {
  /// That were drawn whole and handed over.
  public internal(set) var pictures = 0
  /// Shader programs that were compiled and linked.
  public internal(set) var compiledPrograms = 0
  /// Textures for contents, pictures of layers and tables, and those that are drawn into.
  public internal(set) var textures = 0
  /// Buffers for vertices, indices and fragments; one that grows counts again.
  public internal(set) var buffers = 0
  /// Targets to draw into.
  public internal(set) var framebuffers = 0
  /// Bytes of layers' vertices, indices and texels that were handed to the device. What is computed of the edges of each
  /// picture is not among them.
  public internal(set) var uploadedBytes = 0
  /// Bytes of pixels that came back.
  public internal(set) var readBytes = 0

  /// Nothing yet.
  public init() {}

  /// Textures, buffers and framebuffers.
  public var objects: Int { textures + buffers + framebuffers }

  /// What was done between two readings.
  public static func - (later: Self, earlier: Self) -> Self {
    var change = RenderStatistics()
    let fields: [WritableKeyPath<Self, Int>] = [
      \.pictures, \.compiledPrograms, \.textures, \.buffers, \.framebuffers, \.uploadedBytes, \.readBytes,
    ]
    for field in fields { change[keyPath: field] = later[keyPath: field] - earlier[keyPath: field] }
    return change
  }
}

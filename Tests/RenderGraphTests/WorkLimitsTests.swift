import MeshTransform
import Testing

@testable import RenderGraph

/// Limits on the work of one picture.
struct WorkLimitsTests {
  private static func compile(_ layers: [Layer], faces: Int = .max, overdraw: Int = .max) throws(GraphError) {
    let device = DeviceProfile(
      hasZeroToOneDepth: true, hasExactTransparency: true, maxTextureSize: 1024, maxTargetSize: 1024,
      maxViewportSize: 1024, cullsOnCPU: false)
    guard let sampling = PixelSampling(samples: 4, offered: [1, 4]) else { return }
    let limits = GraphOptions.Limits(
      textureSide: 1024, pictureArea: 1 << 24, transparencyMemory: 1 << 20, faces: faces, overdraw: overdraw)
    var cache = FrameCache()
    _ = try RenderGraph(
      Scene(canvas: Canvas(frame: Rect(0, 0, 64, 64)), layers: layers),
      GraphOptions(limits: limits, sampling: sampling), device, cache: &cache)
  }

  private static func layer(_ mesh: Mesh? = nil, opacity: Double = 1) -> Layer {
    var layer = Layer(bounds: Rect(0, 0, 64, 64), position: Point(32, 32), contents: .color(.black))
    (layer.mesh, layer.opacity) = (mesh, opacity)
    return layer
  }

  /// Faces count in every pass: a mesh in a translucent group is drawn once in the group's texture, which is one face.
  @Test func facesOfAllPasses() throws {
    let mesh = try Mesh.grid(rows: 4, columns: 4).mappingVertices { vertex, _ in
      var vertex = vertex
      vertex.to.z = vertex.to.x * vertex.to.y
      return vertex
    }
    let two = [Self.layer(mesh), Self.layer(mesh)]
    try Self.compile(two, faces: 32)
    #expect(throws: GraphError.faces(32, limit: 31)) { try Self.compile(two, faces: 31) }
    var group = Self.layer(opacity: 0.5)
    group.sublayers = two
    #expect(throws: GraphError.self) { try Self.compile([group], faces: 33) }
    try Self.compile([group], faces: 34)
  }

  /// The pixels of the target that layers cover, those covered by others included, and not those beyond the canvas.
  @Test func pixelsOfAllLayers() throws {
    var wide = Self.layer()
    wide.bounds = Rect(0, 0, 640, 640)
    let layers = [Self.layer(), Self.layer(opacity: 0.5), wide]
    try Self.compile(layers, overdraw: 3 * 64 * 64)
    #expect(throws: GraphError.overdraw(3 * 64 * 64, limit: 3 * 64 * 64 - 1)) {
      try Self.compile(layers, overdraw: 3 * 64 * 64 - 1)
    }
  }
}

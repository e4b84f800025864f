/// A map of the canvas of a layer to its content, from which a flat mesh is made.
///
/// Both planes are in unit layer space. The mesh has vertices where the map needs them: its cells are halved until the
/// error of linear interpolation is within a tolerance.
struct PlaneMap {
  /// The content at a point of the canvas, 0...1 on both axes; nil for a point without content.
  let content: (SIMD2<Double>) -> SIMD2<Double>?
  /// Whether the right side of the content continues at its left side, as that of a full panorama does. Content is then
  /// known only up to whole widths, and faces are cut where they cross the sides.
  var isPeriodic = false
  /// Whether the map leads the other way, from the content to the canvas. Then `content` is the place on the canvas of a
  /// point of the content, and vertices have their coordinates exchanged.
  var leadsToCanvas = false

  /// The pixels by which errors are measured, and the least size of a cell.
  struct Resolution {
    /// Pixels of the canvas and of the content.
    var canvas: Size, content: Size
    /// The error of interpolation, in pixels of the canvas or of the content, whichever are larger there.
    var tolerance = 0.25
  }

  /// A flat mesh of the map, whose content is transparent where the map has none.
  ///
  /// - `limit`: vertices. Where the tolerance needs more, it is doubled until it does not; a few
  ///   thousand are always needed.
  /// - Returns: the mesh, and the tolerance that it keeps. In cells of a pixel and a half and less, as at the pole of a
  ///   panorama, the error can be larger.
  func mesh(
    _ resolution: Resolution, limit: Int = Mesh.vertexLimit
  ) throws(MeshError) -> (mesh: Mesh, tolerance: Double) {
    var resolution = resolution
    while true {
      var cells = PlaneCells(self, resolution, limit: limit / 4)
      if cells.divide() {
        var faces = PlaneFaces(cells)
        faces.add()
        // Fans and cuts add vertices; a quarter of the limit leaves space for them.
        if faces.vertices.count <= limit {
          let vertices = leadsToCanvas ? faces.vertices.map(\.exchanged) : faces.vertices
          let mesh = try Mesh(vertices: vertices, faces: faces.faces, depthNormalization: .average)
          return (mesh, resolution.tolerance)
        }
      }
      resolution.tolerance *= 2
      // Beyond all pixels, only the first cells and those with an edge of the content are left.
      guard resolution.tolerance < 1e6 else {
        throw .invalidCount(vertices: cells.nodes.count, faces: cells.cells.count, limit: limit)
      }
    }
  }

  /// The difference of two positions of the content; of a periodic one the shortest.
  func difference(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    var difference = b - a
    if isPeriodic { difference.x -= difference.x.rounded() }
    return difference
  }
}

extension Mesh.Vertex {
  /// The vertex of the inverse of a flat map.
  fileprivate var exchanged: Mesh.Vertex { Mesh.Vertex(from: SIMD2(toX, toY), to: SIMD3(from, 0)) }
}

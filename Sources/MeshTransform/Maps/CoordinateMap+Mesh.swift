extension CoordinateMap {
  /// The default tolerance of ``mesh(picture:direction:tolerance:limit:)``, in pixels.
  public static let meshTolerance = 0.25

  /// The map as a flat mesh with as few faces as a tolerance permits.
  ///
  /// At every pixel of the map, the mesh differs from the map by at most the tolerance. The tolerance is a distance in
  /// pixels of the picture to which the positions refer, or of that picture scaled to the size of the map if this is
  /// smaller. With a tolerance of 0 the mesh is exact at every pixel. Between the centers of pixels, positions are
  /// linear on triangles. At the borders of the map they continue for half a pixel, so that the mesh covers the layer.
  ///
  /// - A map from the canvas to the content becomes a mesh for a layer of the map's size: a vertex's `to` is a pixel of
  ///   the map, its `from` the position there.
  /// - A map from the content to the canvas becomes a mesh for a layer of the picture's size, which the content fills:
  ///   `from` is a pixel of the map, `to` its position. It may fold.
  /// - Pixels without a position are holes. The mesh ends halfway to them.
  ///
  /// The mesh has no T-junctions except beside holes, where vertices coincide. Memory: 28 bytes for each pixel beside
  /// the map.
  ///
  /// - Parameters:
  ///   - picture: the size of the picture to which positions refer, in pixels, above 0.
  ///   - tolerance: 0 or more, in pixels.
  ///   - limit: the largest number of vertices, and of faces.
  /// - Throws: ``MapMeshError``.
  /// - Complexity: O(n) for n pixels of a smooth map, O(n log n) at most.
  public func mesh(
    picture: PixelSize, direction: Direction = .canvasToContent, tolerance: Double = meshTolerance,
    limit: Int = Mesh.vertexLimit
  ) throws(MapMeshError) -> Mesh {
    precondition(picture.width > 0 && picture.height > 0, "a picture has pixels")
    guard tolerance >= 0, tolerance.isFinite else { throw .invalidTolerance(tolerance) }
    guard size.width > 0, size.height > 0, !isEmpty else { throw .noPositions }
    let pictureSize = SIMD2(Float(picture.width), Float(picture.height))
    let mapSize = SIMD2(Float(size.width), Float(size.height))
    let scale = pointwiseMin(mapSize / pictureSize, SIMD2(repeating: 1))
    let lattice = MapLattice(self, scale: scale)
    let limit = min(limit, Int(Int32.max))
    let perAxis = Self.perAxis(tolerance)
    let errors = LatticeErrors(lattice, tolerance: perAxis)
    let count = LatticeNumbering.count(errors, tolerance: perAxis)
    guard count <= limit else { throw Self.tooMany(count, lattice, limit: limit, tolerance) }
    let simple = LatticeMesh(LatticeNumbering(errors, tolerance: perAxis))
    let largest = max(simple.points.count, simple.faces.count)
    guard largest <= limit else { throw Self.tooMany(largest, lattice, limit: limit, tolerance) }
    guard !simple.faces.isEmpty else { throw .noPositions }
    let whole: SIMD2<Float> = scale * pictureSize
    let half: SIMD2<Float> = scale * SIMD2(repeating: Float(0.5))
    let vertices = simple.points.map { point -> Mesh.Vertex in
      let own: SIMD2<Float> = (point.position + SIMD2(repeating: Float(0.5))) / mapSize
      let shifted: SIMD2<Float> = point.value + half
      let other: SIMD2<Float> = (shifted / whole).snappedToBorders
      return direction == .canvasToContent
        ? Mesh.Vertex(from: other, to: SIMD3(own, 0)) : Mesh.Vertex(from: own, to: SIMD3(other, 0))
    }
    return Mesh(unchecked: vertices, .list(simple.faces), depthNormalization: .average)
  }

  /// The largest error along an axis for a distance.
  private static func perAxis(_ tolerance: Double) -> Float { Float(tolerance * 0.5.squareRoot()) }

  /// The error for too many vertices, with the smallest of a few tolerances that is enough.
  private static func tooMany(
    _ count: Int, _ lattice: MapLattice, limit: Int, _ tolerance: Double
  ) -> MapMeshError {
    var sufficient: Double?
    var candidate = max(2 * tolerance, 0.125)
    while sufficient == nil, candidate < 1_000_000 {
      let errors = LatticeErrors(lattice, tolerance: perAxis(candidate))
      if LatticeNumbering.count(errors, tolerance: perAxis(candidate)) <= limit { sufficient = candidate }
      candidate *= 2
    }
    return .tooManyVertices(count, limit: limit, tolerance: tolerance, sufficient: sufficient)
  }
}

extension SIMD2<Float> {
  /// Moved to 0 or 1 where rounding errors of a map's numbers separate it from them: content that ends at the border of
  /// the layer needs no clipping.
  fileprivate var snappedToBorders: SIMD2<Float> {
    let tolerance: Float = 1e-6
    func snapped(_ value: Float) -> Float {
      if abs(value) < tolerance { return 0 }
      return abs(value - 1) < tolerance ? 1 : value
    }
    return SIMD2(snapped(x), snapped(y))
  }
}

/// Why a map cannot become a mesh.
public enum MapMeshError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No pixel of the map has a position.
  case noPositions
  /// A tolerance that is negative or not finite, in pixels.
  case invalidTolerance(Double)
  /// More vertices than the limit. `sufficient` is a tolerance that is enough, in pixels; nil if none is: then holes
  /// alone need more.
  case tooManyVertices(Int, limit: Int, tolerance: Double, sufficient: Double?)

  /// The problem, the value and the remedy.
  public var description: String {
    switch self {
    case .noPositions:
      "the map has no position at all: every pixel is a hole; check its units and its validity"
    case .invalidTolerance(let value): "the tolerance of the map is \(value); use 0 px or more"
    case .tooManyVertices(let count, let limit, let tolerance, let sufficient):
      "the map needs \(count) vertices for an error of \(tolerance.shortText) px, but the limit is \(limit); "
        + (sufficient.map { "use a tolerance of \($0.shortText) px, or raise the limit" }
          ?? "its holes alone need more, so raise the limit")
    }
  }
}

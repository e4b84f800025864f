extension Mesh {
  /// The mesh at `fraction` of the way to `other`: `from`, `to` and brightness of every vertex are interpolated
  /// linearly.
  ///
  /// 0 gives exactly this mesh and 1 exactly `other`. Values outside 0...1 extrapolate.
  ///
  /// ``onCommonGrid(_:layerSize:limit:)`` makes such meshes of any two that cover the content.
  ///
  /// - Throws: ``MeshError/incompatible(_:)`` with the first difference of meshes that differ in more than their
  ///   vertices' positions; ``MeshError/invalidFraction(_:)``; ``MeshError/nonFinite(vertex:_:)`` for a coordinate
  ///   beyond the range of Float.
  public func interpolated(to other: Mesh, fraction: Double) throws(MeshError) -> Mesh {
    if let difference = firstDifference(from: other) { throw .incompatible(difference) }
    guard fraction.isFinite else { throw .invalidFraction(fraction) }
    if fraction == 0 { return self }
    if fraction == 1 { return other }
    let t = Float(fraction)
    // a + (b - a) t instead of a (1 - t) + b t: equal coordinates stay exactly equal.
    var mesh = try making { i in
      let (start, end) = (vertices[i], other.vertices[i])
      return Vertex(
        from: start.from + (end.from - start.from) * t, to: start.to + (end.to - start.to) * t)
    }
    if !brightness.isEmpty || !other.brightness.isEmpty {
      func value(_ mesh: Mesh, _ i: Int) -> Float { mesh.brightness.isEmpty ? 1 : mesh.brightness[i] }
      mesh.brightness = vertices.indices.map { i in
        // Extrapolated values are clamped to finite ones of 0 or more.
        let mixed = value(self, i) + (value(other, i) - value(self, i)) * t
        return min(max(mixed, 0), .greatestFiniteMagnitude)
      }
    }
    return mesh
  }

  /// The mesh with every vertex computed by `vertex`, on several threads for large meshes.
  ///
  /// - Throws: ``MeshError/nonFinite(vertex:_:)`` for the first result that is not finite.
  func making(_ vertex: (Int) -> Vertex) throws(MeshError) -> Mesh {
    let made = [Vertex](unsafeUninitializedCapacity: vertices.count) { made, count in
      nonisolated(unsafe) let made = made
      inParallel(vertices.count, grainSize: 1 << 15) { some in
        for i in some { made.initializeElement(at: i, to: vertex(i)) }
      }
      count = vertices.count
    }
    if let fault = made.firstIndex(where: { !$0.isFinite }) { throw .nonFinite(vertex: fault, made[fault]) }
    var mesh = self
    (mesh.vertices, mesh.limitNormals) = (made, [])
    return mesh
  }

  /// A difference that prevents the interpolation of two meshes.
  public enum Difference: Hashable, Sendable, CustomStringConvertible {
    /// The numbers of vertices.
    case vertexCount(Int, Int)
    /// The numbers of faces.
    case faceCount(Int, Int)
    /// The first face that differs, with its index.
    case face(Int, Face, Face)
    /// The units of z.
    case depthNormalization(DepthNormalization, DepthNormalization)
    /// The treatment of content beyond 0...1.
    case replicatesEdges(Bool, Bool)
    /// The numbers of subdivision steps.
    case subdivisionSteps(Int, Int)
    /// The interpolation within faces.
    case faceInterpolation(FaceInterpolation, FaceInterpolation)

    public var description: String {
      switch self {
      case .vertexCount(let a, let b): "one has \(a) vertices, the other \(b)"
      case .faceCount(let a, let b): "one has \(a) faces, the other \(b)"
      case .face(let i, let a, let b): "faces[\(i)] is \(a) in one and \(b) in the other"
      case .depthNormalization(let a, let b):
        "depthNormalization is \(a.rawValue) in one and \(b.rawValue) in the other"
      case .replicatesEdges(let a, let b): "replicatesEdges is \(a) in one and \(b) in the other"
      case .subdivisionSteps(let a, let b): "subdivisionSteps is \(a) in one and \(b) in the other"
      case .faceInterpolation(let a, let b):
        "faceInterpolation is \(a.rawValue) in one and \(b.rawValue) in the other"
      }
    }
  }

  func firstDifference(from other: Mesh) -> Difference? {
    if vertices.count != other.vertices.count { return .vertexCount(vertices.count, other.vertices.count) }
    if faceCount != other.faceCount { return .faceCount(faceCount, other.faceCount) }
    if storedFaces != other.storedFaces, let i = faces.indices.first(where: { faces[$0] != other.faces[$0] })
    {
      return .face(i, faces[i], other.faces[i])
    }
    if depthNormalization != other.depthNormalization {
      return .depthNormalization(depthNormalization, other.depthNormalization)
    }
    if replicatesEdges != other.replicatesEdges {
      return .replicatesEdges(replicatesEdges, other.replicatesEdges)
    }
    if subdivisionSteps != other.subdivisionSteps {
      return .subdivisionSteps(subdivisionSteps, other.subdivisionSteps)
    }
    if faceInterpolation != other.faceInterpolation {
      return .faceInterpolation(faceInterpolation, other.faceInterpolation)
    }
    return nil
  }
}

extension Mesh.Face: CustomStringConvertible {
  /// `[0, 1, 3, 2]`, followed by nonzero creases.
  public var description: String {
    let i = "[\(indices.x), \(indices.y), \(indices.z), \(indices.w)]"
    if creases == .zero { return i }
    return i + " with creases [\(creases.x), \(creases.y), \(creases.z), \(creases.w)]"
  }
}

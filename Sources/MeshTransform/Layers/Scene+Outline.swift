extension Scene {
  /// The smallest rectangle of the canvas plane, in points, that holds everything that the layers show.
  ///
  /// - Returns: nil when nothing is visible, or when something reaches through the plane of the eye, where it would
  ///   have no bounds.
  public func outline() -> Rect? {
    var outline: Rect?
    for layer in layers {
      switch layer.outline() {
      case .empty: continue
      case .unbounded: return nil
      case .bounded(let rect): outline = outline?.union(rect) ?? rect
      }
    }
    return outline
  }
}

extension Layer {
  /// What the layer covers of its superlayer's plane.
  enum Outline: Hashable, Sendable {
    case empty
    case bounded(Rect)
    /// Some of it reaches to the eye or behind.
    case unbounded
  }

  func outline() -> Outline {
    let triangles = TriangleList(mesh, inBoundsOf: bounds.size, lit: false)
    let projection = LayerProjection(self, superlayerToCanvas: .identity)
    let transform = projection.unitToCanvas
    var used = [Bool](repeating: false, count: triangles.vertices.count)
    for index in triangles.indices { used[Int(index)] = true }

    var points: [Point] = []
    points.reserveCapacity(used.count)
    for (vertex, isUsed) in zip(triangles.vertices, used) where isUsed {
      let to = Point3D(Double(vertex.toX), Double(vertex.toY), Double(vertex.toZ))
      guard let point = transform.project(to), point.isFinite else { return .unbounded }
      points.append(Point(point.x, point.y))
    }
    return Rect(around: points).map(Outline.bounded) ?? .empty
  }
}

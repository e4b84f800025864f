extension Scene {
  /// The bounding box, in points of the canvas plane, of everything that the layers and their sublayers show. It may be
  /// larger than necessary for sublayers rotated inside a rotated layer.
  ///
  /// A subdivided mesh counts with its surface, not with its control mesh; within 65,536 vertices for each.
  ///
  /// - Returns: nil if nothing is visible, and if a visible part reaches through the plane of the eye, which makes the
  ///   box unbounded.
  public func outline() -> Rect? { extent().rect }

  /// The bounding box, with a distinction between empty and unbounded ones.
  package func extent() -> Layer.Outline {
    smooth(within: nil, limit: 1 << 16).layers.outline(in: LayerSpace())
  }
}

extension Layer {
  /// The bounds of the area that a layer covers in a plane.
  package enum Outline: Hashable, Sendable {
    case empty
    case bounded(Rect)
    /// A part reaches to the eye or behind it.
    case unbounded

    /// Nil for empty and unbounded outlines.
    package var rect: Rect? { if case .bounded(let rect) = self { rect } else { nil } }

    fileprivate func intersection(_ other: Outline) -> Outline {
      switch (self, other) {
      case (.empty, _), (_, .empty): .empty
      case (.unbounded, let outline), (let outline, .unbounded): outline
      case (.bounded(let a), .bounded(let b)): a.intersection(b).map(Outline.bounded) ?? .empty
      }
    }

    package func union(_ other: Outline) -> Outline {
      switch (self, other) {
      case (.unbounded, _), (_, .unbounded): .unbounded
      case (.empty, let outline), (let outline, .empty): outline
      case (.bounded(let a), .bounded(let b)): .bounded(a.union(b))
      }
    }
  }

  /// The area that the layer and its sublayers cover in its own plane, in layer points, before a mesh deforms it.
  package func ownOutline() -> Outline {
    let isFilled =
      (backgroundColor?.alpha ?? 0) > 0 || hasBackContents || (borderWidth > 0 && borderColor.alpha > 0)
    var outline = isFilled ? Outline.bounded(bounds) : .empty
    if let contentsFrame { outline = outline.union(.bounded(contentsFrame)) }
    outline = outline.union(sublayers.outline(in: LayerSpace(sublayersOf: self)))
    if masksToBounds, outline != .empty { outline = .bounded(bounds) }
    for mask in masks where !mask.maskMode.keepsOutside {
      outline = outline.intersection([mask.asDrawn].outline(in: LayerSpace(sublayersOf: self)))
    }
    return outline
  }

  /// The area that the layer covers in its superlayer's plane, with its shadow.
  fileprivate func outline(in space: LayerSpace) -> Outline {
    guard space.shows(self) else { return .empty }
    let shape = shapeOutline(in: space)
    guard shadowOpacity > 0, case .bounded(let rect) = shape else { return shape }
    // A Gaussian ends at three standard deviations.
    let shadow = Rect(
      rect.minX + shadowOffset.x, rect.minY + shadowOffset.y, rect.size.width, rect.size.height)
    return .bounded(rect.union(shadow.outset(by: 3 * shadowRadius, 3 * shadowRadius)))
  }

  private func shapeOutline(in space: LayerSpace) -> Outline {
    let toSuperlayer = space.pointsToSuperlayer(of: self)
    if mesh != nil { return meshOutline(toSuperlayer) }
    switch ownOutline() {
    case .empty: return .empty
    case .unbounded: return .unbounded
    case .bounded(let rect): return rect.outline(toSuperlayer)
    }
  }

  /// The area of the mesh, with its contact shadow.
  private func meshOutline(_ toSuperlayer: Transform3D) -> Outline {
    let outline = surfaceOutline(unitToPoints * toSuperlayer)
    guard let mesh, let shadow = ContactShadow(self) else { return outline }
    let bounds = shadow.bounds(of: mesh, unitToPoints)
    return outline.union(bounds.outline(.translation(0, 0, shadow.lift) * toSuperlayer))
  }

  private func surfaceOutline(_ transform: Transform3D) -> Outline {
    let triangles = TriangleList(mesh, inBoundsOf: bounds.size, lit: false)
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

extension Rect {
  /// The area that the rectangle covers after a transform.
  fileprivate func outline(_ transform: Transform3D) -> Layer.Outline {
    let projected = corners.compactMap { transform.project($0) }.filter(\.isFinite)
    return projected.count == 4 ? Rect(around: projected).map(Layer.Outline.bounded) ?? .empty : .unbounded
  }
}

extension [Layer] {
  /// The area that the layers cover in their superlayer's plane.
  package func outline(in space: LayerSpace) -> Layer.Outline {
    reduce(.empty) { $0.union($1.outline(in: space)) }
  }
}

import MeshTransform

/// Masks that end where their layer ends.
///
/// The edges of both cover the same part of a pixel, and their product would count it twice: the layer's edges would lose
/// ink, and inverted masks would leave a hairline. Such a mask is drawn beyond the edges instead, where the layer shows
/// nothing.
extension Layer {
  /// The distance to which a mask is drawn beyond an edge, relative to its size.
  private static let reach = 0.25

  /// The rectangle that a mask fills, its edge pixels repeated, in its own points; nil where it fills its bounds.
  /// - `toPixels`: the points of this layer to pixels.
  func rect(ofMask mask: Layer, toPixels: Transform3D) -> Rect? {
    guard mask.isPlainRectangle, sublayerTransform.isIdentity, endsAtItsBounds,
      !toPixels.putsEdgesBetweenPixels(of: bounds)
    else { return nil }
    let (width, height) = (mask.bounds.size.width, mask.bounds.size.height)
    func reach(_ edge: Double, _ own: Double, _ length: Double) -> Double {
      abs(edge - own) <= 1e-6 * length ? Self.reach * length : 0
    }
    let left = reach(mask.frame.minX, bounds.minX, width)
    let right = reach(mask.frame.maxX, bounds.maxX, width)
    let top = reach(mask.frame.minY, bounds.minY, height)
    let bottom = reach(mask.frame.maxY, bounds.maxY, height)
    guard left + right + top + bottom > 0 else { return nil }
    return Rect(
      mask.bounds.minX - left, mask.bounds.minY - top, width + left + right, height + top + bottom)
  }

  /// Whether the layer lies in its superlayer as it is and shows one rectangle: a color, or contents that fill its bounds.
  private var isPlainRectangle: Bool {
    guard mesh == nil, transform.isIdentity, zPosition == 0, cornerRadius == 0, !(borderWidth > 0),
      sublayers.isEmpty, !(shadowOpacity > 0), !(contactShadowOpacity > 0)
    else { return false }
    guard case .image = contents else { return true }
    return showsWholeImage && contentsFrame == bounds
  }

  /// Whether the layer and its sublayers show nothing beyond its bounds.
  private var endsAtItsBounds: Bool {
    if masksToBounds { return true }
    guard contentsFrame.map(bounds.contains) != false else { return false }
    return sublayers.allSatisfy { layer in
      layer.isHidden || layer.maskMode != .none
        || layer.mesh == nil && layer.transform.isIdentity && layer.zPosition == 0
          && bounds.contains(layer.frame) && sublayerTransform.isIdentity
          && !(layer.shadowOpacity > 0) && !(layer.contactShadowOpacity > 0) && layer.endsAtItsBounds
    }
  }
}

extension RenderItem {
  /// The item with its content drawn beyond its edges, where it fills its unit space.
  /// - `bounds`: the rectangle of the unit space.
  func reaching(_ rect: Rect, from bounds: Rect) -> RenderItem {
    guard case .square = shape else { return self }
    var item = self
    item.shape = .mesh(
      Mesh(points: rect.corners, [Mesh.Face(0, 1, 2, 3)], unit: bounds), size: bounds.size)
    return item
  }
}

extension Transform3D {
  /// Whether the edges of a rectangle lie between two pixels, so that they cover no part of one.
  fileprivate func putsEdgesBetweenPixels(of rect: Rect) -> Bool {
    guard !hasPerspective, m12 == 0, m21 == 0 else { return false }
    return [Point(rect.minX, rect.minY), Point(rect.maxX, rect.maxY)].allSatisfy { corner in
      guard let pixel = project(corner) else { return false }
      return abs(pixel.x - pixel.x.rounded()) < 1e-4 && abs(pixel.y - pixel.y.rounded()) < 1e-4
    }
  }
}

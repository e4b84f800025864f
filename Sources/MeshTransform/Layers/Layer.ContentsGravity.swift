extension Layer {
  /// Where an image lies in the bounds; the names are Core Animation's.
  ///
  /// y is down: the top is where y is least. The first nine keep the image's size, which is its pixels divided by
  /// `contentsScale`; the last three scale it. What is larger than the bounds reaches beyond them, unless
  /// `masksToBounds` or a mesh cuts it off.
  public enum ContentsGravity: String, CaseIterable, Hashable, Sendable {
    case center
    /// In the middle of an edge.
    case top, bottom, left, right
    /// In a corner.
    case topLeft, topRight, bottomLeft, bottomRight
    /// Stretched over the bounds, whatever becomes of the proportions.
    case resize
    /// As large as fits into the bounds, in their middle.
    case resizeAspect
    /// As small as covers the bounds, in their middle.
    case resizeAspectFill
  }
}

extension Layer {
  /// Where the contents lie, in layer points: all of `contentsRect` is shown in this rectangle, which may reach
  /// beyond the bounds. Nil when there are none, or when nothing of them is left.
  public var contentsFrame: Rect? {
    let image: Image
    switch contents {
    case .none: return nil
    case .color, .gradient: return bounds
    case .image(let contents): image = contents
    }
    let natural = Size(
      Double(image.size.width) * contentsRect.size.width / contentsScale,
      Double(image.size.height) * contentsRect.size.height / contentsScale)
    guard natural.isFinite, natural.width > 0, natural.height > 0 else { return nil }
    let (across, down) = (bounds.size.width / natural.width, bounds.size.height / natural.height)
    switch contentsGravity {
    case .resize: return bounds
    case .resizeAspect: return frame(of: natural, scaledBy: min(across, down))
    case .resizeAspectFill: return frame(of: natural, scaledBy: max(across, down))
    default: return frame(of: natural, scaledBy: 1)
    }
  }

  /// A rectangle of the size times `factor`, at the gravity's place.
  private func frame(of size: Size, scaledBy factor: Double) -> Rect {
    let size = Size(size.width * factor, size.height * factor)
    let alignment = contentsGravity.alignment
    return Rect(
      bounds.minX + alignment.x * (bounds.size.width - size.width),
      bounds.minY + alignment.y * (bounds.size.height - size.height), size.width, size.height)
  }
}

extension Layer.ContentsGravity {
  /// The point of the bounds and of the image that coincide, in the unit space of each.
  fileprivate var alignment: Point {
    let x =
      switch self {
      case .left, .topLeft, .bottomLeft: 0.0
      case .right, .topRight, .bottomRight: 1.0
      default: 0.5
      }
    let y =
      switch self {
      case .top, .topLeft, .topRight: 0.0
      case .bottom, .bottomLeft, .bottomRight: 1.0
      default: 0.5
      }
    return Point(x, y)
  }
}

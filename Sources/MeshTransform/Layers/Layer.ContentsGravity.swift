extension Layer {
  /// The position and size of an image in the bounds; the names are Core Animation's.
  ///
  /// y is down: top is the least y. The first nine keep the image's size, which is its pixels divided by
  /// `contentsScale`; the last three scale it. A larger image extends beyond the bounds, unless `masksToBounds` or a
  /// mesh clips it.
  public enum ContentsGravity: String, CaseIterable, Hashable, Sendable {
    /// In the middle, at the contents' own size.
    case center
    /// The middle of an edge.
    case top, bottom, left, right
    /// A corner.
    case topLeft, topRight, bottomLeft, bottomRight
    /// Stretched to the bounds, without regard to the proportions.
    case resize
    /// The largest size within the bounds, centered.
    case resizeAspect
    /// The smallest size that covers the bounds, centered.
    case resizeAspectFill
  }
}

extension Layer {
  /// The rectangle of the contents in layer points: all of `contentsRect` fills it, also beyond the bounds. Nil without
  /// contents, and for empty ones.
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

  /// Whether an image is shown as a whole, and stretched alike everywhere.
  package var showsWholeImage: Bool {
    contentsRect == Rect(0, 0, 1, 1) && contentsCenter == Rect(0, 0, 1, 1)
  }

  /// The rectangle of contents of this size in points, with a gravity that does not scale.
  package func contentsFrame(of size: Size) -> Rect { frame(of: size, scaledBy: 1) }

  /// A rectangle of the size times `factor`, aligned by the gravity.
  private func frame(of size: Size, scaledBy factor: Double) -> Rect {
    let size = Size(size.width * factor, size.height * factor)
    let alignment = contentsGravity.alignment
    return Rect(
      bounds.minX + alignment.x * (bounds.size.width - size.width),
      bounds.minY + alignment.y * (bounds.size.height - size.height), size.width, size.height)
  }
}

extension Layer.ContentsGravity {
  /// Whether contents are scaled to the bounds.
  package var isScaling: Bool { self == .resize || self == .resizeAspect || self == .resizeAspectFill }

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

extension Layer.ContentsGravity: NamedValue {
  package var summary: String {
    switch self {
    case .center: "the image in its own size, at the middle of the bounds"
    case .top: "the image in its own size, at the middle of the top edge"
    case .bottom: "the image in its own size, at the middle of the bottom edge"
    case .left: "the image in its own size, at the middle of the left edge"
    case .right: "the image in its own size, at the middle of the right edge"
    case .topLeft: "the image in its own size, at the top left corner"
    case .topRight: "the image in its own size, at the top right corner"
    case .bottomLeft: "the image in its own size, at the bottom left corner"
    case .bottomRight: "the image in its own size, at the bottom right corner"
    case .resize: "the image stretched to the bounds"
    case .resizeAspect: "the largest image of the same proportions within the bounds"
    case .resizeAspectFill: "the smallest image of the same proportions that covers the bounds"
    }
  }
}

/// A page in a photo. Places on the page are shares of its width and height, 0...1 from its top left corner; points of the photo
/// are in the photo's own units.
protocol PageSurface: Sendable {
  /// The point of the photo that shows a place of the page; nil for none.
  func photo(at place: SIMD2<Double>) -> SIMD2<Double>?
  /// The inverse.
  func place(of point: SIMD2<Double>) -> SIMD2<Double>?
}

/// A cylinder by shares of its width along the page in place of angles.
struct UnrolledPage: PageSurface {
  let page: CylinderPage
  /// At even shares by angle.
  private let lengths: [Double]
  /// The width divided by the height.
  let aspect: Double

  /// - Returns: nil for a page that reaches behind the camera.
  init?(_ page: CylinderPage) {
    guard let lengths = page.lengths(), let width = lengths.last, width > 0, width.isFinite else {
      return nil
    }
    (self.page, aspect, self.lengths) = (page, width, lengths.map { $0 / width })
  }

  func photo(at place: SIMD2<Double>) -> SIMD2<Double>? {
    // The last length that is not above the place, by halves.
    var (low, high) = (0, lengths.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      (low, high) = lengths[middle] <= place.x ? (middle, high) : (low, middle)
    }
    let rest = (place.x - lengths[low]) / (lengths[low + 1] - lengths[low])
    return page.image(share: (Double(low) + rest) / Double(lengths.count - 1), row: place.y)
  }

  func place(of point: SIMD2<Double>) -> SIMD2<Double>? {
    guard let share = page.share(of: point), let row = page.row(of: point) else { return nil }
    let scaled = share * Double(lengths.count - 1)
    let piece = min(max(Int(clamping: scaled.rounded(.down)), 0), lengths.count - 2)
    let rest = scaled - Double(piece)
    return SIMD2(lengths[piece] + rest * (lengths[piece + 1] - lengths[piece]), row)
  }
}

/// A page whose columns are the rows of another, in a photo that is mirrored at its diagonal.
struct TransposedPage: PageSurface {
  let page: any PageSurface

  func photo(at place: SIMD2<Double>) -> SIMD2<Double>? {
    page.photo(at: SIMD2(place.y, place.x)).map { SIMD2($0.y, $0.x) }
  }

  func place(of point: SIMD2<Double>) -> SIMD2<Double>? {
    page.place(of: SIMD2(point.y, point.x)).map { SIMD2($0.y, $0.x) }
  }
}

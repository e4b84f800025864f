import MeshTransform

/// The texture filters, cheapest first.
package enum TextureFilter: UInt8, CaseIterable, Comparable {
  /// One bilinear tap, for pixels of at most 1.2 texels in length and 1.1 in width.
  case oneTap
  /// Two taps along one direction for a whole triangle, for longer pixels of at most 2.4 texels that are no wider than
  /// one tap reaches. The anisotropic filter has the same taps there. Shorter pixels need another filter.
  case twoTaps
  /// Anisotropic filtering with as many taps in a line as each pixel needs, for pixels that are longer than one tap
  /// reaches, but no wider. It equals one tap, to a step of 8 bits, where one tap is enough.
  case anisotropic
  /// Anisotropic filtering with mipmaps, for pixels that are larger than one tap reaches in every direction. It equals
  /// `anisotropic` where that is enough.
  case mipmapped

  package static func < (a: TextureFilter, b: TextureFilter) -> Bool { a.rawValue < b.rawValue }
}

/// The properties that all triangles of a draw call share.
package struct BatchKey: Hashable {
  package let filter: TextureFilter
  /// The direction on the canvas along which a pixel is longest in the content, for ``TextureFilter/twoTaps``: in eighths
  /// of a half turn, clockwise from the x axis (y down). Else 0.
  package let direction: Int

  static let directions = 8
  package static let count = directions + 3

  package init(_ filter: TextureFilter, direction: Int = 0) {
    (self.filter, self.direction) = (filter, filter == .twoTaps ? direction : 0)
  }

  /// An index in 0..<``count``, ordered by filter and direction.
  package var code: Int {
    switch filter {
    case .oneTap: 0
    case .twoTaps: 1 + direction
    case .anisotropic: 1 + Self.directions
    case .mipmapped: 2 + Self.directions
    }
  }

  package init(code: Int) {
    switch code {
    case 0: self.init(.oneTap)
    case Self.directions + 1: self.init(.anisotropic)
    case Self.directions + 2: self.init(.mipmapped)
    default: self.init(.twoTaps, direction: code - 1)
    }
  }

  package static let all = (0..<count).map(BatchKey.init(code:))

  /// A unit vector on the canvas along ``direction``.
  package var alongPixels: SIMD2<Float> {
    let (sine, cosine) = Angle.degrees(180 / Double(Self.directions) * Double(direction)).sineAndCosine
    return SIMD2(Float(cosine), Float(sine))
  }
}

extension RenderItem {
  /// The selection of texture filters; nil where one tap is right for all triangles.
  package var filterSelection: FilterSelection? {
    var (size, isOversampled) = (PixelSize(1, 1), false)
    switch content {
    case .image(let image): size = image.size
    case .offscreen(let texture): size = texture.size
    case .oversampled(let texture): (size, isOversampled) = (texture.size, true)
    case .white, .gradient, .canvasPixels: return nil
    }
    if minification == .linear { return nil }
    return FilterSelection(
      contentSize: size, magnification: magnification, isTrilinear: minification == .trilinear,
      isOversampled: isOversampled)
  }

  /// Whether the texture of the item has mipmaps: where the item minifies it anywhere.
  func needsMipmaps(_ triangulation: Triangulation, on device: DeviceProfile) -> Bool {
    guard let selection = filterSelection else { return false }
    return device.filtersByPixel
      || selection.mostExpensive(triangulation.list, triangulation.projected) == .mipmapped
  }

  /// Whether the mesh of the item shows a texture of that size between its texels, where renderings half a texel apart
  /// are more exact.
  func showsBetweenTexels(_ triangulation: Triangulation, of size: PixelSize) -> Bool {
    guard mesh != nil, magnification != .nearest, minification == .footprint else { return false }
    return FilterSelection(contentSize: size).showsBetweenTexels(
      triangulation.list, triangulation.projected)
  }
}

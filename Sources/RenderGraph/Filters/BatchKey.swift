import MeshTransform

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

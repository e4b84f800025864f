import MeshTransform

/// The properties that all triangles of a draw call share.
package struct BatchKey: Hashable {
  package let filter: TextureFilter
  /// The direction on the canvas along which a pixel is longest in the content, for ``TextureFilter/twoTaps``: in eighths
  /// of a half turn, clockwise from the x axis (y down). Else 0.
  package let direction: Int
  package let light: Light

  /// The shader stage that computes light.
  package enum Light: Int, CaseIterable {
    case pixels
    /// The vertices, for triangles that show the content's front or its back.
    case frontVertices, backVertices
  }

  static let directions = 8
  private static let filterCodes = directions + 3
  package static let count = filterCodes * Light.allCases.count

  init(_ filter: TextureFilter, direction: Int = 0, _ light: Light = .pixels) {
    (self.filter, self.direction, self.light) = (filter, filter == .twoTaps ? direction : 0, light)
  }

  /// An index in 0..<``count``, ordered by light, filter and direction.
  var code: Int {
    let code =
      switch filter {
      case .oneTap: 0
      case .twoTaps: 1 + direction
      case .anisotropic: 1 + Self.directions
      case .mipmapped: 2 + Self.directions
      }
    return Self.code(code, light)
  }

  /// The code of the same style with another light.
  /// - `pixelCode`: the code of a style that is lit in each pixel.
  static func code(_ pixelCode: Int, _ light: Light) -> Int { light.rawValue * filterCodes + pixelCode }

  init(code: Int) {
    let light = Light(rawValue: code / Self.filterCodes)!
    switch code % Self.filterCodes {
    case 0: self.init(.oneTap, light)
    case Self.directions + 1: self.init(.anisotropic, light)
    case Self.directions + 2: self.init(.mipmapped, light)
    case let code: self.init(.twoTaps, direction: code - 1, light)
    }
  }

  package static let all = (0..<count).map(BatchKey.init(code:))

  /// A unit vector on the canvas along ``direction``.
  package var alongPixels: SIMD2<Float> {
    let (sine, cosine) = Angle.degrees(180 / Double(Self.directions) * Double(direction)).sineAndCosine
    return SIMD2(Float(cosine), Float(sine))
  }
}

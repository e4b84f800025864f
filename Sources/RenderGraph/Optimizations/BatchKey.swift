import MeshTransform

/// What triangles must have in common to be drawn together.
package struct BatchKey: Hashable {
  package let filter: TextureFilter
  /// Of a pair of samples: the eighth of a half turn, clockwise from the canvas's x axis (y down), along which a pixel is
  /// longest in the content. Else 0.
  package let direction: Int
  package let light: Light

  /// Where light is computed.
  package enum Light: Int, CaseIterable {
    case pixels
    /// At the vertices, of triangles that show the content's front or its back.
    case frontVertices, backVertices
  }

  static let directions = 8
  private static let filterCodes = directions + 3
  package static let count = filterCodes * Light.allCases.count

  init(_ filter: TextureFilter, direction: Int = 0, _ light: Light = .pixels) {
    (self.filter, self.direction, self.light) = (filter, filter == .pair ? direction : 0, light)
  }

  /// 0..<``count``, by light, filter and direction.
  var code: Int {
    let code =
      switch filter {
      case .single: 0
      case .pair: 1 + direction
      case .row: 1 + Self.directions
      case .mipmapped: 2 + Self.directions
      }
    return Self.code(code, light)
  }

  /// - `pixelCode`: of a style that is lit in each pixel.
  /// - Returns: that of the same with another light.
  static func code(_ pixelCode: Int, _ light: Light) -> Int { light.rawValue * filterCodes + pixelCode }

  init(code: Int) {
    let light = Light(rawValue: code / Self.filterCodes)!
    switch code % Self.filterCodes {
    case 0: self.init(.single, light)
    case Self.directions + 1: self.init(.row, light)
    case Self.directions + 2: self.init(.mipmapped, light)
    case let code: self.init(.pair, direction: code - 1, light)
    }
  }

  package static let all = (0..<count).map(BatchKey.init(code:))

  /// Of unit length, along ``direction``.
  package var alongPixels: SIMD2<Float> {
    let (sine, cosine) = Angle.degrees(180 / Double(Self.directions) * Double(direction)).sineAndCosine
    return SIMD2(Float(cosine), Float(sine))
  }
}

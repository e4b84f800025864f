/// A 4x4 transform of row vectors, as in Core Animation: `[x y z 1] * M`.
///
/// `mRC` is in row R and column C, so the translation is m41, m42, m43 and the fourth column makes w. A product reads
/// from left to right: `unitToWorld * worldToClip` maps a point from unit space to clip space.
public struct Transform3D: Hashable, Sendable {
  /// The first row: the image of the x axis, and its part of w.
  public var m11 = 1.0, m12 = 0.0, m13 = 0.0, m14 = 0.0
  /// The second row: the image of the y axis, and its part of w.
  public var m21 = 0.0, m22 = 1.0, m23 = 0.0, m24 = 0.0
  /// The third row: the image of the z axis, and its part of w.
  public var m31 = 0.0, m32 = 0.0, m33 = 1.0, m34 = 0.0
  /// The fourth row: the translation, and w.
  public var m41 = 0.0, m42 = 0.0, m43 = 0.0, m44 = 1.0

  /// The identity.
  public init() {}
  /// The transform that changes nothing.
  public static let identity = Transform3D()

  /// A transform with these elements, row by row.
  public init(
    rows row1: SIMD4<Double>, _ row2: SIMD4<Double>, _ row3: SIMD4<Double>, _ row4: SIMD4<Double>
  ) {
    (m11, m12, m13, m14) = (row1.x, row1.y, row1.z, row1.w)
    (m21, m22, m23, m24) = (row2.x, row2.y, row2.z, row2.w)
    (m31, m32, m33, m34) = (row3.x, row3.y, row3.z, row3.w)
    (m41, m42, m43, m44) = (row4.x, row4.y, row4.z, row4.w)
  }

  /// The element in `row` and `column`, both 0...3: `[0, 3]` is m14.
  public subscript(row: Int, column: Int) -> Double {
    get { self.row(row)[column] }
    set {
      var rows = (0..<4).map(self.row)
      rows[row][column] = newValue
      self = Transform3D(rows: rows[0], rows[1], rows[2], rows[3])
    }
  }

  /// Row 0...3, from the left.
  public func row(_ index: Int) -> SIMD4<Double> {
    switch index {
    case 0: return SIMD4(m11, m12, m13, m14)
    case 1: return SIMD4(m21, m22, m23, m24)
    case 2: return SIMD4(m31, m32, m33, m34)
    case 3: return SIMD4(m41, m42, m43, m44)
    default: preconditionFailure("a transform has the rows 0...3, not \(index)")
    }
  }

  /// Column 0...3, from the top.
  public func column(_ index: Int) -> SIMD4<Double> {
    switch index {
    case 0: return SIMD4(m11, m21, m31, m41)
    case 1: return SIMD4(m12, m22, m32, m42)
    case 2: return SIMD4(m13, m23, m33, m43)
    case 3: return SIMD4(m14, m24, m34, m44)
    default: preconditionFailure("a transform has the columns 0...3, not \(index)")
    }
  }

  /// Whether the transform changes nothing, exactly.
  public var isIdentity: Bool { self == .identity }

  /// True when no element is NaN or infinite.
  public var isFinite: Bool {
    (0..<4).allSatisfy { index in
      let row = row(index)
      return row.x.isFinite && row.y.isFinite && row.z.isFinite && row.w.isFinite
    }
  }
}

/// A 4x4 transform of row vectors, as Core Animation's: `[x y z 1] * M`.
public struct Transform3D: Hashable, Sendable {
  public var m11 = 1.0, m12 = 0.0, m13 = 0.0, m14 = 0.0
  public var m21 = 0.0, m22 = 1.0, m23 = 0.0, m24 = 0.0
  public var m31 = 0.0, m32 = 0.0, m33 = 1.0, m34 = 0.0
  public var m41 = 0.0, m42 = 0.0, m43 = 0.0, m44 = 1.0

  public init() {}
  public static let identity = Transform3D()
}

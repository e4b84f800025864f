import MeshTransform

extension Mesh.DepthNormalization {
  /// The length that a depth of 1 stands for, by the definition of each case, in the units of `size`.
  func length(of size: SIMD2<Double>) -> Double {
    switch self {
    case .none: 1
    case .width: size.x
    case .height: size.y
    case .min: Swift.min(size.x, size.y)
    case .max: Swift.max(size.x, size.y)
    case .average: (size.x + size.y) / 2
    }
  }
}

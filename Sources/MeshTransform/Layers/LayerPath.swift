/// The position of a layer in a scene: the index of a top-level layer, then of its sublayer, and so on.
public struct LayerPath: Hashable, Sendable {
  /// One or more indices, each 0 or more.
  public let indices: [Int]

  /// - Precondition: `indices` has one element or more, none below 0.
  public init(_ indices: [Int]) {
    precondition(!indices.isEmpty && indices.allSatisfy { $0 >= 0 }, "\(indices) is no path to a layer")
    self.indices = indices
  }

  /// The path of a layer: its index among the layers of the scene, then among the sublayers of each.
  public init(_ indices: Int...) { self.init(indices) }

  /// The number of layers on the path: 1 for a top-level layer.
  public var depth: Int { indices.count }

  /// The index among the superlayer's sublayers, or among the scene's layers.
  public var index: Int { indices[indices.count - 1] }

  /// The path to the superlayer; nil for a top-level layer.
  public var superlayer: LayerPath? { depth == 1 ? nil : LayerPath(Array(indices.dropLast())) }

  /// The path to a sublayer.
  public func sublayer(_ index: Int) -> LayerPath { LayerPath(indices + [index]) }

  /// The longest common prefix of both paths; nil for different top-level layers.
  public func commonSuperlayer(with other: LayerPath) -> LayerPath? {
    let shared = zip(indices, other.indices).prefix { $0 == $1 }.map(\.0)
    return shared.isEmpty ? nil : LayerPath(shared)
  }
}

extension LayerPath: Comparable {
  /// The order of ``Scene/layersDepthFirst``: superlayers before their sublayers, siblings in painter's order.
  public static func < (a: LayerPath, b: LayerPath) -> Bool { a.indices.lexicographicallyPrecedes(b.indices) }
}

extension LayerPath: CustomStringConvertible {
  /// The path as in a scene file: `layers[0].sublayers[2]`. ``Scene/name(of:)`` uses the layers' names.
  public var description: String {
    "layers[\(indices[0])]" + indices.dropFirst().map { ".sublayers[\($0)]" }.joined()
  }
}

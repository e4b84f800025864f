/// Which layer of a scene: the index of a top-level layer, then of a sublayer of that, and so on.
public struct LayerPath: Hashable, Sendable {
  /// At least one, each 0 or more.
  public let indices: [Int]

  /// - Precondition: `indices` has at least one element, none below 0.
  public init(_ indices: [Int]) {
    precondition(!indices.isEmpty && indices.allSatisfy { $0 >= 0 }, "\(indices) is no path to a layer")
    self.indices = indices
  }

  public init(_ indices: Int...) { self.init(indices) }

  /// How many layers lead to this one, itself included: 1 for a top-level layer.
  public var depth: Int { indices.count }

  /// The index in the superlayer's sublayers, or in the scene's layers.
  public var index: Int { indices[indices.count - 1] }

  /// The path to the superlayer; nil for a top-level layer.
  public var superlayer: LayerPath? { depth == 1 ? nil : LayerPath(Array(indices.dropLast())) }

  /// The path to a sublayer.
  public func sublayer(_ index: Int) -> LayerPath { LayerPath(indices + [index]) }

  /// The longest path that leads to both or to a superlayer of them; nil when not even the top-level layer is the same.
  public func commonSuperlayer(with other: LayerPath) -> LayerPath? {
    let shared = zip(indices, other.indices).prefix { $0 == $1 }.map(\.0)
    return shared.isEmpty ? nil : LayerPath(shared)
  }
}

extension LayerPath: Comparable {
  /// In the order of ``Scene/layersDepthFirst``: superlayers before their sublayers, siblings as they are painted.
  public static func < (a: LayerPath, b: LayerPath) -> Bool { a.indices.lexicographicallyPrecedes(b.indices) }
}

extension LayerPath: CustomStringConvertible {
  /// As a scene file counts: `layers[0].sublayers[2]`. ``Scene/name(of:)`` has the layers' names.
  public var description: String {
    "layers[\(indices[0])]" + indices.dropFirst().map { ".sublayers[\($0)]" }.joined()
  }
}

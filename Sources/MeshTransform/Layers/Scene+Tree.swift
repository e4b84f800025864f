extension Scene {
  /// Whether the scene has a layer at the path.
  public func contains(_ path: LayerPath) -> Bool { layer(at: path) != nil }

  /// The layer at the path; nil if there is none.
  public func layer(at path: LayerPath) -> Layer? {
    var siblings = layers
    var found: Layer?
    for index in path.indices {
      guard index < siblings.count else { return nil }
      found = siblings[index]
      siblings = siblings[index].sublayers
    }
    return found
  }

  /// The layer at the path.
  /// - Precondition: ``contains(_:)``.
  public subscript(path: LayerPath) -> Layer {
    get {
      guard let layer = layer(at: path) else { preconditionFailure("the scene has no layer \(path)") }
      return layer
    }
    set {
      precondition(contains(path), "the scene has no layer \(path)")
      layers.replace(path.indices[...], with: newValue)
    }
  }

  /// Every layer with its path: superlayers before their sublayers, siblings in painter's order.
  public var layersDepthFirst: LayersDepthFirst { LayersDepthFirst(scene: self) }

  /// A depth-first traversal of a tree of any depth, in constant memory per level.
  public struct LayersDepthFirst: Sequence, IteratorProtocol, Sendable {
    /// Siblings with the index of the next one to visit, from the top level down.
    private var levels: [(siblings: [Layer], next: Int)]

    fileprivate init(scene: Scene) { levels = [(scene.layers, 0)] }

    public mutating func next() -> (path: LayerPath, layer: Layer)? {
      while let (siblings, next) = levels.last {
        guard next < siblings.count else {
          levels.removeLast()
          continue
        }
        let path = LayerPath(levels.dropLast().map { $0.next - 1 } + [next])
        levels[levels.count - 1].next += 1
        levels.append((siblings[next].sublayers, 0))
        return (path, siblings[next])
      }
      return nil
    }
  }
}

extension [Layer] {
  /// Replaces the layer at an existing path.
  fileprivate mutating func replace(_ indices: ArraySlice<Int>, with layer: Layer) {
    guard let index = indices.first else { return }
    if indices.count == 1 {
      self[index] = layer
    } else {
      self[index].sublayers.replace(indices.dropFirst(), with: layer)
    }
  }
}

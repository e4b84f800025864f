extension Scene {
  /// Whether the scene has a layer at the path.
  public func contains(_ path: LayerPath) -> Bool { layers.contains(path.indices[...]) }

  /// The layer at the path; nil if there is none.
  public func layer(at path: LayerPath) -> Layer? {
    contains(path) ? layers.layer(path.indices[...]) : nil
  }

  /// The layer at the path.
  /// - Precondition: ``contains(_:)``.
  public subscript(path: LayerPath) -> Layer {
    get {
      precondition(contains(path), "the scene has no layer \(path)")
      return layers.layer(path.indices[...])
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
    private var cursor: LayerCursor

    fileprivate init(scene: Scene) { cursor = LayerCursor(scene.layers) }

    public mutating func next() -> (path: LayerPath, layer: Layer)? {
      cursor.advance() ? (cursor.path, cursor.siblings[cursor.index]) : nil
    }
  }
}

/// A place in a depth-first traversal of a tree of layers: before the first layer, or at one.
struct LayerCursor: Sendable {
  /// Siblings with the number of those that have been visited, from the top level down.
  private var levels: [(siblings: [Layer], visited: Int)]

  init(_ layers: [Layer]) { levels = [(layers, 0)] }

  /// The layer's siblings, and its index among them.
  var siblings: [Layer] { levels[levels.count - 1].siblings }
  var index: Int { levels[levels.count - 1].visited - 1 }
  /// 1 for a top-level layer.
  var depth: Int { levels.count }
  var path: LayerPath { LayerPath(levels.map { $0.visited - 1 }) }

  /// Moves to the next layer.
  /// - Returns: false after the last one.
  mutating func advance() -> Bool {
    // By index, since a pattern copies the siblings.
    if let last = levels.indices.last, levels[last].visited > 0 {
      let index = levels[last].visited - 1
      if !levels[last].siblings[index].sublayers.isEmpty {
        levels.append((levels[last].siblings[index].sublayers, 0))
      }
    }
    while let last = levels.indices.last {
      if levels[last].visited < levels[last].siblings.count {
        levels[last].visited += 1
        return true
      }
      levels.removeLast()
    }
    return false
  }
}

extension [Layer] {
  fileprivate func contains(_ indices: ArraySlice<Int>) -> Bool {
    guard let index = indices.first else { return true }
    return index < count && (indices.count == 1 || self[index].sublayers.contains(indices.dropFirst()))
  }

  /// The layer at an existing path.
  fileprivate func layer(_ indices: ArraySlice<Int>) -> Layer {
    let index = indices[indices.startIndex]
    return indices.count == 1 ? self[index] : self[index].sublayers.layer(indices.dropFirst())
  }

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

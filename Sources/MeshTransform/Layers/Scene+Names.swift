extension Scene {
  /// The path as the names of the layers: `card/label[2]`.
  ///
  /// Each step is the name if it is unique among the siblings, the name with the index (from 0) otherwise, and the
  /// index alone, `[2]`, for a layer without a name. ``path(named:)`` reads it.
  /// - Complexity: O(siblings along the path).
  /// - Precondition: the scene has the layer.
  public func name(of path: LayerPath) -> String {
    var siblings = layers
    var steps: [String] = []
    for index in path.indices {
      precondition(index < siblings.count, "the scene has no layer \(path)")
      let name = siblings[index].givenName
      let key = name.map { ByteString($0) }
      let isShared =
        key != nil
        && siblings.indices.contains { $0 != index && siblings[$0].givenName.map { ByteString($0) } == key }
      steps.append(isShared || name == nil ? "\(name ?? "")[\(index)]" : name ?? "")
      siblings = siblings[index].sublayers
    }
    return steps.joined(separator: "/")
  }

  /// Whether any layer on the path has a name.
  func hasName(along path: LayerPath) -> Bool {
    (1...path.depth).contains { layer(at: LayerPath(Array(path.indices.prefix($0))))?.givenName != nil }
  }

  /// The path of a layer by names from the top level: steps `name`, `name[index]` or `[index]`, separated by slashes.
  /// Names may contain slashes and brackets.
  /// - Returns: nil if there is no such layer, and if a name without an index is ambiguous.
  public func path(named text: String) -> LayerPath? {
    LayerSearch.find(text[...], in: layers).map(LayerPath.init)
  }
}

private enum LayerSearch {
  /// The indices that match the text. Each recursion consumes a step of the text.
  static func find(_ text: Substring, in siblings: [Layer]) -> [Int]? {
    var timesUsed: [ByteString: Int] = [:]
    for layer in siblings { layer.givenName.map { timesUsed[ByteString($0), default: 0] += 1 } }
    for (index, layer) in siblings.enumerated() {
      var spellings = ["[\(index)]"]
      if let name = layer.givenName {
        spellings.append("\(name)[\(index)]")
        if timesUsed[ByteString(name)] == 1 { spellings.append(name) }
      }
      for spelling in spellings {
        guard let rest = text.dropping(bytesOf: spelling) else { continue }
        if rest.isEmpty { return [index] }
        if let after = rest.dropping(bytesOf: "/"), let below = find(after, in: layer.sublayers) {
          return [index] + below
        }
      }
    }
    return nil
  }
}

extension Layer {
  /// The name, unless it is empty.
  fileprivate var givenName: String? { name?.isEmpty == true ? nil : name }
}

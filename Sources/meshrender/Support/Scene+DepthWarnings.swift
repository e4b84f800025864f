import MeshTransform

extension Scene {
  /// Sentences about layers that earlier siblings hide by depth, for people who expect painter's order.
  /// - Parameter limit: the most layers to name.
  func depthWarnings(limit: Int = 3) -> [String] {
    let losses = depthLosses()
    var sentences = losses.prefix(limit).map { loss in
      let owner = loss.layer.superlayer.map { "\($0)" } ?? "the canvas"
      let (share, layer) = (Int(clamping: (100 * loss.share).rounded()), described(loss.layer))
      return """
        \(layer) loses \(share) % of itself to the earlier \(described(loss.hiddenBy)) by depth, because not all \
        of these layers lie in one plane; give \(owner) "depth": "ordered" to paint them in order, or \
        "depth": "shared" where depth should decide
        """
    }
    if losses.count > limit {
      sentences.append("\(losses.count - limit) more layers lose more than a tenth of themselves alike")
    }
    return sentences
  }

  /// The path, and the name of a layer that has one.
  private func described(_ path: LayerPath) -> String {
    guard let name = layer(at: path)?.name, !name.isEmpty else { return "\(path)" }
    return "\(path) (\(name))"
  }
}

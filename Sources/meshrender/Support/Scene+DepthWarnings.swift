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
        \(share) % of \(layer) is hidden by the earlier \(described(loss.hiddenBy)), because these layers are not all \
        in one plane; set "depth" of \(owner) to "ordered" to paint them in order, or to \
        "shared" to keep this
        """
    }
    if losses.count > limit {
      sentences.append("\(losses.count - limit) more layers are hidden by more than a tenth")
    }
    return sentences
  }

  /// The path, and the name of a layer that has one.
  private func described(_ path: LayerPath) -> String {
    guard let name = layer(at: path)?.name, !name.isEmpty else { return "\(path)" }
    return "\(path) (\(name))"
  }
}

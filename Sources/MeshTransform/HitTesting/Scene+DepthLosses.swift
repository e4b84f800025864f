/// A layer that an earlier sibling hides by depth, against painter's order.
public struct DepthLoss: Hashable, Sendable {
  /// The layer that is hidden in part.
  public let layer: LayerPath
  /// The earlier sibling that hides the most of it.
  public let hiddenBy: LayerPath
  /// The share of the layer's visible area that earlier siblings hide, 0...1.
  public let share: Double
}

extension Scene {
  /// The layers that lose more than a share of themselves to earlier siblings because they share one space, although
  /// nothing asks for it: ``SublayerDepth/automatic`` siblings that do not lie in one plane.
  ///
  /// The areas are counted at 64 x 64 places of the canvas, at which a layer counts with its alpha above one half.
  /// - Parameter share: 0...1.
  /// - Returns: the losses in the order of ``layersDepthFirst``.
  /// - Complexity: O(layers + faces) where such siblings exist, else O(layers).
  public func depthLosses(above share: Double = 0.1) -> [DepthLoss] {
    var counts: [[Int]: SiblingCounts] = [:]
    if canvas.depth == .automatic, layers.mayLoseByDepth(in: LayerSpace()) { counts[[]] = SiblingCounts() }
    for (path, layer) in layersDepthFirst
    where layer.depth == .automatic && layer.sublayers.mayLoseByDepth(in: LayerSpace(sublayersOf: layer)) {
      counts[path.indices] = SiblingCounts()
    }
    if counts.isEmpty { return [] }
    let tester = HitTester(self, vertexLimit: 1 << 16)
    let side = 64
    for index in 0..<side * side {
      let (x, y) = ((Double(index % side) + 0.5) / Double(side), (Double(index / side) + 0.5) / Double(side))
      let point = Point(
        canvas.frame.minX + x * canvas.frame.size.width, canvas.frame.minY + y * canvas.frame.size.height)
      var seen: [[Int]: [Int]] = [:]
      for hit in tester.hits(
        at: point, HitOptions(minimumAlpha: 0.5), limit: 64, budget: 1 << 10)
      {
        for level in hit.path.indices.indices {
          let (superlayer, sibling) = (Array(hit.path.indices[..<level]), hit.path.indices[level])
          if counts[superlayer] == nil || seen[superlayer]?.contains(sibling) == true { continue }
          counts[superlayer]?.add(sibling, behind: seen[superlayer] ?? [])
          seen[superlayer, default: []].append(sibling)
        }
      }
    }
    return counts.flatMap { superlayer, counts in counts.losses(above: share, in: superlayer) }
      .sorted { $0.layer < $1.layer }
  }
}

/// The places at which siblings are seen, and those at which earlier ones hide them.
private struct SiblingCounts {
  /// Fewer places say nothing about a share.
  private static let leastPlaces = 10
  private var places: [Int: Int] = [:]
  private var hidden: [Int: Int] = [:]
  /// The numbers of places at which a sibling hides a layer: by layer, then by sibling.
  private var hidingPlaces: [Int: [Int: Int]] = [:]

  /// - `front`: the siblings before it, from the viewer.
  mutating func add(_ sibling: Int, behind front: [Int]) {
    places[sibling, default: 0] += 1
    guard let first = front.first(where: { $0 < sibling }) else { return }
    hidden[sibling, default: 0] += 1
    hidingPlaces[sibling, default: [:]][first, default: 0] += 1
  }

  func losses(above share: Double, in superlayer: [Int]) -> [DepthLoss] {
    hidden.compactMap { layer, count in
      guard let all = places[layer], all >= Self.leastPlaces, Double(count) > share * Double(all),
        let most = hidingPlaces[layer]?.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })
      else { return nil }
      return DepthLoss(
        layer: LayerPath(superlayer + [layer]), hiddenBy: LayerPath(superlayer + [most.key]),
        share: Double(count) / Double(all))
    }
  }
}

extension [Layer] {
  /// Whether several layers are visible and do not lie in one plane.
  fileprivate func mayLoseByDepth(in space: LayerSpace) -> Bool {
    !lazy.filter(space.shows).dropFirst().isEmpty && !lieInOnePlane(in: space)
  }
}

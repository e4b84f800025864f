import MeshTransform

/// Layers that paint in order, divided into depth groups.
///
/// A depth group hides by depth, so two layers share one only where depth cannot contradict the order: they do not
/// overlap on the canvas, or lie flat in one plane. Flat layers in one plane, the most common ones, are one group.
struct PaintedGroups {
  /// The items of each group, from back to front.
  private(set) var groups: [[RenderItem]] = []
  /// The layers of the last group.
  private var layers: [PaintedLayer] = []
  /// The plane of the last group; nil where not all of its layers lie flat in one.
  private var plane: DepthPlane?

  /// - `lists`: the items of each layer, in painter's order.
  init(_ lists: [[RenderItem]]) {
    for list in lists { append(list) }
  }

  /// Adds the items of the next layer.
  private mutating func append(_ items: [RenderItem]) {
    if items.isEmpty { return }
    var layer = PaintedLayer(items)
    let isInPlane = layer.plane != nil && layer.plane == plane
    let conflicts = !isInPlane && layers.indices.contains { layers[$0].conflicts(with: &layer) }
    if groups.isEmpty || conflicts {
      groups.append(items)
      (layers, plane) = ([layer], layer.plane)
    } else {
      groups[groups.count - 1] += items
      layers.append(layer)
      if !isInPlane { plane = nil }
    }
  }
}

/// The items of one layer.
private struct PaintedLayer {
  /// The plane of all items; nil where one of them is bent.
  let plane: DepthPlane?
  private let items: [RenderItem]
  private lazy var bounds = Bounds(items)

  init(_ items: [RenderItem]) {
    self.items = items
    let first = items[0].plane
    plane = items.allSatisfy { $0.isFlat && $0.plane == first } ? first : nil
  }

  /// Whether the depths of the layers may contradict their order.
  mutating func conflicts(with other: inout PaintedLayer) -> Bool {
    if plane != nil, plane == other.plane { return false }
    let low = larger(bounds.low, other.bounds.low)
    let high = smaller(bounds.high, other.bounds.high)
    // Edges touch the pixels beside them.
    return high.x - low.x > -Self.margin && high.y - low.y > -Self.margin
  }

  /// In pixels of the canvas.
  private static let margin: Float = 2

  /// The bounds on the canvas in pixels; infinite where an item reaches behind the eye.
  private struct Bounds {
    private(set) var low = SIMD2<Float>(repeating: .infinity), high = SIMD2<Float>(repeating: -.infinity)

    init(_ items: [RenderItem]) {
      for item in items {
        let projected = item.projectedVertices()
        guard projected.isBeforeEye else {
          (low, high) = (SIMD2(repeating: -.infinity), SIMD2(repeating: .infinity))
          return
        }
        low = smaller(low, SIMD2(projected.low.x, projected.low.y))
        high = larger(high, SIMD2(projected.high.x, projected.high.y))
      }
    }
  }
}

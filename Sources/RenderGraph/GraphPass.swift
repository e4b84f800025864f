import MeshTransform

/// A change to a compiled picture that makes it cheaper to draw on some devices, and does not change it visibly.
///
/// The graph as it is compiled is the exact picture. What a device needs besides is a list of passes, which the renderer
/// chooses; `GraphOptions` holds it.
package protocol GraphPass: Sendable {
  /// The identity of the pass, with its parameters: two passes of one name do the same.
  var name: String { get }

  /// Whether ``apply(to:for:)`` reads the vertices of meshes on the canvas, so that they are projected at once.
  var readsVertices: Bool { get }

  /// Fewer triangles that look the same as those of an item's mesh, asked for before any vertex is projected; nil where the
  /// item keeps its own.
  func triangles(of item: RenderItem, _ lighting: LightingUniforms, _ view: RenderView) -> TriangleList?

  /// Whether unbent siblings of one look become one item; nil where the pass does not depend on it.
  /// - `count`: the number of siblings.
  /// - `size`: that of the target in pixels.
  func joinsSquares(_ count: Int, in size: PixelSize) -> Bool?

  func apply(to graph: inout RenderGraph, for device: DeviceProfile)
}

extension GraphPass {
  package var readsVertices: Bool { false }

  package func triangles(of item: RenderItem, _ lighting: LightingUniforms, _ view: RenderView)
    -> TriangleList?
  { nil }

  package func joinsSquares(_ count: Int, in size: PixelSize) -> Bool? { nil }

  package func apply(to graph: inout RenderGraph, for device: DeviceProfile) {}
}

/// Passes in the order in which they are applied; empty for an exact picture.
package struct GraphPasses: Sendable {
  private let list: [any GraphPass]
  let readVertices: Bool

  package init(_ list: [any GraphPass] = []) {
    self.list = list
    readVertices = list.contains(where: \.readsVertices)
  }

  /// The triangles of an item by the first pass that has fewer; nil where the item keeps its own.
  func triangles(of item: RenderItem, _ lighting: LightingUniforms, _ view: RenderView) -> TriangleList? {
    for pass in list {
      if let triangles = pass.triangles(of: item, lighting, view) { return triangles }
    }
    return nil
  }

  /// Whether unbent siblings of one look become one item: a pass joins them, and none needs them one by one.
  func joinsSquares(_ count: Int, in size: PixelSize) -> Bool {
    let answers = list.compactMap { $0.joinsSquares(count, in: size) }
    return !answers.isEmpty && !answers.contains(false)
  }

  func apply(to graph: inout RenderGraph, for device: DeviceProfile) {
    for pass in list { pass.apply(to: &graph, for: device) }
  }
}

extension GraphPasses: Hashable {
  package static func == (a: GraphPasses, b: GraphPasses) -> Bool {
    a.list.lazy.map(\.name).elementsEqual(b.list.lazy.map(\.name))
  }

  package func hash(into hasher: inout Hasher) { for pass in list { hasher.combine(pass.name) } }
}

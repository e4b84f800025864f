import MeshTransform

/// A step of the compilation that makes a picture cheaper and does not change it visibly. Exact pictures are compiled
/// without optimizations.
///
/// ``all`` lists the optimizations. Each has a file or a folder beside this one, which states its error bound and its
/// measurement. The error bound is the largest change of a pixel.
package struct Optimization: Sendable {
  /// The identity of the optimization.
  package let name: String
  let step: Step

  /// The function of an optimization, by the stage of the compilation that calls it.
  enum Step: Sendable {
    /// Triangulates an item with fewer triangles; nil where the item needs all of them.
    case triangulation(@Sendable (RenderItem, LightingUniforms, RenderView) -> TriangleList?)
    /// Changes how a compiled item is drawn.
    case item(@Sendable (inout CompiledItem, RenderView) -> Void)
    /// Draws commands of a depth group together.
    case group(@Sendable (inout DepthGroup) -> Void)
    /// Finds the part of a target behind a blended item to which its pass can be limited: the item, the lists of items
    /// behind it, the size of the target.
    case backdrop(@Sendable (RenderItem, [[RenderItem]], PixelSize) -> BackdropPart?)
  }

  init(_ name: String, _ step: Step) { (self.name, self.step) = (name, step) }
}

extension Optimization: Hashable {
  package static func == (a: Optimization, b: Optimization) -> Bool { a.name == b.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension [Optimization] {
  /// All optimizations, in the order in which they are applied.
  package static let all: [Optimization] = [
    .gridSimplification, .filterSelection, .backFaceCulling, .uniformLight, .scalarLight, .opaqueContent,
    .pixelCopies, .squareBatches, .backdropParts,
  ]

  /// The triangles of an item by the first optimization that finds any; nil where all triangles are needed.
  func triangles(of item: RenderItem, _ lighting: LightingUniforms, _ view: RenderView) -> TriangleList? {
    for case .triangulation(let triangulate) in lazy.map(\.step) {
      if let list = triangulate(item, lighting, view) { return list }
    }
    return nil
  }

  /// Applies the optimizations of single items.
  func apply(to item: inout CompiledItem, _ view: RenderView) {
    for case .item(let change) in lazy.map(\.step) { change(&item, view) }
  }

  /// Applies the optimizations of depth groups.
  func apply(to group: inout DepthGroup) {
    for case .group(let change) in lazy.map(\.step) { change(&group) }
  }

  /// The part of the target behind a blended item; nil where the pass draws all of the target.
  func backdropPart(behind item: RenderItem, _ shown: [[RenderItem]], in target: PixelSize) -> BackdropPart? {
    for case .backdrop(let part) in lazy.map(\.step) {
      if let part = part(item, shown, target) { return part }
    }
    return nil
  }
}

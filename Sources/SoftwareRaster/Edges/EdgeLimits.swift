import MeshTransform
import RenderGraph

/// The targets whose edges are located on a device that draws several samples everywhere in little time: those with few
/// triangles, none of them bent, and with short edges.
package struct EdgeLimits: Hashable {
  /// The most triangles of a target.
  private let triangles: Int
  /// The length of edges in pixels that any target may have.
  private let length: Float
  /// The further length for each pixel of the target.
  private let lengthPerPixel: Float

  package init(triangles: Int, length: Float, lengthPerPixel: Float) {
    (self.triangles, self.length, self.lengthPerPixel) = (triangles, length, lengthPerPixel)
  }

  /// Whether the items are few and unbent. The count ends where they are not.
  func allow(_ groups: [DepthGroup]) -> Bool {
    var count = 0
    for group in groups {
      for command in group.commands {
        count += command.item.surfaceCount * command.triangles.indices.count / 3
        if count > triangles || !command.item.isFlat { return false }
      }
    }
    return true
  }

  /// Whether a target may have that many squares.
  func allow(squares: Int) -> Bool { 2 * squares <= triangles }

  /// Whether the edges of a target are short.
  func allow(_ edges: PictureEdges, in size: PixelSize) -> Bool {
    edges.length <= length + lengthPerPixel * Float(size.area)
  }
}

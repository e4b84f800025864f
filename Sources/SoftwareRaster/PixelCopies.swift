import MeshTransform
import RenderGraph

/// Copies the pixels of opaque images and of blended parts whose texels coincide with pixels of the target, instead of
/// drawing them. Changes no pixel: only 8 bits a channel without linear light are copied, whose bilinear weights llvmpipe
/// rounds to 8 bits.
package struct PixelCopies: GraphPass {
  package var name: String { "pixelCopies" }
  package var readsVertices: Bool { true }

  package init() {}

  package func apply(to graph: inout RenderGraph, for device: DeviceProfile) {
    guard graph.blending == .encoded else { return }
    for command in graph.commands
    where command.imageTiling == nil && command.projected.mayBeUpright {
      command.copiedPixels = command.pixelsToCopy
    }
  }
}

extension DrawCommand {
  /// The largest distance of a texel from its pixel, in pixels. Weights of 8 bits round it to 0.
  private static var tolerance: Float { 1 / 1024 }

  /// The pixels of the target that show the texels, also beyond the target; nil where the item must be drawn.
  fileprivate var pixelsToCopy: PixelRect? {
    guard !look.isDeep, case .square = item.shape, item.isOpaque,
      item.tint == SIMD4(repeating: 1), item.visibleSides == .both, !item.isMask, item.maskMode == .none,
      !look.isLit, projected.isBeforeEye
    else { return nil }
    switch item.content {
    case .image(let image): return pixels(of: image)
    case .canvasPixels(let texture, let x, let y):
      let area = PixelRect(x: x, y: y, width: texture.size.width, height: texture.size.height)
      return fills(area) ? area : nil
    case .white, .gradient, .offscreen, .oversampled: return nil
    }
  }

  /// Whether the square is exactly the pixels of the target that a texture holds. One that shows more repeats the
  /// texture's edge.
  private func fills(_ area: PixelRect) -> Bool {
    let corners = [(area.x, area.y), (area.x + area.width, area.y + area.height)].map {
      (x: Float($0), y: Float($1))
    }
    return projected.points.allSatisfy { point in
      corners.contains { $0.x == point.x } && corners.contains { $0.y == point.y }
    }
  }

  private func pixels(of image: Image) -> PixelRect? {
    let (points, vertices) = (projected.points, triangles.vertices)
    let texels = SIMD2(Float(image.size.width), Float(image.size.height))
    let place = (points[0].lowHalf - vertices[0].from * texels).rounded(.toNearestOrEven)
    let isPlaced = zip(points, vertices).allSatisfy { point, vertex in
      let distance = point.lowHalf - vertex.from * texels - place
      return max(abs(distance.x), abs(distance.y)) < Self.tolerance && point.w == points[0].w
    }
    guard isPlaced, max(abs(place.x), abs(place.y)) < 1e6 else { return nil }
    return PixelRect(
      x: Int(pixels: place.x), y: Int(pixels: place.y), width: image.size.width, height: image.size.height)
  }
}

extension ProjectedVertices {
  /// Whether the first vertex is a corner of the bounds, and all have one w: true for an upright rectangle, and quickly
  /// false for most others.
  fileprivate var mayBeUpright: Bool {
    guard leastW == largestW, let first = points.first else { return false }
    return (first.x == low.x || first.x == high.x) && (first.y == low.y || first.y == high.y)
  }
}

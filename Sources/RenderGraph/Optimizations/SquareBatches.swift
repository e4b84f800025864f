import MeshTransform

/// Consecutive unbent items of one look, which one draw call draws.
///
/// The vertices are those of the items on the canvas: what differs from item to item, its transform, its depth bias and
/// its tint, is in them. Coordinates are rounded once more than those of single items: by 1/4096 pixel at 2,000 pixels.
///
/// A draw call takes 3 microseconds of the calling thread on llvmpipe, and four vertices nearly nothing: 10,000 turned
/// pictures of 17 x 10 pixels at 1080p take 0.87 of the CPU time that they take one by one, and 4,096 take 0.94.
package struct SquareBatch {
  /// The positions of the items in ``DepthGroup/commands``.
  package let commands: Range<Int>
  /// The shader variant for the items.
  package let variant: MeshVariant
  /// The shader variant that draws opaque texels only; nil where no item has one.
  package let opaquePart: MeshVariant?
  /// Whether the texture needs mipmaps.
  package let needsMipmaps: Bool
  /// Four for each item.
  package let vertices: [Vertex]

  package struct Vertex: BitwiseCopyable {
    /// Homogeneous canvas pixels, depth in points with the item's bias.
    let place: SIMD4<Float>
    /// The tint of the item, premultiplied.
    let tint: SIMD4<Float>
    /// Unit space of the content.
    let from: SIMD2<Float>

    package static let fromOffset = 2 * MemoryLayout<SIMD4<Float>>.stride
    package static let tintOffset = MemoryLayout<SIMD4<Float>>.stride
  }

  /// The smallest number of items that are drawn together. Pictures with fewer items are the same with and without
  /// batches.
  static let fewest = 32
}

extension Optimization {
  /// Draws many unbent items of one look in one draw call. Changes pixels by at most 1 of 255, and edges by 1/4096
  /// pixel.
  static let squareBatches = Optimization(
    "squareBatches",
    .group { group in
      group.batches = SquareBatch.batches(group.commands, group.biases)
    })
}

extension SquareBatch {
  /// The batches of a depth group's commands, in their order.
  /// - `biases`: the depth biases of the commands.
  fileprivate static func batches(_ commands: [DrawCommand], _ biases: [Double]) -> [SquareBatch] {
    guard commands.count >= fewest else { return [] }
    var batches: [SquareBatch] = []
    var (start, look): (Int, Look?) = (0, nil)
    for end in 0...commands.count {
      let next = end < commands.count ? Look(commands[end]) : nil
      if let look, let next, next == look { continue }
      if look != nil, end - start >= fewest {
        batches.append(SquareBatch(commands, start..<end, biases))
      }
      (start, look) = (end, next)
    }
    return batches
  }

  private init(_ commands: [DrawCommand], _ range: Range<Int>, _ biases: [Double]) {
    self.commands = range
    let first = commands[range.lowerBound]
    var variant = first.lighting.variant
    variant.isBatched = true
    // A filter for longer pixels equals the other ones where these are enough.
    variant.filter = commands[range].reduce(variant.filter) { max($0, $1.lighting.variant.filter) }
    variant.isTinted = commands[range].contains { $0.lighting.variant.isTinted }
    self.variant = variant
    needsMipmaps = variant.filter == .mipmapped
    var opaquePart = commands[range].lazy.compactMap(\.opaquePart).first
    if opaquePart != nil {
      opaquePart = variant
      opaquePart?.isOpaquePart = true
    }
    self.opaquePart = opaquePart
    var vertices: [Vertex] = []
    vertices.reserveCapacity(4 * range.count)
    for index in range {
      let command = commands[index]
      let (projected, tint, bias) = (command.geometry.projected, command.item.tint, Float(biases[index]))
      for (corner, vertex) in command.triangles.vertices.enumerated() {
        var place = projected.homogeneous(corner)
        place.z += bias * place.w
        vertices.append(Vertex(place: place, tint: tint, from: vertex.from))
      }
    }
    self.vertices = vertices
  }

  /// The properties in which the items of a batch agree. Fails for items that are drawn one by one.
  private struct Look: Equatable {
    private let content: Content
    private let variant: MeshVariant
    private let isOpaque: Bool
    /// Whether opaque texels are drawn first, where layers may cross.
    private let hasOpaquePart: Bool

    private enum Content: Equatable {
      case white
      case image(ImageKey)
    }

    init?(_ command: DrawCommand) {
      // Without a copy of the item, for speed.
      guard case .square = command.item.shape, command.item.visibleSides == .both, !command.item.isMask,
        command.item.maskMode == .none, command.imageTiling == nil, !command.lighting.variant.isLit
      else { return nil }
      switch command.item.content {
      case .white: content = .white
      case .image(let image): content = .image(ImageKey(image))
      case .gradient, .offscreen, .oversampled, .canvasPixels: return nil
      }
      var variant = command.lighting.variant
      // Cheap filters are not replaced by expensive ones.
      if variant.filter > .twoTaps { variant.filter = .mipmapped }
      variant.isTinted = false
      (self.variant, isOpaque) = (variant, command.isOpaque)
      hasOpaquePart = command.opaquePart != nil
    }
  }
}

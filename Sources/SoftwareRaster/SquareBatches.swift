import MeshTransform
import RenderGraph

/// Draws many unbent items of one look in one draw call, and joins siblings of one look already where items are made.
/// Changes pixels by at most 1 of 255, and edges by 1/4096 pixel.
package struct SquareBatches: GraphPass {
  package var name: String { "squareBatches" }

  package init() {}

  package func joinsSquares(_ count: Int, in size: PixelSize) -> Bool? { count >= SquareBatch.fewest }

  package func apply(to graph: inout RenderGraph, for device: DeviceProfile) {
    graph.forEachPass { pass in
      for index in pass.groups.indices where pass.groups[index].commands.count >= SquareBatch.fewest {
        let group = pass.groups[index]
        let batches = group.batches + SquareBatch.batches(group.commands, group.biases)
        pass.groups[index].batches = batches.sorted { $0.commands.lowerBound < $1.commands.lowerBound }
      }
    }
  }
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
    var variant = commands[range.lowerBound].variant
    // A filter for longer pixels equals the other ones where these are enough.
    variant.filter = commands[range].reduce(variant.filter) { max($0, $1.filter) }
    variant.isTinted = commands[range].contains { $0.look.isTinted }
    let squares = range.map {
      Square(commands[$0].projection.unitToCanvas, tint: commands[$0].item.tint).moved(by: biases[$0])
    }
    self.init(
      commands: range, variant, hasOpaquePart: commands[range.lowerBound].opaquePart != nil, squares)
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
        command.item.maskMode == .none, command.imageTiling == nil, !command.look.isLit
      else { return nil }
      switch command.item.content {
      case .white: content = .white
      case .image(let image): content = .image(ImageKey(image))
      case .gradient, .offscreen, .oversampled, .canvasPixels: return nil
      }
      var variant = command.variant
      // Cheap filters are not replaced by expensive ones.
      if variant.filter > .twoTaps { variant.filter = .mipmapped }
      variant.isTinted = false
      (self.variant, isOpaque) = (variant, command.isOpaque)
      hasOpaquePart = command.opaquePart != nil
    }
  }
}

import MeshTransform
import RenderGraph

extension ABufferPass {
  /// The items of the A-buffer of one depth group, in one canvas tile.
  struct Input {
    let group: DepthGroup
    /// The draw commands of the items, in painter's order.
    private let commands: [ResidentCommand]
    /// The canvas tile, which begins at the first pixel of the framebuffer.
    let tile: PixelRect
    /// The pixels of the framebuffer that the items may touch.
    let region: PixelRect
    /// The memory limit for fragments in bytes.
    var memory: Int { group.aBufferItems.memory }
    /// The largest number of fragments that the items produce if none folds over itself.
    let estimatedFragments: Int

    /// - `commands`: the draw commands of the group's ``DepthGroup/aBufferItems``.
    /// - Returns: nil where the items touch no pixel of the tile.
    init?(_ group: DepthGroup, _ commands: [ResidentCommand], in tile: PixelRect) {
      guard !commands.isEmpty, let region = group.aBufferItems.region(in: tile) else { return nil }
      (self.group, self.commands, self.tile, self.region) = (group, commands, tile, region)
      estimatedFragments = group.aBufferItems.estimatedFragments(in: tile)
    }

    /// Draws the items with shaders that store fragments.
    func drawItems(into strip: Strip, _ passes: PassCache) {
      for (entry, command) in zip(group.aBufferItems.entries, commands) {
        guard let pixels = entry.pixels(in: tile), pixels.overlaps(strip.region) else { continue }
        let canvasToClip = group.canvasToClip(tile, bias: entry.bias)
        let plane = entry.command.footprint?.depths(
          in: tile, canvasToClip, zeroToOne: group.hasZeroToOneDepth)
        passes[command.variant(entry.command.aBufferVariant)]?.draw(
          command, tile, canvasToClip: canvasToClip, nil,
          into: Destination(strip: strip, firstOrder: entry.firstOrder, plane: plane))
      }
    }
  }
}

import CEGL
import MeshTransform
import RenderGraph

/// A depth group whose buffers and textures are on the device, and whose programs are compiled.
struct ResidentGroup {
  let group: DepthGroup
  private let commands: [ResidentCommand]
  /// The items of the A-buffer.
  private let listed: [ResidentCommand]

  init(_ group: DepthGroup, _ resources: FrameResources) throws(GLError) {
    self.group = group
    var commands: [ResidentCommand] = []
    for command in group.commands { commands.append(try resources.resident(command)) }
    var listed: [ResidentCommand] = []
    for entry in group.listed.entries { listed.append(try resources.resident(entry.command)) }
    (self.commands, self.listed) = (commands, listed)
    let (gl, passes) = (resources.gl, resources.passes)
    for variant in group.variants { try passes.prepare(gl, variant) }
    for command in listed { try passes.prepare(gl, command.command.aBufferVariant) }
    if !listed.isEmpty { passes.prepareLists(gl) }
  }

  func draw(_ tile: PixelRect, in target: borrowing Framebuffer, _ passes: PassCache) throws(GLError) {
    drawOrdered(passes) { pass, number, call in
      let resident = commands[number]
      pass.draw(
        resident, tile, canvasToClip: group.canvasToClip(tile, bias: group.biases[number]),
        call.map { resident.command.calls[$0] })
    }
    try drawListed(tile, in: target, passes)
  }

  /// Draws edge tiles into the tile atlas. The group has no items of the A-buffer.
  /// - `parts`: returns the triangles of the command and the draw call with these numbers.
  func draw(_ tile: PixelRect, _ passes: PassCache, _ parts: (Int, Int) -> TileDraw) {
    drawOrdered(passes, isSupersampled: tile.supersamplingFactor > 1) { pass, number, call in
      let resident = commands[number]
      pass.draw(
        resident, tile, canvasToClip: group.canvasToClip(tile, bias: group.biases[number]),
        call.map { resident.command.calls[$0] },
        // A command that is drawn as a whole has one call.
        parts: parts(number, call ?? 0))
    }
  }

  /// Draws opaque commands, opaque parts, then translucent commands in drawing order.
  /// - `draw`: receives the pass, and the numbers of the command and of its draw call; nil for all of its triangles.
  private func drawOrdered(
    _ passes: PassCache, isSupersampled: Bool = false, _ draw: (MeshPass, Int, Int?) -> Void
  ) {
    func pass(_ variant: MeshVariant) -> MeshPass? {
      var variant = variant
      if isSupersampled { variant.isSupersampled = true }
      return passes[variant]
    }
    func drawAll(opaque: Bool) {
      for (number, command) in group.commands.enumerated() where command.isOpaque == opaque {
        for (call, drawCall) in command.calls.enumerated() {
          if let pass = pass(drawCall.variant) { draw(pass, number, call) }
        }
      }
    }
    drawAll(opaque: true)
    if group.mayCross {
      for (number, command) in group.commands.enumerated() {
        // A command that is not opaque has one call.
        if let variant = command.opaquePart, let pass = pass(variant) { draw(pass, number, nil) }
      }
    }
    drawAll(opaque: false)
  }

  /// Draws the items of the A-buffer.
  private func drawListed(_ tile: PixelRect, in target: borrowing Framebuffer, _ passes: PassCache)
    throws(GLError)
  {
    let plan = group.listed
    guard !plan.isEmpty, let region = plan.region(in: tile) else { return }
    try passes.lists?.draw(
      region, in: target,
      viewport: PixelSize(tile.width * tile.supersamplingFactor, tile.height * tile.supersamplingFactor),
      memory: plan.memory, hasDepths: group.hasOpaqueDepths, estimate: plan.estimatedFragments(in: tile)
    ) { room in
      for (entry, resident) in zip(plan.entries, listed) {
        guard let part = entry.pixels(in: tile), part.overlaps(room.region) else { continue }
        let canvasToClip = group.canvasToClip(tile, bias: entry.bias)
        let place = ABuffer.Place(
          room: room, firstOrder: entry.firstOrder,
          plane: entry.command.footprint?.depths(
            in: tile, canvasToClip, zeroToOne: group.hasZeroToOneDepth))
        passes[entry.command.aBufferVariant]?.draw(
          resident, tile, canvasToClip: canvasToClip, nil, into: place)
      }
    }
  }

  /// Compiles the variants that draw several fragments a pixel.
  func prepareSupersampling(_ gl: GLContext, _ passes: PassCache) throws(GLError) {
    for var variant in group.variants {
      variant.isSupersampled = true
      try passes.prepare(gl, variant)
    }
  }
}

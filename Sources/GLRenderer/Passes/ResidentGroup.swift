import CEGL
import MeshTransform
import RenderGraph

/// A depth group whose buffers and textures are on the device, and whose programs are compiled.
struct ResidentGroup {
  let group: DepthGroup
  /// The draw commands in drawing order, without the first where its pixels are copied.
  private let commands: [ResidentCommand]
  /// The draw commands of the items of the A-buffer.
  private let aBufferCommands: [ResidentCommand]
  /// The pixels that are copied instead of drawing the first command; nil where it is drawn.
  private let pixelCopy: ResidentCopy?
  /// The number of the first command that is drawn.
  private var firstDrawn: Int { pixelCopy == nil ? 0 : 1 }

  /// - `mayCopy`: whether the pass is drawn once, with one sample a pixel, so that pixels can be copied into it.
  init(_ group: DepthGroup, _ resources: FrameResources, mayCopy: Bool) throws(GLError) {
    self.group = group
    var pixelCopy: ResidentCopy?
    if mayCopy, !group.needsDepth, let first = group.commands.first, let copy = first.pixelCopy {
      pixelCopy = try ResidentCopy(copy, first, resources)
    }
    let firstDrawn = pixelCopy == nil ? 0 : 1
    var commands: [ResidentCommand] = []
    for command in group.commands[firstDrawn...] { commands.append(try resources.resident(command)) }
    var aBufferCommands: [ResidentCommand] = []
    for entry in group.aBufferItems.entries { aBufferCommands.append(try resources.resident(entry.command)) }
    (self.commands, self.aBufferCommands, self.pixelCopy) = (commands, aBufferCommands, pixelCopy)
    let (gl, passes) = (resources.gl, resources.passes)
    for variant in group.variants(from: firstDrawn) { try passes.prepare(gl, variant) }
    for command in aBufferCommands { try passes.prepare(gl, command.command.aBufferVariant) }
    if !aBufferCommands.isEmpty { passes.prepareABuffer(gl) }
  }

  func draw(
    _ tile: PixelRect, in target: borrowing Framebuffer, _ gl: GLContext, _ passes: PassCache
  ) throws(GLError) {
    try pixelCopy?.draw(tile, in: target, gl)
    drawOrdered(passes) { pass, number, call in
      let resident = commands[number - firstDrawn]
      pass.draw(
        resident, tile, canvasToClip: group.canvasToClip(tile, bias: group.biases[number]),
        call.map { resident.command.calls[$0] })
    }
    if let input = ABufferPass.Input(group, aBufferCommands, in: tile) {
      try passes.aBuffer?.draw(input, in: target, passes)
    }
  }

  /// Draws edge tiles into the tile atlas. The group has no items of the A-buffer.
  /// - `triangles`: returns the triangles of the command and the draw call with these numbers.
  func draw(_ tile: PixelRect, _ passes: PassCache, _ triangles: (Int, Int) -> TileDraw) {
    drawOrdered(passes, isSupersampled: tile.supersamplingFactor > 1) { pass, number, call in
      let resident = commands[number - firstDrawn]
      // A command that is drawn as a whole has one call.
      let edgeTiles = triangles(number, call ?? 0)
      if edgeTiles.parts.isEmpty { return }
      pass.draw(
        resident, tile, canvasToClip: group.canvasToClip(tile, bias: group.biases[number]),
        call.map { resident.command.calls[$0] }, edgeTiles: edgeTiles)
    }
  }

  /// Draws opaque commands, opaque parts, then translucent commands in drawing order.
  /// - `draw`: receives the pass, and the numbers of the command and of its draw call; nil for all of its triangles.
  private func drawOrdered(
    _ passes: PassCache, isSupersampled: Bool = false,
    _ draw: (MeshPass, Int, Int?) -> Void
  ) {
    func pass(_ variant: MeshVariant) -> MeshPass? {
      var variant = variant
      if isSupersampled { variant.isSupersampled = true }
      return passes[variant]
    }
    func drawAll(opaque: Bool) {
      for (number, command) in group.commands.enumerated()
      where number >= firstDrawn && command.isOpaque == opaque {
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

  /// Compiles the variants that draw several fragments a pixel.
  func prepareSupersampling(_ gl: GLContext, _ passes: PassCache) throws(GLError) {
    for var variant in group.variants {
      variant.isSupersampled = true
      try passes.prepare(gl, variant)
    }
  }
}

import CEGL
import MeshTransform
import RenderGraph

/// A depth group whose buffers and textures are on the device, and whose programs are compiled.
struct ResidentGroup {
  let group: DepthGroup
  private let state: StateCache
  /// The draw commands in drawing order; nil for those that are drawn in batches only, and for the first where its pixels
  /// are copied.
  private let commands: [ResidentCommand?]
  private let batches: [ResidentBatch]
  /// The draw commands of the items of the A-buffer.
  private let aBufferCommands: [ResidentCommand]
  /// The pixels that are copied instead of drawing the first command; nil where it is drawn.
  private let pixelCopy: ResidentCopy?
  /// The number of the first command that is drawn.
  private var firstDrawn: Int { pixelCopy == nil ? 0 : 1 }

  /// - `mayCopy`: whether the pass is drawn once, with one sample a pixel, so that pixels can be copied into it.
  /// - `drawsTiles`: whether commands are also drawn one by one, in edge tiles.
  init(_ group: DepthGroup, _ resources: FrameResources, mayCopy: Bool, drawsTiles: Bool) throws(GLError) {
    (self.group, state) = (group, resources.gl.state)
    var pixelCopy: ResidentCopy?
    let isInBatch = group.batches.first?.commands.contains(0) == true
    if mayCopy, !group.needsDepth, !isInBatch, let first = group.commands.first, let copy = first.copiedPixels
    {
      pixelCopy = try ResidentCopy(copy, first, resources)
    }
    let firstDrawn = pixelCopy == nil ? 0 : 1
    var commands = [ResidentCommand?](repeating: nil, count: group.commands.count)
    let single = (drawsTiles ? Array(group.commands.indices) : group.unbatched).filter {
      $0 >= firstDrawn && group.commands[$0].item.squares == nil
    }
    for number in single { commands[number] = try resources.resident(group.commands[number]) }
    var batches: [ResidentBatch] = []
    for batch in group.batches {
      batches.append(try resources.resident(batch, group.commands[batch.commands.lowerBound]))
    }
    var aBufferCommands: [ResidentCommand] = []
    for entry in group.aBufferItems.entries { aBufferCommands.append(try resources.resident(entry.command)) }
    (self.commands, self.batches) = (commands, batches)
    (self.aBufferCommands, self.pixelCopy) = (aBufferCommands, pixelCopy)
    let (gl, passes) = (resources.gl, resources.passes)
    try prepare(single, isSupersampled: false, gl, passes)
    for batch in group.batches {
      try passes.prepare(gl, batch.variant)
      if group.drawsOpaqueParts, let part = batch.opaquePart { try passes.prepare(gl, part) }
    }
    for command in aBufferCommands { try passes.prepare(gl, command.variant(command.command.aBufferVariant)) }
    if !aBufferCommands.isEmpty { passes.prepareABuffer(gl) }
  }

  func draw(
    _ tile: PixelRect, in target: borrowing Framebuffer, _ gl: GLContext, _ passes: PassCache
  ) throws(GLError) {
    try pixelCopy?.draw(tile, in: target, gl)
    let drawTarget = target.drawTarget
    state.drawMeshes {
      drawOrdered(passes, tile, in: drawTarget) { pass, number, call in
        guard let resident = commands[number] else { return }
        pass.draw(
          resident, tile, in: drawTarget, canvasToClip: group.canvasToClip(tile, bias: group.biases[number]),
          call.map { resident.command.calls[$0] })
      }
    }
    if let input = ABufferPass.Input(group, aBufferCommands, in: tile) {
      try passes.aBuffer?.draw(input, in: target, passes)
    }
  }

  /// Draws edge tiles into the tile atlas. The group has no items of the A-buffer.
  /// - `triangles`: returns the triangles of the command and the draw call with these numbers.
  /// - `drawTarget`: the tile atlas.
  func draw(
    _ tile: PixelRect, in drawTarget: DrawTarget, _ passes: PassCache, _ triangles: (Int, Int) -> TileDraw
  ) {
    state.drawMeshes {
      let isSupersampled = tile.supersamplingFactor > 1
      drawOrdered(passes, in: drawTarget, isSupersampled: isSupersampled) { pass, number, call in
        guard let resident = commands[number] else { return }
        // A command that is drawn as a whole has one call.
        let edgeTiles = triangles(number, call ?? 0)
        if edgeTiles.parts.isEmpty { return }
        pass.draw(
          resident, tile, in: drawTarget, canvasToClip: group.canvasToClip(tile, bias: group.biases[number]),
          call.map { resident.command.calls[$0] }, edgeTiles: edgeTiles)
      }
    }
  }

  /// Draws opaque commands, opaque parts, then translucent commands in drawing order, and last the parts of divided ones.
  /// - `batchTile`: the tile in which batches are drawn; nil to draw all commands one by one.
  /// - `target`: the bound framebuffer.
  /// - `draw`: receives the pass, and the numbers of the command and of its draw call; nil for all of its triangles.
  private func drawOrdered(
    _ passes: PassCache, _ batchTile: PixelRect? = nil, in target: DrawTarget,
    isSupersampled: Bool = false,
    _ draw: (MeshPass, Int, Int?) -> Void
  ) {
    func pass(_ number: Int, _ variant: MeshVariant) -> MeshPass? {
      var variant = commands[number]?.variant(variant) ?? variant
      if isSupersampled { variant.isSupersampled = true }
      return passes[variant]
    }
    /// - `variant`: the variant of a batch; nil to leave it out.
    /// - `drawOne`: draws a command that is in no batch.
    func drawAll(
      where isDrawn: (DrawCommand) -> Bool, _ variant: (SquareBatch) -> MeshVariant?,
      _ drawOne: (Int, DrawCommand) -> Void
    ) {
      var (number, next) = (firstDrawn, 0)
      while number < group.wholeCount {
        let command = group.commands[number]
        guard let batchTile, next < batches.count, batches[next].batch.commands.lowerBound == number else {
          if isDrawn(command) { drawOne(number, command) }
          number += 1
          continue
        }
        let batch = batches[next].batch
        if isDrawn(command), let variant = variant(batch) {
          passes[variant]?.draw(
            batches[next], command, batchTile, in: target,
            canvasToClip: group.canvasToClip(batchTile, bias: 0))
        }
        (number, next) = (batch.commands.upperBound, next + 1)
      }
    }
    func drawCalls(_ number: Int, _ command: DrawCommand) {
      for (call, drawCall) in command.calls.enumerated() {
        if let pass = pass(number, command.variant(of: drawCall)) { draw(pass, number, call) }
      }
    }
    drawAll(where: \.isOpaque, \.variant, drawCalls)
    if group.drawsOpaqueParts {
      func drawOpaquePart(_ number: Int, _ command: DrawCommand) {
        // A command that is not opaque has one call.
        if let variant = command.opaquePart, let pass = pass(number, variant) { draw(pass, number, nil) }
      }
      drawAll(where: { $0.opaquePart != nil }, \.opaquePart, drawOpaquePart)
    }
    drawAll(where: { !$0.isOpaque }, \.variant, drawCalls)
    for part in group.parts {
      let command = group.commands[part.command]
      if let pass = pass(part.command, command.variant(of: command.calls[part.call])) {
        draw(pass, part.command, part.call)
      }
    }
  }

  /// Compiles the variants that draw several fragments a pixel.
  func prepareSupersampling(_ gl: GLContext, _ passes: PassCache) throws(GLError) {
    try prepare(Array(group.commands.indices), isSupersampled: true, gl, passes)
  }

  /// Compiles the variants that draw commands one by one.
  /// - `numbers`: those of the commands.
  private func prepare(_ numbers: [Int], isSupersampled: Bool, _ gl: GLContext, _ passes: PassCache)
    throws(GLError)
  {
    let grids = Set(numbers.filter { commands[$0]?.buffers.normalGrid != nil })
    let others = group.variants(grids.isEmpty ? numbers : numbers.filter { !grids.contains($0) })
    for var variant in others.union(group.variants(grids).map(\.withGridNormals)) {
      if isSupersampled { variant.isSupersampled = true }
      try passes.prepare(gl, variant)
    }
  }
}

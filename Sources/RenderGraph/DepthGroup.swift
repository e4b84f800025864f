import MeshTransform

/// Items that share one space and one depth buffer.
package struct DepthGroup {
  /// The draw commands in drawing order, without those of the A-buffer.
  package private(set) var commands: [DrawCommand]
  /// The depth biases of the commands, in points toward the viewer.
  package private(set) var biases: [Double]
  /// The commands that are drawn together, in their order; each that stands for several items is in one.
  package var batches: [SquareBatch] = []
  /// The number of items in the commands.
  package private(set) var surfaceCount: Int
  /// The positions of the commands in painter's order.
  package private(set) var ranks: [Int]
  /// Whether opaque texels of a translucent item may lie both before and behind parts of another, so that no order of
  /// whole items is right.
  package let mayCross: Bool
  /// Whether the group draws the opaque texels of translucent items first. It does where items may cross and the device has no
  /// A-buffer.
  package let drawsOpaqueParts: Bool
  /// The items of the A-buffer, which are blended over all others.
  package private(set) var aBufferItems: ABufferItems
  /// The number of commands that are drawn as a whole; those after them are divided.
  package private(set) var wholeCount: Int
  /// The parts of the divided commands from back to front, drawn after all others.
  package private(set) var parts: [Part] = []
  /// The lines at which the order of divided items changes.
  package private(set) var crossings: [PlaneCrossing] = []
  let depthRange: DepthRange
  package let hasZeroToOneDepth: Bool
  /// Whether no two items overlap on the canvas.
  private let areApart: Bool
  /// Whether the triangles of its only item do not overlap on the canvas, so that none hides another.
  package var isUnfolded = false
  /// Smallest distance in points between items that share a surface.
  package let depthBiasStep: Double

  /// A part of a divided item.
  package struct Part {
    /// The numbers of its command, and of its draw call there.
    package let command: Int, call: Int

    package init(command: Int, call: Int) { (self.command, self.call) = (command, call) }
  }

  /// - `areOpaque`: whether each item is opaque everywhere.
  init(
    _ items: [RenderItem], _ areOpaque: [Bool], _ view: RenderView, _ cache: inout FrameCache
  ) {
    let (options, device) = (view.options, view.device)
    hasZeroToOneDepth = device.hasZeroToOneDepth
    var commands: [DrawCommand] = []
    var range = DepthRange()
    var depths = ItemDepths()
    let plane = items.first?.plane
    // By index here and below, since a loop over the items copies them.
    mayCross = items.indices.contains {
      !items[$0].isFlat || items[$0].plane == nil || items[$0].plane != plane
    }
    drawsOpaqueParts = mayCross && !device.hasExactTransparency
    // Contacts need the vertices of all items before any mesh is simplified.
    let vertices =
      items.count > 1 && !options.onlyChecks ? items.indices.map { items[$0].projectedVertices() } : []
    let contacts =
      options.onlyChecks
      ? SurfaceContacts(unknown: items.indices.reduce(0) { $0 + items[$1].surfaceCount })
      : SurfaceContacts(items, vertices)
    areApart = contacts.areApart
    // The first surface of each item.
    var surfaces: [Int] = []
    var surfaceCount = 0
    for index in items.indices {
      surfaces.append(surfaceCount)
      surfaceCount += items[index].surfaceCount
      var item = items[index]
      (item.isOpaque, item.depthPrecision) = (areOpaque[index], contacts.precisions[surfaces[index]])
      let command = DrawCommand(
        item, vertices.isEmpty ? nil : vertices[index], view, &cache)
      range.extend(command, isAlone: items.count == 1)
      depths.append(
        item.isFlat ? item.plane : nil,
        depth: command.middleDepth(isAlone: items.count == 1))
      commands.append(command)
    }
    let areOpaqueSurfaces = commands.flatMap { repeatElement($0.isOpaque, count: $0.item.surfaceCount) }
    let surfaceBiases = depths.biases(
      contacts, isOpaque: areOpaqueSurfaces, in: range, zeroToOne: hasZeroToOneDepth)
    // Those of squares are in the squares.
    let biases = items.indices.map { items[$0].squares == nil ? surfaceBiases[surfaces[$0]] : 0 }
    depthBiasStep = depths.step(in: range, zeroToOne: hasZeroToOneDepth)
    range.extend(bias: surfaceBiases.max() ?? 0)
    depthRange = range
    let order = Self.drawingOrder(commands, depths)
    let plan =
      device.hasExactTransparency
      ? OrderIndependentSelection(
        commands.map(\.footprint), drawingOrder: order.filter { commands[$0].footprint != nil })
      : OrderIndependentSelection([], drawingOrder: [])
    aBufferItems = ABufferItems(plan, commands, biases: biases, memory: options.limits.transparencyMemory)
    let hidden = Set(plan.listed)
    ranks = order.filter { !hidden.contains($0) }
    (self.commands, self.biases) = (ranks.map { commands[$0] }, ranks.map { biases[$0] })
    self.surfaceCount = ranks.reduce(0) { $0 + commands[$1].item.surfaceCount }
    wholeCount = ranks.count
    for (number, rank) in ranks.enumerated() {
      guard let run = items[rank].squares else { continue }
      var squares = run.squares
      for index in squares.indices where surfaceBiases[surfaces[rank] + index] != 0 {
        squares[index] = squares[index].moved(by: surfaceBiases[surfaces[rank] + index])
      }
      if !commands[rank].isOpaque, mayCross, !areApart { squares = run.backToFront.map { squares[$0] } }
      batches.append(
        SquareBatch(
          commands: number..<number + 1, commands[rank].variant,
          hasOpaquePart: commands[rank].opaquePart != nil, squares))
    }
  }

  /// Draws items of the A-buffer, whose commands are divided, as parts in an order instead.
  /// - `entries`: their numbers in ``aBufferItems``.
  /// - `parts`: all of their parts from back to front; the first of `entries` is command 0.
  package mutating func draw(_ entries: [Int], _ parts: [Part], _ crossings: [PlaneCrossing]) {
    let first = commands.count
    self.parts += parts.map { Part(command: first + $0.command, call: $0.call) }
    self.crossings += crossings
    for number in entries {
      let entry = aBufferItems.entries[number]
      commands.append(entry.command)
      biases.append(entry.bias)
      ranks.append(entry.rank)
      surfaceCount += 1
    }
    aBufferItems = aBufferItems.without(Set(entries))
  }

  /// The pixels that the items cover, also those that others cover.
  /// - `largest`: an upper bound on the result for all groups of the picture; that of this group is added.
  /// - `limit`: the value of `largest` up to which the overlaps of the triangles in an item are not counted.
  func overdraw(_ largest: inout Double, limit: Int) -> Int {
    var sum = 0
    for command in [aBufferItems.entries.map(\.command), commands].joined() {
      let covered = command.coveredPixels
      let triangles = command.item.mesh == nil ? 1 : command.triangles.indices.count / 3
      var bound = Double(covered) * Double(triangles) * DrawCommand.weightOfOverlaps
      if largest + bound > Double(limit), command.item.mesh != nil,
        let area = command.triangulation.largestArea
      {
        bound = min(bound, area * DrawCommand.weightOfOverlaps)
      }
      largest += bound
      sum += largest > Double(limit) ? command.pixelsWithOverlaps(covered) : covered
    }
    return sum
  }

  /// The shader variants of commands that are drawn one by one.
  /// - `numbers`: the positions of the commands.
  package func variants(_ numbers: some Sequence<Int>) -> Set<MeshVariant> {
    var variants: Set<MeshVariant> = []
    for number in numbers {
      let command = commands[number]
      for call in command.calls { variants.insert(command.variant(of: call)) }
      if drawsOpaqueParts, let part = command.opaquePart { variants.insert(part) }
    }
    return variants
  }

  /// The positions of the commands that are in no batch.
  package var unbatched: [Int] {
    var (numbers, first): ([Int], Int) = ([], 0)
    for batch in batches {
      numbers += first..<batch.commands.lowerBound
      first = batch.commands.upperBound
    }
    return numbers + Array(first..<commands.count)
  }

  /// Whether the target may contain opaque items before the A-buffer is drawn.
  package var hasOpaqueDepths: Bool {
    commands.contains { $0.isOpaque || (drawsOpaqueParts && $0.opaquePart != nil) }
  }

  /// Whether the picture depends on the depth test: false where unbent items lie apart, and where they lie in one plane
  /// and are drawn in painter's order, since none of them hides a later one; also for one unfolded item.
  package var needsDepth: Bool {
    if isUnfolded { return false }
    // Without opaque items and masks, nothing is hidden.
    if aBufferItems.isEmpty, !hasOpaqueDepths, !commands.contains(where: \.item.isMask) { return false }
    guard aBufferItems.isEmpty, areApart || (!mayCross && zip(ranks, ranks.dropFirst()).allSatisfy(<)) else {
      return true
    }
    return commands.contains { command in
      if case .mesh = command.item.shape { true } else { command.item.isMask }
    }
  }

  /// Whether an opaque item certainly covers pixels, so that an empty picture is a fault.
  package func mustShow(on size: PixelSize) -> Bool {
    commands.contains { command in
      command.isOpaque && command.item.visibleSides == .both
        && command.triangulation.covers(size)
    }
  }

  /// The transform from canvas pixels to clip space, moved toward the viewer by the bias in points.
  package func canvasToClip(_ tile: PixelRect, bias: Double) -> Transform3D {
    var transform = depthRange.clipTransform(tile: tile, zeroToOne: hasZeroToOneDepth)
    transform.m43 += bias * transform.m33
    return transform
  }
}

extension DrawCommand {
  /// The depth `z / w` of the item's middle in points; of several squares, that of the nearest.
  /// - `isAlone`: whether no other item is compared with it; then the middle of its box is enough.
  fileprivate func middleDepth(isAlone: Bool) -> Double {
    if let run = item.squares { return run.nearestMiddle }
    if isAlone, item.mesh != nil, let (low, high) = triangulation.bounds { return Double(low.z + high.z) / 2 }
    return ItemDepths.middle((item.mesh ?? .unitQuad).vertices, FloatMatrix(projection.unitToCanvas))
  }
}

extension DepthGroup {
  /// The drawing order: opaque items first, since they hide items behind them; then translucent ones from back to
  /// front, at equal depth in painter's order.
  static func drawingOrder(_ commands: [DrawCommand], _ depths: ItemDepths) -> [Int] {
    commands.indices.filter { commands[$0].isOpaque }
      + commands.indices.filter { !commands[$0].isOpaque }.sorted {
        let (a, b) = (depths.middles[$0], depths.middles[$1])
        return a != b ? a < b : $0 < $1
      }
  }
}

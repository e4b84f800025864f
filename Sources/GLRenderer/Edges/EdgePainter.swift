import CEGL
import MeshTransform

/// Draws the parts of a picture that hold edges again, with several samples a pixel, and puts them into their places.
/// Kept from one picture to the next.
final class EdgePainter {
  private let gl: GLContext
  private let blending: Canvas.Blending
  private let samples: Int
  /// Of each fragment, as the shader reads them.
  private let readSamples: Int
  private let passes: PassCache
  /// Those that no picture uses serve the next.
  private var coverages: [CoverageTextures] = []
  let maskPass: PartsPass
  private var indexBuffer: GLuint = 0
  private var targets: [Int: TargetBox] = [:]
  /// What was drawn into the targets last, as long as somebody wants it.
  private weak var drawn: DrawnParts?

  /// Fragments of the target: of 1080p the edges of a large sheet fit in. Of what is thin there is less.
  private static func targetSize(fineness: Int) -> PixelSize { PixelSize(fineness > 1 ? 512 : 1024, 256) }

  final class TargetBox {
    let target: PartTarget
    init(_ target: consuming PartTarget) { self.target = target }
  }

  /// What one picture needs.
  struct Job {
    fileprivate let painter: EdgePainter
    fileprivate let plan: EdgePlan
    fileprivate let background: Color

    init(_ painter: EdgePainter, _ plan: EdgePlan, over background: Color) {
      (self.painter, self.plan, self.background) = (painter, plan, background)
    }

    /// All that can be done for a tile before anything of it is drawn; no target is touched.
    func parts(of frame: Frame, _ tile: PixelRect) throws(GLError) -> EdgeParts {
      try painter.prepare(self, frame, tile)
    }
  }

  init(_ gl: GLContext, _ blending: Canvas.Blending, samples: Int, _ passes: PassCache) throws(GLError) {
    (self.gl, self.blending, self.samples, self.passes) = (gl, blending, samples, passes)
    // Textures that cannot have so many samples hold their means.
    readSamples = samples <= gl.capabilities.maxTextureSamples ? samples : 1
    maskPass = try passes.partsMask(gl)
    glGenBuffers(1, &indexBuffer)
  }

  private func target(fineness: Int) throws(GLError) -> TargetBox {
    if let known = targets[fineness] { return known }
    let made = TargetBox(
      try PartTarget(gl, size: Self.targetSize(fineness: fineness), samples: samples, blending))
    targets[fineness] = made
    return made
  }

  private func prepare(_ job: Job, _ frame: Frame, _ tile: PixelRect) throws(GLError) -> EdgeParts {
    let plan = job.plan
    var levels: [EdgeParts.Level] = []
    for level in plan.levels {
      let size = Self.targetSize(fineness: level.fineness)
      let room = PixelSize(size.width / level.fineness, size.height / level.fineness)
      // A viewport of the whole tile may be larger than the device draws.
      let side = max(1, gl.capabilities.maxViewportSize / level.fineness)
      for window in tile.divided(widest: side, highest: side) {
        let parts = EdgePart.parts(
          of: plan.cells, level.marks, in: window, widest: room.width, highest: room.height)
        if parts.isEmpty { continue }
        if level.fineness > 1 {
          for stratum in frame.strata { try stratum.prepareSupersampling(gl, passes) }
        }
        var fine = window
        fine.fineness = level.fineness
        levels.append(
          EdgeParts.Level(
            tile: fine, batches: EdgePart.packed(parts, into: room, ring: plan.coverage.isEmpty ? 0 : 1)))
      }
    }
    upload(frame, plan, &levels)
    let coverage = plan.coverage.isEmpty ? nil : upload(plan.coverage, plan.cells)
    let pass = try passes.partsPass(gl, samples: readSamples, isWeighed: coverage != nil)
    var weights: EdgeWeights?
    if plan.isUniform, let coverage {
      var parts = EdgePart.parts(
        of: plan.cells, EdgeCells.Mark.edge...EdgeCells.Mark.edge, in: tile, widest: tile.width + 4,
        highest: tile.height + 4)
      for i in parts.indices {
        (parts[i].x, parts[i].y) = (parts[i].area.x - tile.x, parts[i].area.y - tile.y)
      }
      weights = EdgeWeights(pass: pass, coverage: coverage, parts: parts)
    }
    let masked =
      plan.isUniform
      ? []
      : EdgePart.parts(
        of: plan.cells, EdgeCells.Mark.edge...EdgeCells.Mark.thinnest, in: tile, widest: tile.width,
        highest: tile.height)
    return EdgeParts(
      painter: self, masked: masked, tile: tile, levels: levels, pass: pass, coverage: coverage,
      weights: weights,
      background: blending.channels(of: job.background).premultiplied)
  }

  /// Puts the indices of all triangles of all levels into the buffer.
  private func upload(_ frame: Frame, _ plan: EdgePlan, _ levels: inout [EdgeParts.Level]) {
    var indices: [UInt32] = []
    for number in levels.indices {
      let map = PartTriangles.Map(levels[number].batches.flatMap { $0 }, over: plan.cells)
      levels[number].triangles = frame.strata.indices.map { stratum in
        frame.strata[stratum].drawables.indices.map { drawable in
          let layer = frame.strata[stratum].drawables[drawable].layer
          return layer.batches.map { batch -> [Range<Int>] in
            let triangles = PartTriangles(
              plan.points[stratum][drawable], layer.triangles.indices[batch.indices], map)
            let start = indices.count
            indices += triangles.indices
            return triangles.ranges.map { $0.lowerBound + start..<$0.upperBound + start }
          }
        }
      }
    }
    if indices.isEmpty { return }
    glBindVertexArray(0)
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), indexBuffer)
    indices.withUnsafeBytes {
      glBufferData(GLenum(GL_ELEMENT_ARRAY_BUFFER), $0.count, $0.baseAddress, GLenum(GL_STREAM_DRAW))
    }
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), 0)
  }

  private func upload(_ coverage: EdgeCoverage, _ cells: EdgeCells) -> CoverageTextures {
    if let known = coverages.first(where: { $0.holds(coverage) }) { return known }
    let free = coverages.indices.first { isKnownUniquelyReferenced(&coverages[$0]) }
    if free == nil { coverages.append(CoverageTextures(gl)) }
    let textures = coverages[free ?? coverages.count - 1]
    textures.fill(coverage, cells)
    return textures
  }

  /// - Parameter parts: made ready last.
  func draw(_ parts: EdgeParts, _ frame: Frame, over pixels: borrowing Framebuffer)
    throws(GLError) -> DrawnParts
  {
    let drawn = DrawnParts(into: pixels.name, parts.pass, parts.coverage)
    if parts.levels.isEmpty { return drawn }
    // Another picture's may still be in the targets.
    self.drawn?.place()
    var filled: Set<Int> = []
    for level in parts.levels {
      let box = try target(fineness: level.tile.fineness)
      var place = parts.tile
      place.fineness = level.tile.fineness
      var first = 0
      for batch in level.batches {
        // The target is needed again.
        if !filled.insert(place.fineness).inserted { drawn.place() }
        let range = first..<first + batch.count
        first = range.upperBound
        let rows = batch.map { $0.y + $0.area.height + $0.ring }.max() ?? 0
        box.target.begin(background: parts.background, rows: rows * level.tile.fineness)
        for (index, stratum) in frame.strata.enumerated() {
          if index > 0 {
            glDepthMask(GLboolean(GL_TRUE))
            glClear(GLbitfield(GL_DEPTH_BUFFER_BIT))
          }
          stratum.draw(level.tile, passes) { drawable, triangles in
            PartDrawing(
              tile: level.tile, parts: batch[...], buffer: indexBuffer,
              ranges: level.triangles[index][drawable][triangles][range])
          }
        }
        box.target.resolve()
        drawn.append(batch, place, in: box)
      }
    }
    self.drawn = drawn
    try gl.check("drawing parts with edges")
    return drawn
  }

  deinit {
    withUnsafePointer(to: indexBuffer) { glDeleteBuffers(1, $0) }
  }
}

@available(*, unavailable) extension EdgePainter: Sendable {}

import CEGL
import MeshTransform

/// Draws the parts of a picture that hold edges again, with several samples a pixel, and puts them into their places.
/// Kept from one picture to the next.
final class EdgePainter {
  private let gl: GLContext
  private let blending: Canvas.Blending
  private let samples: Int
  private let passes: PassCache
  private let pass: PartsPass
  fileprivate let maskPass: PartsPass
  private var indexBuffer: GLuint = 0
  private var targets: [Int: TargetBox] = [:]

  /// Fragments of the target: of 1080p the edges of a large sheet fit in.
  private static let targetSize = PixelSize(1024, 256)

  private final class TargetBox {
    let target: PartTarget
    init(_ target: consuming PartTarget) { self.target = target }
  }

  /// What one picture needs.
  struct Job {
    let painter: EdgePainter
    let plan: EdgePlan
    let background: Color

    /// Keeps everything from being drawn into the cells that will be drawn again, until depths are cleared.
    /// - `target`: the one that is bound, in which the tile is drawn with one sample a pixel.
    func mask(_ tile: PixelRect) {
      if plan.isUniform { return }
      let size = PixelSize(tile.width, tile.height)
      let parts = EdgePart.parts(
        of: plan.cells, EdgeCells.Mark.edge...EdgeCells.Mark.thinnest, in: tile, widest: size.width,
        highest: size.height)
      painter.maskPass.draw(parts, tile)
    }

    /// - `target`: the framebuffer in which the tile has been drawn; bound afterwards.
    func draw(_ frame: Frame, _ tile: PixelRect, over target: borrowing Framebuffer) throws(GLError) {
      for level in plan.levels {
        try painter.draw(frame, plan, tile, level, background, over: target)
      }
    }
  }

  init(_ gl: GLContext, _ blending: Canvas.Blending, samples: Int, _ passes: PassCache) throws(GLError) {
    (self.gl, self.blending, self.samples, self.passes) = (gl, blending, samples, passes)
    (pass, maskPass) = (try passes.partsPass(gl, samples: samples), try passes.partsMask(gl))
    glGenBuffers(1, &indexBuffer)
  }

  private func target(fineness: Int) throws(GLError) -> TargetBox {
    if let known = targets[fineness] { return known }
    let made = TargetBox(try PartTarget(gl, size: Self.targetSize, samples: samples, blending))
    targets[fineness] = made
    return made
  }

  private func draw(
    _ frame: Frame, _ plan: EdgePlan, _ tile: PixelRect, _ level: EdgePlan.Level, _ background: Color,
    over pixels: borrowing Framebuffer
  ) throws(GLError) {
    var fine = tile
    fine.fineness = level.fineness
    let room = PixelSize(Self.targetSize.width / level.fineness, Self.targetSize.height / level.fineness)
    let packed = EdgePart.packed(
      EdgePart.parts(of: plan.cells, level.marks, in: tile, widest: room.width, highest: room.height),
      into: room)
    let parts = packed.flatMap { $0 }
    if parts.isEmpty { return }
    if level.fineness > 1 {
      for stratum in frame.strata { try stratum.prepareSupersampling(gl, passes) }
    }
    let triangles = upload(frame, plan, parts)
    let box = try target(fineness: level.fineness)
    let color = blending.channels(of: background).premultiplied
    var first = 0
    for batch in packed {
      let range = first..<first + batch.count
      first = range.upperBound
      let rows = batch.map { $0.y + $0.area.height }.max() ?? 0
      box.target.begin(background: color, rows: rows * level.fineness)
      for (index, stratum) in frame.strata.enumerated() {
        if index > 0 {
          glDepthMask(GLboolean(GL_TRUE))
          glClear(GLbitfield(GL_DEPTH_BUFFER_BIT))
        }
        stratum.draw(fine, passes) { drawable, batch in
          PartDrawing(
            tile: fine, parts: parts[range], buffer: indexBuffer,
            ranges: triangles[index][drawable][batch][range])
        }
      }
      glBindFramebuffer(GLenum(GL_FRAMEBUFFER), pixels.name)
      pass.draw(batch, fine, from: box.target.color)
    }
    try gl.check("drawing \(parts.count) parts with edges")
  }

  /// - Returns: by stratum, drawable, batch and part, the indices in the buffer.
  private func upload(_ frame: Frame, _ plan: EdgePlan, _ parts: [EdgePart]) -> [[[[Range<Int>]]]] {
    let map = PartTriangles.Map(parts, over: plan.cells)
    var indices: [UInt32] = []
    let ranges = frame.strata.indices.map { stratum in
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
    glBindVertexArray(0)
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), indexBuffer)
    indices.withUnsafeBytes {
      glBufferData(GLenum(GL_ELEMENT_ARRAY_BUFFER), $0.count, $0.baseAddress, GLenum(GL_STREAM_DRAW))
    }
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), 0)
    return ranges
  }

  deinit {
    withUnsafePointer(to: indexBuffer) { glDeleteBuffers(1, $0) }
  }
}

@available(*, unavailable) extension EdgePainter: Sendable {}

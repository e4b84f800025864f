import CEGL
import MeshTransform
import RenderGraph
import SoftwareRaster

/// Draws the edge tiles of a picture again, with several samples a pixel, and copies them into their places. The
/// renderer is kept from one picture to the next.
final class EdgeTileRenderer {
  private let gl: GLContext
  private let format: PixelFormat
  private let samples: Int
  /// Samples of each fragment that the shader reads; 1 where it reads their means.
  private let readSamples: Int
  private let passes: PassCache
  /// Textures of sample weights; those that no picture uses serve the next.
  private var coverages: [CoverageTextures] = []
  let maskPass: TileResolvePass
  private var indexBuffer: GLuint = 0
  private var targets: [Int: TargetBox] = [:]
  /// The edge tiles drawn last, unless their picture has been released.
  private weak var drawn: PendingResolve?

  final class TargetBox {
    let target: TileAtlas
    private var useCount = 0
    init(_ target: consuming TileAtlas) { self.target = target }

    /// Whether to clear these rows alone, and not the whole atlas. Mesa clears a part by drawing, with shaders that
    /// llvmpipe compiles in the time in which it clears the whole atlas a few times.
    func clears(rows: Int) -> Bool {
      useCount += 1
      return useCount > 4 && 2 * rows < target.size.height
    }
  }

  init(_ gl: GLContext, _ format: PixelFormat, samples: Int, _ passes: PassCache) throws(GLError) {
    (self.gl, self.format, self.samples, self.passes) = (gl, format, samples, passes)
    // Textures that cannot have this many samples hold their means.
    readSamples = samples <= gl.capabilities.maxTextureSamples ? samples : 1
    maskPass = try passes.tileMaskPass(gl)
    glGenBuffers(1, &indexBuffer)
  }

  /// Returns a target for a supersampling factor, and makes a new one where the known one is too low. A row of four
  /// samples takes 32 KiB with its depths, so the height of the first one follows the edge tiles.
  /// - Parameter rows: the smallest height, in fragments.
  private func target(supersamplingFactor: Int, rows: Int) throws(GLError) -> TargetBox {
    if let known = targets[supersamplingFactor], known.target.size.height >= rows { return known }
    let largest = EdgeTiles.targetSize(supersamplingFactor: supersamplingFactor)
    // Frames whose edges grow need few sizes.
    let enough = targets[supersamplingFactor].map { max(rows, 3 * $0.target.size.height / 2) } ?? rows
    targets[supersamplingFactor] = nil
    let height = min((enough + 31) / 32 * 32, largest.height)
    let made = TargetBox(
      try TileAtlas(gl, size: PixelSize(largest.width, height), samples: samples, format))
    targets[supersamplingFactor] = made
    return made
  }

  /// Uploads the edge tiles of a canvas tile and returns them, nil where nothing is drawn again. No target is touched.
  func prepare(_ resident: ResidentPass, _ tile: PixelRect) throws(GLError) -> ResidentEdgeTiles? {
    guard let edges = resident.pass.edges else { return nil }
    let tiles = EdgeTiles(
      edges, of: resident.pass.groups, in: tile, maxViewportSize: gl.capabilities.maxViewportSize)
    if tiles.levels.contains(where: { $0.region.supersamplingFactor > 1 }) {
      for group in resident.groups { try group.prepareSupersampling(gl, passes) }
    }
    upload(tiles.indices)
    let coverage = edges.coverage.isEmpty ? nil : try upload(edges.coverage, edges.tiles)
    let pass = try passes.tileResolvePass(gl, samples: readSamples, isWeighted: coverage != nil)
    var weights: EdgeWeights?
    if edges.isUniform, let coverage {
      weights = EdgeWeights(pass: pass, coverage: coverage, edgeTiles: tiles.weighted)
    }
    let blended = edges.blended(in: tile)
    return ResidentEdgeTiles(
      renderer: self, tiles: tiles, pass: pass, coverage: coverage, weights: weights,
      background: format.blending.channels(of: resident.pass.background).premultiplied, blended: blended,
      pixelPass: blended.isEmpty ? nil : try passes.edgePixelPass(gl, format))
  }

  private func upload(_ indices: [UInt32]) {
    if indices.isEmpty { return }
    glBindVertexArray(0)
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), indexBuffer)
    indices.withUnsafeBytes {
      glBufferData(GLenum(GL_ELEMENT_ARRAY_BUFFER), $0.count, $0.baseAddress, GLenum(GL_STREAM_DRAW))
    }
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), 0)
  }

  private func upload(_ coverage: EdgeCoverage, _ tiles: ScreenTiles) throws(GLError) -> CoverageTextures {
    if let known = coverages.first(where: { $0.holds(coverage) }) { return known }
    let free = coverages.indices.first { isKnownUniquelyReferenced(&coverages[$0]) }
    if free == nil { coverages.append(CoverageTextures(gl)) }
    let textures = coverages[free ?? coverages.count - 1]
    try textures.fill(coverage, tiles)
    return textures
  }

  /// Draws edge tiles into the tile atlas.
  /// - `edgeTiles`: the edge tiles uploaded last.
  /// - Returns: the edge tiles, not yet copied into `pixels`.
  func draw(_ edgeTiles: ResidentEdgeTiles, _ resident: ResidentPass, over pixels: borrowing Framebuffer)
    throws(GLError) -> PendingResolve
  {
    let drawn = PendingResolve(into: pixels, edgeTiles)
    if edgeTiles.tiles.levels.isEmpty { return drawn }
    // The atlas may still hold edge tiles of another picture.
    self.drawn?.placeTiles()
    var filled: Set<Int> = []
    for level in edgeTiles.tiles.levels {
      let factor = level.region.supersamplingFactor
      func rows(_ batch: [EdgeTile]) -> Int {
        factor * (batch.map { $0.y + $0.area.height + $0.ring }.max() ?? 0)
      }
      let box = try target(supersamplingFactor: factor, rows: level.batches.map(rows).max() ?? 0)
      var place = edgeTiles.tiles.region
      place.supersamplingFactor = factor
      let all = level.batches.flatMap { $0 }
      var first = 0
      for batch in level.batches {
        // The next batch overwrites the atlas of this supersampling factor.
        if !filled.insert(place.supersamplingFactor).inserted { drawn.placeTiles() }
        let range = first..<first + batch.count
        first = range.upperBound
        let rows = rows(batch)
        box.target.begin(
          gl, background: edgeTiles.background, rows: box.clears(rows: rows) ? rows : nil)
        for (index, group) in resident.groups.enumerated() {
          if index > 0 { gl.state.clear(PipelineState(size: box.target.size)) }
          group.draw(level.region, in: box.target.drawTarget, passes) { command, call in
            TileDraw(
              tile: level.region, edgeTiles: all[range], buffer: indexBuffer,
              parts: level.triangles[index][command][call].inside(range))
          }
        }
        box.target.resolve(gl)
        drawn.append(batch, place, in: box)
      }
    }
    self.drawn = drawn
    try gl.check("drawing edge tiles")
    return drawn
  }

  deinit {
    withUnsafePointer(to: indexBuffer) { glDeleteBuffers(1, $0) }
  }
}

@available(*, unavailable) extension EdgeTileRenderer: Sendable {}

/// The triangles of a draw call in each edge tile.
struct TileDraw {
  /// The part of the canvas that holds the edge tiles, with the supersampling factor of the atlas; its sides in
  /// fragments are within the limit on viewports.
  let tile: PixelRect
  let edgeTiles: ArraySlice<EdgeTile>
  let buffer: GLuint
  /// The triangles in each edge tile that has any, as ranges of the index buffer.
  let parts: ArraySlice<TileTriangles.Part>

  /// Draws the triangles with the bound vertex array, and replaces its index buffer.
  /// - `state`: the state of the pass, without viewport and scissor.
  /// - `tileOrigin`: the location of the uniform that maps framebuffer pixels to the canvas; nil if it is not needed.
  func draw(_ state: PipelineState, _ gl: GLContext, tileOrigin: GLint?) {
    var state = state
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), buffer)
    for part in parts {
      let edgeTile = edgeTiles[part.tile]
      let (area, supersamplingFactor) = (edgeTile.area, tile.supersamplingFactor)
      // The viewport of the whole tile, moved so that the edge tile is at its place: coordinates equal the tile's own
      // to the bit, and no triangle is clipped at the edge tile's border.
      state.viewport = PixelRect(
        x: (edgeTile.x - area.x + tile.x) * supersamplingFactor,
        y: (edgeTile.y - area.y + tile.y) * supersamplingFactor,
        width: tile.width * supersamplingFactor, height: tile.height * supersamplingFactor)
      let ring = edgeTile.ring
      state.scissor = PixelRect(
        x: (edgeTile.x - ring) * supersamplingFactor, y: (edgeTile.y - ring) * supersamplingFactor,
        width: (area.width + 2 * ring) * supersamplingFactor,
        height: (area.height + 2 * ring) * supersamplingFactor)
      gl.state.set(state)
      if let tileOrigin { glUniform2f(tileOrigin, Float(area.x - edgeTile.x), Float(area.y - edgeTile.y)) }
      glDrawElements(
        GLenum(GL_TRIANGLES), GLsizei(part.indices.count), GLenum(GL_UNSIGNED_INT),
        UnsafeRawPointer(bitPattern: part.indices.lowerBound * MemoryLayout<UInt32>.stride))
    }
  }
}

import MeshTransform
import RenderGraph

extension Renderer {
  /// Draws the scene in bands of whole rows, from the top: the pixels of ``render(_:options:)``, with the memory of one
  /// band instead of the whole picture. A band has at most as many rows as the device draws at once: about 8.8 million
  /// pixels of a canvas up to 8192 pixels wide, 1080 rows of a wider canvas. On llvmpipe, where each read-back is a copy in
  /// memory, bands have at most 128 rows, which stay in the caches of the CPU.
  ///
  /// ```swift
  /// let file = try PNG.Writer(size: canvas.pixelSize, alpha: .premultiplied, to: .path("poster.png"))
  /// try renderer.render(scene) { band in
  ///   (try? file.append(band)) != nil
  /// }
  /// try file.commit()
  /// ```
  ///
  /// - Parameters:
  ///   - options: the limit on the canvas is ``RenderLimits/bandedCanvasArea``.
  ///   - body: receives a band; returns false to end the drawing. It draws nothing by this renderer.
  /// - Throws: the errors of ``render(_:options:)``, some of them after the last band.
  public func render(
    _ scene: Scene, options: RenderOptions = RenderOptions(), bands body: (Image) -> Bool
  ) throws(RenderError) {
    try scene.check(options, isBanded: true)
    gl.enter()
    defer { gl.leave() }
    let frame = try compile(scene, options)
    do throws(GLError) {
      try encode(frame) { resident, edgeTileRenderer throws(GLError) in
        try draw(frame, resident, edgeTileRenderer, body)
      }
    } catch { throw .gl(gl.cause(of: error)) }
  }

  private func draw(
    _ frame: CompiledFrame, _ resident: ResidentPass, _ edgeTileRenderer: EdgeTileRenderer?,
    _ body: (Image) -> Bool
  ) throws(GLError) {
    let (pass, kind) = (frame.graph.canvas, PendingFrame.Kind(frame))
    try gl.check("making a picture ready")
    finishPending()
    let targets = try targets(for: pass, frame.resources.format)
    var isEmpty = true
    func show(_ size: PixelSize, _ bytes: [UInt8]) -> Bool {
      isEmpty = isEmpty && kind.mustShow && bytes.withUnsafeBytes(\.allZero)
      return body(Image(size: size, alpha: kind.alpha, depth: kind.depth, bytes: bytes))
    }
    for tiles in pass.tiling.bands {
      if tiles.count == 1, !capabilities.deviceClass.readsThroughBuffers {
        guard try targets.draw(tiles[0], of: resident, edgeTileRenderer, inStripsOf: 128, show) else {
          return
        }
        continue
      }
      let size = PixelSize(kind.size.width, tiles[0].height)
      let bytes = try [UInt8](pixels: size, kind.depth, firstRow: tiles[0].y) { memory throws(GLError) in
        try targets.draw(tiles, of: resident, edgeTileRenderer, into: memory)
      }
      guard show(size, bytes) else { return }
    }
    if isEmpty, kind.mustShow { throw .emptyReadback(renderer: capabilities.renderer) }
    gl.statistics.pictures += 1
  }
}

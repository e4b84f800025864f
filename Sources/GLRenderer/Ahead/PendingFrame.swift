import MeshTransform
import RenderGraph
import SoftwareRaster

/// A picture that a renderer has begun, and that its device is still to draw, or drawing.
///
/// It belongs to its renderer's thread and keeps its renderer alive. A call of ``image()`` is optional.
public final class PendingFrame {
  private let renderer: Renderer
  private let kind: Kind
  private var state: State

  private enum State {
    case compiled(CompiledFrame)
    case drawing(Drawing)
    case finished(Result<Image, RenderError>)
    /// The pixels are in the memory of the caller only.
    case read
  }

  /// Properties of the picture besides its pixels.
  struct Kind {
    let size: PixelSize
    let alpha: Image.Alpha
    let depth: Image.Depth
    /// Whether an empty picture is an error.
    let mustShow: Bool

    init(_ frame: CompiledFrame) {
      let (canvas, depth) = (frame.canvas, frame.resources.format.depth)
      (size, self.depth) = (canvas.pixelSize, depth)
      alpha = canvas.background.alpha >= 1 ? .opaque : .premultiplied
      mustShow = canvas.background.alpha == 0 && frame.graph.canvas.mustShow
    }
  }

  /// The targets of a drawing in progress, which is a single tile.
  struct Drawing {
    let targets: RenderTargets
    let tile: DrawnTile
    /// The buffer that receives the pixels; nil where they stay in the target until they are read.
    var readback: PixelReadback?

    func read(into memory: PictureMemory) throws(GLError) {
      if let readback {
        try targets.finishReading(tile.area, from: readback, into: memory)
      } else {
        try targets.finish(tile, into: memory)
      }
    }
  }

  /// Whether the pixels are still in the target, so that nothing else can be drawn into it.
  var occupiesTarget: Bool {
    if case .drawing(let drawing) = state { drawing.readback == nil } else { false }
  }

  init(_ renderer: Renderer, _ frame: CompiledFrame) {
    (self.renderer, kind, state) = (renderer, Kind(frame), .compiled(frame))
  }

  /// Draws a picture that is compiled; a second call does nothing. The renderer's context is current.
  /// - `memory`: the memory of the caller that receives a picture that is read back within this call; nil to keep the
  ///   pixels.
  func submit(into memory: PictureMemory?) throws(RenderError) {
    guard case .compiled(let frame) = state else { return }
    if renderer.compiled === self { renderer.compiled = nil }
    do throws(GLError) {
      let drawing = try renderer.submit(frame) { draw throws(GLError) in try read(into: memory, draw) }
      guard let drawing else { return }
      state = .drawing(drawing)
      renderer.pending = self
    } catch { throw .gl(renderer.gl.cause(of: error)) }
  }

  /// Draws a picture that is compiled; an error is kept for ``image()``. The renderer's context is current.
  func submitWaiting() {
    do throws(RenderError) { try submit(into: nil) } catch { state = .finished(.failure(error)) }
  }

  /// Draws and reads back a picture.
  /// - `draw`: writes the pixels.
  private func read(
    into memory: PictureMemory?, _ draw: (PictureMemory) throws(GLError) -> Void
  ) throws(GLError) {
    if let memory {
      try draw(memory)
      state = .read
      do throws(RenderError) { try count(memory) } catch { state = .finished(.failure(error)) }
    } else {
      state = .finished(
        image(try [UInt8](pixels: kind.size, kind.depth, in: renderer.spareMemory.take(), draw)))
    }
  }

  /// Waits until the picture is drawn, and reads it back. Later calls return the same result without a wait.
  ///
  /// - Returns: a picture of the canvas's size; opaque when the background is, else premultiplied.
  /// - Throws: ``RenderError/frameRead`` after ``read(into:bytesPerRow:)``.
  public func image() throws(RenderError) -> Image {
    renderer.gl.enter()
    defer { renderer.gl.leave() }
    switch state {
    case .compiled, .drawing: try makeCurrent()
    case .finished, .read: break
    }
    submitWaiting()
    finish()
    guard case .finished(let result) = state else { throw .frameRead }
    return try result.get()
  }

  /// Waits until the picture is drawn, and reads it into memory of the caller: the bytes of ``image()``, row by row from
  /// the top, four bytes a pixel, or eight with 16 bits a channel, premultiplied. Bytes beyond the pixels of a row keep
  /// their values.
  ///
  /// The pixels are not copied on their way, unless the renderer has begun another picture meanwhile; and the frame does
  /// not keep them, unless ``image()`` was called before.
  ///
  /// - Parameters:
  ///   - bytes: the memory. It ends at the last pixel of the last row, or later.
  ///   - bytesPerRow: the distance between the starts of two rows: a multiple of the bytes of a pixel, at least
  ///     those of a row.
  /// - Throws: ``RenderError/bytesPerRow(_:width:bytesPerPixel:)`` or ``RenderError/pictureMemory(bytes:needed:)``,
  ///   with nothing written; ``RenderError/frameRead`` where the frame was read before.
  public func read(into bytes: UnsafeMutableRawBufferPointer, bytesPerRow: Int) throws(RenderError) {
    try read(into: PictureMemory(bytes, bytesPerRow: bytesPerRow, for: kind.size, kind.depth))
  }

  private func read(into memory: PictureMemory) throws(RenderError) {
    switch state {
    case .read: throw .frameRead
    case .finished(let result): memory.copy(try result.get())
    case .compiled:
      renderer.gl.enter()
      defer { renderer.gl.leave() }
      try makeCurrent()
      submitWaiting()
      try read(into: memory)
    case .drawing(let drawing):
      renderer.gl.enter()
      defer { renderer.gl.leave() }
      try makeCurrent()
      do throws(GLError) { try drawing.read(into: memory) } catch {
        let error = RenderError.gl(renderer.gl.cause(of: error))
        state = .finished(.failure(error))
        throw error
      }
      state = .read
      try count(memory)
    }
  }

  /// Reads the picture into the memory in which it was begun.
  func complete(in memory: PictureMemory) throws(RenderError) {
    if case .read = state { return }
    try read(into: memory)
  }

  private func makeCurrent() throws(RenderError) {
    do throws(GLError) { try renderer.gl.makeCurrent() } catch { throw .gl(error) }
  }

  /// Reads the picture back unless that is done; an error is kept for ``image()``. The renderer's context is current.
  func finish() {
    guard case .drawing(let drawing) = state else { return }
    do throws(GLError) {
      let spare = renderer.spareMemory.take()
      state = .finished(
        image(
          try [UInt8](pixels: kind.size, kind.depth, in: spare) { memory throws(GLError) in
            try drawing.read(into: memory)
          }))
    } catch {
      state = .finished(.failure(.gl(renderer.gl.cause(of: error))))
    }
  }

  private func image(_ bytes: [UInt8]) -> Result<Image, RenderError> {
    if kind.mustShow, bytes.withUnsafeBytes(\.allZero) { return .failure(emptyReadback) }
    renderer.gl.statistics.pictures += 1
    return .success(Image(size: kind.size, alpha: kind.alpha, depth: kind.depth, bytes: bytes))
  }

  /// Counts a picture in memory of the caller.
  private func count(_ memory: PictureMemory) throws(RenderError) {
    if kind.mustShow, memory.allZero { throw emptyReadback }
    renderer.gl.statistics.pictures += 1
  }

  private var emptyReadback: RenderError { .gl(.emptyReadback(renderer: renderer.capabilities.renderer)) }

  deinit {
    // This reference to the targets, or to the objects of the frame, may be the last.
    switch state {
    case .compiled, .drawing: renderer.gl.release { state = .read }
    case .finished, .read: break
    }
  }
}

@available(*, unavailable) extension PendingFrame: Sendable {}

/// A scene that has been compiled for the device, and whose GL calls are not yet issued.
struct CompiledFrame {
  let graph: RenderGraph
  let canvas: Canvas
  /// The objects on the device with which it is drawn.
  let resources: FrameResources
  /// The textures of earlier frames that are still kept after this one.
  let keptTextures: [OffscreenTexture.ID]

  /// Whether other frames may be compiled before this one is drawn, and whether this saves time: it draws no textures on
  /// which they could depend, and its triangles take longer than its pixels. A frame whose pixels take longer is drawn
  /// at once, while the caller stores the frame before.
  var mayWait: Bool {
    graph.texturePasses.isEmpty && graph.textures.isEmpty && graph.canvas.wireframes.isEmpty
      && graph.canvas.tiling.tiles.count == 1 && graph.canvas.isTriangleBound
  }
}

@available(*, unavailable) extension CompiledFrame: Sendable {}

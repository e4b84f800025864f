import MeshTransform
import RenderGraph

/// A picture that a renderer has begun, and that its device may still be drawing.
///
/// It belongs to its renderer's thread and keeps its renderer alive. A call of ``image()`` is optional.
public final class PendingFrame {
  private let renderer: Renderer
  private let kind: Kind
  /// The drawing in progress; nil once it is finished.
  private var drawing: Drawing?
  /// The image or the error; nil until the drawing is finished.
  private var result: Result<Image, RenderError>?

  /// Properties of the picture besides its pixels.
  struct Kind {
    let size: PixelSize
    let alpha: Image.Alpha
    /// Whether an empty picture is an error.
    let mustShow: Bool

    init(_ canvas: Canvas, mustShow: Bool) {
      (size, self.mustShow) = (canvas.pixelSize, mustShow)
      alpha = canvas.background.alpha >= 1 ? .opaque : .premultiplied
    }
  }

  /// The targets of a drawing in progress, which is a single tile.
  struct Drawing {
    let targets: RenderTargets
    let tile: PixelRect
    /// The edge tiles, not yet copied into the target; nil where there are none.
    let edgeTiles: PendingResolve?
    /// The buffer that receives the pixels; nil where they stay in the target until they are read.
    var readback: PixelReadback?

    func pixels() throws(GLError) -> [UInt8] {
      if let readback { return try targets.picture(of: tile, from: readback) }
      return try targets.picture(of: tile, edgeTiles)
    }
  }

  /// Whether the pixels are still in the target, so that nothing else can be drawn into it.
  var occupiesTarget: Bool { drawing != nil && drawing?.readback == nil }

  init(_ renderer: Renderer, _ kind: Kind, _ drawing: Drawing) {
    (self.renderer, self.kind, self.drawing) = (renderer, kind, drawing)
  }

  /// - `bytes`: the pixels row by row, four bytes each.
  init(_ renderer: Renderer, _ kind: Kind, _ bytes: [UInt8]) {
    (self.renderer, self.kind) = (renderer, kind)
    result = image(bytes)
  }

  /// Waits until the picture is drawn, and reads it back. Later calls return the same result without a wait.
  ///
  /// - Returns: a picture of the canvas's size; opaque when the background is, else premultiplied.
  public func image() throws(RenderError) -> Image {
    renderer.gl.enter()
    defer { renderer.gl.leave() }
    do throws(GLError) { if drawing != nil { try renderer.gl.makeCurrent() } } catch { throw .gl(error) }
    finish()
    guard let result else { preconditionFailure("a picture that is not being drawn is there") }
    return try result.get()
  }

  /// Reads the picture back unless that is done; an error is kept for ``image()``. The renderer's context is current.
  func finish() {
    guard let drawing else { return }
    do throws(GLError) { result = image(try drawing.pixels()) } catch {
      result = .failure(.gl(renderer.gl.cause(of: error)))
    }
    self.drawing = nil
  }

  private func image(_ bytes: [UInt8]) -> Result<Image, RenderError> {
    // The search ends at the first byte above 0.
    if kind.mustShow, bytes.allZero {
      return .failure(.gl(.emptyReadback(renderer: renderer.capabilities.renderer)))
    }
    renderer.gl.statistics.pictures += 1
    return .success(Image(size: kind.size, alpha: kind.alpha, bytes: bytes))
  }

  deinit {
    // This reference to the targets may be the last.
    if drawing != nil { renderer.gl.release { drawing = nil } }
  }
}

@available(*, unavailable) extension PendingFrame: Sendable {}

extension [UInt8] {
  /// Whether all bytes are 0. Compares eight at a time, since the picture may be large.
  fileprivate var allZero: Bool {
    withUnsafeBytes { bytes in
      let words = bytes.count / 8
      for i in 0..<words where bytes.loadUnaligned(fromByteOffset: 8 * i, as: UInt64.self) != 0 {
        return false
      }
      return bytes[(words * 8)...].allSatisfy { $0 == 0 }
    }
  }
}

import MeshTransform
import RenderGraph

/// A picture that a renderer has begun, and that its device is perhaps still drawing.
///
/// It belongs to its renderer's thread, keeps its renderer alive, and need not be asked for.
public final class PendingFrame {
  private let renderer: Renderer
  private let kind: Kind
  /// Until it is finished.
  private var drawing: Drawing?
  /// From then on.
  private var result: Result<Image, RenderError>?

  /// What there is to know of it beside its pixels.
  struct Kind {
    let size: PixelSize
    let alpha: Image.Alpha
    /// Whether an empty one is a fault.
    let mustShow: Bool

    init(_ canvas: Canvas, mustShow: Bool) {
      (size, self.mustShow) = (canvas.pixelSize, mustShow)
      alpha = canvas.background.alpha >= 1 ? .opaque : .premultiplied
    }
  }

  /// What the device draws it into, whole.
  struct Drawing {
    let targets: RenderTargets
    let tile: PixelRect
    let parts: PendingResolve?
    /// Through which the pixels are on their way; nil where they stay in the target until they are asked for.
    var readback: PixelReadback?

    func pixels() throws(GLError) -> [UInt8] {
      if let readback { return try targets.picture(of: tile, from: readback) }
      return try targets.picture(of: tile, parts)
    }
  }

  /// Whether it needs the target, so that nothing else can be drawn into it.
  var occupiesTarget: Bool { drawing != nil && drawing?.readback == nil }

  init(_ renderer: Renderer, _ kind: Kind, _ drawing: Drawing) {
    (self.renderer, self.kind, self.drawing) = (renderer, kind, drawing)
  }

  /// - `bytes`: four a pixel, row by row.
  init(_ renderer: Renderer, _ kind: Kind, _ bytes: [UInt8]) {
    (self.renderer, self.kind) = (renderer, kind)
    result = image(bytes)
  }

  /// Waits until it is drawn, and reads it back. The second time there is nothing to wait for: it is kept.
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

  /// Reads it back unless that was done; what goes wrong is for those who ask for it. The renderer's context is current.
  func finish() {
    guard let drawing else { return }
    do throws(GLError) { result = image(try drawing.pixels()) } catch {
      result = .failure(.gl(renderer.gl.cause(of: error)))
    }
    self.drawing = nil
  }

  private func image(_ bytes: [UInt8]) -> Result<Image, RenderError> {
    // A picture's first colored pixel settles it.
    if kind.mustShow, bytes.allZero {
      return .failure(.gl(.emptyReadback(renderer: renderer.capabilities.renderer)))
    }
    renderer.gl.statistics.pictures += 1
    return .success(Image(size: kind.size, alpha: kind.alpha, bytes: bytes))
  }

  deinit {
    // Its share in the targets may be the last.
    if drawing != nil { renderer.gl.release { drawing = nil } }
  }
}

@available(*, unavailable) extension PendingFrame: Sendable {}

extension [UInt8] {
  /// Eight bytes at a time: the picture may be large.
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

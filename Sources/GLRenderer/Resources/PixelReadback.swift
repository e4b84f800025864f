import CEGL
import MeshTransform
import RenderGraph

/// An asynchronous read-back of pixels: the device copies them into a buffer after drawing, and they are read once the
/// fence behind the copy is signaled. Owns the buffer.
final class PixelReadback {
  private let gl: GLContext
  private let buffer: PixelBuffer
  private var fence: Fence?
  /// Capacity in pixels.
  let size: PixelSize
  private let format: PixelFormat

  init(_ gl: GLContext, size: PixelSize, _ format: PixelFormat) throws(GLError) {
    (self.gl, self.size, self.format) = (gl, size, format)
    buffer = try PixelBuffer(gl, byteCount: format.depth.bytesPerPixel * size.area)
  }

  /// Requests the first pixels of the bound read framebuffer, without a wait.
  /// - `area`: the size of the request, no larger than ``size``.
  func begin(_ area: PixelSize) throws(GLError) {
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), buffer.name)
    gl.state.read(area, type: format.readType, into: nil)
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
    let fence = Fence()
    self.fence = fence
    gl.frames.end(fence)
    glFlush()
    try gl.check("drawing \(area.width)x\(area.height) px")
  }

  /// Waits for the pixels, and copies them into their place in a picture.
  /// - `tile`: the place in the picture, of the size of the request.
  func finish(_ tile: PixelRect, into memory: PictureMemory) throws(GLError) {
    try fence?.wait(gl)
    fence = nil
    let rowBytes = format.depth.bytesPerPixel * tile.width
    let byteCount = rowBytes * tile.height
    try buffer.read(gl, byteCount) { pixels in
      // One thread copies half as fast as several.
      inParallel(tile.height, grainSize: max(1, (1 << 19) / rowBytes)) { rows in
        for row in rows {
          memory.pixel(tile.x, tile.y + row).copyMemory(from: pixels + rowBytes * row, byteCount: rowBytes)
        }
      }
    }
    gl.statistics.readBytes += byteCount
  }
}

@available(*, unavailable) extension PixelReadback: Sendable {}

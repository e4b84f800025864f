import CEGL
import MeshTransform
import RenderGraph

/// The target into which a tile of coordinates is drawn and from which it is read back: floats, one sample in the
/// middle of each pixel.
final class CoordinateTarget {
  private let gl: GLContext
  private let target: Framebuffer
  /// Rows per read-back, so that the four numbers of each pixel need little memory beside the two that are kept.
  private static var strip: Int { 64 }

  /// - Throws: ``GLError/missingExtension(_:renderer:)`` where the device cannot draw into floats.
  init(_ gl: GLContext, size: PixelSize) throws(GLError) {
    try gl.capabilities.requireFloatTargets()
    self.gl = gl
    target = try Framebuffer(gl, size: size, samples: 1, depth: .float, format: GL_RGBA32F)
  }

  /// Binds the target and clears it.
  func begin(_ tile: PixelRect) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.name)
    gl.state.clear(PipelineState(size: tile.size), color: .zero)
  }

  /// Copies the tile into its place in a band of a map, of `rowLength` pixels a row.
  ///
  /// - `firstRow`: the first row of the band.
  /// - `scale`, `offset`: the linear map applied to each coordinate.
  func read(
    _ tile: PixelRect, into map: UnsafeMutableBufferPointer<Float>, firstRow: Int, rowLength: Int,
    scale: SIMD2<Float>,
    offset: SIMD2<Float>
  ) throws(GLError) {
    var pixels = [SIMD4<Float>](repeating: .zero, count: tile.width * min(Self.strip, tile.height))
    for first in stride(from: 0, to: tile.height, by: Self.strip) {
      let rows = min(Self.strip, tile.height - first)
      pixels.withUnsafeMutableBytes {
        gl.state.read(
          PixelSize(tile.width, rows), firstRow: first, type: GL_FLOAT, into: $0.baseAddress)
      }
      gl.statistics.readBytes += 16 * tile.width * rows
      try gl.check("reading coordinates of \(tile.width)x\(rows) px")
      for row in 0..<rows {
        var index = 2 * ((tile.y - firstRow + first + row) * rowLength + tile.x)
        for column in 0..<tile.width {
          let pixel = pixels[row * tile.width + column]
          let place = SIMD2(pixel.x, pixel.y) * scale + offset
          (map[index], map[index + 1]) = pixel.w > 0 ? (place.x, place.y) : (.nan, .nan)
          index += 2
        }
      }
    }
  }
}

@available(*, unavailable) extension CoordinateTarget: Sendable {}

import CEGL
import MeshTransform
import RenderGraph

/// An ``EdgeCoverage`` in two textures that a shader reads. Owns the textures.
final class CoverageTextures {
  private let gl: GLContext
  private var names: [GLuint] = [0, 0]
  private var sizes = [PixelSize(0, 0), PixelSize(0, 0)]

  /// Blocks in one row of the texture of records.
  private static let blocksPerRow = 16

  /// The coverage that the textures hold.
  private var content: EdgeCoverage?

  init(_ gl: GLContext) { self.gl = gl }

  func holds(_ coverage: EdgeCoverage) -> Bool {
    content?.blocks == coverage.blocks && content?.bits == coverage.bits
  }

  /// Uploads a coverage in place of the one before.
  func fill(_ coverage: EdgeCoverage, _ tiles: ScreenTiles) throws(GLError) {
    content = nil
    let rowLength = Self.blocksPerRow * ScreenTiles.side * ScreenTiles.side
    let rows = (coverage.bits.count + rowLength - 1) / rowLength
    let records = coverage.bits + repeatElement(.zero, count: rows * rowLength - coverage.bits.count)
    let (blockSize, recordSize) = (PixelSize(tiles.columns, tiles.rows), PixelSize(rowLength, rows))
    try allocate(0, blockSize, GL_R32UI)
    coverage.blocks.withUnsafeBytes { fill(0, blockSize, GL_RED_INTEGER, $0) }
    try allocate(1, recordSize, GL_RG32UI)
    records.withUnsafeBytes { fill(1, recordSize, GL_RG_INTEGER, $0) }
    content = coverage
  }

  /// Makes a texture larger where it is too small.
  private func allocate(_ index: Int, _ size: PixelSize, _ storage: Int32) throws(GLError) {
    guard size.width > sizes[index].width || size.height > sizes[index].height else { return }
    let target = GLenum(GL_TEXTURE_2D)
    glDeleteTextures(1, &names[index])
    glGenTextures(1, &names[index])
    gl.statistics.textures += 1
    glBindTexture(target, names[index])
    sizes[index] = PixelSize(0, 0)
    // The height is rounded up to a multiple of 32, so that the texture also fits the next frame.
    let larger = PixelSize(size.width, (size.height + 31) / 32 * 32)
    glTexStorage2D(target, 1, GLenum(storage), GLsizei(larger.width), GLsizei(larger.height))
    try gl.check("sample weights of \(larger) texels")
    sizes[index] = larger
    for filter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
      glTexParameteri(target, GLenum(filter), GL_NEAREST)
    }
  }

  private func fill(_ index: Int, _ size: PixelSize, _ format: Int32, _ bytes: UnsafeRawBufferPointer) {
    glBindTexture(GLenum(GL_TEXTURE_2D), names[index])
    glTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, 0, 0, GLsizei(size.width), GLsizei(size.height), GLenum(format),
      GLenum(GL_UNSIGNED_INT), bytes.baseAddress)
  }

  /// Binds the textures to units 1 and 2 for the current program.
  func bind(_ program: borrowing ShaderProgram) {
    for (index, uniform) in ["blocks", "records"].enumerated() {
      glActiveTexture(GLenum(GL_TEXTURE1) + GLenum(index))
      glBindTexture(GLenum(GL_TEXTURE_2D), names[index])
      glUniform1i(program.uniform(uniform), GLint(index + 1))
    }
    glActiveTexture(GLenum(GL_TEXTURE0))
  }

  deinit { glDeleteTextures(2, names) }
}

@available(*, unavailable) extension CoverageTextures: Sendable {}

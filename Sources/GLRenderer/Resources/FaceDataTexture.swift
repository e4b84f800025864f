import CEGL
import RenderGraph

/// A ``FaceData`` on the device: texels of four floats, those of a face side by side. Owns the texture.
final class FaceDataTexture {
  let name: GLuint
  let texelsPerFace: Int
  private let facesPerRow: Int
  /// Capacity in faces.
  private let room: Int

  init(_ gl: GLContext, _ table: FaceData) throws(GLError) {
    var name: GLuint = 0
    glGenTextures(1, &name)
    (self.name, texelsPerFace) = (name, table.texelsPerFace)
    gl.statistics.textures += 1
    let limit = gl.capabilities.maxTextureSize
    facesPerRow = max(1, min(limit / table.texelsPerFace, table.count))
    let width = facesPerRow * table.texelsPerFace
    let height = max(1, (table.count + facesPerRow - 1) / facesPerRow)
    room = facesPerRow * height
    guard height <= limit else {
      throw .textureTooLarge(width: width, height: height, limit: limit, renderer: gl.capabilities.renderer)
    }
    let target = GLenum(GL_TEXTURE_2D)
    glBindTexture(target, name)
    glTexStorage2D(target, 1, GLenum(GL_RGBA32F), GLsizei(width), GLsizei(height))
    for parameter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
      glTexParameteri(target, GLenum(parameter), GL_NEAREST)
    }
    fill(gl, table)
    try gl.check("a table of \(table.count) faces")
  }

  /// Replaces the table.
  /// - Returns: false, with nothing changed, where the table does not fit.
  func refill(_ gl: GLContext, _ table: FaceData) -> Bool {
    guard table.texelsPerFace == texelsPerFace, table.count <= room else { return false }
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    fill(gl, table)
    return true
  }

  /// Uploads the table into the bound texture.
  private func fill(_ gl: GLContext, _ table: FaceData) {
    gl.statistics.uploadedBytes += 16 * table.texels.count
    let fullRows = table.count / facesPerRow
    table.texels.withUnsafeBufferPointer { texels in
      func fill(row: Int, rows: Int, width: Int) {
        guard rows > 0, width > 0 else { return }
        glTexSubImage2D(
          GLenum(GL_TEXTURE_2D), 0, 0, GLint(row), GLsizei(width), GLsizei(rows), GLenum(GL_RGBA),
          GLenum(GL_FLOAT),
          texels.baseAddress! + row * facesPerRow * table.texelsPerFace)
      }
      fill(row: 0, rows: fullRows, width: facesPerRow * table.texelsPerFace)
      fill(row: fullRows, rows: 1, width: (table.count - fullRows * facesPerRow) * table.texelsPerFace)
    }
  }

  deinit {
    withUnsafePointer(to: name) { glDeleteTextures(1, $0) }
  }
}

@available(*, unavailable) extension FaceDataTexture: Sendable {}

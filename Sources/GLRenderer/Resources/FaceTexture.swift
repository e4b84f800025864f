import CEGL

/// A ``FaceTable`` on the GPU: texels of four floats, those of a face side by side. Owns it.
final class FaceTexture {
  let name: GLuint
  let texelsPerFace: Int

  init(_ gl: GLContext, _ table: FaceTable) throws(GLError) {
    var name: GLuint = 0
    glGenTextures(1, &name)
    (self.name, texelsPerFace) = (name, table.texelsPerFace)
    gl.statistics.textures += 1
    let limit = gl.capabilities.maxTextureSize
    let facesPerRow = max(1, min(limit / table.texelsPerFace, table.count))
    let width = facesPerRow * table.texelsPerFace
    let height = max(1, (table.count + facesPerRow - 1) / facesPerRow)
    guard height <= limit else {
      throw .textureTooLarge(width: width, height: height, limit: limit, renderer: gl.capabilities.renderer)
    }
    let target = GLenum(GL_TEXTURE_2D)
    glBindTexture(target, name)
    glTexStorage2D(target, 1, GLenum(GL_RGBA32F), GLsizei(width), GLsizei(height))
    for parameter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
      glTexParameteri(target, GLenum(parameter), GL_NEAREST)
    }
    gl.statistics.uploadedBytes += 16 * table.texels.count
    let fullRows = table.count / facesPerRow
    table.texels.withUnsafeBufferPointer { texels in
      func fill(row: Int, rows: Int, width: Int) {
        guard rows > 0, width > 0 else { return }
        glTexSubImage2D(
          target, 0, 0, GLint(row), GLsizei(width), GLsizei(rows), GLenum(GL_RGBA), GLenum(GL_FLOAT),
          texels.baseAddress! + row * facesPerRow * table.texelsPerFace)
      }
      fill(row: 0, rows: fullRows, width: width)
      fill(row: fullRows, rows: 1, width: (table.count - fullRows * facesPerRow) * table.texelsPerFace)
    }
    try gl.check("a table of \(table.count) faces")
  }

  deinit {
    withUnsafePointer(to: name) { glDeleteTextures(1, $0) }
  }
}

@available(*, unavailable) extension FaceTexture: Sendable {}

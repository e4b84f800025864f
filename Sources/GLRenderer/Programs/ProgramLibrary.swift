import CEGL

/// The source of a context's programs: the user's cache, or else the compiler.
final class ProgramLibrary {
  private let folder: ProgramFolder?
  private let driver: String
  private let formats: Set<GLenum>
  /// Numbers of programs that were compiled, and that were loaded from the cache instead.
  private(set) var compiledCount = 0, loadedCount = 0
  /// Receives the texts of programs in tests; the programs are then not linked.
  var taker: (([String]) -> Void)?

  init(_ cache: ProgramCache?, _ capabilities: Capabilities) {
    driver = [capabilities.vendor, capabilities.renderer, capabilities.version].joined(separator: "\n")
    formats = capabilities.programFormats
    folder = formats.isEmpty ? nil : cache.flatMap { ProgramFolder(path: $0.directory) }
  }

  /// Links `program` from these texts, or loads it from the cache.
  /// - `compile`: links it from the texts, and throws where that fails.
  func link(_ program: GLuint, _ texts: [String], compile: () throws(GLError) -> Void) throws(GLError) {
    if let taker { return taker(texts) }
    guard let folder else {
      try compile()
      compiledCount += 1
      return
    }
    let key = Array(([driver] + texts).joined(separator: "\0").utf8)
    let name = ProgramEntry.name(key)
    if let file = folder.load(name), let entry = ProgramEntry(file: file, key: key), load(entry, program) {
      loadedCount += 1
      return
    }
    glProgramParameteri(program, GLenum(GL_PROGRAM_BINARY_RETRIEVABLE_HINT), GL_TRUE)
    try compile()
    compiledCount += 1
    if let entry = entry(program, key) { folder.store(entry.file, name) }
  }

  /// - Returns: whether the driver accepted the binary. If not, the program can still be linked.
  private func load(_ entry: ProgramEntry, _ program: GLuint) -> Bool {
    guard formats.contains(entry.format) else { return false }
    glProgramBinary(program, entry.format, entry.binary, GLsizei(entry.binary.count))
    var linked: GLint = 0
    glGetProgramiv(program, GLenum(GL_LINK_STATUS), &linked)
    if linked == GL_TRUE { return true }
    // A refusal is not an error; the pending GL error is dropped.
    _ = glGetError()
    return false
  }

  private func entry(_ program: GLuint, _ key: [UInt8]) -> ProgramEntry? {
    var length: GLint = 0
    glGetProgramiv(program, GLenum(GL_PROGRAM_BINARY_LENGTH), &length)
    guard (1...GLint(ProgramFolder.largestFile)).contains(length) else { return nil }
    var format: GLenum = 0
    let binary = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      var filled: GLsizei = 0
      glGetProgramBinary(program, length, &filled, &format, buffer.baseAddress)
      count = min(max(0, Int(filled)), Int(length))
    }
    guard !binary.isEmpty else {
      _ = glGetError()
      return nil
    }
    return ProgramEntry(key: key, format: format, binary: binary)
  }
}

@available(*, unavailable) extension ProgramLibrary: Sendable {}

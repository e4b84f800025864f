import CEGL

/// One GLSL source: its text and the name of its file.
struct ShaderSource {
  let file: String
  let text: String

  /// The text with `#define`s inserted after its `#version` line.
  /// - `version`: the version of the shading language on that line.
  func defining(_ names: [String], _ constants: [String: Int] = [:], version: Int = 310) -> String {
    guard let end = text.firstIndex(of: "\n") else { return text }
    let values = constants.sorted { $0.key < $1.key }.map { "#define \($0.key) \($0.value)\n" }
    let defines = names.map { "#define \($0) 1\n" }.joined() + values.joined()
    return "#version \(version) es\n" + defines + text[text.index(after: end)...]
  }
}

/// A linked pair of vertex and fragment shader, or a compute shader. Owns the program.
struct ShaderProgram: ~Copyable {
  let name: GLuint
  /// The locations of uniforms, queried once: the passes set many uniforms for every layer of every tile.
  private var locations: [String: GLint] = [:]

  /// - Throws: ``GLError/shader(stage:file:log:)`` or ``GLError/link(files:log:)`` with the driver's log.
  init(
    _ gl: GLContext, vertex: ShaderSource, fragment: ShaderSource, defines: [String] = [],
    constants: [String: Int] = [:]
  ) throws(GLError) {
    try self.init(gl, [(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)], defines, constants)
  }

  /// - Throws: ``GLError/shader(stage:file:log:)`` or ``GLError/link(files:log:)`` with the driver's log.
  init(_ gl: GLContext, compute: ShaderSource, defines: [String], constants: [String: Int]) throws(GLError) {
    try self.init(gl, [(GL_COMPUTE_SHADER, compute)], defines, constants)
  }

  private init(
    _ gl: GLContext, _ stages: [(stage: Int32, source: ShaderSource)], _ defines: [String],
    _ constants: [String: Int]
  ) throws(GLError) {
    let name = glCreateProgram()
    self.name = name
    let texts = stages.map {
      $0.source.defining(defines, constants, version: gl.capabilities.shaderVersion)
    }
    try gl.programs.link(name, texts) { () throws(GLError) in
      for ((stage, source), text) in zip(stages, texts) {
        let shader = try Shader(stage, source.file, text)
        glAttachShader(name, shader.name)
      }
      glLinkProgram(name)
      gl.statistics.compiledPrograms += 1
      var linked: GLint = 0
      glGetProgramiv(name, GLenum(GL_LINK_STATUS), &linked)
      guard linked == GL_TRUE else {
        throw .link(files: stages.map(\.source.file).joined(separator: " and "), log: programLog(name))
      }
    }
    var count: GLint = 0
    glGetProgramiv(name, GLenum(GL_ACTIVE_UNIFORMS), &count)
    for index in 0..<GLuint(count) {
      let uniform = uniformName(name, index)
      locations[uniform] = glGetUniformLocation(name, uniform)
    }
  }

  /// The location of a uniform; -1, which GL ignores, where the linker removed it.
  func uniform(_ name: String) -> GLint { locations[name] ?? -1 }

  deinit { glDeleteProgram(name) }
}

@available(*, unavailable) extension ShaderProgram: Sendable {}

/// One compiled shader. A program keeps those that are attached to it.
private struct Shader: ~Copyable {
  let name: GLuint

  init(_ stage: Int32, _ file: String, _ text: String) throws(GLError) {
    name = glCreateShader(GLenum(stage))
    text.withCString { text in
      var text: UnsafePointer<GLchar>? = text
      glShaderSource(name, 1, &text, nil)
    }
    glCompileShader(name)
    var compiled: GLint = 0
    glGetShaderiv(name, GLenum(GL_COMPILE_STATUS), &compiled)
    guard compiled == GL_TRUE else {
      throw .shader(
        stage: stageNames[stage] ?? "", file: file, log: shaderLog(name))
    }
  }

  deinit { glDeleteShader(name) }
}

private let stageNames = [
  GL_VERTEX_SHADER: "vertex", GL_FRAGMENT_SHADER: "fragment", GL_COMPUTE_SHADER: "compute",
]

private func uniformName(_ program: GLuint, _ index: GLuint) -> String {
  withUnsafeTemporaryAllocation(of: GLchar.self, capacity: 256) { buffer in
    var (size, type): (GLint, GLenum) = (0, 0)
    buffer.initialize(repeating: 0)
    glGetActiveUniform(program, index, GLsizei(buffer.count), nil, &size, &type, buffer.baseAddress!)
    return String(cString: buffer.baseAddress!)
  }
}

private func shaderLog(_ name: GLuint) -> String {
  readLog { glGetShaderInfoLog(name, $0, nil, $1) }
}

private func programLog(_ name: GLuint) -> String {
  readLog { glGetProgramInfoLog(name, $0, nil, $1) }
}

private func readLog(_ read: (GLsizei, UnsafeMutablePointer<GLchar>) -> Void) -> String {
  let text = withUnsafeTemporaryAllocation(of: GLchar.self, capacity: 4096) { buffer in
    buffer.initialize(repeating: 0)
    read(GLsizei(buffer.count), buffer.baseAddress!)
    return String(cString: buffer.baseAddress!)
  }
  return text.isEmpty ? "no log" : text.split(separator: "\n").joined(separator: "; ")
}

import CEGL
import MeshTransform
import RenderGraph

/// The vertices of a mesh that moves, for devices behind a bus: positions, and normals that do not follow from them, are
/// written into a section for each frame. All else stays on the device until it changes.
final class StreamedVertices: VertexSource {
  private var positions: StreamBuffer
  private var normals: StreamBuffer?
  private var content: Buffer
  private var brightness: Buffer
  private var weights: Buffer
  /// The values in the buffers.
  private var known: (from: [SIMD2<Float>], brightness: [Float], weights: [Float])
  /// The vertex arrays of the sections, made at their first use.
  private var arrays = [VertexArray?](repeating: nil, count: FrameRing.count)
  private let indexBuffer: GLuint
  private let frames: FrameRing
  private(set) var grid: NormalGrid?
  /// The faces for which ``grid`` was found.
  private var topology: [UInt32]

  /// A vertex without alignment, as attributes read it.
  private static let stride = 3 * MemoryLayout<Float>.stride

  /// - `indexBuffer`: the buffer of the triangles' indices, which outlives this.
  init(_ gl: GLContext, _ command: DrawCommand, indexBuffer: GLuint) throws(GLError) {
    let triangles = command.triangles
    (self.indexBuffer, frames, topology) = (indexBuffer, gl.frames, command.triangulation.list.indices)
    let from = triangles.vertices.map(\.from)
    known = (from, triangles.brightness, triangles.weights)
    content = try Buffer(gl, target: GL_ARRAY_BUFFER, from)
    brightness = try Buffer(gl, target: GL_ARRAY_BUFFER, triangles.brightness)
    weights = try Buffer(gl, target: GL_ARRAY_BUFFER, triangles.weights)
    grid = command.hasNormals ? NormalGrid(command, from) : nil
    let count = triangles.vertices.count + 2 * (grid?.reach ?? 0)
    positions = try StreamBuffer(gl, target: GL_ARRAY_BUFFER, sectionSize: Self.stride * count)
    try writePositions(gl, triangles.vertices)
    if grid == nil { try writeNormals(gl, command.normals) }
  }

  func refill(_ gl: GLContext, _ command: DrawCommand) throws(GLError) -> Bool {
    let triangles = command.triangles
    guard triangles.brightness.isEmpty == (brightness.count == 0),
      triangles.weights.isEmpty == (weights.count == 0),
      command.hasNormals == (normals != nil || grid != nil),
      grid == nil
        || command.triangulation.list.indices.isInMemory(of: topology) && grid?.fits(command) == true
    else { return false }
    try bind(gl, &positions, size: Self.stride * (triangles.vertices.count + 2 * (grid?.reach ?? 0)))
    if try !writePositions(gl, triangles.vertices) {
      let from = triangles.vertices.map(\.from)
      if grid != nil, NormalGrid(command, from) == nil { return false }
      known.from = from
      try content.refill(gl, target: GL_ARRAY_BUFFER, from)
    }
    if !triangles.brightness.isInMemory(of: known.brightness) {
      known.brightness = triangles.brightness
      try brightness.refill(gl, target: GL_ARRAY_BUFFER, triangles.brightness)
    }
    if !triangles.weights.isInMemory(of: known.weights) {
      known.weights = triangles.weights
      try weights.refill(gl, target: GL_ARRAY_BUFFER, triangles.weights)
    }
    if grid == nil { try writeNormals(gl, command.normals) }
    return true
  }

  /// Binds a stream, a larger one where its sections hold fewer bytes; with an eighth more, for later frames.
  private func bind(_ gl: GLContext, _ stream: inout StreamBuffer, size: Int) throws(GLError) {
    if stream.sectionSize >= size { return glBindBuffer(GLenum(GL_ARRAY_BUFFER), stream.name) }
    let alignment = MemoryLayout<Float>.stride
    stream = try StreamBuffer(
      gl, target: GL_ARRAY_BUFFER, sectionSize: (size + size / 8) / alignment * alignment)
    arrays = [VertexArray?](repeating: nil, count: FrameRing.count)
  }

  /// Writes the positions of the current frame into the bound buffer.
  /// - Returns: whether the vertices show the known points of the content.
  @discardableResult
  private func writePositions(_ gl: GLContext, _ vertices: [Mesh.Vertex]) throws(GLError) -> Bool {
    var isSame = vertices.count == known.from.count
    let offset = Self.stride * (grid?.reach ?? 0)
    try positions.write(gl, at: offset, count: Self.stride * vertices.count) { memory in
      vertices.withUnsafeBytes { vertices in
        known.from.withUnsafeBytes { known in
          let isAsMany = isSame
          isSame = mapBlocks(vertices.count / Self.vertexSize, of: 16_384) { range in
            Self.gather(range, of: vertices, into: memory, comparedWith: isAsMany ? known : nil)
          }.allSatisfy { $0 }
        }
      }
    }
    return isSame
  }

  private static let vertexSize = MemoryLayout<Mesh.Vertex>.stride

  /// Copies the positions of vertices.
  /// - `known`: points of the content.
  /// - Returns: whether the vertices show these points; false for none.
  private static func gather(
    _ range: Range<Int>, of vertices: UnsafeRawBufferPointer, into memory: UnsafeMutableRawPointer,
    comparedWith known: UnsafeRawBufferPointer?
  ) -> Bool {
    // A vertex is five packed floats, the content's point first. It is read as one number of two floats, since only
    // equality counts, and a position in two.
    let content = MemoryLayout<UInt64>.stride
    for index in range {
      let (from, to) = (index * vertexSize, index * stride)
      memory.storeBytes(
        of: vertices.loadUnaligned(fromByteOffset: from + content, as: UInt64.self), toByteOffset: to,
        as: UInt64.self)
      memory.storeBytes(
        of: vertices.loadUnaligned(fromByteOffset: from + 2 * content, as: UInt32.self),
        toByteOffset: to + content, as: UInt32.self)
    }
    guard let known else { return false }
    var difference: UInt64 = 0
    for index in range {
      difference |=
        vertices.loadUnaligned(fromByteOffset: index * vertexSize, as: UInt64.self)
        ^ known.loadUnaligned(fromByteOffset: index * content, as: UInt64.self)
    }
    return difference == 0
  }

  /// Writes normals that do not follow from the positions.
  private func writeNormals(_ gl: GLContext, _ values: [Mesh.Normal]) throws(GLError) {
    if values.isEmpty { return }
    let size = MemoryLayout<Mesh.Normal>.stride * values.count
    var stream: StreamBuffer
    if let normals {
      stream = normals
      try bind(gl, &stream, size: size)
    } else {
      stream = try StreamBuffer(gl, target: GL_ARRAY_BUFFER, sectionSize: size)
    }
    normals = stream
    try stream.write(gl, at: 0, count: size) { memory in
      values.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress!, byteCount: size) }
    }
  }

  /// The name of the vertex array of the current frame.
  var vertexArray: GLuint {
    let section = frames.section
    if let known = arrays[section] { return known.name }
    let made = VertexArray()
    arrays[section] = made
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), indexBuffer)
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), content.name)
    made.floats(0, components: 2, stride: MemoryLayout<SIMD2<Float>>.stride, offset: 0)
    if brightness.count > 0 {
      glBindBuffer(GLenum(GL_ARRAY_BUFFER), brightness.name)
      made.floats(3, components: 1, stride: MemoryLayout<Float>.stride, offset: 0)
    }
    if weights.count > 0 {
      glBindBuffer(GLenum(GL_ARRAY_BUFFER), weights.name)
      made.floats(4, components: 1, stride: MemoryLayout<Float>.stride, offset: 0)
    }
    if let normals {
      glBindBuffer(GLenum(GL_ARRAY_BUFFER), normals.name)
      made.floats(2, components: 3, stride: Self.stride, offset: normals.offset(of: section))
    }
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), positions.name)
    let first = positions.offset(of: section) + Self.stride * (grid?.reach ?? 0)
    made.floats(1, components: 3, stride: Self.stride, offset: first)
    for (number, neighbor) in (grid?.neighbors ?? []).enumerated() {
      made.floats(
        GLuint(6 + number), components: 3, stride: Self.stride, offset: first + Self.stride * neighbor)
    }
    return made.name
  }
}

@available(*, unavailable) extension StreamedVertices: Sendable {}

/// A grid whose normals a vertex shader computes from the positions of each vertex and of its six neighbors: the sum of
/// ``Mesh/normals(inBoundsOf:)``, in another order.
struct NormalGrid {
  /// Vertices in a row and in a column.
  let width: Int, height: Int
  /// Points per unit in x, y and z, up to a factor.
  let scale: SIMD3<Float>

  /// - `from`: the points of the content. Triangles that are mirrored there have normals of the other sign.
  /// - Returns: nil for a mesh whose normals are others.
  init?(_ command: DrawCommand, _ from: [SIMD2<Float>]) {
    guard let scale = command.item.normalScale, let mesh = command.item.mesh, let size = GridSize(mesh),
      mesh.vertices.count == from.count
    else { return nil }
    (width, height, self.scale) = (size.columns + 1, size.rows + 1, scale)
    let width = width
    func isMirrored(_ a: Int, _ b: Int, _ c: Int) -> Bool {
      let (ab, ac) = (from[b] - from[a], from[c] - from[a])
      return ab.x * ac.y - ab.y * ac.x < 0
    }
    let hasMirrored = anyBlock(height - 1, of: max(1, 16_384 / width)) { rows in
      rows.contains { row in
        (row * width..<row * width + width - 1).contains { place in
          isMirrored(place, place + 1, place + width + 1)
            || isMirrored(place + width + 1, place + width, place)
        }
      }
    }
    if hasMirrored { return nil }
  }

  /// Whether a command of the same faces has the same normals.
  func fits(_ command: DrawCommand) -> Bool { command.item.normalScale == scale }

  /// The distance in vertices to the farthest neighbor.
  var reach: Int { width + 1 }
  /// The distances in vertices to the neighbors of mesh.vert: right, below right, below, left, above left, above.
  var neighbors: [Int] { [1, width + 1, width, -1, -width - 1, -width] }
}

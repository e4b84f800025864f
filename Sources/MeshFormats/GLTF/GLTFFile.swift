import MeshTransform
import SceneDocument

/// glTF 2.0: the deformed surface for other programs, triangulated and with its picture.
///
/// The layer's center is the origin, x points right, y up and z toward the viewer; the longer side of the layer's
/// bounds is one metre. The texture coordinates are `from`, the normals point to the content's front, triangles are
/// counterclockwise seen from there, and the material is double-sided. Brightness becomes vertex colors, which glTF
/// multiplies in linear light: the picture is the same except for rounding, up to a brightness of 1.
///
/// Source: Khronos, "glTF 2.0 Specification", sections 3.4 to 3.9 and 4.
public enum GLTFFile {
  /// A picture for the material.
  public struct Texture: Hashable, Sendable {
    /// A PNG file, embedded unchanged.
    public var png: [UInt8]
    /// Whether the picture has pixels that are not opaque.
    public var hasTransparency: Bool

    /// A picture of these bytes, which are not checked.
    public init(png: [UInt8], hasTransparency: Bool) {
      (self.png, self.hasTransparency) = (png, hasTransparency)
    }
  }

  /// The properties of the surface besides its mesh.
  public struct Options: Hashable, Sendable {
    /// The size of the layer's bounds, in points; both sides above 0.
    public var layerSize: Size
    /// The picture that the surface shows; nil for a plain white one.
    public var texture: Texture?
    /// Whether the material is unlit (KHR_materials_unlit).
    public var isUnlit: Bool

    /// Options with the given values.
    public init(layerSize: Size, texture: Texture? = nil, isUnlit: Bool = false) {
      (self.layerSize, self.texture, self.isUnlit) = (layerSize, texture, isUnlit)
    }
  }

  /// - Parameter name: the output's name, for errors.
  /// - Throws: `DocumentError` when the mesh requires subdivision, draws nothing, or is too large.
  public static func encode(
    _ mesh: Mesh, name: String, binary: Bool, options: Options
  ) throws(DocumentError) -> [UInt8] {
    func fault(_ problem: String) -> DocumentError { DocumentError(name: name, problem: problem) }
    guard mesh.subdivisionSteps == 0 else {
      throw fault(
        "the mesh has a subdivision, which glTF does not support; refine it by a number of steps first")
    }
    let size = options.layerSize
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      throw fault("the layer's size is \(size.width) x \(size.height); both sides must be above 0")
    }
    let triangles = frontFacing(mesh)
    guard !triangles.isEmpty else { throw fault("the mesh has no triangles to draw; add faces") }

    var buffer = GLTFBuffer()
    let largest = max(size.width, size.height)
    let (width, height) = (size.width / largest, size.height / largest)
    let depth = mesh.depthNormalization.pointsPerUnit(for: size) / largest
    buffer.addPositions(
      mesh.vertices.map {
        SIMD3(
          Float((Double($0.toX) - 0.5) * width), Float((0.5 - Double($0.toY)) * height),
          Float(Double($0.toZ) * depth))
      })
    guard buffer.isFinite else {
      throw fault("the mesh is too large: coordinates leave the range of a Float")
    }
    buffer.addVectors("NORMAL", mesh.normals(inBoundsOf: size).map { SIMD3($0.x, -$0.y, $0.z) })
    buffer.addTextureCoordinates(mesh.vertices.map(\.from))
    if !mesh.brightness.isEmpty {
      // Encoded values times b correspond to linear values times about b^2.2.
      buffer.addVectors("COLOR_0", mesh.brightness.map { SIMD3(repeating: power(min($0, 1))) })
    }
    buffer.addIndices(triangles)
    if let texture = options.texture { buffer.addImage(texture.png) }

    // The lengths in a binary file have 32 bits.
    guard buffer.bytes.count < 1 << 31 else {
      throw fault(
        "the file would have \(buffer.bytes.count) bytes of data; use fewer vertices or a smaller picture")
    }
    let json = Array(GLTFDocument(buffer, options, isBinary: binary).text.utf8)
    return binary ? container(json, buffer.bytes) : json
  }

  /// Triangles that are counterclockwise, with y up, where the content's front faces the viewer.
  private static func frontFacing(_ mesh: Mesh) -> [UInt32] {
    var indices = mesh.triangleIndices()
    for i in stride(from: 0, to: indices.count, by: 3) {
      let (a, b, c) = (
        mesh.vertices[Int(indices[i])].from, mesh.vertices[Int(indices[i + 1])].from,
        mesh.vertices[Int(indices[i + 2])].from
      )
      let (p, q) = (b - a, c - a)
      if p.x * q.y - p.y * q.x >= 0 { indices.swapAt(i + 1, i + 2) }
    }
    return indices
  }

  /// A header, the JSON and the data, each padded to four bytes (section 4.4).
  private static func container(_ json: [UInt8], _ data: [UInt8]) -> [UInt8] {
    func padded(_ bytes: [UInt8], with byte: UInt8) -> [UInt8] {
      bytes + [UInt8](repeating: byte, count: (4 - bytes.count % 4) % 4)
    }
    let (json, data) = (padded(json, with: 0x20), padded(data, with: 0))
    var out = Array("glTF".utf8)
    out.reserveCapacity(28 + json.count + data.count)
    out.append(word: 2)
    out.append(word: UInt32(28 + json.count + data.count))
    out.append(word: UInt32(json.count))
    out += "JSON".utf8
    out += json
    out.append(word: UInt32(data.count))
    out += "BIN\0".utf8
    out += data
    return out
  }
}

extension [UInt8] {
  /// Four bytes, little-endian.
  mutating func append(word: UInt32) {
    Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
  }
}

import MeshTransform
import SceneDocument

/// Wavefront OBJ: positions, texture coordinates, and faces of three corners or more.
///
/// By default the layer is the square from (0, 0) to (1, 1) in the file's x and y, with y up and z toward the viewer: a
/// vertex `to` is at `(x, 1 - y, z)`. Another ``MeshPlacement`` turns the axes and fits the model to the layer. Texture
/// coordinates point right and up: `from` is `(u, 1 - v)`; in a fitted model, corners without any have `from` equal to
/// `to`. A counterclockwise face of the file is clockwise in a layer, whose y points down; therefore the corners after
/// the first are taken in reverse order, which keeps the diagonal. Faces of more than four corners are divided into
/// quads and triangles.
///
/// A position with several texture coordinates becomes one vertex for each. Normals, colors, groups, materials, lines
/// and points are ignored.
public enum OBJFile {
  /// - Parameters:
  ///   - name: the file's name, for errors.
  ///   - layerSize: the size of the layer in points, for a placement that fits the model to it.
  /// - Throws: `DocumentError` for the first fault of form or content.
  public static func read(
    _ bytes: [UInt8], name: String, placement: MeshPlacement = MeshPlacement(),
    layerSize: Size = Size(1, 1), byteLimit: Int = MeshFile.defaultByteLimit
  ) throws(DocumentError) -> MeshImport {
    try TextScanner.read(bytes, name: name, limit: byteLimit) { scanner throws(DocumentError) in
      scanner.joinsLines = true
      var model = OBJModel(placement: placement)
      scanner.skipBlank()
      while !scanner.isAtEnd {
        try model.readStatement(&scanner)
        scanner.skipBlank()
      }
      let (contents, notes) = try model.contents(scanner, layerSize: layerSize)
      try contents.requireSomethingToDraw(name: name)
      return MeshImport(contents, notes: notes)
    }
  }

  /// The mesh, number for number; only coordinates of `from.y` and `to.y` below 2^-29 lose precision, at most 2^-54.
  /// ``MeshFormat/losses(of:)`` lists the properties that the file cannot hold.
  public static func encode(_ mesh: Mesh) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(mesh.vertices.count * 64 + mesh.faces.count * 40 + 64)
    out += "# \(mesh.vertices.count) vertices, \(mesh.faces.count) faces\n".utf8
    for vertex in mesh.vertices {
      out += "v ".utf8
      out.append(number: vertex.toX)
      out += " ".utf8
      out.append(1 - Double(vertex.toY), for: vertex.toY) { Float(1 - $0) }
      out += " ".utf8
      out.append(number: vertex.toZ)
      out += "\n".utf8
    }
    for vertex in mesh.vertices {
      out += "vt ".utf8
      out.append(number: vertex.fromX)
      out += " ".utf8
      out.append(1 - Double(vertex.fromY), for: vertex.fromY) { Float(1 - $0) }
      out += "\n".utf8
    }
    for face in mesh.faces {
      out += "f".utf8
      for index in face.corners { out += " \(index + 1)/\(index + 1)".utf8 }
      out += "\n".utf8
    }
    return out
  }
}

extension Mesh.Face {
  /// The corners as a file has them: in reverse order, with equal neighbors merged.
  fileprivate var corners: [UInt32] {
    var corners = [indices.x]
    for index in [indices.w, indices.z, indices.y] where index != corners[corners.count - 1] {
      corners.append(index)
    }
    if corners.count == 4, corners[3] == corners[0] { corners.removeLast() }
    return corners
  }
}

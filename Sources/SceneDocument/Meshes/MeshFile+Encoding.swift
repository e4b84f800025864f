import MeshTransform

extension MeshFile {
  /// The file of a mesh, one vertex or face per line. ``decode(_:name:byteLimit:policy:)`` gives the same mesh, bit for
  /// bit, except that an infinite crease becomes 10, which has the same effect.
  public static func encode(_ mesh: Mesh) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(mesh.vertices.count * 40 + mesh.faces.count * 32 + 200)
    out += "{\n  \"vertices\": [".utf8
    appendLines(mesh.vertices, to: &out) { vertex, out in
      append([vertex.fromX, vertex.fromY, vertex.toX, vertex.toY, vertex.toZ], to: &out)
    }
    out += "],\n  \"faces\": [".utf8
    appendLines(mesh.faces, to: &out) { face, out in
      let indices = face.indices
      let four = "[\(indices.x), \(indices.y), \(indices.z), \(indices.w)]"
      guard face.creases != .zero else {
        out += four.utf8
        return
      }
      out += "{\"indices\": \(four), \"creases\": ".utf8
      append((0..<4).map { face.creases[$0].isFinite ? face.creases[$0] : 10 }, to: &out)
      out += "}".utf8
    }
    out += "],\n  \"depthNormalization\": \"\(mesh.depthNormalization.rawValue)\",\n".utf8
    out += "  \"subdivisionSteps\": \(mesh.subdivisionSteps),\n".utf8
    out += "  \"replicatesEdges\": \(mesh.replicatesEdges)".utf8
    if mesh.faceInterpolation != .triangles {
      out += ",\n  \"faceInterpolation\": \"\(mesh.faceInterpolation.rawValue)\"".utf8
    }
    if !mesh.brightness.isEmpty {
      out += ",\n  \"brightness\": ".utf8
      append(mesh.brightness, to: &out)
    }
    out += "\n}\n".utf8
    return out
  }

  private static func appendLines<Element>(
    _ elements: [Element], to out: inout [UInt8], _ append: (Element, inout [UInt8]) -> Void
  ) {
    for (index, element) in elements.enumerated() {
      out += (index == 0 ? "\n    " : ",\n    ").utf8
      append(element, &out)
    }
    if !elements.isEmpty { out += "\n  ".utf8 }
  }

  /// Each number in the fewest digits that read back as the same `Float`.
  private static func append(_ numbers: [Float], to out: inout [UInt8]) {
    out += "[".utf8
    for (index, number) in numbers.enumerated() {
      if index > 0 { out += ", ".utf8 }
      let text = number.description
      // "1.0" is shortened to "1", but "-0.0" stays: "-0" could be read as an integer, which has no signed zero.
      let isWhole = text.hasSuffix(".0") && text != "-0.0"
      out += isWhole ? text.dropLast(2).utf8 : text[...].utf8
    }
    out += "]".utf8
  }
}

import Foundation
import MeshTransform

@testable import struct MeshTransform.SharpVertex

/// A shape of OpenSubdiv's regression suite; `Fixtures/README.md` has the format of its file.
struct ReferenceShape: CustomStringConvertible {
  let name: String
  var mesh: Mesh
  var cornersStay = false
  var sharpVertices: [SharpVertex] = []
  /// The vertices after 1, 2 and 3 steps.
  var levels: [[SIMD3<Float>]] = []
  var description: String { name }

  static let names = [
    "catmark_chaikin0", "catmark_cube", "catmark_cube_corner0", "catmark_cube_corner1",
    "catmark_cube_corner2", "catmark_cube_corner3", "catmark_cube_corner4", "catmark_cube_creases0",
    "catmark_cube_creases1",
    "catmark_dart_edgecorner", "catmark_dart_edgeonly", "catmark_edgecorner", "catmark_edgeonly",
    "catmark_flap",
    "catmark_flap2", "catmark_tent", "catmark_tent_creases0", "catmark_tent_creases1",
  ]

  init(_ name: String) throws {
    self.name = name
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let text = try String(contentsOf: folder.appending(path: "Fixtures/\(name).txt"), encoding: .utf8)
    var tables: [String: [[Float]]] = [:]
    for line in text.split(separator: "\n") {
      if line == "boundary edge_and_corner" { cornersStay = true }
      let words = line.split(separator: " ")
      let isLevel = words[0] == "level"
      tables[isLevel ? "level \(words[1])" : String(words[0])] =
        words.dropFirst(isLevel ? 2 : 1).map { $0.split(separator: ",").compactMap { Float($0) } }
    }
    func points(_ name: String) -> [SIMD3<Float>] { (tables[name] ?? []).map { SIMD3($0[0], $0[1], $0[2]) } }
    let creases = tables["creases"] ?? []
    let faces = (tables["quads"] ?? []).map { quad in
      let indices = SIMD4(quad.map { UInt32($0) })
      var face = Mesh.Face(indices)
      for i in 0..<4 {
        let ends = Set([Float(indices[i]), Float(indices[(i + 1) & 3])])
        if let crease = creases.first(where: { Set($0[0...1]) == ends }) { face.creases[i] = crease[2] }
      }
      return face
    }
    // The content follows the same rules as the position, so it carries the position, too.
    let vertices = points("vertices").map { Mesh.Vertex(from: SIMD2($0.x, $0.y), to: $0) }
    mesh = try Mesh(vertices: vertices, faces: faces)
    sharpVertices = (tables["corners"] ?? []).map { SharpVertex(vertex: UInt32($0[0]), sharpness: $0[1]) }
    levels = (1...3).map { points("level \($0)") }
  }
}

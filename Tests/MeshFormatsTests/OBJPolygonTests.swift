import Foundation
import MeshFormats
import MeshTransform
import SceneDocument
import TestSupport
import Testing

/// Faces of more than four corners.
@Suite struct OBJPolygonTests {
  /// A file with one face; the texture coordinates are the points.
  private func file(_ points: [SIMD2<Double>], at place: (SIMD2<Double>) -> SIMD3<Double> = { SIMD3($0, 0) })
    -> String
  {
    var text = ""
    for point in points {
      let position = place(point)
      text += "v \(position.x) \(position.y) \(position.z)\nvt \(point.x) \(point.y)\n"
    }
    return text + "f " + (1...points.count).map { "\($0)/\($0)" }.joined(separator: " ") + "\n"
  }

  private func read(_ text: String) throws(DocumentError) -> MeshImport {
    try OBJFile.read(bytes(text), name: "m.obj")
  }

  /// Twice the areas of the triangles on the content; clockwise with y down is negative with y up.
  private func areas(_ mesh: Mesh) -> [Double] {
    let indices = mesh.triangleIndices()
    return stride(from: 0, to: indices.count, by: 3).map { i in
      let (a, b, c) = (
        mesh.vertices[Int(indices[i])].fromPoint, mesh.vertices[Int(indices[i + 1])].fromPoint,
        mesh.vertices[Int(indices[i + 2])].fromPoint
      )
      return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }
  }

  private func shoelace(_ points: [SIMD2<Double>]) -> Double {
    points.indices.reduce(0) { sum, i in
      let (p, q) = (points[i], points[(i + 1) % points.count])
      return sum + p.x * q.y - p.y * q.x
    }
  }

  /// Triangles of one sign whose areas add up to that of a simple polygon cover each of its points once: the windings of
  /// the triangles add up to the polygon's, which is 1 inside.
  private func checkDivision(_ points: [SIMD2<Double>], _ read: MeshImport, quads: Int? = nil) throws {
    #expect(read.notes.isEmpty, "\(read.notes)")
    let mesh = try read.contents.mesh()
    let (areas, area) = (areas(mesh), shoelace(points))
    // The corners that a face of three repeats make an empty half.
    #expect(areas.allSatisfy { $0 * area >= 0 }, "\(points)")
    #expect(abs(areas.reduce(0, +) - area) < 1e-4 * abs(area), "\(points)")
    #expect(mesh.vertices.count == points.count)
    if let quads {
      #expect(
        mesh.faces.count { Set([$0.indices.x, $0.indices.y, $0.indices.z, $0.indices.w]).count == 4 } == quads
      )
    }
  }

  @Test(arguments: 5..<12) func convexFacesBecomeQuads(count: Int) throws {
    let points = (0..<count).map { i in
      let angle = 2 * Double.pi * Double(i) / Double(count)
      return SIMD2(cos(angle), sin(angle))
    }
    try checkDivision(points, try read(file(points)), quads: (count - 2) / 2)
  }

  /// Each corner keeps its own texture coordinate, also where positions are shared.
  @Test func cornersKeepTheirTextureCoordinates() throws {
    let text =
      "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 1 1 0\nv 0 2 0\nvt 0.1 0\nvt 0.2 0\nvt 0.3 0\nvt 0.4 0\nvt 0.5 0\nvt 0.6 0\n"
      + "f 1/1/1 2/2/1 3/3/1 4/4/1 5/5/1\nf 1/6 2/2 3/3\n"
    let contents = try read(text).contents
    #expect(contents.vertices.map(\.fromX) == [0.1, 0.6, 0.2, 0.3, 0.4, 0.5])
    #expect(contents.vertices[1].to == contents.vertices[0].to)
    // The notch at (1, 1) is not covered.
    #expect(contents.faces.count == 4 && contents.faces.prefix(3).allSatisfy { $0.indices.contains(4) })
  }

  @Test func concaveFacesInAnyPlane() throws {
    var random = SplitMix64(seed: 7)
    for round in 0..<120 {
      let count = Int.random(in: 5...40, using: &random)
      var points: [SIMD2<Double>]
      switch round % 4 {
      case 0:  // a star
        points = (0..<count).map { i in
          let (angle, radius) = (
            2 * Double.pi * Double(i) / Double(count), Double.random(in: 0.1...1, using: &random)
          )
          return SIMD2(cos(angle), sin(angle)) * radius
        }
      case 1:  // a comb
        points = (0..<count).map {
          SIMD2(Double($0), Double.random(in: 0...5, using: &random) + ($0 % 2 == 0 ? 0 : 9))
        }
        points += [SIMD2(Double(count), -1), SIMD2(-1, -1)]
      case 2:  // stairs, with corners in the middle of their edges
        points = (0..<count).flatMap { i in
          let x = Double(i)
          return [SIMD2(x, -x), SIMD2(x + 0.5, -x), SIMD2(x + 1, -x), SIMD2(x + 1, -x - 0.5)]
        }
        points += [SIMD2(Double(count), -Double(count)), SIMD2(0, -Double(count))]
      default:  // a spiral
        let angles = (0...count).map { Double($0) / Double(count) * 9 + 1 }
        points =
          angles.map { SIMD2(cos($0), sin($0)) * $0 }
          + angles.reversed().map { SIMD2(cos($0), sin($0)) * ($0 * 0.8) }
      }
      if Bool.random(using: &random) { points.reverse() }
      let start = Int.random(in: 0..<points.count, using: &random)
      points = Array(points[start...] + points[..<start])
      func direction() -> SIMD3<Double> {
        SIMD3((0..<3).map { _ in Double.random(in: -1...1, using: &random) })
      }
      let (x, y, origin) = (direction(), direction(), direction() * 100)
      try checkDivision(points, try read(file(points) { origin + x * $0.x + y * $0.y }))
    }
  }

  /// A ring that a bridge opens: two corners are in the file twice.
  @Test func facesWithAHole() throws {
    let outer = [SIMD2(0.0, 0.0), SIMD2(3, 0), SIMD2(3, 3), SIMD2(0, 3)]
    let inner = [SIMD2(1.0, 1.0), SIMD2(1, 2), SIMD2(2, 2), SIMD2(2, 1)]
    let points = outer + [outer[0], inner[0]] + inner.dropFirst() + [inner[0]]
    try checkDivision(points, try read(file(points)))
  }

  @Test(arguments: [
    "0 0, 2 2, 2 0, 0 2, 1 3",  // crosses itself
    "0 0, 1 0, 2 0, 3 0, 4 0",  // a line
    "1 1, 1 1, 1 1, 1 1, 1 1",  // a point
    "0 0, 1e-300 0, 1e-300 1e-300, 0 1e-300, 0 0",  // an area that is lost
    "-3e38 -3e38, 3e38 -3e38, 3e38 3e38, 0 -1e38, -3e38 3e38, -2e38 0",  // large
    "0 0, 4 0, 0 4, 0 0, 4 0, 0 4",  // twice around
  ])
  func otherFacesBecomeFans(text: String) throws {
    let points = text.split(separator: ",").map { pair in
      let numbers = pair.split(separator: " ").map { Double($0)! }
      return SIMD2(numbers[0], numbers[1])
    }
    let read = try read(file(points))
    let isLarge = text.hasPrefix("-3e38")
    #expect(
      read.notes
        == (isLarge
          ? []
          : [
            "1 face of more than four corners, which cross themselves, have no area or are too large, became fans around their first corner"
          ]),
      "\(text)")
    #expect(read.contents.faces.count == points.count - 2)
  }

  @Test func aFitNeedsFaces() {
    let error = words { () throws(DocumentError) in
      try OBJFile.read(bytes("v 1 2 3\nv 4 5 6\n"), name: "m.obj", placement: MeshPlacement(fit: .fill))
    }
    #expect(error == "m.obj: there are no faces, so nothing would be drawn; add some")
  }

  /// The worst polygon for ear clipping: the work ends at a bound that does not depend on it.
  @Test func aFaceOfManyCornersEnds() throws {
    var points = (0..<60_000).map { SIMD2(Double($0 % 2), Double($0)) }
    points += [SIMD2(-1, 60_000), SIMD2(-1, 0)]
    let read = try read(file(points))
    #expect(read.contents.faces.count == 60_000 && read.notes.count == 1)
  }
}

extension SIMD4<UInt32> {
  fileprivate func contains(_ index: UInt32) -> Bool { (0..<4).contains { self[$0] == index } }
}

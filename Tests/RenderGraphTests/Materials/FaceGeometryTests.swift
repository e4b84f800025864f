import MeshTransform
import TestSupport
import Testing

@testable import RenderGraph

/// Values of whole faces and of their edges: the texels of faces, and the lines of a wireframe.
struct FaceGeometryTests {
  private static func mesh(_ random: inout SplitMix64) throws -> Mesh {
    var mesh = try Mesh.grid(rows: 3, columns: 4) {
      func number() -> Float { 0.08 * Float.random(in: -1...1, using: &random) }
      return SIMD3($0.x + number(), $0.y + number(), number())
    }
    mesh.faceInterpolation = .bilinear
    return mesh
  }

  private static func transform(_ random: inout SplitMix64) -> Transform3D {
    func number() -> Double { Double.random(in: -1...1, using: &random) }
    return .scale(100, 80, 100) * .rotation(.degrees(50 * number()), about: Point3D(number(), number(), 0.1))
      * .rotation(.degrees(180 * number())) * .perspective(eyeDistance: 500)
  }

  /// Four texels give the corners on the canvas, two their content; six more the place and the normal. All have one order,
  /// in which the shorter pair of edges comes second.
  @Test(arguments: 0..<12) func texelsAreThoseOfTheCorners(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let (mesh, transform, isLit) = (try Self.mesh(&random), Self.transform(&random), seed % 2 == 0)
    let list = TriangleList(mesh, inBoundsOf: Size(100, 80), lit: isLit)
    var variant = MeshVariant(isLit: isLit)
    variant.interpolation = list.interpolation
    let data = FaceData(list, transform, for: variant)
    #expect(data.texelsPerFace == (isLit ? 12 : 6) && data.count == 12)
    for face in 0..<data.count {
      let texels = data.texels[face * data.texelsPerFace..<(face + 1) * data.texelsPerFace].map { $0 }
      let corners = list.vertices[4 * face..<4 * face + 4].map { $0 }
      let normals = isLit ? list.normals[4 * face..<4 * face + 4].map { $0 } : []
      let seen = corners.map { transform.transform(Point3D(Double($0.toX), Double($0.toY), Double($0.toZ))) }
      func length(_ i: Int, _ j: Int) -> Double { abs(seen[i].x - seen[j].x) + abs(seen[i].y - seen[j].y) }
      let turn = min(length(0, 1), length(2, 3)) < min(length(1, 2), length(3, 0)) ? 1 : 0
      for slot in 0..<4 {
        let corner = (slot + turn) % 4
        let (p, w) = (seen[corner], Double(texels[2][slot]))
        #expect(abs(Double(texels[0][slot]) / w - p.x / p.w) < 1e-3)
        #expect(abs(Double(texels[1][slot]) / w - p.y / p.w) < 1e-3)
        #expect(abs(Double(texels[3][slot]) / w - p.z / p.w) < 1e-3)
        #expect(texels[4][slot] == corners[corner].fromX && texels[5][slot] == corners[corner].fromY)
        guard isLit else { continue }
        #expect(texels[6][slot] == corners[corner].toX && texels[8][slot] == corners[corner].toZ)
        #expect(texels[9][slot] == normals[corner].x && texels[11][slot] == normals[corner].z)
      }
      // Scaled to about 1.
      let largest = texels[0...2].flatMap { [$0.x, $0.y, $0.z, $0.w] }.map(abs).max() ?? 0
      #expect(abs(largest - 1) < 1e-5)
    }
  }

  @Test func texelsThatAVariantNeeds() throws {
    var random = SplitMix64(seed: 1)
    let mesh = try Self.mesh(&random)
    let bright = try Mesh(
      vertices: mesh.vertices, faces: mesh.faces, brightness: mesh.vertices.indices.map { Float($0) })
    var changed = bright
    changed.faceInterpolation = .bilinear
    let list = TriangleList(changed, inBoundsOf: Size(1, 1), lit: false)
    var variant = MeshVariant()
    (variant.interpolation, variant.hasBrightness, variant.clipsContent) = (.bilinear, true, true)
    let data = FaceData(list, .identity, for: variant)
    #expect(data.texelsPerFace == 8)
    for face in 0..<data.count {
      let own = Set(list.brightness[4 * face..<4 * face + 4])
      let texel = data.texels[8 * face + 7]
      #expect(Set([texel.x, texel.y, texel.z, texel.w]) == own)
    }
  }

  /// Each side of each face once, and a dot at each vertex that a face uses.
  @Test func linesAreTheSides() throws {
    let mesh = try Mesh.grid(rows: 3, columns: 4)
    let matrix = FloatMatrix(.scale(400, 300, 1))
    let wireframe = WireframeGeometry(mesh, matrix, style: Wireframe(lineWidth: 2), scale: 1)
    var sides: Set<[SIMD2<Float>]> = []
    for face in mesh.faces {
      let corners = (0..<4).map { corner in
        let to = mesh.vertices[Int(face.indices[corner])].to
        return SIMD2(to.x * 400, to.y * 300)
      }
      for i in 0..<4 {
        sides.insert([corners[i], corners[(i + 1) % 4]].sorted { ($0.x, $0.y) < ($1.x, $1.y) })
      }
    }
    let lines = wireframe.lines.map { [$0.lowHalf, $0.highHalf].sorted { ($0.x, $0.y) < ($1.x, $1.y) } }
    #expect(lines.count == 4 * 4 + 3 * 5 && Set(lines) == sides)
    #expect(
      wireframe.dots.count == mesh.vertices.count && wireframe.dots.allSatisfy { $0.lowHalf == $0.highHalf })
    #expect(wireframe.lineStrokes.map(\.radius) == [2.2, 1])
    #expect(
      wireframe.dotStrokes.count == 2 && wireframe.dotStrokes[0].radius > wireframe.dotStrokes[1].radius)
    // Where lines are dense, there are no dots.
    let dense = WireframeGeometry(
      mesh, FloatMatrix(.scale(20, 20, 1)), style: Wireframe(lineWidth: 2), scale: 1)
    #expect(dense.dots.isEmpty && dense.dotStrokes.isEmpty && dense.lines.count == lines.count)
  }

  /// Lines through the plane of the eye end before it, and lie on the image of the whole line.
  @Test func linesEndBeforeTheEye() throws {
    let mesh = try Mesh.grid(rows: 4, columns: 4)
    let transform =
      Transform3D.scale(200, 200, 1) * .rotation(.degrees(70), about: Point3D(1, 0.2, 0))
      * .translation(0, 0, 20) * .perspective(eyeDistance: 60)
    let all = mesh.vertices.map { transform.transform(Point3D(Double($0.toX), Double($0.toY), 0)) }
    #expect(all.contains { $0.w < 0 } && all.contains { $0.w > 0 })
    let wireframe = WireframeGeometry(mesh, FloatMatrix(transform), style: Wireframe(), scale: 1)
    // The lines of rows and columns keep their place in the plane.
    for line in wireframe.lines {
      for end in [line.lowHalf, line.highHalf] {
        let unit = try #require(transform.unproject(Point(Double(end.x), Double(end.y))))
        let (x, y) = (unit.x * 4, unit.y * 4)
        #expect(min(abs(x - x.rounded()), abs(y - y.rounded())) < 0.01)
        #expect(x > -0.01 && x < 4.01 && y > -0.01 && y < 4.01)
      }
    }
    #expect(wireframe.dots.count <= all.count { $0.w > 0 } && !wireframe.lines.isEmpty)
  }
}

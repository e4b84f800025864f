import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// What does not count: the order of faces and vertices, where a face's indices begin, how dense a flat grid is.
struct OrderTests {
  /// A flat mesh of skewed faces that do not overlap.
  private func mesh() throws -> Mesh {
    var random = SplitMix64(seed: 7)
    return try Mesh.grid(rows: 6, columns: 7) {
      let inner = $0.x > 0 && $0.x < 1 && $0.y > 0 && $0.y < 1
      let jitter =
        inner
        ? SIMD2(Float.random(in: -0.05...0.05, using: &random), .random(in: -0.05...0.05, using: &random))
        : .zero
      return SIMD3($0.x + jitter.x, $0.y + jitter.y, 0)
    }
  }

  private func difference(_ mesh: Mesh, from other: Mesh, _ image: Image) throws -> ImageDifference {
    let renderer = try Renderer.any()
    return ImageDifference(
      try Scene.oneLayer(image, mesh: mesh, lights: [Light()]).rendered(by: renderer),
      try Scene.oneLayer(image, mesh: other, lights: [Light()]).rendered(by: renderer))
  }

  private let images = [Image.noise(80, 70), .translucentNoise(80, 70)]

  @Test func faceOrder() throws {
    let original = try mesh()
    var random = SplitMix64(seed: 1)
    let shuffled = try Mesh(
      vertices: original.vertices, faces: original.faces.shuffled(using: &random),
      depthNormalization: .average)
    for image in images {
      let difference = try difference(shuffled, from: original, image)
      #expect(difference.isWithin(.exact), "\(difference)")
    }
  }

  @Test func vertexOrder() throws {
    let original = try mesh()
    var random = SplitMix64(seed: 2)
    let order = original.vertices.indices.shuffled(using: &random)
    var place = [UInt32](repeating: 0, count: order.count)
    for (new, old) in order.enumerated() { place[old] = UInt32(new) }
    let faces = original.faces.map { face in
      Mesh.Face(
        place[Int(face.indices.x)], place[Int(face.indices.y)], place[Int(face.indices.z)],
        place[Int(face.indices.w)])
    }
    let shuffled = try Mesh(
      vertices: order.map { original.vertices[$0] }, faces: faces, depthNormalization: .average)
    for image in images {
      let difference = try difference(shuffled, from: original, image)
      #expect(difference.isWithin(.exact), "\(difference)")
    }
  }

  @Test func beginningAFaceAtTheOppositeCorner() throws {
    let original = try mesh()
    let turned = try Mesh(
      vertices: original.vertices,
      faces: original.faces.map { Mesh.Face($0.indices.z, $0.indices.w, $0.indices.x, $0.indices.y) },
      depthNormalization: .average)
    for image in images {
      let difference = try difference(turned, from: original, image)
      #expect(difference.isWithin(1), "\(difference)")
    }
  }

  /// Running around a face the other way (0 3 2 1) keeps its diagonal.
  @Test func windingOfAFace() throws {
    let original = try mesh()
    let reversed = try Mesh(
      vertices: original.vertices,
      faces: original.faces.map { Mesh.Face($0.indices.x, $0.indices.w, $0.indices.z, $0.indices.y) },
      depthNormalization: .average)
    for image in images {
      let difference = try difference(reversed, from: original, image)
      #expect(difference.isWithin(1), "\(difference)")
    }
  }

  @Test func gridDensity() throws {
    let image = Image.noise(64, 64)
    let renderer = try Renderer.any()
    let map = AffineTransform(a: 0.8, b: 0.21, c: -0.3, d: 0.7, tx: 0.2, ty: 0.05)
    func picture(_ rows: Int, _ columns: Int, _ transform: Transform3D) throws -> Image {
      let mesh = try Mesh.grid(rows: rows, columns: columns) {
        let p = Point(Double($0.x), Double($0.y)).applying(map)
        return SIMD3(Float(p.x), Float(p.y), 0)
      }
      return try Scene.oneLayer(image, mesh: mesh, transform: transform, lights: [Light()]).rendered(
        by: renderer)
    }
    let tilted = Transform3D.rotation(.degrees(40), about: Point3D(1, 1, 0)) * .perspective(eyeDistance: 120)
    for transform in [.identity, tilted] {
      let coarse = try picture(1, 1, transform)
      for (rows, columns) in [(3, 5), (40, 40)] {
        let difference = ImageDifference(try picture(rows, columns, transform), coarse)
        // Points of a finer grid are rounded off the coarse edges: a sample there may fall to the other side, and a
        // blended pixel take the color of another neighbor. How many do depends on the processor.
        #expect(difference.isWithin(.within(max: 100, mean: 0.2)), "\(rows)x\(columns): \(difference)")
        let interior = ImageDifference(try picture(rows, columns, transform)) { x, y in
          coarse.isAlphaSteady(x, y, within: 0) && coarse[x, y].w == 255 ? SIMD4<Double>(coarse[x, y]) : nil
        }
        #expect(interior.isWithin(1), "\(rows)x\(columns): \(interior)")
      }
    }
  }
}

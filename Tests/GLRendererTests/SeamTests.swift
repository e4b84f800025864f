import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// A surface of one color that is split into many faces is a surface of one color.
struct SeamTests {
  /// Convex faces of random shapes, which fill the unit square; `reach` moves content beyond itself on all sides.
  private func mesh(_ kind: Mesh.FaceInterpolation, seed: UInt64, reach: Float = 0) throws -> Mesh {
    var random = SplitMix64(seed: seed)
    let (rows, columns) = (Int.random(in: 3...9, using: &random), Int.random(in: 3...9, using: &random))
    var mesh = try Mesh.grid(rows: rows, columns: columns)
    var vertices = mesh.vertices
    for i in vertices.indices {
      let isInnerX = vertices[i].toX > 0 && vertices[i].toX < 1
      let isInnerY = vertices[i].toY > 0 && vertices[i].toY < 1
      if isInnerX { vertices[i].toX += Float.random(in: -0.2...0.2, using: &random) / Float(columns) }
      if isInnerY { vertices[i].toY += Float.random(in: -0.2...0.2, using: &random) / Float(rows) }
      vertices[i].fromX += (vertices[i].fromX - 0.5) * reach
      vertices[i].fromY += (vertices[i].fromY - 0.5) * reach
    }
    mesh = try Mesh(vertices: vertices, faces: mesh.faces)
    mesh.faceInterpolation = kind
    return mesh
  }

  private let transforms: [Transform3D] = [
    .rotation(.degrees(23), about: Point3D(0, 0, 1)),
    .scale(0.83, 1.21, 1) * .rotation(.degrees(-71), about: Point3D(0, 0, 1)),
    .rotation(.degrees(50), about: Point3D(1, 0.4, 0.2)) * .perspective(eyeDistance: 150),
  ]

  /// Pixels that are certainly wholly on a surface: it has no hole, so those around which a ring of pixels is covered.
  private func inner(_ alone: Image) -> [(x: Int, y: Int)] {
    var pixels: [(x: Int, y: Int)] = []
    for y in 2..<alone.size.height - 2 {
      for x in 2..<alone.size.width - 2 {
        let isInner = (-2...2).allSatisfy { dy in (-2...2).allSatisfy { alone[x + $0, y + dy].w == 255 } }
        if isInner { pixels.append((x, y)) }
      }
    }
    return pixels
  }

  @Test(arguments: Mesh.FaceInterpolation.allCases, [1, 4, 16])
  func facesJoinWithoutSeams(_ kind: Mesh.FaceInterpolation, _ samples: Int) throws {
    let renderer = try Renderer.any()
    let canvas = Canvas(frame: Rect(0, 0, 90, 90))
    for (seed, transform) in transforms.enumerated() {
      var layer = Layer(bounds: Rect(0, 0, 64, 64), position: Point(45, 45), contents: .color(.white))
      layer.transform = transform
      let alone = try Scene(canvas: canvas, layers: [layer]).rendered(by: renderer, samples: 4)
      let pixels = inner(alone)
      #expect(pixels.count > 500)
      // Transparent edges of content that ends within the mesh count as little as the outer ones.
      for (alpha, reach) in [(1.0, Float(0)), (0.5, 0), (0.37, 0), (0.5, 1e-6)] {
        let color = Color(red: 0.9, green: 0.4, blue: 0.1, alpha: alpha)
        let image = Image.solid(7, 7, Pixel(230, 102, 26, UInt8((alpha * 255).rounded())))
        for contents in [Layer.Contents.color(color), .image(image)] {
          layer.contents = contents
          layer.mesh = try mesh(kind, seed: UInt64(seed), reach: reach)
          let picture = try Scene(canvas: canvas, layers: [layer]).rendered(by: renderer, samples: samples)
          let first = picture[pixels[0].x, pixels[0].y]
          #expect(first.w == UInt8((alpha * 255).rounded()))
          let faults = pixels.filter { picture[$0.x, $0.y].distance(to: SIMD4<Double>(first)) > 1 }
          #expect(
            faults.isEmpty,
            "alpha \(alpha) reach \(reach): \(faults.count), first \(faults.first.map { "\($0) \(picture[$0.x, $0.y]), not \(first)" } ?? "")"
          )
        }
      }
    }
  }
}

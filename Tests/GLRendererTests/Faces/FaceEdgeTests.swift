import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Faces beside one another, before one another, and beyond the content.
struct FaceEdgeTests {
  private static let skewed = [SIMD2<Float>(0.05, 0.1), SIMD2(0.95, 0.02), SIMD2(0.7, 0.9), SIMD2(0.1, 0.55)]
  private static let unit = [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]

  private func face(_ interpolation: Mesh.FaceInterpolation, from: [SIMD2<Float>] = unit, z: [Float] = [0])
    throws -> Mesh
  {
    try Mesh(
      vertices: z.flatMap { z in zip(from, Self.skewed).map { Mesh.Vertex(from: $0, to: SIMD3($1, z)) } },
      faces: z.indices.map { Mesh.Face(SIMD4(0, 1, 2, 3) &+ UInt32(4 * $0)) },
      faceInterpolation: interpolation)
  }

  /// A grid with every inner vertex moved: along the edges of its faces, in pixels that two of them share, the content
  /// runs on as in the middle, and nothing shines through.
  @Test(arguments: [1, 4])
  func bilinearNeighborsAgree(_ samples: Int) throws {
    var quads = RandomQuads(seed: 9)
    let mesh = try Mesh.grid(rows: 4, columns: 4).mappingVertices { vertex, _ in
      let isInner = vertex.fromX > 0 && vertex.fromX < 1 && vertex.fromY > 0 && vertex.fromY < 1
      let move = isInner ? SIMD3(quads.number(-0.07...0.07), quads.number(-0.07...0.07), 0) : .zero
      return Mesh.Vertex(from: vertex.from, to: SIMD3(vertex.from, 0) + SIMD3<Float>(move))
    }
    var bilinear = mesh
    bilinear.faceInterpolation = .bilinear
    let scene = Scene.oneLayer(.ramp(), size: Size(128, 128), mesh: bilinear)
    let faces = mesh.faces.indices.map { ReferenceFace(mesh, face: $0, scene.unitToCanvas) }
    let difference = ImageDifference(try scene.rendered(samples: samples)) { x, y in
      guard (4..<124).contains(x), (4..<124).contains(y), (x + y) % 3 == 0 else { return nil }
      for face in faces {
        if let at = face.patchPoint(seenAt: SIMD2(Double(x) + 0.5, Double(y) + 0.5)) {
          return Image.rampValue(unit: ReferenceFace.mean(face.from, at))
        }
      }
      return nil
    }
    #expect(difference.count > 3000)
    #expect(difference.isWithin(2), "\(difference)")
  }

  /// The transparent part beyond the content: clear, with a soft edge, over as much area as it should have.
  @Test(arguments: [Mesh.FaceInterpolation.bilinear, .projective])
  func transparentBeyondTheContent(_ interpolation: Mesh.FaceInterpolation) throws {
    let wide = Self.unit.map { $0 * 2 - 0.6 }
    let mesh = try face(interpolation, from: wide)
    var scene = Scene.oneLayer(.solid(4, 4, Pixel(255, 255, 255, 255)), size: Size(96, 96), mesh: mesh)
    let reference = ReferenceFace(mesh, scene.unitToCanvas)
    let map = try #require(reference.canvasToContent)
    func isInside(_ place: SIMD2<Double>) -> Bool {
      guard let at = reference.patchPoint(seenAt: place) else { return false }
      return (interpolation == .bilinear ? ReferenceFace.mean(reference.from, at) : map(place))
        .isWithin(0...1)
    }
    let picture = try scene.rendered()
    var (area, expected, soft) = (0.0, 0.0, 0)
    for y in 0..<96 {
      for x in 0..<96 {
        area += Double(picture[x, y].w) / 255
        let corners = [(0.05, 0.05), (0.95, 0.05), (0.05, 0.95), (0.95, 0.95)].map {
          isInside(SIMD2(Double(x) + $0, Double(y) + $1))
        }
        let share = Double(corners.filter { $0 }.count) / 4
        expected += share
        if share == 0 || share == 1 {
          #expect(abs(Double(picture[x, y].w) - 255 * share) < 40, "[\(x), \(y)] \(picture[x, y])")
        } else if (60..<200).contains(picture[x, y].w) {
          soft += 1
        }
      }
    }
    #expect(abs(area - expected) < 0.02 * expected, "\(area) px, expected \(expected)")
    #expect(soft > 30)
    // What is transparent hides nothing.
    var behind = Layer(Rect(0, 0, 96, 96), .pureGreen)
    behind.zPosition = -10
    scene.layers.append(behind)
    let both = try scene.rendered()
    for (x, y) in [(10, 15), (80, 8), (60, 60)] where picture[x, y].w == 0 {
      #expect(both[x, y] == Pixel(0, 255, 0, 255))
    }
    #expect(picture[10, 15].w == 0)
  }

  @Test func edgeTexelsContinue() throws {
    var mesh = try face(.bilinear, from: Self.unit.map { $0 * 2 - 0.6 })
    mesh.replicatesEdges = true
    let picture = try Scene.oneLayer(.solid(4, 4, Pixel(9, 8, 7, 255)), size: Size(96, 96), mesh: mesh)
      .rendered()
    #expect(picture[12, 14] == Pixel(9, 8, 7, 255))
    #expect(picture[64, 80] == Pixel(9, 8, 7, 255))
  }

  /// A translucent face is the opaque one times alpha; two of them blend the nearer over the farther.
  @Test(arguments: [Mesh.FaceInterpolation.bilinear, .projective])
  func translucentFacesBlend(_ interpolation: Mesh.FaceInterpolation) throws {
    let opaque = Image.ramp()
    let translucent = Image(64, 64, alpha: .straight) { x, y in
      var pixel = opaque[x, y]
      pixel.w = 102
      return pixel
    }
    let full = try Scene.ramp(try face(interpolation)).rendered()
    for layers in [[Float(0)], [0, 0.1], [0.1, 0]] {
      var scene = Scene.ramp(try face(interpolation, z: layers))
      scene.layers[0].contents = .image(translucent)
      let cover = 1 - pow(0.6, layers.count)
      let difference = ImageDifference(try scene.rendered()) { x, y in
        full[x, y].w == 255 ? SIMD4<Double>(full[x, y]) * cover : nil
      }
      // Every layer is rounded three times.
      #expect(difference.isWithin(1 + Double(layers.count)), "\(layers): \(difference)")
    }
  }

  private func pow(_ base: Double, _ count: Int) -> Double {
    (0..<count).reduce(1) { value, _ in value * base }
  }
}

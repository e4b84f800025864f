import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph

/// Pictures without the triangles that nobody sees are those with all of them, byte for byte.
struct UnseenPictureTests {
  /// One draws all, the other what is seen.
  private struct Pair {
    let all: Renderer, seen: Renderer

    /// - `edgeShare`: 1 has edges drawn apart in small pictures, too.
    init(edgeShare: Double = EdgeAnalysis.largestShare, blendsExactly: Bool = true) throws {
      (all, seen) = (try Renderer(blendsExactly: blendsExactly), try Renderer(blendsExactly: blendsExactly))
      (all.edgeShare, seen.edgeShare) = (edgeShare, edgeShare)
      all.optimizations.remove(.viewportCulling)
    }

    func check(_ scene: Scene, _ name: String, samples: [Int?] = [nil, 1, 4]) throws {
      for count in samples {
        let expected = try scene.rendered(by: all, samples: count)
        let isSame = try scene.rendered(by: seen, samples: count) == expected
        #expect(isSame, "\(name), \(count.map(String.init) ?? "no") samples")
      }
    }
  }

  /// Any faces, far off every side of the canvas and behind the eye: of any interpolation, shading, light and opacity.
  private struct RandomMesh {
    var random: SplitMix64

    mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    mutating func chance(_ times: Int) -> Bool { Int.random(in: 1...times, using: &random) == 1 }

    mutating func layer(_ interpolation: Mesh.FaceInterpolation) throws -> Layer {
      let isOpaque = !chance(3)
      let image: Image = isOpaque ? .noise(9, 7) : .translucentNoise(9, 7)
      var layer = Layer(
        bounds: Rect(0, 0, 90, 70), position: Point(60, 45), contents: .image(image))
      let (cells, reach) = (Int(number(1...9)), number(0.2...2))
      let depth = chance(2) ? 0.1 : number(0...3)
      var mesh = try Mesh.grid(rows: cells, columns: cells) { from in
        let moved = SIMD3(number(-reach...reach), number(-reach...reach), number(-depth...depth))
        return SIMD3(3 * from.x - 1, 3 * from.y - 1, 0) + SIMD3<Float>(moved)
      }
      (mesh.faceInterpolation, mesh.depthNormalization) = (interpolation, .average)
      layer.mesh = mesh
      layer.isDoubleSided = !chance(3)
      if chance(3) { layer.surface.shading = .flat }
      layer.transform =
        .rotation(.degrees(number(-60...60)), about: Point3D(number(-1...1), number(-1...1), 0.2))
        * .perspective(eyeDistance: number(120...500))
      return layer
    }

    mutating func scene(_ interpolation: Mesh.FaceInterpolation) throws -> Scene {
      var layers = [try layer(interpolation)]
      if chance(2) { layers.append(try layer(interpolation)) }
      return Scene(
        canvas: Canvas(frame: Rect(0, 0, 120, 90)), layers: layers,
        lights: chance(2) ? [.directional(Point3D(0.3, 0.2, -1))] : [])
    }
  }

  @Test(arguments: Mesh.FaceInterpolation.allCases, [1, EdgeAnalysis.largestShare])
  func randomMeshes(_ interpolation: Mesh.FaceInterpolation, edgeShare: Double) throws {
    let pair = try Pair(edgeShare: edgeShare)
    var leavesOut = 0
    for seed in 0..<24 {
      var random = RandomMesh(random: SplitMix64(seed: UInt64(seed)))
      let scene = try random.scene(interpolation)
      try pair.check(scene, "\(interpolation), mesh \(seed)")
      let list = TriangleList(scene.layers[0].mesh, inBoundsOf: Size(90, 70), lit: false)
      let projected = ProjectedVertices(list.vertices, scene.unitToCanvas)
      if ViewportCulling(list, projected, on: scene.canvas.pixelSize) != nil { leavesOut += 1 }
    }
    #expect(leavesOut > 12)
  }

  /// Where translucent triangles are sorted, since nothing else orders them.
  @Test func withoutLists() throws {
    let pair = try Pair(blendsExactly: false)
    for seed in 0..<12 {
      var random = RandomMesh(random: SplitMix64(seed: UInt64(100 + seed)))
      try pair.check(random.scene(.triangles), "mesh \(seed)", samples: [1])
    }
  }

  /// From near, edges of every kind, and of most meshes a part.
  @Test(arguments: [1, EdgeAnalysis.largestShare]) func closeUps(_ edgeShare: Double) throws {
    let pair = try Pair(edgeShare: edgeShare)
    for (name, scene) in try EdgeScenes.named() {
      var scene = scene
      for frame in [Rect(65, 45, 24, 18), Rect(10, 5, 40, 30)] {
        scene.canvas.frame = frame
        scene.canvas.scale = 4
        try pair.check(scene, "\(name) in \(frame)", samples: [nil])
      }
    }
  }

  @Test func randomTrees() throws {
    let pair = try Pair(edgeShare: 1)
    for seed in 0..<48 {
      var scene = try RandomTree.scene(seed: UInt64(seed)).scene
      let frame = scene.canvas.frame
      scene.canvas.frame = Rect(frame.minX + 30, frame.minY + 30, 32, 32)
      scene.canvas.scale = 3
      try pair.check(scene, "tree \(seed)", samples: [nil, 1])
    }
  }

  /// Indices and neighbors are kept from picture to picture, of all triangles, of those that are seen, or of none.
  @Test func noTraceOfOthers() throws {
    let pair = try Pair(edgeShare: 1)
    let mesh = try Mesh.ripple { ($0.rows, $0.columns) = (30, 30) }
    let image = Image.noise(12, 12)
    for zoom in [1.0, 8, 8, 1.3, 1.3, 1, 30, 1, 4, 1.2] {
      var scene = Scene.sheet(
        image, size: Size(120, 90), mesh: mesh,
        transform: .scale(zoom, zoom) * .rotation(.degrees(40), about: Point3D(1, 0.3, 0)))
      try pair.check(scene, "zoom \(zoom)", samples: [nil])
      scene.layers[0].position.x += 9000
      try pair.check(scene, "zoom \(zoom), away", samples: [nil])
    }
  }

  /// An exact picture leaves nothing out: as many bytes of indices go up as there are triangles.
  @Test func exactPicturesKeepAll() throws {
    let scene = Scene.sheet(
      .noise(4, 4), size: Size(120, 90), mesh: try Mesh.ripple { ($0.rows, $0.columns) = (10, 10) },
      transform: .scale(6, 6))
    func bytes(isExact: Bool) throws -> Int {
      let renderer = try Renderer()
      var options = RenderOptions(samples: 1)
      options.isExact = isExact
      _ = try renderer.render(scene, options: options)
      return renderer.statistics.uploadedBytes
    }
    #expect(try bytes(isExact: true) - bytes(isExact: false) > 150 * 12)
  }
}

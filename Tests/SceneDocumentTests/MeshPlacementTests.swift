import MeshTransform
import Testing

@testable import SceneDocument

@Suite struct MeshPlacementTests {
  /// A box from (10, 20, 30) to (14, 22, 31).
  private let box = [SIMD3<Double>(10, 20, 30), SIMD3(14, 22, 31), SIMD3(12, 21, 30.5)]

  @Test func axes() throws {
    #expect(try MeshAxes.parse("x,y,z") == .standard)
    #expect(try MeshAxes.parse(" X, +z ,-Y").description == "x,z,-y")
    for text in ["x,y,z", "x,z,-y", "-x,-z,-y", "z,x,y"] {
      #expect(try MeshAxes.parse(text).description == text)
    }
    // Blender: x right, z up, -y toward the viewer of its front view.
    let blender = try MeshAxes.parse("x,z,-y")
    #expect(blender.coordinates(of: SIMD3(1, 2, 3)) == SIMD3(1, 3, -2))
    for (text, column, problem) in [
      ("", 1, "name three axes"), ("x,y", 1, "name three axes"), ("x,y,z,x", 1, "name three axes"),
      ("xyz", 1, "name three axes"), ("x,y,x", 5, "x is named twice; name each of x, y and z once"),
      ("z,-z,y", 3, "z is named twice"), ("x,up,z", 3, "\"up\" is not an axis; use x, y, z, -x, -y or -z"),
      ("x,,z", 3, "\"\" is not an axis"), ("x,--y,z", 3, "\"--y\" is not an axis"),
    ] {
      let error = #expect(throws: SyntaxError.self) { try MeshAxes.parse(text) }
      #expect(
        error?.column == column && error?.problem.contains(problem) == true, "\(error.debugDescription)")
    }
  }

  @Test func withoutAFitTheLayerIsTheUnitSquare() throws {
    let map = try #require(
      MeshPlacement(axes: try .parse("x,z,-y")).map(of: box, layerSize: Size(200, 100)))
    #expect(map(SIMD3(0.25, -4, 0.75)) == SIMD3(0.25, 0.25, 4))
    #expect(map.depthNormalization == .none)
  }

  /// All lengths of the model have the same factor, in points.
  @Test(arguments: [Size(200, 100), Size(100, 200), Size(100, 100), Size(1e-3, 5e3)])
  func containKeepsProportions(size: Size) throws {
    let map = try #require(MeshPlacement(fit: .contain).map(of: box, layerSize: size))
    let points = SIMD3(size.width, size.height, map.depthNormalization.pointsPerUnit(for: size))
    let (low, high) = (map(box[0]) * points, map(box[1]) * points)
    let factor = min(size.width / 4, size.height / 2)
    #expect(closeTo(high - low, SIMD3(4, -2, 1) * factor))
    #expect(closeTo((high + low) / 2, SIMD3(size.width / 2, size.height / 2, 0)))
  }

  @Test func fillStretches() throws {
    let size = Size(200, 300)
    let map = try #require(MeshPlacement(fit: .fill).map(of: box, layerSize: size))
    #expect(closeTo(map(box[0]), SIMD3(0, 1, -0.25)) && closeTo(map(box[1]), SIMD3(1, 0, 0.25)))
    // 50 points per unit of x and 150 of y: 100 of z.
    #expect(map.depthNormalization.pointsPerUnit(for: size) == 200)
  }

  @Test func modelsWithoutASide() throws {
    let edge = [SIMD3<Double>(0, 1, 0), SIMD3(0, 3, 2)]
    for fit in [MeshPlacement.Fit.contain, .fill] {
      let map = try #require(MeshPlacement(fit: fit).map(of: edge, layerSize: Size(100, 50)))
      #expect(closeTo(map(edge[0]), SIMD3(0.5, 1, -0.25)) && closeTo(map(edge[1]), SIMD3(0.5, 0, 0.25)))
      #expect(
        MeshPlacement(fit: fit).map(of: [SIMD3(1, 2, 3), SIMD3(1, 2, 4)], layerSize: Size(9, 9)) == nil)
      #expect(MeshPlacement(fit: fit).map(of: [], layerSize: Size(9, 9)) == nil)
      // A layer without a side counts as a square.
      let square = try #require(MeshPlacement(fit: fit).map(of: box, layerSize: Size(0, 5)))
      #expect(square(box[1]).x == 1)
    }
  }

  /// Files whose coordinates are those of the layer keep what they show on a layer of this size.
  @Test func contentsAreFitted() throws {
    var contents = MeshFile.Contents()
    contents.vertices = [(0.0, 0.0), (0.5, 0.0), (0.5, 0.5)].map { x, y in
      Mesh.Vertex(from: .zero, to: SIMD3(Float(x), Float(y), Float(10 * x)))
    }
    var fitted = contents
    try fitted.place(by: MeshPlacement(fit: .contain), layerSize: Size(200, 100), name: "m")
    #expect(fitted.vertices.map(\.to) == [SIMD3(0, 0, -0.025), SIMD3(1, 0, 0.025), SIMD3(1, 1, 0.025)])
    #expect(fitted.depthNormalization == .width)
    var same = contents
    try same.place(by: MeshPlacement(), layerSize: Size(200, 100), name: "m")
    #expect(same == contents)
    #expect(throws: DocumentError.self) {
      try same.place(by: MeshPlacement(axes: try .parse("x,z,y")), layerSize: Size(1, 1), name: "m")
    }
  }

  @Test func inScenes() throws {
    let text = scene(
      layer: #""bounds": [0, 0, 20, 10], "mesh": {"axes": "x,z,-y", "file": "m.obj", "fit": "contain"}"#)
    let file = try SceneFile(Array(text.utf8), name: "s.json")
    #expect(file.layers[0].mesh?.placement == MeshPlacement(axes: try .parse("x,z,-y"), fit: .contain))
    let written = file.text
    #expect(written.contains(#""axes": "x,z,-y""#) && written.contains(#""fit": "contain""#), "\(written)")
  }

  @Test(arguments: [
    (#"{"file": "m.obj", "axes": "x,z"}"#, "name three axes with commas between them"),
    (#"{"file": "m.obj", "fit": "cover"}"#, "found \"cover\"; use"),
    (#"{"preset": "wave", "fit": "contain"}"#, "fit"),
    (#"{"fit": "contain"}"#, "this key needs a mesh file; add \"file\""),
    (
      #"{"axes": "x,z,y", "vertices": [[0,0,0,0,0]], "faces": [[0,0,0,0]]}"#,
      "this key does not apply to vertices"
    ),
  ])
  func faultsInScenes(mesh: String, expected: String) {
    let error = #expect(throws: DocumentError.self) {
      try decode(scene(layer: "\"bounds\": [0, 0, 20, 10], \"mesh\": \(mesh)"))
    }
    #expect(error?.description.contains(expected) == true, "\(error.debugDescription)")
  }

  /// Layers of other sizes get meshes of their own.
  @Test func aFitDependsOnTheLayer() throws {
    let scene = try decode(
      #"{"canvas": {"size": [9, 9]}, "layers": ["#
        + ["20, 10", "10, 20", "20, 10"].map {
          #"{"bounds": [0, 0, \#($0)], "mesh": {"file": "m.json", "fit": "contain"}}"#
        }.joined(separator: ",") + "]}")
    #expect(scene.layers[0].mesh == scene.layers[2].mesh)
    #expect(
      scene.layers[0].mesh?.depthNormalization == .width && scene.layers[0].mesh != scene.layers[1].mesh)
  }

  private func closeTo(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool {
    let distance = a - b
    return (distance * distance).sum() < 1e-18 * (1 + (b * b).sum())
  }
}

import MeshTransform
import Testing

@Suite struct MeshAnimationTests {
  private func phase(_ end: Double, _ timing: MediaTiming) throws -> Animation {
    .change(try .mesh("phase"), from: .number(0), to: .number(end), timing: timing)
  }

  @Test(arguments: [0.0, 0.25, 0.3, 1.7, 2])
  func aParametersMeshIsTheOneMadeDirectly(time: Double) throws {
    let source = PresetMesh("ripple", ["waves": 6, "rows": 120, "columns": 90])
    let scene = try AnimatedScene(phase(1, .filled(2)), preset: source)
    let expected = try Mesh.ripple {
      ($0.waves, $0.rows, $0.columns) = (6, 120, 90)
      $0.phase = time / 2
    }
    #expect(try scene.card(at: time).mesh == expected)
  }

  /// Every preset, made on several threads upon the faces of another, is the one that its own vertices make alone.
  /// Flat has counts only.
  @Test(arguments: MeshPreset.all.map(\.name).filter { $0 != "flat" })
  func sharingAndThreadsChangeNoBit(name: String) throws {
    let preset = try MeshPreset.named(name)
    let parameter = try #require(preset.parameters.first { !$0.isInteger })
    var values: [String: Double] = [:]
    for count in ["rows", "columns"] where preset.parameters.contains(where: { $0.name == count }) {
      values[count] = 170
    }
    let end = parameter.defaultValue * 0.5 + 0.01
    let scene = try AnimatedScene(
      .change(try .mesh(parameter.name), to: .number(end), timing: .filled(1)),
      preset: PresetMesh(name, values))
    values[parameter.name] = end
    let expected = try preset.mesh(values)
    #expect(try scene.card(at: 1).mesh == expected)
  }

  @Test func severalParametersMoveTogetherAndCountsAreWhole() throws {
    let scene = try AnimatedScene(
      phase(1, .filled(1)),
      .change(try .mesh("rows"), from: .number(10), to: .number(20), timing: .filled(1)),
      preset: PresetMesh("ripple"))
    #expect(
      try scene.card(at: 0.26).mesh == Mesh.ripple { ($0.phase, $0.rows) = (0.26, 13) })
  }

  @Test func theWayAMeshIsDrawnStays() throws {
    var mesh = try Mesh.ripple()
    (mesh.replicatesEdges, mesh.faceInterpolation) = (true, .bilinear)
    try mesh.setSubdivisionSteps(2)
    let scene = try AnimatedScene(phase(1, .filled(1)), preset: PresetMesh("ripple")) { $0.mesh = mesh }
    let found = try #require(try scene.card(at: 0.5).mesh)
    #expect(found.replicatesEdges && found.faceInterpolation == .bilinear && found.subdivisionSteps == 2)
  }

  @Test func aLayerWithoutItsPresetsMeshGetsIt() throws {
    let path = LayerPath(0)
    let scene = try AnimatedScene(.card(), presets: [path: PresetMesh("ripple")])
    #expect(try scene.card(at: 3).mesh == Mesh.ripple())
    func message(_ presets: [LayerPath: PresetMesh]) -> String? {
      #expect(throws: AnimationError.self) { try AnimatedScene(.card(), presets: presets) }?.description
    }
    #expect(
      message([path: PresetMesh("riple")])
        == "layer 'card' (layers[0]): there is no mesh preset 'riple'; did you mean 'ripple'?")
    #expect(
      message([LayerPath(1): PresetMesh("ripple")]) == "layers[1]: there is no layer layers[1] to animate")
  }

  @Test func meshesAreInterpolated() throws {
    let (a, b) = try (Mesh.ripple(), Mesh.ripple { $0.amplitude = 0.2 })
    let scene = try AnimatedScene(.change(.mesh, from: .mesh(a), to: .mesh(b), timing: .filled(4)))
    #expect(try scene.card(at: 1).mesh == a.interpolated(to: b, fraction: 0.25))
    #expect(try scene.card(at: 0).mesh == a && scene.card(at: 4).mesh == b)
  }

  /// A curve through equal meshes stays there, and through four it is Catmull and Rom's in every coordinate.
  @Test func meshesFollowCurves() throws {
    let meshes = try [0.0, 0.1, 0.2, 0.1].map { amplitude in try Mesh.ripple { $0.amplitude = amplitude } }
    let scene = try AnimatedScene(
      .keyframes(.mesh, Keyframes(meshes.map { .mesh($0) }, mode: .cubic), timing: .filled(3)))
    #expect(try scene.card(at: 1).mesh == meshes[1])
    let middle = try #require(try scene.card(at: 1.5).mesh)
    for i in [0, 700, 1300, 2600] {
      let z = meshes.map { $0.vertices[i].toZ }
      let expected = (-z[0] + 9 * z[1] + 9 * z[2] - z[3]) / 16
      #expect(abs(middle.vertices[i].toZ - expected) < 1e-6)
    }
  }

  /// Meshes with other rows, columns and units of depth are resampled; both ends keep their shapes.
  @Test func meshesWithOtherFacesMeetOnACommonGrid() throws {
    let (a, b) = try (Mesh.ripple { ($0.rows, $0.columns) = (6, 8) }, Mesh.wave())
    func vertices(_ mesh: Mesh?) -> [SIMD2<Float>: SIMD3<Float>] {
      Dictionary((mesh?.vertices ?? []).map { ($0.from, $0.to) }) { first, _ in first }
    }
    let spring = Spring(mass: 1, stiffness: 100, damping: 10)
    let change = try AnimatedScene(.change(.mesh, from: .mesh(a), to: .mesh(b), timing: .filled(2)))
    let own = try AnimatedScene(.change(.mesh, to: .mesh(b), timing: .filled(2))) { $0.mesh = a }
    let keys = try AnimatedScene(
      .keyframes(.mesh, Keyframes([.mesh(a), .mesh(b), .mesh(a)]), timing: .filled(4)))
    let swing = try AnimatedScene(.spring(.mesh, from: .mesh(a), to: .mesh(b), spring))
    for scene in [change, own, keys, swing] {
      let start = vertices(try scene.card(at: 0).mesh)
      for vertex in a.vertices { #expect(start[vertex.from] == vertex.to) }
    }
    for scene in [change, own, keys] {
      let end = vertices(try scene.card(at: 2).mesh)
      for vertex in b.vertices {
        let to = try #require(end[vertex.from])
        #expect(abs(to - vertex.to).max() < 1e-6)
      }
    }
    // Between discrete values nothing is interpolated, so that they stay as they are.
    let steps = try AnimatedScene(
      .keyframes(.mesh, Keyframes([.mesh(a), .mesh(b)], mode: .discrete), timing: .filled(2)))
    #expect(try steps.card(at: 0).mesh == a && steps.card(at: 1.5).mesh == b)
  }

  @Test func whatDoesNotFitIsNamed() throws {
    let place = "layer 'card' (layers[0]): animations[0]: "
    let (a, b) = try (Mesh.grid(rows: 2, columns: 2), Mesh.grid(rows: 2, columns: 3))
    var holed = b
    try holed.removeFace(at: 2)
    let words =
      " has different faces than the meshes that it is interpolated with, and cannot be resampled on a common grid: "
    let hole = "no face shows the content's point (0.6771, 0.0078)"
    #expect(
      message(.change(.mesh, from: .mesh(a), to: .mesh(holed)))?.hasPrefix(place + "to" + words + hole)
        == true)
    #expect(
      message(.change(.mesh, to: .mesh(a))) { $0.mesh = holed }?
        .hasPrefix(place + "the layer's mesh" + words + hole) == true)
    #expect(
      message(.keyframes(.mesh, Keyframes([.mesh(a), .mesh(b), .mesh(holed)])))?
        .hasPrefix(place + "values[2]" + words + hole) == true)
    #expect(
      message(.group([.change(.mesh, from: .mesh(holed), to: .mesh(a))], timing: .filled(1)))?
        .hasPrefix(place.dropLast(2) + ".animations[0]: from" + words) == true)
    #expect(
      message(.change(.mesh, to: .mesh(b))) == place
        + "the layer has no mesh to start from; add one, or set "
        + "both ends of the animation")
    #expect(
      message(try phase(1, .filled(1))) == place
        + "mesh.phase is a parameter of a mesh preset, but the layer's mesh "
        + "is not made from one; give it a preset or animate 'mesh'")
    #expect(
      message(try phase(1, .filled(1)), preset: PresetMesh("bulge")) == place
        + "bulge has no parameter 'phase'; choose from strength, radius, centerX, centerY, height, aspect, rows, columns"
    )
    #expect(
      message(try phase(2000, .filled(1)), preset: PresetMesh("ripple")) == place
        + "ripple: phase is 2000; use -1000 to 1000 turns")
    #expect(
      message(.change(.mesh, from: .mesh(a), by: .mesh(a))) == place
        + "by does not apply to a mesh; remove it")
  }

  @Test func aParameterThatLeavesItsRangeIsNamedWithItsTime() throws {
    let swing = Animation.change(
      try .mesh("amplitude"), from: .number(0), to: .number(1), timing: .filled(1),
      timingFunction: .cubicBezier(0.3, 0, 0.7, 3))
    let scene = try AnimatedScene(swing, preset: PresetMesh("ripple"))
    _ = try scene.scene(at: 0.1)
    let error = #expect(throws: AnimationError.self) { try scene.scene(at: 0.75) }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("layer 'card' (layers[0]): at 0.75 s: ripple: amplitude is 1."), "\(text)")
    #expect(text.hasSuffix("; use -1 to 1 means of width and height"), "\(text)")
  }
}

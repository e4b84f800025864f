import MeshTransform
import Testing

@Suite struct AnimatedPropertyTests {
  @Test(arguments: AnimatedProperty.allKeyPaths)
  func everyKeyPathReadsBackWhatItWrites(path: String) throws {
    let property = try AnimatedProperty(keyPath: path)
    #expect(property.keyPath == path)
    let value: AnimationValue =
      switch property.kind {
      case .number: .number(path.hasSuffix("rows") || path.hasSuffix("columns") ? 1 : 0.375)
      case .flag: .flag(true)
      case .point: .point(Point(3, 4))
      case .point3D: .point3D(Point3D(3, 4, 5))
      case .size: .size(Size(30, 40))
      case .rect: .rect(Rect(1, 2, 30, 40))
      case .color: .color(Color(red: 0.25, green: 0.5, blue: 1, alpha: 0.5))
      case .transform: .transform(.rotation(.degrees(20)).translated(by: 3, 4, 5))
      case .mesh: .mesh(try Mesh.grid(rows: 2, columns: 3))
      }
    let presets = MeshPreset.all.filter { preset in
      property.presetParameter.map { name in
        preset.parameters.contains { $0.name == name && $0.range.contains(0.375) }
      }
        ?? true
    }
    let preset = PresetMesh(presets.first?.name ?? "ripple")
    if property.presetParameter != nil, presets.isEmpty { return }
    let scene = try AnimatedScene(
      .change(property, from: value, to: value, timing: .filled(1)), preset: preset
    ) { $0.lights = [Light(.spot)] }
    let found = try scene.presentationValue(of: property, of: LayerPath(0), at: 0.5)
    switch (found, value) {
    case (.transform(let a), .transform(let b)): #expect(isNear(a, b))
    default: #expect(found == value)
    }
    // And it is what is drawn.
    if property.presetParameter == nil {
      #expect(try scene.card(at: 0.5) != scene.card(at: -1) || found == value)
    }
  }

  @Test(arguments: [
    ("positon", "position"), ("transform.rotation.w", "transform.rotation.x"), ("opacitty", "opacity"),
    ("hidden", "isHidden"), ("mesh.phaze", "mesh.phase"), ("lights[3].intensty", "lights[3].intensity"),
    ("frame", "bounds"), ("bounds.size.widht", "bounds.size.width"), ("rotation", "transform.rotation.z"),
    ("lights[].intensity", "lights[0].intensity"), ("lights[x].color", "lights[0].color"),
    ("position.z", "zPosition"), ("contents.color", "backgroundColor"),
    ("rotation.x", "transform.rotation.x"),
    ("transformrotation.z", "transform.rotation.z"), ("mesh.amp", "mesh.amplitude"),
  ])
  func namesTheNearest(path: String, nearest: String) {
    let error = #expect(throws: AnimationError.self) { try AnimatedProperty(keyPath: path) }
    #expect(error?.problem == .unknownKeyPath(path, nearest: nearest))
    #expect(
      error?.description == "'\(path)' is not an animatable property; did you mean '\(nearest)'?")
  }

  @Test(arguments: [
    "", ".", "lights[", "lights[-1].color", "lights[99999999999999999999].color", "lights[0]", "mesh.",
  ])
  func refusesInvalidPaths(path: String) {
    #expect(throws: AnimationError.self) { try AnimatedProperty(keyPath: path) }
  }

  /// As Core Animation's key paths: one angle is replaced, the rest of the transform stays.
  @Test func partsOfATransformAreReplacedWithinIt() throws {
    let perspective = Transform3D.perspective(eyeDistance: 500)
    let start =
      Transform3D.scale(2, 3, 1) * .rotation(.degrees(30), about: Point3D(1, 0, 0))
      * .rotation(.degrees(40)) * .translation(10, 20, 30) * perspective
    let property = try AnimatedProperty(keyPath: "transform.rotation.z")
    let scene = try AnimatedScene(
      .change(property, to: .number(Angle.degrees(100).radians), timing: .filled(2))
    ) { $0.transform = start }
    let expected =
      Transform3D.scale(2, 3, 1) * .rotation(.degrees(30), about: Point3D(1, 0, 0))
      * .rotation(.degrees(70)) * .translation(10, 20, 30) * perspective
    // Divided by m44 as decomposing does: the same picture.
    let found = try scene.card(at: 1).transform
    for point in [Point3D(0, 0, 0), Point3D(40, -20, 5), Point3D(-30, 10, -50)] {
      let (a, b) = try (#require(found.project(point)), #require(expected.project(point)))
      #expect(abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9 && abs(a.z - b.z) < 1e-9)
    }
  }

  /// More than a turn is more than a turn, and two angles do not disturb each other.
  @Test func anglesAreNotTakenFromTheTransformAgain() throws {
    let scene = try AnimatedScene(
      .change(
        try AnimatedProperty(keyPath: "transform.rotation.y"), from: .number(0), to: .number(4 * .pi),
        timing: .filled(2)),
      .change(
        try AnimatedProperty(keyPath: "transform.rotation.x"), from: .number(0.3), to: .number(0.3),
        timing: .filled(2)))
    for time in [0.3, 0.5, 1.1, 1.9] {
      let expected =
        Transform3D.rotation(.radians(0.3), about: Point3D(1, 0, 0))
        * .rotation(.radians(2 * .pi * time), about: Point3D(0, 1, 0))
      #expect(isNear(try scene.card(at: time).transform, expected))
    }
  }

  @Test func wholeTransformsTurnTheShortWayInParts() throws {
    let end = Transform3D.rotation(.degrees(90), about: Point3D(0, 1, 0)).translated(by: 0, 0, 50)
    let scene = try AnimatedScene(.change(.transform, to: .transform(end), timing: .filled(2)))
    #expect(try scene.card(at: 1).transform == Transform3D.identity.interpolated(to: end, fraction: 0.5))
  }

  /// A layer that pops in starts from nothing: no transform that could be taken apart.
  @Test func scalesGrowFromNothing() throws {
    let scene = try AnimatedScene(
      .change(try AnimatedProperty(keyPath: "transform.scale"), to: .number(1), timing: .filled(2))
    ) { $0.transform = .scale(0, 0, 0) * .translation(7, 0, 0) }
    #expect(isNear(try scene.card(at: 1).transform, .scale(0.5, 0.5, 0.5) * .translation(7, 0, 0)))
  }
}

import MeshTransform
import SceneDocument
import Testing

/// Each range stands in one table: the model, scene files, texts and animations take the same numbers.
@Suite struct PropertyTests {
  @Test func surfacesHaveTheSameRangesEverywhere() throws {
    for property in Surface.properties {
      try check(property, of: Surface()) {
        try $0.validate()
      } reread: { surface in
        var plan = LayerPlan()
        (plan.hasBounds, plan.layer.surface) = (true, surface)
        return try reread([plan]).layers[0].layer.surface
      } parse: {
        try LightSpec.parseSurface("\(property.name)=\($0)")
      } animate: {
        try animate("surface.\(property.keyPath)", $0)
      }
    }
  }

  @Test(arguments: Light.Kind.allCases)
  func lightsHaveTheSameRangesEverywhere(_ kind: Light.Kind) throws {
    for property in Light.properties(of: kind) {
      try check(property, of: Light(kind)) {
        try $0.validate()
      } reread: { light in
        try reread([], [light]).lights[0]
      } parse: {
        try LightSpec.parseLight("\(kind):\(property.name)=\($0)")
      } animate: {
        try animate("lights[0].\(property.keyPath)", $0, Light(kind))
      }
    }
  }

  /// In radians, which have no exact right angle, the rim of a cone may lie a rounding error beyond 90 degrees.
  @Test func aRightAngleInRadiansIsWithinTheConesRange() throws {
    var light = Light(.spot)
    light.coneAngle = .radians((Double.pi / 2).nextUp)
    try light.validate()
    #expect(abs(try reread([], [light]).lights[0].coneAngle.radians - light.coneAngle.radians) < 1e-15)
    #expect(try LightSpec.parseLight("spot:cone=\((Double.pi / 2).nextUp)rad") == light)
  }

  /// The ends of the range are taken, and nothing beyond them.
  private func check<Owner: Equatable>(
    _ property: Property<Owner>, of owner: Owner, validate: (Owner) throws -> Void,
    reread: (Owner) throws -> Owner, parse: (String) throws -> Owner, animate: (Double) throws -> Void
  ) throws {
    guard let range = property.range else { return }
    let least = range.isOpenBelow ? range.lowerBound.nextUp : range.lowerBound
    for number in [least, range.upperBound] {
      let changed = property.set(number, of: owner)
      try validate(changed)
      #expect(try reread(changed) == changed, "\(property.name) = \(number)")
      #expect(try parse(property.text(of: changed)) == changed, "\(property.name) = \(number)")
      if !property.isVector { try animate(number) }
    }
    let outside = range.isOpenBelow ? range.lowerBound : range.lowerBound - 1e-6
    for number in [outside, range.upperBound + 1e-6] {
      let changed = property.set(number, of: owner)
      #expect(throws: LightError.self, "\(property.name) = \(number)") { try validate(changed) }
      #expect(throws: DocumentError.self, "\(property.name) = \(number)") { try reread(changed) }
      #expect(throws: SyntaxError.self, "\(property.name) = \(number)") {
        try parse(property.text(of: changed))
      }
      if !property.isVector {
        #expect(throws: AnimationError.self, "\(property.name) = \(number)") { try animate(number) }
      }
    }
  }

  /// What a file of these says.
  private func reread(_ layers: [LayerPlan], _ lights: [Light] = []) throws -> SceneFile {
    var canvas = CanvasPlan()
    canvas.size = Size(1, 1)
    let file = SceneFile(canvas: canvas, layers: layers, lights: lights)
    return try SceneFile(Array(file.text.utf8), name: "s.json")
  }

  private func animate(_ keyPath: String, _ number: Double, _ light: Light = Light()) throws {
    let property = try AnimatedProperty(keyPath: keyPath)
    var layer = Layer(bounds: Rect(0, 0, 1, 1), position: .zero)
    layer.lights = [light]
    let animation = Animation.change(property, from: .number(number), to: .number(number))
    let scene = Scene(canvas: Canvas(frame: layer.bounds), layers: [layer])
    let animated = try AnimatedScene(scene, animations: [LayerPath(0): [animation]])
    let found = try animated.presentationValue(of: property, of: LayerPath(0), at: 0.125)
    #expect(found == .number(number) || property.angleUnit != nil, "\(keyPath) = \(number)")
  }
}

extension Property {
  fileprivate var range: NumberRange? {
    switch value {
    case .number(_, let range), .angle(_, let range): range
    case .point3D(_, let range), .direction(_, let range): range
    case .flag, .color, .choice: nil
    }
  }

  fileprivate var isVector: Bool {
    switch value {
    case .point3D, .direction: true
    default: false
    }
  }

  /// An owner with another number; of a vector the first one.
  fileprivate func set(_ number: Double, of owner: Owner) -> Owner {
    var owner = owner
    switch value {
    case .number(let path, _): owner[keyPath: path] = number
    case .angle(let path, _): owner[keyPath: path] = .degrees(number)
    case .point3D(let path, _), .direction(let path, _): owner[keyPath: path].x = number
    case .flag, .color, .choice: break
    }
    return owner
  }
}

import MeshTransform
import SceneDocument
import Testing

/// Each range is in one table: the model, scene files, texts and animations accept the same numbers.
@Suite struct PropertyTests {
  @Test func surfacesHaveTheSameRangesEverywhere() throws {
    for property in Surface.properties {
      try check(property, of: Surface()) {
        try $0.validate()
      } reread: { surface in
        var plan = LayerDescription()
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

  @Test func layersHaveTheSameRangesEverywhere() throws {
    let layer = Layer(
      bounds: Rect(0, 0, 2, 3), position: Point(4, 5), contents: .image(MadeUpResources.image("a")))
    for property in Layer.properties {
      try check(property, of: layer) {
        try $0.validate()
      } reread: { layer in
        var plan = LayerDescription()
        (plan.hasBounds, plan.layer, plan.layer.contents) = (true, layer, .none)
        plan.contents = .image(SceneReference("a"))
        let file = try reread([plan])
        return try file.scene(resources: MadeUpResources()).layers[0]
      } animate: {
        try animate(property.keyPath, $0)
      }
    }
  }

  @Test func gradientsHaveTheSameRangesEverywhere() throws {
    let gradient = Gradient(stops: [Gradient.Stop(0, .white), Gradient.Stop(1, .black)])
    func validate(_ gradient: Gradient) throws {
      try Layer(bounds: .zero, position: .zero, contents: .gradient(gradient)).validate()
    }
    func reread(_ gradient: Gradient) throws -> Gradient? {
      var plan = LayerDescription()
      (plan.hasBounds, plan.contents) = (true, .gradient(gradient))
      guard case .gradient(let read) = try self.reread([plan]).layers[0].contents else { return nil }
      return read
    }
    for property in Gradient.properties {
      try check(property, of: gradient) {
        try validate($0)
      } reread: {
        try #require(try reread($0))
      }
    }
    for property in Gradient.Stop.properties {
      try check(property, of: gradient.stops[0]) {
        try validate(Gradient(stops: [$0]))
      } reread: {
        try #require(try reread(Gradient(stops: [$0]))?.stops[0])
      }
    }
  }

  @Test func springsHaveTheSameRangesEverywhere() throws {
    for property in Spring.properties {
      try check(property, of: Spring()) {
        try $0.validate()
      } reread: { spring in
        let ends = AnimationDescription.Ends(to: .value(.number(1)))
        let plan = try reread(AnimationDescription(.spring(.opacity, ends, spring)))
        guard case .spring(_, _, let read) = plan.action else { throw NoSuchThing() }
        return read
      }
    }
  }

  @Test func timingsHaveTheSameRangesEverywhere() throws {
    for property in MediaTiming.properties {
      try check(property, of: MediaTiming()) {
        try $0.validate()
      } reread: { timing in
        var plan = AnimationDescription(
          .change(.opacity, AnimationDescription.Ends(to: .value(.number(1)))), duration: timing.duration)
        plan.timing = timing
        let read = try reread(plan)
        var result = read.timing
        result.duration = try #require(read.duration)
        return result
      }
    }
  }

  /// Numbers of key frames and removal times.
  @Test func keyFramesAndRemovalsHaveTheSameRangesEverywhere() throws {
    func isTaken(_ change: (inout AnimationDescription, inout AnimationDescription.Keyframes) -> Void)
      -> [Bool]
    {
      var (plan, frames) = (
        AnimationDescription(.group([])), AnimationDescription.Keyframes([.value(.number(0))])
      )
      frames.mode = .cubic
      change(&plan, &frames)
      plan.action = .keyframes(.opacity, frames)
      var model = Animation.keyframes(
        .opacity, Keyframes([.number(0)], mode: .cubic, tension: frames.tension, bias: frames.bias))
      model.removalTime = plan.removalTime
      let scene = Scene(
        canvas: Canvas(frame: .zero), layers: [Layer(bounds: Rect(0, 0, 1, 1), position: .zero)])
      return [
        (try? reread(plan)) != nil,
        (try? AnimatedScene(scene, animations: [LayerPath(0): [model]])) != nil,
      ]
    }
    #expect(isTaken { $1.tension = [1000] } == [true, true])
    #expect(isTaken { $1.tension = [-1001] } == [false, false])
    #expect(isTaken { $1.bias = [1001] } == [false, false])
    #expect(isTaken { plan, _ in plan.removalTime = 1e12 } == [true, true])
    #expect(isTaken { plan, _ in plan.removalTime = -2e12 } == [false, false])
  }

  /// Radians have no exact right angle, so the edge of a cone may exceed 90 degrees by a rounding error.
  @Test func aRightAngleInRadiansIsWithinTheConesRange() throws {
    var light = Light(.spot)
    light.coneAngle = .radians((Double.pi / 2).nextUp)
    try light.validate()
    #expect(abs(try reread([], [light]).lights[0].coneAngle.radians - light.coneAngle.radians) < 1e-15)
    #expect(try LightSpec.parseLight("spot:cone=\((Double.pi / 2).nextUp)rad") == light)
  }

  /// The ends of the range are accepted, and all values beyond them are refused.
  private func check<Owner: Equatable>(
    _ property: Property<Owner>, of owner: Owner, validate: (Owner) throws -> Void,
    reread: (Owner) throws -> Owner, parse: ((String) throws -> Owner)? = nil,
    animate: ((Double) throws -> Void)? = nil
  ) throws {
    let (animate, parse) = (property.isVector ? nil : animate, property.isColor ? nil : parse)
    guard let range = property.value.range else { return }
    let least = range.isOpenBelow ? range.lowerBound.nextUp : range.lowerBound
    for number in [least, range.upperBound] + [range.exception].compactMap(\.self) {
      let changed = property.set(number, of: owner)
      try validate(changed)
      #expect(try reread(changed) == changed, "\(property.name) = \(number)")
      if let parse {
        #expect(try parse(property.text(of: changed)) == changed, "\(property.name) = \(number)")
      }
      try animate?(number)
    }
    let outside =
      range.isOpenBelow ? range.lowerBound : range.lowerBound.nextDown - (range.lowerBound > 0 ? 0 : 1e-6)
    for number in [outside, range.upperBound + max(1e-6, range.upperBound.ulp)] {
      let changed = property.set(number, of: owner)
      #expect(throws: (any Error).self, "\(property.name) = \(number)") { try validate(changed) }
      #expect(throws: DocumentError.self, "\(property.name) = \(number)") { try reread(changed) }
      if let parse {
        #expect(throws: SyntaxError.self, "\(property.name) = \(number)") {
          try parse(property.text(of: changed))
        }
      }
      if let animate {
        #expect(throws: AnimationError.self, "\(property.name) = \(number)") { try animate(number) }
      }
    }
  }

  /// The file of these values, read again.
  private func reread(_ layers: [LayerDescription], _ lights: [Light] = []) throws -> SceneFile {
    var canvas = CanvasDescription()
    canvas.size = Size(1, 1)
    let file = SceneFile(canvas: canvas, layers: layers, lights: lights)
    return try SceneFile(Array(file.text.utf8), name: "s.json")
  }

  /// The file of an animation, read again.
  private func reread(_ plan: AnimationDescription) throws -> AnimationDescription {
    var layer = LayerDescription()
    (layer.hasBounds, layer.animations) = (true, [plan])
    return try reread([layer]).layers[0].animations[0]
  }

  private struct NoSuchThing: Error {}

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
  fileprivate var isVector: Bool {
    switch value {
    case .point, .point3D, .direction, .rect, .color, .optionalColor: true
    default: false
    }
  }

  fileprivate var isColor: Bool {
    switch value {
    case .color, .optionalColor: true
    default: false
    }
  }

  /// An owner with another number; for a vector, its first component.
  fileprivate func set(_ number: Double, of owner: Owner) -> Owner {
    var owner = owner
    switch value {
    case .number(let path, _): owner[keyPath: path] = number
    case .optionalNumber(let path, _, _): owner[keyPath: path] = number
    case .angle(let path, _): owner[keyPath: path] = .degrees(number)
    case .point(let path, _): owner[keyPath: path].x = number
    case .rect(let path, _):
      let rect = owner[keyPath: path]
      owner[keyPath: path] = Rect(number, rect.minY, rect.size.width, rect.size.height)
    case .point3D(let path, _), .direction(let path, _): owner[keyPath: path].x = number
    case .color(let path): owner[keyPath: path].red = number
    case .optionalColor(let path): owner[keyPath: path] = Color(red: number, green: 0, blue: 0)
    case .flag, .choice: break
    }
    return owner
  }
}

import MeshTransform
import Testing

@Suite struct LayerValidationTests {
  /// The error of a scene whose layer `card/label` was changed.
  private func message(_ change: (inout Layer) -> Void) -> String? {
    var (card, label) = (Layer(bounds: Rect(0, 0, 10, 10)), Layer(bounds: Rect(0, 0, 5, 5)))
    (card.name, label.name) = ("card", "label")
    change(&label)
    card.sublayers = [Layer(bounds: .zero), label]
    do throws(LayerError) {
      try Scene(card).validate()
      return nil
    } catch {
      #expect(error.path == LayerPath(0, 1) && error.name == "card/label")
      return error.description
    }
  }
  private let place = "layer 'card/label' (layers[0].sublayers[1])"

  @Test func aSoundTreeIsAccepted() {
    #expect(message { _ in } == nil)
    #expect(
      message {
        $0.contents = .gradient(Gradient(.radial, stops: [.init(0.5, .white), .init(0.5, .clear)]))
        $0.rasterizationScale = 2
        $0.lights = Array(repeating: Light(), count: 64)
        $0.anchorPoint = Point(2, -1)
        $0.transform = .scale(0, 0, 0)
      } == nil)
  }

  @Test func errorsNameLayerPropertyValueAndRange() {
    #expect(message { $0.opacity = 1.5 } == "\(place): opacity is 1.5; use 0...1")
    #expect(message { $0.opacity = .nan } == "\(place): opacity is nan; use 0...1")
    #expect(
      message { $0.position.x = .infinity } == "\(place): position is [inf, 0.0]; use points in -1e9...1e9")
    #expect(message { $0.borderWidth = -1 } == "\(place): borderWidth is -1.0; use 0...1e9 points")
    #expect(message { $0.rasterizationScale = 0 } == "\(place): rasterizationScale is 0.0; use 0.001...1000")
    #expect(
      message { $0.backgroundColor = Color(red: 0, green: 2, blue: 0) }
        == "\(place): backgroundColor is [0.0, 2.0, 0.0, 1.0]; use red, green, blue and alpha in 0...1")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func noPropertyTakesNumbersBeyondComputing(_ value: Double) {
    let changes: [(String, (inout Layer) -> Void)] = [
      ("bounds", { $0.bounds = Rect(0, 0, value, 1) }), ("position", { $0.position.y = value }),
      ("zPosition", { $0.zPosition = value }), ("anchorPoint", { $0.anchorPoint.x = value }),
      ("anchorPointZ", { $0.anchorPointZ = value }), ("transform", { $0.transform.m34 = value }),
      ("sublayerTransform", { $0.sublayerTransform.m11 = value }), ("opacity", { $0.opacity = value }),
      ("cornerRadius", { $0.cornerRadius = value }), ("borderWidth", { $0.borderWidth = value }),
      ("borderColor", { $0.borderColor.alpha = value }),
      ("contentsRect", { $0.contentsRect = Rect(value, 0, 1, 1) }),
      ("contentsScale", { $0.contentsScale = value }),
      ("contentsCenter", { $0.contentsCenter = Rect(0, value, 1, 1) }),
      ("rasterizationScale", { $0.rasterizationScale = value }),
      ("color", { $0.contents = .color(Color(red: value, green: 0, blue: 0)) }),
      (
        "gradient end",
        { $0.contents = .gradient(Gradient(end: Point(value, 0), stops: [.init(0, .white)])) }
      ),
      (
        "gradient stops[1].location",
        { $0.contents = .gradient(Gradient(stops: [.init(0, .white), .init(value, .white)])) }
      ),
      ("surface: specular", { $0.surface.specular = value }),
      (
        "lights[0]: intensity",
        {
          $0.lights = [Light()]
          $0.lights[0].intensity = value
        }
      ),
    ]
    for (property, change) in changes {
      #expect(message(change)?.hasPrefix("\(place): \(property) is ") == true, "\(property)")
    }
  }

  @Test func gradientsNeedStopsInOrder() {
    func gradient(_ locations: Double...) -> String? {
      message { $0.contents = .gradient(Gradient(stops: locations.map { Gradient.Stop($0, .white) })) }
    }
    #expect(gradient(0, 0.5, 0.5, 1) == nil)
    #expect(gradient() == "\(place): the gradient has no colors; add at least one stop")
    #expect(gradient(0, 0.7, 0.6)?.contains("stops[2] is at 0.6, before the one at 0.7") == true)
  }

  @Test func theSizeOfATreeIsLimited() {
    let limits = LayerLimits()
    #expect(throws: Never.self) { try Scene.chain(of: 512).validate() }
    let deep = #expect(throws: LayerError.self) { try Scene.chain(of: 513).validate() }
    #expect(deep?.problem == .tooDeep(limit: limits.depth) && deep?.path?.depth == 513)
    #expect((deep?.description.count ?? .max) < 400)
    #expect(deep?.name == nil && deep?.description.hasPrefix("layers[0].sublayers[0].sub") == true)

    func bent(_ level: Int) -> Layer {
      var layer = Layer(bounds: .zero)
      if level.isMultiple(of: 2) { layer.mesh = Mesh() }
      return layer
    }
    #expect(throws: Never.self) { try Scene.chain(of: 32, bent).validate() }
    let nested = #expect(throws: LayerError.self) { try Scene.chain(of: 33, bent).validate() }
    #expect(nested?.problem == .tooManyNestedMeshes(limit: 16) && nested?.path?.depth == 33)

    let wide = Scene(Layer(bounds: .zero, sublayers: Array(repeating: bent(0), count: 30)))
    #expect(throws: Never.self) { try wide.validate() }
    let many = #expect(throws: LayerError.self) { try wide.validate(LayerLimits(layers: 30)) }
    #expect(many?.problem == .tooManyLayers(limit: 30) && many?.path == LayerPath(0, 29))
  }

  @Test func theScenesOwnLightsAreChecked() {
    var scene = Scene()
    scene.lights = Array(repeating: Light(), count: 65)
    #expect(throws: LayerError(path: nil, name: nil, .tooManyLights(65, limit: 64))) { try scene.validate() }
    scene.lights = [.directional(.zero)]
    #expect(throws: LayerError(path: nil, name: nil, .light(0, .zeroDirection))) { try scene.validate() }
  }
}

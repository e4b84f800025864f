/// The state of a layer, or of the scene's lights, between two animations.
///
/// Transforms stay decomposed and meshes stay parameters until the whole value is needed.
struct PresentationState {
  /// For the scene itself, a layer that has only its lights.
  private var layer: Layer
  private let superlayer: Layer?
  private let preset: PreparedPreset?
  private var transformParts: TransformParts?
  private var sublayerTransformParts: TransformParts?
  /// Parameter values of the preset that differ from those of `layer.mesh`; nil if none do.
  private var changedValues: [String: Double]?

  init(of path: LayerPath?, in scene: Scene, superlayer: Layer?, preset: PreparedPreset?) {
    if let path {
      layer = scene[path]
    } else {
      layer = Layer(bounds: .zero, position: .zero)
      layer.lights = scene.lights
    }
    (self.superlayer, self.preset) = (superlayer, preset)
  }

  /// The present value of a property.
  mutating func value(of property: AnimatedProperty) throws(AnimationError) -> AnimationValue {
    switch property.target {
    case .layer: return Layer.animatable[property.keyPath]?.read(layer) ?? .number(0)
    case .transform(.whole):
      finishTransform()
      return .transform(layer.transform)
    case .sublayerTransform(.whole):
      finishSublayerTransform()
      return .transform(layer.sublayerTransform)
    case .transform(let part):
      return (transformParts ?? TransformParts(layer.transform))[part]
    case .sublayerTransform(let part):
      return (sublayerTransformParts ?? TransformParts(layer.sublayerTransform))[part]
    case .light(let index, let name):
      guard layer.lights.indices.contains(index) else {
        throw AnimationError(.noSuchLight(index, count: layer.lights.count))
      }
      return Light.animatable[name]?.read(layer.lights[index]) ?? .number(0)
    case .mesh:
      try finishMesh()
      guard let mesh = layer.mesh else { throw AnimationError(.noMesh) }
      return .mesh(mesh)
    case .parameter(let name):
      guard let preset else { throw AnimationError(.noPreset(property)) }
      guard let value = (changedValues ?? preset.values)[name] else { throw preset.unknown(name) }
      return .number(value)
    }
  }

  /// - Precondition: the value is of the property's kind, and the layer has the property.
  mutating func set(_ property: AnimatedProperty, to value: AnimationValue) {
    switch (property.target, value) {
    case (.layer, _): Layer.animatable[property.keyPath]?.write(&layer, value)
    case (.transform(.whole), .transform(let transform)):
      transformParts = nil
      layer.transform = transform
    case (.sublayerTransform(.whole), .transform(let transform)):
      sublayerTransformParts = nil
      layer.sublayerTransform = transform
    case (.transform(let part), _):
      var parts = transformParts ?? TransformParts(layer.transform)
      parts[part] = value
      transformParts = parts
    case (.sublayerTransform(let part), _):
      var parts = sublayerTransformParts ?? TransformParts(layer.sublayerTransform)
      parts[part] = value
      sublayerTransformParts = parts
    case (.light(let index, let name), _):
      if layer.lights.indices.contains(index) { Light.animatable[name]?.write(&layer.lights[index], value) }
    case (.mesh, .mesh(let mesh)):
      changedValues = nil
      layer.mesh = mesh
    case (.parameter(let name), .number(let number)):
      if let preset { changedValues = changedValues ?? preset.values }
      changedValues?[name] = number
    case (.mesh, _), (.parameter, _): break
    }
  }

  /// Applies gestures to the transform. Changes nothing if no transform gives the requested result.
  mutating func apply(_ gestures: GestureTransform) {
    finishTransform()
    if let transform = gestures.transform(for: layer, in: superlayer) { layer.transform = transform }
  }

  /// Writes the layer into the scene.
  /// - Throws: if the state cannot be drawn.
  mutating func write(to scene: inout Scene, at path: LayerPath?) throws(AnimationError) {
    finishTransform()
    finishSublayerTransform()
    try finishMesh()
    if let problem = layer.ownProblem() { throw AnimationError(.layer(problem)) }
    if let path { scene[path] = layer } else { scene.lights = layer.lights }
  }

  private mutating func finishTransform() {
    guard let parts = transformParts else { return }
    layer.transform = parts.transform
    transformParts = nil
  }

  private mutating func finishSublayerTransform() {
    guard let parts = sublayerTransformParts else { return }
    layer.sublayerTransform = parts.transform
    sublayerTransformParts = nil
  }

  private mutating func finishMesh() throws(AnimationError) {
    guard let values = changedValues, let preset else { return }
    layer.mesh = try preset.mesh(values)
    changedValues = nil
  }
}

extension PreparedPreset {
  func unknown(_ name: String) -> AnimationError {
    let nearest = NearestName.match(name, in: preset.parameters.map(\.name))
    return AnimationError(.preset(.unknownParameter(name, preset: preset.name, nearest: nearest)))
  }
}

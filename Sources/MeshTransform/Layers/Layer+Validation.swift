extension Scene {
  /// Checks every layer and light and the size of the tree, once for all later stages. The canvas is not checked.
  /// - Throws: ``LayerError`` for the first invalid layer in the order of ``layersDepthFirst``.
  /// - Complexity: O(number of layers), without recursion.
  public func validate(_ limits: LayerLimits = LayerLimits()) throws(LayerError) {
    if let problem = problem(of: lights, limits) { throw LayerError(path: nil, name: nil, problem) }
    var check = TreeCheck(limits: limits)
    var cursor = LayerCursor(layers)
    while cursor.advance() {
      guard let problem = check.problem(of: cursor.siblings[cursor.index], depth: cursor.depth) else {
        continue
      }
      let path = cursor.path
      throw LayerError(path: path, name: hasName(along: path) ? name(of: path) : nil, problem)
    }
  }
}

extension Layer {
  /// Checks the layer and its sublayers as the only top-level layer of a scene.
  /// - Throws: ``LayerError``; its path begins with `layers[0]`, which is this layer.
  public func validate(_ limits: LayerLimits = LayerLimits()) throws(LayerError) {
    try Scene(canvas: Canvas(frame: .zero), layers: [self]).validate(limits)
  }
}

/// Counts during the traversal of a tree.
private struct TreeCheck {
  let limits: LayerLimits
  var layerCount = 0
  /// For each layer from the top level down to the present one: the numbers of meshes, shadows and backs up to it.
  var nestingCounts: [(meshes: Int, shadows: Int, backs: Int)] = []

  init(limits: LayerLimits) { self.limits = limits }

  mutating func problem(of layer: Layer, depth: Int) -> LayerError.Problem? {
    layerCount += 1
    guard layerCount <= limits.layers else { return .tooManyLayers(limit: limits.layers) }
    guard depth <= limits.depth else { return .tooDeep(limit: limits.depth) }
    nestingCounts.removeSubrange((depth - 1)...)
    var counts = nestingCounts.last ?? (0, 0, 0)
    if layer.mesh != nil { counts.meshes += 1 }
    if layer.shadowOpacity > 0 { counts.shadows += 1 }
    if layer.contactShadowOpacity > 0 { counts.shadows += 1 }
    if layer.isBackContents { counts.backs += 1 }
    nestingCounts.append(counts)
    guard counts.meshes <= limits.nestedMeshes else {
      return .tooManyNestedMeshes(limit: limits.nestedMeshes)
    }
    guard counts.shadows <= limits.nestedShadows else {
      return .tooManyNestedShadows(limit: limits.nestedShadows)
    }
    guard counts.backs <= limits.nestedBacks else { return .tooManyNestedBacks(limit: limits.nestedBacks) }
    if depth == 1, layer.maskMode != .none {
      return .outOfRange(
        property: "maskMode", value: layer.maskMode.rawValue,
        allowed: "none for a top-level layer, which has no superlayer to mask")
    }
    if depth == 1, layer.isBackContents {
      return .outOfRange(
        property: "isBackContents", value: "true",
        allowed: "false for a top-level layer, which has no superlayer to show it")
    }
    return layer.ownProblem ?? layer.lightProblem(limits)
  }
}

extension Layer {
  /// The first invalid plain property or transform.
  fileprivate var ownProblem: LayerError.Problem? {
    Self.properties.problem(in: self) ?? matrixProblem("transform", transform)
      ?? matrixProblem("sublayerTransform", sublayerTransform) ?? contents.problem
  }

  private func matrixProblem(_ name: String, _ matrix: Transform3D) -> LayerError.Problem? {
    let range = NumberRange(-1e15...1e15)
    guard (0..<4).contains(where: { !range.contains(matrix.row($0), 4) }) else { return nil }
    let numbers = (0..<4).flatMap { row in (0..<4).map { matrix[row, $0] } }
    return .outOfRange(property: name, value: "\(numbers)", allowed: "numbers in \(range)")
  }

  fileprivate func lightProblem(_ limits: LayerLimits) -> LayerError.Problem? {
    do throws(LightError) { try surface.validate() } catch { return .surface(error) }
    return problem(of: lights, limits)
  }
}

extension Layer.Contents {
  private static let color = Property<Color>("color", .color(\.self), "fills the bounds")

  fileprivate var problem: LayerError.Problem? {
    switch self {
    case .none, .image: nil
    case .color(let color): [Self.color].problem(in: color)
    case .gradient(let gradient): gradient.problem
    }
  }
}

extension Gradient {
  fileprivate var problem: LayerError.Problem? {
    guard !stops.isEmpty else { return .noGradientStops }
    if let problem = Self.properties.problem(in: self, "gradient ") { return problem }
    var previous = 0.0
    for (index, stop) in stops.enumerated() {
      if let problem = Stop.properties.problem(in: stop, "gradient stops[\(index)].") { return problem }
      guard stop.location >= previous else {
        return .gradientStopOrder(stop: index, location: stop.location, previous: previous)
      }
      previous = stop.location
    }
    return nil
  }
}

/// The first invalid light, or an excess of lights.
private func problem(of lights: [Light], _ limits: LayerLimits) -> LayerError.Problem? {
  guard lights.count <= limits.lights else { return .tooManyLights(lights.count, limit: limits.lights) }
  for (index, light) in lights.enumerated() {
    do throws(LightError) { try light.validate() } catch { return .light(index, error) }
  }
  return nil
}

extension Array {
  /// The first invalid property.
  /// - Parameter prefix: the prefix of the property's name in the error.
  fileprivate func problem<Owner>(
    in owner: Owner, _ prefix: @autoclosure () -> String = ""
  ) -> LayerError.Problem? where Element == Property<Owner> {
    guard let fault = fault(in: owner) else { return nil }
    let value = fault.numbers.count == 1 ? "\(fault.number)" : "\(fault.numbers)"
    return .outOfRange(property: prefix() + fault.name, value: value, allowed: fault.allowed)
  }
}

extension Scene {
  /// Checks every layer and light and the size of the tree, so that no later stage has to. The canvas is not looked
  /// at.
  /// - Throws: ``LayerError`` for the first layer at fault in the order of ``layersDepthFirst``.
  /// - Complexity: O(number of layers); no recursion, whatever the depth.
  public func validate(_ limits: LayerLimits = LayerLimits()) throws(LayerError) {
    if let problem = problem(of: lights, limits) { throw LayerError(path: nil, name: nil, problem) }
    var walk = TreeCheck(limits: limits)
    for (path, layer) in layersDepthFirst {
      guard let problem = walk.problem(of: layer, depth: path.depth) else { continue }
      throw LayerError(path: path, name: hasName(along: path) ? name(of: path) : nil, problem)
    }
  }
}

extension Layer {
  /// Checks the layer and its sublayers as a scene with this one layer would.
  /// - Throws: ``LayerError``; its path begins with `layers[0]`, which is this layer.
  public func validate(_ limits: LayerLimits = LayerLimits()) throws(LayerError) {
    try Scene(canvas: Canvas(frame: .zero), layers: [self]).validate(limits)
  }
}

/// What is counted on the way through a tree.
private struct TreeCheck {
  let limits: LayerLimits
  var layerCount = 0
  /// For each layer from the top level down to the present one: meshes so far.
  var meshCounts: [Int] = []

  init(limits: LayerLimits) { self.limits = limits }

  mutating func problem(of layer: Layer, depth: Int) -> LayerError.Problem? {
    layerCount += 1
    guard layerCount <= limits.layers else { return .tooManyLayers(limit: limits.layers) }
    guard depth <= limits.depth else { return .tooDeep(limit: limits.depth) }
    meshCounts.removeSubrange((depth - 1)...)
    meshCounts.append((meshCounts.last ?? 0) + (layer.mesh == nil ? 0 : 1))
    guard meshCounts[depth - 1] <= limits.nestedMeshes else {
      return .tooManyNestedMeshes(limit: limits.nestedMeshes)
    }
    return layer.geometryProblem ?? layer.looksProblem ?? layer.lightProblem(limits)
  }
}

extension Layer {
  /// The largest coordinate or length, in points: far beyond any picture, and its square far within range.
  private static let largest = 1e9

  fileprivate var geometryProblem: LayerError.Problem? {
    let lengths = -Self.largest...Self.largest
    return outOfRange("bounds", bounds.numbers, lengths, "points in -1e9...1e9")
      ?? outOfRange("position", [position.x, position.y], lengths, "points in -1e9...1e9")
      ?? outOfRange("zPosition", [zPosition], lengths, "points in -1e9...1e9")
      ?? outOfRange("anchorPoint", [anchorPoint.x, anchorPoint.y], -1e6...1e6, "numbers in -1e6...1e6")
      ?? outOfRange("anchorPointZ", [anchorPointZ], lengths, "points in -1e9...1e9")
      ?? outOfRange("transform", transform.numbers, -1e15...1e15, "numbers in -1e15...1e15")
      ?? outOfRange("sublayerTransform", sublayerTransform.numbers, -1e15...1e15, "numbers in -1e15...1e15")
  }

  fileprivate var looksProblem: LayerError.Problem? {
    let lengths = 0...Self.largest
    return outOfRange("opacity", [opacity], 0...1, "0...1")
      ?? outOfRange("cornerRadius", [cornerRadius], lengths, "0...1e9 points")
      ?? outOfRange("borderWidth", [borderWidth], lengths, "0...1e9 points")
      ?? borderColor.problem("borderColor") ?? backgroundColor?.problem("backgroundColor")
      ?? outOfRange("contentsRect", contentsRect.numbers, -1e6...1e6, "numbers in -1e6...1e6")
      ?? outOfRange("contentsScale", [contentsScale], 1e-6...1e6, "1e-6...1e6")
      ?? outOfRange("rasterizationScale", [rasterizationScale ?? 1], 1e-3...1e3, "0.001...1000")
      ?? contents.problem
  }

  fileprivate func lightProblem(_ limits: LayerLimits) -> LayerError.Problem? {
    do throws(LightError) { try surface.validate() } catch { return .surface(error) }
    return problem(of: lights, limits)
  }
}

extension Layer.Contents {
  fileprivate var problem: LayerError.Problem? {
    switch self {
    case .none, .image: nil
    case .color(let color): color.problem("color")
    case .gradient(let gradient): gradient.problem
    }
  }
}

extension Gradient {
  fileprivate var problem: LayerError.Problem? {
    guard !stops.isEmpty else { return .noGradientStops }
    let points = [start.x, start.y, end.x, end.y]
    if let problem = outOfRange("gradient start and end", points, -1e6...1e6, "numbers in -1e6...1e6") {
      return problem
    }
    var previous = 0.0
    for (index, stop) in stops.enumerated() {
      let problem = outOfRange("gradient stops[\(index)]", [stop.location], 0...1, "a location in 0...1")
      if let problem = problem ?? stop.color.problem("gradient stops[\(index)]") { return problem }
      guard stop.location >= previous else {
        return .gradientStopOrder(stop: index, location: stop.location, previous: previous)
      }
      previous = stop.location
    }
    return nil
  }
}

extension Color {
  fileprivate func problem(_ property: String) -> LayerError.Problem? {
    outOfRange(property, [red, green, blue, alpha], 0...1, "red, green, blue and alpha in 0...1")
  }
}

/// The first light at fault, or that there are too many.
private func problem(of lights: [Light], _ limits: LayerLimits) -> LayerError.Problem? {
  guard lights.count <= limits.lights else { return .tooManyLights(lights.count, limit: limits.lights) }
  for (index, light) in lights.enumerated() {
    do throws(LightError) { try light.validate() } catch { return .light(index, error) }
  }
  return nil
}

/// NaN is in no range.
private func outOfRange(
  _ property: String, _ values: [Double], _ range: ClosedRange<Double>, _ allowed: String
) -> LayerError.Problem? {
  guard let value = values.first(where: { !range.contains($0) }) else { return nil }
  let shown = values.count == 1 ? "\(value)" : "\(values)"
  return .outOfRange(property: property, value: shown, allowed: allowed)
}

extension Rect {
  fileprivate var numbers: [Double] { [origin.x, origin.y, size.width, size.height] }
}

extension Transform3D {
  fileprivate var numbers: [Double] { (0..<4).flatMap { row in (0..<4).map { self[row, $0] } } }
}

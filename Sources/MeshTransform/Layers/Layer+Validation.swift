extension Scene {
  /// Checks every layer and light and the size of the tree, once for all later stages. The canvas is not checked.
  /// - Throws: ``LayerError`` for the first invalid layer in the order of ``layersDepthFirst``.
  /// - Complexity: O(number of layers), without recursion.
  public func validate(_ limits: LayerLimits = LayerLimits()) throws(LayerError) {
    if let problem = problem(of: lights, limits) { throw LayerError(path: nil, name: nil, problem) }
    var check = TreeCheck(limits: limits)
    var cursor = LayerCursor(layers)
    while cursor.advance() {
      let index = cursor.index
      // By address, so that no layer is copied.
      let found = cursor.siblings.withUnsafeBufferPointer { layers in
        layers.baseAddress.flatMap { check.problem(of: $0 + index, depth: cursor.depth) }
      }
      guard let problem = found else { continue }
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

  /// The first invalid property of the layer itself, without its sublayers and its place in the tree.
  func ownProblem(_ limits: LayerLimits = LayerLimits()) -> LayerError.Problem? {
    // By address, so that the layer is not copied.
    withUnsafePointer(to: self) { Layer.problem(of: $0, limits) }
  }
}

/// Counts during the traversal of a tree.
private struct TreeCheck {
  let limits: LayerLimits
  var layerCount = 0
  /// For each layer from the top level down to the present one: the numbers of meshes, shadows and backs up to it.
  var nestingCounts: [(meshes: Int, shadows: Int, backs: Int)] = []

  init(limits: LayerLimits) { self.limits = limits }

  mutating func problem(of address: UnsafePointer<Layer>, depth: Int) -> LayerError.Problem? {
    layerCount += 1
    guard layerCount <= limits.layers else { return .tooManyLayers(limit: limits.layers) }
    guard depth <= limits.depth else { return .tooDeep(limit: limits.depth) }
    var counts = (meshes: 0, shadows: 0, backs: 0)
    if depth > 1 { counts = nestingCounts[depth - 2] }
    if address.pointee.mesh != nil { counts.meshes += 1 }
    if address.pointee.shadowOpacity > 0 { counts.shadows += 1 }
    if address.pointee.contactShadowOpacity > 0 { counts.shadows += 1 }
    if address.pointee.isBackContents { counts.backs += 1 }
    if nestingCounts.count < depth { nestingCounts.append(counts) } else { nestingCounts[depth - 1] = counts }
    guard counts.meshes <= limits.nestedMeshes else {
      return .tooManyNestedMeshes(limit: limits.nestedMeshes)
    }
    guard counts.shadows <= limits.nestedShadows else {
      return .tooManyNestedShadows(limit: limits.nestedShadows)
    }
    guard counts.backs <= limits.nestedBacks else { return .tooManyNestedBacks(limit: limits.nestedBacks) }
    if depth == 1, address.pointee.maskMode != .none {
      return .outOfRange(
        property: "maskMode", value: address.pointee.maskMode.rawValue,
        allowed: "none for a top-level layer, which has no superlayer to mask")
    }
    if depth == 1, address.pointee.isBackContents {
      return .outOfRange(
        property: "isBackContents", value: "true",
        allowed: "false for a top-level layer, which has no superlayer to show it")
    }
    return Layer.problem(of: address, limits)
  }
}

extension Layer {
  private static let ranges = PropertyRanges(properties)

  /// The first invalid plain property, transform, color or light.
  fileprivate static func problem(
    of layer: UnsafePointer<Layer>, _ limits: LayerLimits
  ) -> LayerError.Problem? {
    if !ranges.areValid(layer), let problem = properties.problem(in: layer.pointee) { return problem }
    return matrixProblem("transform", layer.pointee.transform)
      ?? matrixProblem("sublayerTransform", layer.pointee.sublayerTransform) ?? contentsProblem(layer)
      ?? surfaceProblem(layer.pointee.surface)
      ?? (layer.pointee.lights.isEmpty ? nil : MeshTransform.problem(of: layer.pointee.lights, limits))
  }

  @inline(__always)
  private static func matrixProblem(_ name: String, _ matrix: Transform3D) -> LayerError.Problem? {
    // False for NaN.
    let isValid = (0..<4).allSatisfy { index in
      let row = matrix.row(index)
      return row.x.magnitude <= 1e15 && row.y.magnitude <= 1e15 && row.z.magnitude <= 1e15
        && row.w.magnitude <= 1e15
    }
    if isValid { return nil }
    let numbers = (0..<4).flatMap { row in (0..<4).map { matrix[row, $0] } }
    return .outOfRange(
      property: name, value: "\(numbers)", allowed: "numbers in \(NumberRange(-1e15...1e15))")
  }

  /// Images, the most common contents, are not copied.
  private static func contentsProblem(_ layer: UnsafePointer<Layer>) -> LayerError.Problem? {
    switch layer.pointee.contents {
    case .none, .image: nil
    case .color, .gradient: layer.pointee.contents.problem
    }
  }

  private static func surfaceProblem(_ surface: Surface) -> LayerError.Problem? {
    do throws(LightError) { try surface.validate() } catch { return .surface(error) }
    return nil
  }
}

extension Layer.Contents {
  private static let color = [Property<Color>("color", .color(\.self), "fills the bounds")]

  fileprivate var problem: LayerError.Problem? {
    switch self {
    case .none, .image: nil
    case .color(let color): Self.color.problem(in: color)
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

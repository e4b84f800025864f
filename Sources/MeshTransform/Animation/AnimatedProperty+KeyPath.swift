extension AnimatedProperty {
  /// The property with a key path; nil if there is none.
  package static func find(_ path: String) -> AnimatedProperty? {
    if let access = Layer.animatable[path] { return AnimatedProperty(path, access.kind, .layer) }
    if path == "mesh" { return .mesh }
    if let name = path.dropPrefix("mesh.") {
      return presetParameters.contains(name) ? AnimatedProperty(path, .number, .parameter(name)) : nil
    }
    for (prefix, target) in [
      ("transform", Target.transform), ("sublayerTransform", Target.sublayerTransform),
    ]
    where path.hasPrefix(prefix) {
      guard let part = TransformPart(rawValue: String(path.dropFirst(prefix.count))) else { continue }
      return AnimatedProperty(path, part.kind, target(part))
    }
    guard let (index, name) = lightPath(path), let access = Light.animatable[name] else { return nil }
    return AnimatedProperty(path, access.kind, .light(index, name))
  }

  /// The index and the property of a path such as `lights[3].color`; nil for other paths.
  private static func lightPath(_ path: String) -> (Int, String)? {
    guard let rest = path.dropPrefix("lights["), let close = rest.firstIndex(of: "]"),
      rest[..<close].count <= 6, rest[..<close].allSatisfy({ $0.isASCII && $0.isNumber }),
      let index = Int(rest[..<close]), let name = String(rest[close...]).dropPrefix("].")
    else { return nil }
    return (index, name)
  }

  /// The numeric parameters of all presets.
  private static let presetParameters = Set(
    MeshPreset.all.flatMap { $0.parameters.filter(\.names.isEmpty).map(\.name) })

  /// All key paths of a layer, sorted; those of lights with the index 0.
  public static let allKeyPaths: [String] = {
    let transforms = ["transform", "sublayerTransform"].flatMap { name in
      TransformPart.allCases.map { name + $0.rawValue }
    }
    let lights = Light.animatable.keys.map { "lights[0]." + $0 }
    let parameters = presetParameters.map { "mesh." + $0 }
    return (Array(Layer.animatable.keys) + transforms + lights + parameters + ["mesh"]).sorted()
  }()

  static func nearest(to path: String) -> String? {
    // The index is not part of the spelling.
    guard path.hasPrefix("lights["), let close = path.firstIndex(of: "]") else {
      if let name = aliases[path] ?? find("transform.\(path)")?.keyPath { return name }
      let parts = path.split(separator: ".")
      let undotted = parts.joined()
      return NearestName.match(
        path,
        in: allKeyPaths.lazy.filter { other in
          // A part more or less is another property, unless only its dot is missing.
          let dots = other.utf8.count { $0 == UInt8(ascii: ".") }
          return dots + 1 == parts.count
            || (other.utf8.count == undotted.utf8.count + dots && other.filter { $0 != "." } == undotted)
        })
    }
    let (index, zero) = (path[..<close].dropFirst("lights[".count), "lights[0" + path[close...])
    guard let match = NearestName.match(zero, in: allKeyPaths), match.hasPrefix("lights[0]") else {
      return nil
    }
    let isNumber = (1...6).contains(index.count) && index.allSatisfy { $0.isASCII && $0.isNumber }
    return "lights[\(isNumber ? index : "0")" + match.dropFirst("lights[0".count)
  }

  /// Names of other systems, and alternative spellings of Core Animation.
  private static let aliases = [
    "hidden": "isHidden", "doubleSided": "isDoubleSided", "meshTransform": "mesh", "frame": "bounds",
    "surface.specularExponent": "surface.exponent", "rotation": "transform.rotation.z",
    "scale": "transform.scale", "translation": "transform.translation", "alpha": "opacity",
    "rotate": "transform.rotation.z", "phase": "mesh.phase", "amount": "mesh.amount",
    "position.z": "zPosition", "anchorPoint.z": "anchorPointZ", "color": "backgroundColor",
    "contents.color": "backgroundColor", "contents.rect": "contentsRect", "contents.center": "contentsCenter",
    "contents.scale": "contentsScale",
  ]

  /// The list of key paths for errors without a similar name.
  static let summary =
    "position, zPosition, anchorPoint, bounds, opacity, transform, transform.rotation.z, transform.scale, "
    + "transform.translation.x, sublayerTransform, backgroundColor, cornerRadius, borderWidth, contentsRect, "
    + "contentsCenter, isHidden, surface.specular, lights[0].intensity, mesh, mesh.phase"
}

extension String {
  /// The text after a prefix; nil if the text does not begin with it.
  fileprivate func dropPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

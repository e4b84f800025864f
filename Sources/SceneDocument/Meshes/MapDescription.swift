import MeshTransform

/// A map that is a mesh: for each pixel a position, as a lens, a projector or a program has measured it.
public struct MapDescription: Hashable, Sendable {
  /// The file of the map, or those of x and y.
  public var files: [SceneReference]
  /// The stated parts of the map's convention.
  public var overrides = MapOverrides()
  /// The largest error of the mesh in pixels, see ``CoordinateMap/mesh(picture:direction:tolerance:limit:)``.
  public var tolerance = CoordinateMap.meshTolerance
  /// Whether the layer shows its image through the map itself, pixel by pixel, in place of a mesh; see ``Remapping``.
  public var isExact = false

  /// A map of a file, or of a pair of files, in the convention of its format.
  public init(_ files: [SceneReference]) { self.files = files }
}

extension CoordinateMap.Direction {
  /// The words of remap filters.
  package static let names = ["backward", "forward"]
  package var name: String { self == .canvasToContent ? "backward" : "forward" }

  package init?(name: String) {
    guard let index = Self.names.firstIndex(of: name) else { return nil }
    self = index == 0 ? .canvasToContent : .contentToCanvas
  }
}

extension MapDescription {
  /// The keys of a mesh that describe it, and of a mesh on the command line.
  static let keys = ["map"] + settingKeys
  private static let settingKeys = [
    "units", "origin", "direction", "relative", "valid", "smooth", "tolerance", "exact",
  ]
  /// The keys after a map on the command line, with their meanings and the names of their values.
  package static var completions: [(name: String, summary: String, values: [String])] {
    MeshKeys.map.dropFirst().map { key in
      let values: [String] =
        switch key.name {
        case "units": MapConvention.Units.allCases.map(\.rawValue)
        case "origin": MapConvention.Origin.allCases.map(\.rawValue)
        case "direction": CoordinateMap.Direction.names
        case "valid": MapConvention.Validity.allCases.map(\.rawValue)
        case "relative", "smooth", "exact": ["true", "false"]
        default: []
        }
      return (key.name, key.summary, values)
    }
  }

  /// The tolerances that are allowed, in pixels.
  static let tolerances = NumberRange(0...1e6)

  /// Reads the value of a key.
  mutating func read(_ key: String, _ reader: inout JSONReader) throws(DocumentError) {
    switch key {
    case "map": files = try Self.readFiles(&reader)
    case "units": overrides.units = try reader.readChoice(MapConvention.Units.self)
    case "origin": overrides.origin = try reader.readChoice(MapConvention.Origin.self)
    case "direction":
      overrides.direction = CoordinateMap.Direction(
        name: try reader.readName(among: CoordinateMap.Direction.names))
    case "relative": overrides.isRelative = try reader.readBoolean()
    case "valid": overrides.validity = try reader.readChoice(MapConvention.Validity.self)
    case "smooth": overrides.smoothsIntegerSteps = try reader.readBoolean()
    case "exact": isExact = try reader.readBoolean()
    default: tolerance = try reader.readNumber(in: Self.tolerances)
    }
  }

  private static func readFiles(_ reader: inout JSONReader) throws(DocumentError) -> [SceneReference] {
    let expected = "the path of a map, or an array of two: the file of x and that of y"
    reader.skipSpaces()
    guard reader.next == UInt8(ascii: "[") else { return [try SceneReference(&reader, expected)] }
    let start = reader.offset
    var files: [SceneReference] = []
    try reader.readArray(expected) { reader, _ throws(DocumentError) in
      files.append(try SceneReference(&reader, "the path of a map"))
    }
    guard files.count == 2 else {
      throw reader.error(
        at: start, "a map has two files, that of x and that of y, and here are \(files.count)")
    }
    return files
  }

  var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [
      (
        "map", files.count == 1 ? .string(files[0].path) : .array(files.map { .string($0.path) })
      )
    ]
    if let units = overrides.units { members.append(("units", .string(units.rawValue))) }
    if let origin = overrides.origin { members.append(("origin", .string(origin.rawValue))) }
    if let direction = overrides.direction { members.append(("direction", .string(direction.name))) }
    if let isRelative = overrides.isRelative { members.append(("relative", .boolean(isRelative))) }
    if let validity = overrides.validity { members.append(("valid", .string(validity.rawValue))) }
    if overrides.smoothsIntegerSteps { members.append(("smooth", .boolean(true))) }
    if tolerance != CoordinateMap.meshTolerance { members.append(("tolerance", .number(tolerance))) }
    if isExact { members.append(("exact", .boolean(true))) }
    return members
  }
}

extension MapDescription {
  /// The mark of a map on the command line.
  package static let mark = "map:"

  /// Reads `map:FILE,units=ndc,origin=bottom`.
  ///
  /// - Parameter files: makes one or two paths of the text between the colon and the first key.
  package init(text: String, files: (String) -> [String]) throws(SyntaxError) {
    let (path, spec) = try Spec.parse(
      path: String(text.dropFirst(Self.mark.count)), subject: "map", example: "map:file.npy")
    self.init(files(path).map { SceneReference($0) })
    guard let spec else { return }
    try spec.allow(keys: Self.settingKeys, of: "a map")
    for entry in spec.entries { try set(entry) }
  }

  private mutating func set(_ entry: Spec.Entry) throws(SyntaxError) {
    switch entry.key {
    case "units":
      overrides.units = MapConvention.Units(
        rawValue: try entry.name(among: MapConvention.Units.allCases.map(\.rawValue)))
    case "origin":
      overrides.origin = MapConvention.Origin(
        rawValue: try entry.name(among: MapConvention.Origin.allCases.map(\.rawValue)))
    case "direction":
      overrides.direction = CoordinateMap.Direction(
        name: try entry.name(among: CoordinateMap.Direction.names))
    case "relative": overrides.isRelative = try entry.boolean()
    case "valid":
      overrides.validity = MapConvention.Validity(
        rawValue: try entry.name(among: MapConvention.Validity.allCases.map(\.rawValue)))
    case "smooth": overrides.smoothsIntegerSteps = try entry.boolean()
    case "exact": isExact = try entry.boolean()
    default:
      tolerance = try entry.number()
      guard Self.tolerances.contains(tolerance) else {
        throw entry.error(allowed: Self.tolerances.description)
      }
    }
  }
}

extension MapConvention.Units: NamedValue {
  /// For pixel i of w.
  package var summary: String {
    switch self {
    case .pixels: "Pixels, whole numbers at their centers"
    case .unit: "0 to 1 from edge to edge: (i + 0.5) / w"
    case .ndc: "-1 to 1 from edge to edge: (2 i + 1) / w - 1"
    case .ndcCorners: "-1 to 1 between the centers of the outermost pixels: 2 i / (w - 1) - 1"
    }
  }
}

extension MapConvention.Origin: NamedValue {
  package var summary: String { self == .top ? "y grows downward" : "y grows upward" }
}

extension MapConvention.Validity: NamedValue {
  package var summary: String {
    switch self {
    case .none: "Every number is a position"
    case .alpha: "The alpha channel"
    case .blue: "The third channel"
    }
  }
}

import CheckedNumbers
import MeshTransform

/// The mesh that removes a lens's distortion from a layer's content, or adds it, as a scene file or a text describes it.
public struct LensDescription: Hashable, Sendable {
  /// The model of coefficients, for files that do not state it.
  public enum Model: String, Hashable, Sendable, CaseIterable {
    /// OpenCV's radial and tangential model.
    case opencv
    /// OpenCV's fisheye model.
    case fisheye
    /// ImageMagick's `Barrel`.
    case barrel
    /// ImageMagick's `BarrelInverse`.
    case barrelInverse
  }

  /// The calibration file.
  public var file: SceneReference
  /// The picture that is made.
  public var direction: LensCorrection.Direction
  /// Nil: as the file states.
  public var model: Model?
  /// The camera of a file with several.
  public var camera: String?
  /// The camera of the picture without distortion.
  public var view: LensModel.View

  /// A description with the given values.
  public init(
    _ file: SceneReference, _ direction: LensCorrection.Direction = .undistort, model: Model? = nil,
    camera: String? = nil, view: LensModel.View = .same
  ) {
    (self.file, self.direction, self.model) = (file, direction, model)
    (self.camera, self.view) = (camera, view)
  }
}

extension LensDescription {
  /// The name before the colon of the text.
  package static let name = "lens"

  /// Whether a text describes a file of a lens, not the preset of that name: `lens:file=camera.yaml`.
  package static func isDescription(_ text: some StringProtocol) -> Bool {
    let text = text.lowercased().filter { $0 != " " }
    return text.hasPrefix("lens:") && (text.hasPrefix("lens:file=") || text.contains(",file="))
  }

  /// Reads `lens:file=camera.yaml,model=fisheye,camera=1,alpha=0.5`.
  package static func parse(_ text: String) throws(SyntaxError) -> LensDescription {
    let spec = try Spec.parse(text, subject: "mesh")
    return try read(spec.spelled(among: keys), path: nil)
  }

  /// Reads `camera.yaml,model=fisheye,alpha=0.5`: a path and, after a comma, keys. A comma in the path is part of it
  /// where no key follows.
  package static func parse(
    file text: String, _ direction: LensCorrection.Direction
  ) throws(SyntaxError) -> LensDescription {
    let (path, spec) = try Spec.parse(path: text, subject: "lens", example: "camera.yaml")
    guard let spec else { return LensDescription(SceneReference(path), direction) }
    let keys = Self.keys.filter { $0 != "file" && $0 != "direction" }
    var description = try read(spec.spelled(among: keys), path: path, keys: keys)
    description.direction = direction
    return description
  }

  private static let keys = ["file", "direction", "model", "camera", "alpha", "fov"]
  private static let alphas = 0.0...1.0
  private static let views = 1.0...179.0

  private static func read(
    _ spec: Spec, path: String?, keys: [String] = keys
  ) throws(SyntaxError) -> LensDescription {
    try spec.allow(keys: keys, of: "a lens")
    guard let path = path ?? spec["file"]?.value else {
      throw spec.error(at: 1, "the calibration file is missing; write lens:file=camera.yaml")
    }
    var description = LensDescription(SceneReference(path))
    for entry in spec.entries {
      switch entry.key {
      case "direction":
        let name = try entry.name(among: LensCorrection.Direction.allCases.map(\.rawValue))
        description.direction = LensCorrection.Direction(rawValue: name) ?? .undistort
      case "model":
        description.model = Model(rawValue: try entry.name(among: Model.allCases.map(\.rawValue)))
      case "camera": description.camera = entry.value
      case "alpha":
        let alpha = try entry.number()
        guard alphas.contains(alpha) else { throw entry.error(allowed: alphas.words) }
        description.view = .alpha(alpha)
      case "fov":
        guard description.view == .same else {
          throw spec.error(at: entry.keyColumn, "alpha and fov are both given; keep one")
        }
        let angle = try entry.angle()
        guard views.contains(angle.roundedDegrees) else {
          throw entry.error(allowed: "\(views.words) degrees")
        }
        description.view = .fieldOfView(angle)
      default: break
      }
    }
    if spec["alpha"] != nil, let entry = spec["fov"] {
      throw spec.error(at: entry.keyColumn, "alpha and fov are both given; keep one")
    }
    return description
  }
}

extension LensDescription {
  /// The value of the key `lens`.
  init(_ reader: inout JSONReader) throws(DocumentError) {
    var description = LensDescription(SceneReference(""))
    reader.skipSpaces()
    let start = reader.offset
    let offsets = try reader.readFields(
      Self.fields, into: &description, "a lens, {\"file\": \"camera.yaml\", \"direction\": \"undistort\"}")
    guard offsets["file"] != nil else {
      throw reader.error(at: start, "\"file\" is missing; add the path of a calibration file")
    }
    if offsets["alpha"] != nil, let offset = offsets["fov"] {
      throw reader.error(at: offset, key: "fov", "\"alpha\" and \"fov\" are both given; keep one")
    }
    self = description
  }

  static let fields: [JSONField<LensDescription>] = [
    JSONField(
      "file", JSONSchema.string,
      "the path of a calibration file, relative to the scene file: OpenCV's YAML, JSON or XML, ROS's camera_info, Kalibr's "
        + "camchain, COLMAP's cameras.txt, a Hugin project, lines k1=..., or ImageMagick's Barrel arguments",
      default: .required
    ) { reader, lens throws(DocumentError) in
      lens.file = try SceneReference(&reader, "the path of a calibration file")
    },
    .choice(
      "direction", \.direction,
      "whether the content is a picture of the camera and becomes one without distortion, or the other way",
      default: .value("undistort")),
    JSONField(
      "model", JSONSchema.names(Model.valueNames),
      "the model of the coefficients, for files that do not state it",
      default: .phrase("as the file states, else opencv, or barrel for numbers alone")
    ) { reader, lens throws(DocumentError) in lens.model = try reader.readChoice(Model.self) },
    JSONField(
      "camera", JSONSchema.string, "the name or the number of a camera of a file with several",
      default: .phrase("the only one")
    ) { reader, lens throws(DocumentError) in lens.camera = try reader.readString("the name of a camera") },
    JSONField(
      "alpha", JSONSchema.number(alphas),
      "the view of the picture without distortion: 0 is the largest without pixels from outside of the content, 1 the "
        + "smallest with all of its pixels",
      default: .phrase("the camera matrix of the file")
    ) { reader, lens throws(DocumentError) in lens.view = .alpha(try reader.readNumber(in: alphas)) },
    JSONField(
      "fov", JSONSchema.any(JSONSchema.number(views), JSONSchema.string),
      "the horizontal field of view of the picture without distortion, instead of alpha", unit: "degrees",
      default: .phrase("the camera matrix of the file")
    ) { reader, lens throws(DocumentError) in
      lens.view = .fieldOfView(.degrees(try reader.readDegrees(in: NumberRange(views, .degrees))))
    },
  ]

  var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = [("file", .string(file.path))]
    if direction != .undistort { members.append(("direction", .string(direction.rawValue))) }
    if let model { members.append(("model", .string(model.rawValue))) }
    if let camera { members.append(("camera", .string(camera))) }
    switch view {
    case .same: break
    case .alpha(let alpha): members.append(("alpha", .number(alpha)))
    case .fieldOfView(let angle): members.append(("fov", .number(angle.roundedDegrees)))
    }
    return .object(members)
  }
}

extension LensDescription.Model: NamedValue {
  package var summary: String {
    switch self {
    case .opencv: "OpenCV's radial and tangential model of 4, 5, 8, 12 or 14 coefficients"
    case .fisheye: "OpenCV's fisheye model of 4 coefficients"
    case .barrel: "ImageMagick's Barrel"
    case .barrelInverse: "ImageMagick's BarrelInverse"
    }
  }
}

extension LensCorrection.Direction: NamedValue {
  package var summary: String {
    switch self {
    case .undistort: "a picture of the camera becomes one without distortion"
    case .distort: "a picture without distortion becomes one of the camera"
    }
  }
}

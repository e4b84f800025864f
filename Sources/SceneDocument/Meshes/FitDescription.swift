import CheckedNumbers
import MeshTransform

/// The mesh of measured points, as a scene file or a text describes it.
public struct FitDescription: Hashable, Sendable {
  /// The maps among which one is fitted.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// A thin-plate spline: the smoothest map through all points.
    case thinPlate = "thin-plate"
    /// Splines through a full grid of points.
    case spline
    /// Rotation, scale and shift by least squares.
    case similarity
    /// A linear map and a shift by least squares.
    case affine
    /// A map that keeps lines straight, by least squares.
    case projective
    /// Polynomials by least squares.
    case polynomial
    /// Affine maps by moving least squares.
    case movingAffine = "moving-affine"
    /// Similarities by moving least squares.
    case movingSimilarity = "moving-similarity"
    /// Rotations by moving least squares.
    case movingRigid = "moving-rigid"
    /// Pins in a sheet that resists stretching.
    case rigid

    /// Whether points may miss their places, so that wrong ones can be left out.
    public var isLeastSquares: Bool {
      switch self {
      case .similarity, .affine, .projective, .polynomial: true
      case .thinPlate, .spline, .movingAffine, .movingSimilarity, .movingRigid, .rigid: false
      }
    }
  }

  /// The units of coordinates in tables and JSON.
  public enum Units: String, Hashable, Sendable, CaseIterable {
    /// Pixels of the two pictures.
    case pixels
    /// 0...1 over each picture.
    case unit
  }

  /// The file of the points.
  public var file: SceneReference
  /// The map.
  public var method = Method.thinPlate
  /// The degree of polynomials.
  public var degree = 2
  /// The smoothing of a thin plate, in square pixels of the content.
  public var smoothing = 0.0
  /// The distance in pixels of the canvas from which points are left out; nil keeps all.
  public var reject: Double?
  /// The units of coordinates.
  public var units = Units.pixels
  /// The size of the content in pixels; nil is that of the layer in points.
  public var contentSize: Size?
  /// The size of the canvas in pixels; nil is that of the content.
  public var canvasSize: Size?

  /// A description with these defaults.
  public init(_ file: SceneReference) { self.file = file }

  /// The method with its parameters.
  public var fitMethod: FitMethod {
    switch method {
    case .thinPlate: .thinPlate(smoothing: smoothing)
    case .spline: .spline
    case .similarity: .similarity
    case .affine: .affine
    case .projective: .projective
    case .polynomial: .polynomial(degree: degree)
    case .movingAffine: .movingLeastSquares(.affine)
    case .movingSimilarity: .movingLeastSquares(.similarity)
    case .movingRigid: .movingLeastSquares(.rigid)
    case .rigid: .rigid
    }
  }

  /// A sentence about a parameter that the method does not have; nil without one.
  package var conflict: String? {
    if degree != 2, method != .polynomial { return "degree needs the method polynomial" }
    if smoothing != 0, method != .thinPlate { return "smoothing needs the method thin-plate" }
    if reject != nil, !method.isLeastSquares {
      return "reject needs a method of least squares: similarity, affine, projective or polynomial"
    }
    return nil
  }

  static let degrees = 1.0...5.0
  static let amounts = NumberRange(0...1e12)
}

extension FitDescription {
  /// The mark of points on the command line.
  package static let mark = "fit:"

  /// Reads `fit:points.csv,method=projective,to=1920x1080`.
  package init(text: String) throws(SyntaxError) {
    let (path, spec) = try Spec.parse(
      path: String(text.dropFirst(Self.mark.count)), subject: "fit", example: "fit:points.csv")
    self.init(SceneReference(path))
    guard let spec else { return }
    let keys = Self.fields.map(\.name).filter { $0 != "file" }
    try spec.allow(keys: keys, of: "points")
    for entry in spec.entries { try set(entry) }
    if let conflict { throw spec.error(at: 1, conflict) }
  }

  private mutating func set(_ entry: Spec.Entry) throws(SyntaxError) {
    switch entry.key {
    case "method":
      method = Method(rawValue: try entry.name(among: Method.allCases.map(\.rawValue))) ?? .thinPlate
    case "degree":
      degree = try entry.integer()
      guard Self.degrees.contains(Double(degree)) else { throw entry.error(allowed: Self.degrees.words) }
    case "smoothing": smoothing = try Self.amount(entry)
    case "reject": reject = try Self.amount(entry)
    case "units":
      units = Units(rawValue: try entry.name(among: Units.allCases.map(\.rawValue))) ?? .pixels
    case "from": contentSize = try entry.pixels()
    default: canvasSize = try entry.pixels()
    }
  }

  private static func amount(_ entry: Spec.Entry) throws(SyntaxError) -> Double {
    let value = try entry.number()
    guard amounts.contains(value) else { throw entry.error(allowed: amounts.description) }
    return value
  }
}

extension FitDescription {
  /// The value of the key `points`.
  init(_ reader: inout JSONReader) throws(DocumentError) {
    var description = FitDescription(SceneReference(""))
    reader.skipSpaces()
    let start = reader.offset
    let offsets = try reader.readFields(
      Self.fields, into: &description,
      "measured points, {\"file\": \"points.csv\", \"method\": \"projective\"}")
    guard offsets["file"] != nil else {
      throw reader.error(at: start, "\"file\" is missing; add the path of a list of points")
    }
    if let conflict = description.conflict { throw reader.error(at: start, conflict) }
    self = description
  }

  static let fields: [JSONField<FitDescription>] = [
    JSONField(
      "file", JSONSchema.string,
      "the path of the points, relative to the scene file: CSV, JSON, and lists of QGIS, GDAL, BigWarp and ImageMagick; see "
        + "'meshrender fit'",
      default: .required
    ) { reader, fit throws(DocumentError) in
      fit.file = try SceneReference(&reader, "the path of a list of points")
    },
    .choice("method", \.method, "the map that is fitted", default: .value("thin-plate")),
    JSONField(
      "degree", JSONSchema.integer(degrees), "the degree of polynomials", default: .value(2)
    ) { reader, fit throws(DocumentError) in
      fit.degree = Int(clamping: try reader.readNumber(in: NumberRange(degrees)).rounded())
    },
    JSONField(
      "smoothing", JSONSchema.number(0...1e12),
      "the weight of a thin plate's bending, in square pixels of the content; with 0 it meets all points",
      default: .value(0)
    ) { reader, fit throws(DocumentError) in fit.smoothing = try reader.readNumber(in: amounts) },
    JSONField(
      "reject", JSONSchema.number(0...1e12),
      "the distance from the map at which points are wrong and left out, for least squares", unit: "pixels",
      default: .phrase("none is left out")
    ) { reader, fit throws(DocumentError) in fit.reject = try reader.readNumber(in: amounts) },
    .choice("units", \.units, "the units of coordinates in tables and JSON", default: .value("pixels")),
    JSONField(
      "from", JSONSchema.numbers(2, in: 1...1e6), "the size of the content, [width, height]", unit: "pixels",
      default: .phrase("that of the layer in points")
    ) { reader, fit throws(DocumentError) in fit.contentSize = try reader.readPixels() },
    JSONField(
      "to", JSONSchema.numbers(2, in: 1...1e6),
      "the size of the canvas, which the layer fills, [width, height]",
      unit: "pixels", default: .phrase("that of the content")
    ) { reader, fit throws(DocumentError) in fit.canvasSize = try reader.readPixels() },
  ]

  var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = [("file", .string(file.path))]
    if method != .thinPlate { members.append(("method", .string(method.rawValue))) }
    if degree != 2 { members.append(("degree", .number(Double(degree)))) }
    if smoothing != 0 { members.append(("smoothing", .number(smoothing))) }
    if let reject { members.append(("reject", .number(reject))) }
    if units != .pixels { members.append(("units", .string(units.rawValue))) }
    for (key, size) in [("from", contentSize), ("to", canvasSize)] {
      if let size { members.append((key, .array([.number(size.width), .number(size.height)]))) }
    }
    return .object(members)
  }
}

extension FitDescription.Method: NamedValue {
  package var summary: String {
    switch self {
    case .thinPlate: "the smoothest map through all points"
    case .spline: "splines through a full grid"
    case .similarity: "rotation, scale and shift, by least squares"
    case .affine: "parallels stay parallel, by least squares"
    case .projective: "lines stay straight, by least squares"
    case .polynomial: "polynomials, by least squares"
    case .movingAffine: "affine maps, by moving least squares"
    case .movingSimilarity: "rotation and scale, by moving least squares"
    case .movingRigid: "rotation, by moving least squares"
    case .rigid: "pins in a sheet that resists stretching"
    }
  }
}

extension FitDescription.Units: NamedValue {
  package var summary: String { self == .pixels ? "pixels of the two pictures" : "0...1 over each picture" }
}

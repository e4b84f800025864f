import MeshTransform

/// The keys of the objects that describe a mesh: ``MeshDescription`` reads all of them, ``MeshFile`` those in place.
enum MeshKeys {
  /// Vertices and faces.
  static let inPlace = [
    JSONKey(
      "vertices", ["type": "array", "minItems": 1.0, "items": JSONSchema.numbers(5, in: singles)],
      "the vertices, [from.x, from.y, to.x, to.y, to.z]: a point of the content and the place to which it moves, in "
        + "unit space, where [0, 0] is the upper left corner of the layer and [1, 1] the lower right one; z points toward the "
        + "viewer",
      default: .required),
    JSONKey(
      "faces",
      [
        "type": "array", "minItems": 1.0,
        "items": JSONSchema.any(indices.schema, JSONSchema.object(face)),
      ],
      "the faces: four vertex indices each, in order around it, or an object with indices and creases",
      default: .required),
  ]

  /// Triangles besides the faces.
  static let triangles = triangles(.phrase("none"))

  /// - Parameter value: whether they are required.
  static func triangles(_ value: JSONKey.Default) -> JSONKey {
    JSONKey(
      "triangles",
      [
        "type": "array", "minItems": 1.0,
        "items": JSONSchema.any(JSONSchema.array(of: index, count: 3...3), index),
      ],
      "triangles of three vertex indices each, in arrays of their own or in one; they follow the faces, which they may replace",
      default: value)
  }

  private static let index = JSONSchema.integer(0...Double(UInt32.max))

  /// A face as an object.
  static let face = [indices, creases]

  private static let indices = JSONKey(
    "indices", JSONSchema.array(of: JSONSchema.integer(0...Double(UInt32.max)), count: 4...4),
    "four vertex indices in order around the face", default: .required)

  private static let creases = JSONKey(
    "creases", JSONSchema.array(of: ["type": "number", "minimum": 0.0], count: 4...4),
    "the sharpness of the four edges, each from one index to the next: 0 is smooth, n stays sharp for n subdivision steps",
    default: .value([0, 0, 0, 0]))

  static let bezier = JSONKey(
    "bezier", BezierFields.schema, "Bezier patches, instead of vertices and faces", default: .required)

  /// The keys of a mesh in place besides its vertices, faces or patches.
  static let details =
    [
      JSONKey(
        "depthNormalization", JSONSchema.names(Mesh.DepthNormalization.valueNames),
        "the length of one unit of z", default: .value("none")),
      JSONKey(
        "brightness", ["type": "array", "items": ["type": "number", "minimum": 0.0]],
        "a factor of the colors at each vertex, interpolated between them", default: .phrase("1 everywhere")),
    ] + settings()

  /// The keys that apply to every mesh, whatever its source.
  /// - Parameter isFile: whether the file of the mesh has defaults of its own.
  static func settings(isFile: Bool = false) -> [JSONKey] {
    func value(_ plain: JSONValue) -> JSONKey.Default {
      isFile ? .phrase("that of the file") : .value(plain)
    }
    return [
      JSONKey(
        "subdivisionSteps", JSONSchema.integer(Double(Mesh.automaticSubdivision)...1_000_000),
        "the Catmull-Clark steps by which the mesh becomes a smooth surface; -1 takes the least number after "
          + "which one more step changes the picture by a quarter of a pixel at most",
        default: value(0)),
      JSONKey(
        "replicatesEdges", JSONSchema.boolean,
        "whether the content's edge pixels continue where the mesh reaches beyond it", default: value(false)),
      JSONKey(
        "faceInterpolation", JSONSchema.names(Mesh.FaceInterpolation.valueNames),
        "the place of the content inside a face", default: value("triangles")),
    ]
  }

  static let preset = JSONKey(
    "preset", JSONSchema.string, "the name of a preset; its parameters are further keys", default: .required)

  /// The shape of a mesh file.
  static let morph = JSONKey(
    "morph",
    [
      "type": "object",
      "additionalProperties": JSONSchema.any(JSONSchema.number(MorphShape.range), JSONSchema.string),
    ],
    "the weights of the shapes of a mesh file by their names, or \"time\", a time of its key frames in seconds; "
      + "'meshrender inspect' lists them",
    default: .phrase("what the file says"))

  static let file = JSONKey(
    "file", JSONSchema.string,
    "the path of a mesh file (.json, .obj, .camesh, .warp, .data, .gltf, .glb), relative to the scene file",
    default: .required)

  static let lens = JSONKey(
    "lens", JSONSchema.object(LensDescription.fields),
    "the removal of a camera lens's distortion by its calibration file, or its addition", default: .required)

  static let points = JSONKey(
    "points", JSONSchema.object(FitDescription.fields),
    "pairs of measured points: where each lies in the content, and where it is to lie", default: .required)

  static let page = JSONKey(
    "page", JSONSchema.object(PageDescription.fields),
    "a page in a photo by points of its edges, which becomes flat", default: .required)

  /// The keys of a map, which is a mesh.
  static let map: [JSONKey] = {
    let ofFormat = JSONKey.Default.phrase("that of the file's format")
    return [
      JSONKey(
        "map",
        JSONSchema.any(JSONSchema.string, JSONSchema.array(of: JSONSchema.string, count: 2...2)),
        "the path of a map (.npy, .png, .exr, .yaml, .json, .flo), or those of x and y (.pgm), relative to the scene file: "
          + "for each pixel of the layer, a position in the content", default: .required),
      JSONKey(
        "units", JSONSchema.names(MapConvention.Units.valueNames), "the scale of the map's numbers",
        default: ofFormat),
      JSONKey(
        "origin", JSONSchema.names(MapConvention.Origin.valueNames), "the edge at which y is least",
        default: ofFormat),
      JSONKey(
        "direction",
        JSONSchema.names([
          ValueName(name: "backward", summary: "For each pixel of the layer, the point of the content"),
          ValueName(name: "forward", summary: "For each pixel of the content, its place on the layer"),
        ]), "what the map's pixels are, and what its numbers", default: ofFormat),
      JSONKey(
        "relative", JSONSchema.boolean, "whether the numbers are differences from the pixel's own position",
        default: ofFormat),
      JSONKey(
        "valid", JSONSchema.names(MapConvention.Validity.valueNames),
        "the channel that is 0 where a pixel has no position", default: ofFormat),
      JSONKey(
        "smooth", JSONSchema.boolean,
        "whether whole numbers of pixels are rounded positions, which are smoothed within half a pixel",
        default: .value(false)),
      JSONKey(
        "tolerance", JSONSchema.number(MapDescription.tolerances),
        "the largest error of the mesh at a pixel of the map, in pixels of the content, or of the content scaled to the "
          + "size of the map if that is smaller", unit: "pixels",
        default: .value(.number(CoordinateMap.meshTolerance))),
      JSONKey(
        "exact", JSONSchema.boolean,
        "whether the layer shows its image through the map itself, each pixel of the map by its own position, in place of a "
          + "mesh; for images and backward maps", default: .value(false)),
    ]
  }()

  /// The keys of the place of a mesh file's model.
  static let placement = [
    JSONKey(
      "axes", JSONSchema.string,
      "the axes of the model in the file that point right, up and toward the viewer, each with a minus where its opposite "
        + "does: x,z,-y for a model whose z points up", default: .value("x,y,z")),
    JSONKey(
      "fit", JSONSchema.names(MeshPlacement.Fit.valueNames),
      "the size of the model in the file; fitted faces without texture coordinates show the content from the front",
      default: .value("none")),
  ]

  /// The keys of an image that displaces a mesh.
  /// - Parameter isRequired: whether the image is all that the mesh consists of.
  static func displacement(isRequired: Bool = false) -> [JSONKey] {
    [
      JSONKey(
        "displacement", JSONSchema.string,
        "the path of an image that is stretched over the layer and whose brightness moves the points of the mesh: white by "
          + "x, y and z, black the opposite way, 50 % gray not at all; in an image with colors, red moves along x, green "
          + "along y and blue along z",
        default: isRequired ? .required : .phrase("none"))
    ] + MeshDescription.distances.map(\.key)
  }

  /// The keys of a preset's parameters.
  static func parameters(of preset: MeshPreset) -> [JSONKey] {
    preset.parameters.map { parameter in
      let isNumber = parameter.valueNames.isEmpty
      let value = JSONValue.string(parameter.text(of: parameter.defaultValue))
      return JSONKey(
        parameter.name, parameter.form, parameter.summary, unit: parameter.unit,
        default: parameter.name == "aspect"
          ? .phrase("that of the layer") : .value(isNumber ? .number(parameter.defaultValue) : value))
    }
  }

  private static let singles = -Double(Float.greatestFiniteMagnitude)...Double(Float.greatestFiniteMagnitude)
}

extension MeshPreset.Parameter {
  fileprivate var form: JSONValue {
    guard valueNames.isEmpty else { return JSONSchema.names(valueNames) }
    let number = isInteger ? JSONSchema.integer(range) : JSONSchema.number(range)
    return isAngle ? JSONSchema.any(number, JSONSchema.string) : number
  }
}

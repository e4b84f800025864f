import MeshTransform

/// The scene file: a JSON object with a canvas, layers in painter's order, lights, and animations of the lights.
///
/// Holds the parsed file before its resources are read. ``scene(resources:margin:)`` builds the model,
/// ``animatedScene(resources:margin:)`` an animated one, and ``text`` is the file's text. Keys that begin with `//` are
/// comments; `$schema` may name the schema for editors.
public struct SceneFile: Sendable {
  /// The default maximum size of a file: 256 MiB.
  public static let defaultByteLimit = 256 << 20

  /// The maximum depth of layers in a file: reading recurses, and a thread's stack may be small.
  public static let depthLimit = 64

  /// The canvas.
  public var canvas: CanvasDescription
  /// The layers in painter's order.
  public var layers: [LayerDescription]
  /// The lights of the scene.
  public var lights: [Light]
  /// The animations of the scene's lights; layers have their own.
  public var animations: [AnimationDescription]
  /// The file's name, for errors.
  public let name: String
  /// The file's text, for the line numbers of errors that are found after parsing.
  let source: [UInt8]
  /// The values of ``source`` that overrides have replaced.
  var overridden: [OverriddenText.Place] = []

  /// A file with the given contents.
  public init(
    canvas: CanvasDescription, layers: [LayerDescription], lights: [Light] = [],
    animations: [AnimationDescription] = [],
    name: String = "scene"
  ) {
    (self.canvas, self.layers, self.lights, self.animations) = (canvas, layers, lights, animations)
    (self.name, source) = (name, [])
  }

  /// Parses a file without reading its resources.
  /// - Throws: `DocumentError` for the first fault, with line, column and path.
  public init(
    _ bytes: [UInt8], name: String, byteLimit: Int = defaultByteLimit
  ) throws(DocumentError) {
    self.init(
      try JSONReader.read(bytes, name: name, limit: byteLimit) { reader throws(DocumentError) in
        try Draft(&reader)
      }, bytes, name: name)
  }

  /// Parses a file to its end, whatever its faults.
  /// - Parameter faultLimit: the most faults to find, 1 or more.
  /// - Returns: the file without the values at fault, nil where it cannot be read to its end; and the faults in the
  ///   order of the file.
  package static func examine(
    _ bytes: [UInt8], name: String, faultLimit: Int
  ) -> (file: SceneFile?, faults: [DocumentError]) {
    let (draft, faults) = JSONReader.readAll(bytes, name: name, faultLimit: faultLimit) {
      reader throws(DocumentError) in try Draft(&reader)
    }
    return (draft.map { SceneFile($0, bytes, name: name) }, faults)
  }

  private init(_ draft: Draft, _ bytes: [UInt8], name: String) {
    (self.name, source) = (name, bytes)
    (canvas, layers, lights, animations) = (draft.canvas, draft.layers, draft.lights, draft.animations)
  }

  struct Draft: Sendable {
    var canvas = CanvasDescription()
    var layers: [LayerDescription] = []
    var lights: [Light] = []
    var animations: [AnimationDescription] = []

    init(_ reader: inout JSONReader) throws(DocumentError) {
      let offsets = try reader.readFields(
        SceneFile.fields, into: &self, "a scene: an object with canvas and layers",
        inner: [("canvas", CanvasDescription.fields.map(\.name))])
      for key in ["canvas", "layers"] where offsets[key] == nil {
        throw reader.error("there is no key \"\(key)\"; add it to the scene")
      }
    }
  }

  static let fields: [JSONField<Draft>] = [
    JSONField(
      "$schema", JSONSchema.string, "the address of the schema, for editors", default: .phrase("none")
    ) { reader, _ throws(DocumentError) in
      _ = try reader.readString("the address of the schema")
    },
    JSONField(
      "canvas", JSONSchema.object(CanvasDescription.fields),
      "the canvas: the size of the picture and everything that concerns it as a whole", default: .required
    ) { reader, draft throws(DocumentError) in
      draft.canvas = try CanvasDescription(&reader)
    },
    JSONField(
      "layers", JSONSchema.array(of: JSONSchema.reference("layer")), "the layers, from back to front",
      default: .required
    ) {
      reader, draft throws(DocumentError) in draft.layers = try reader.readLayers(depth: 1)
    },
    JSONField(
      "lights", JSONSchema.array(of: JSONSchema.reference("light")),
      "the lights of the layers; without any, layers are not shaded", default: .value([])
    ) {
      reader, draft throws(DocumentError) in draft.lights = try reader.readLights()
    },
    JSONField(
      "animations", JSONSchema.array(of: JSONSchema.reference("animation")),
      "the animations of the scene's lights; layers have their own", default: .value([])
    ) {
      reader, draft throws(DocumentError) in draft.animations = try reader.readAnimations()
    },
  ]

  /// The file as text. Reading it gives the same scene, number for number.
  public var text: String {
    var members: [(key: String, value: JSONValue)] = [
      ("canvas", canvas.json), ("layers", .array(layers.map(\.json))),
    ]
    if !lights.isEmpty { members.append(("lights", .array(lights.map(\.json)))) }
    if !animations.isEmpty { members.append(("animations", .array(animations.map(\.json)))) }
    return JSONValue.object(members).written() + "\n"
  }

  /// The scene in a file with all its resources.
  /// - Parameter name: the file's name, for errors.
  /// - Throws: `DocumentError` for the first fault of form or content, or the error of `resources`, at its path.
  public static func decode(
    _ bytes: [UInt8], name: String, resources: some SceneResources, byteLimit: Int = defaultByteLimit
  ) throws(DocumentError) -> Scene {
    try SceneFile(bytes, name: name, byteLimit: byteLimit).scene(resources: resources)
  }
}

import MeshTransform

/// The published schemas of scene and mesh files (JSON Schema, draft 2020-12), generated from the tables of the
/// readers.
///
/// The readers also check constraints that a schema cannot express: indices refer to vertices, gradient stops increase,
/// a transform list is valid.
public enum SceneSchema {
  /// The schema of ``SceneFile``.
  public static var scene: String {
    document(
      "A scene of meshrender", JSONSchema.object(SceneFile.fields, required: ["canvas", "layers"]),
      definitions: [
        ("layer", JSONSchema.object(LayerDescription.fields)),
        ("light", JSONSchema.object(Light.fields)),
        ("animation", JSONSchema.object(AnimationDraft.fields)),
        ("animationValue", AnimationDraft.valueSchema), ("timing", AnimationDraft.timingSchema),
        ("gradient", JSONSchema.object(Gradient.fields, required: ["stops"])),
        ("color", color),
        (
          "mesh",
          .object([
            (
              "anyOf",
              .array(MeshPreset.all.map(\.schema) + [meshReference, meshObject, patchObject, displacedGrid])
            )
          ])
        ),
      ])
  }

  /// The schema of ``MeshFile``.
  public static var mesh: String {
    document(
      "A mesh of meshrender", .object([("anyOf", .array([meshObject, patchObject]))]), definitions: [])
  }

  private static func document(
    _ title: String, _ schema: JSONValue, definitions: [(key: String, value: JSONValue)]
  ) -> String {
    guard case .object(let members) = schema else { return schema.written() }
    var all: [(key: String, value: JSONValue)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", .string(title)),
    ]
    all += members
    if !definitions.isEmpty { all.append(("$defs", .object(definitions))) }
    return JSONValue.object(all).written()
  }

  private static let color = JSONSchema.any(
    ["type": "string", "description": "a CSS color"],
    JSONSchema.array(of: JSONSchema.number(0...1), count: 3...4))

  private static let meshReference = JSONSchema.object(
    [("file", JSONSchema.string)] + meshSettings + displacement, required: ["file"])

  /// The keys that apply to every mesh, whatever its source.
  fileprivate static var meshSettings: [(key: String, value: JSONValue)] {
    let names = Mesh.FaceInterpolation.allCases.map { JSONValue.string($0.rawValue) }
    return [
      ("subdivisionSteps", JSONSchema.integer(-1...1_000_000)), ("replicatesEdges", ["type": "boolean"]),
      ("faceInterpolation", ["enum": .array(names)]),
    ]
  }

  /// The keys of an image that displaces a mesh.
  fileprivate static let displacement: [(key: String, value: JSONValue)] =
    [("displacement", JSONSchema.string)]
    + Displacement.properties.map { JSONField($0) }.map { ($0.name, $0.schema) }

  private static let displacedGrid = JSONSchema.object(
    displacement + meshSettings, required: ["displacement"])

  private static var meshObject: JSONValue {
    let single = -Double(Float.greatestFiniteMagnitude)...Double(Float.greatestFiniteMagnitude)
    let indices = JSONSchema.array(of: JSONSchema.integer(0...Double(UInt32.max)), count: 4...4)
    let creases = JSONSchema.array(of: ["type": "number", "minimum": 0.0], count: 4...4)
    let face = JSONSchema.object([("indices", indices), ("creases", creases)], required: ["indices"])
    return JSONSchema.object(
      [
        ("vertices", ["type": "array", "minItems": 1.0, "items": JSONSchema.numbers(5, in: single)]),
        ("faces", ["type": "array", "minItems": 1.0, "items": JSONSchema.any(indices, face)]),
      ] + meshFields, required: ["vertices", "faces"])
  }

  private static var patchObject: JSONValue {
    JSONSchema.object([("bezier", BezierFields.schema)] + meshFields, required: ["bezier"])
  }

  /// The keys of a mesh file besides its vertices and faces.
  private static var meshFields: [(key: String, value: JSONValue)] {
    let names = Mesh.DepthNormalization.allCases.map { JSONValue.string($0.rawValue) }
    return [
      ("depthNormalization", ["enum": .array(names)]),
      ("brightness", ["type": "array", "items": ["type": "number", "minimum": 0.0]]),
    ] + meshSettings
  }
}

extension MeshPreset {
  fileprivate var schema: JSONValue {
    let values = parameters.map { parameter -> (key: String, value: JSONValue) in
      guard parameter.names.isEmpty else {
        let names: JSONValue = ["enum": .array(parameter.names.map(JSONValue.string))]
        return (parameter.name, names.described(parameter.summary, unit: ""))
      }
      let number =
        parameter.isInteger ? JSONSchema.integer(parameter.range) : JSONSchema.number(parameter.range)
      let schema = parameter.isAngle ? JSONSchema.any(number, JSONSchema.string) : number
      return (parameter.name, schema.described(parameter.summary, unit: parameter.unit))
    }
    return JSONSchema.object(
      [("preset", ["const": .string(name)])] + SceneSchema.meshSettings + SceneSchema.displacement
        + values,
      required: ["preset"])
  }
}

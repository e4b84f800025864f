import MeshTransform

/// The published schemas of scene and mesh files (JSON Schema, draft 2020-12), generated from the tables of the
/// readers. Each key has its meaning, unit and default.
///
/// The readers also check constraints that a schema cannot express: indices refer to vertices, gradient stops increase,
/// a transform list is valid.
public enum SceneSchema {
  /// The schema of ``SceneFile``.
  public static var scene: String {
    document(
      "A scene of meshrender", JSONSchema.object(SceneFile.fields),
      definitions: [
        ("layer", JSONSchema.object(LayerDescription.fields)),
        ("light", JSONSchema.object(Light.fields)),
        ("animation", JSONSchema.object(AnimationDraft.fields)),
        ("animationValue", AnimationDraft.valueSchema), ("timing", AnimationDraft.timingSchema),
        ("gradient", JSONSchema.object(Gradient.fields)),
        ("color", color),
        (
          "mesh",
          .object([
            (
              "anyOf",
              .array(
                MeshPreset.all.map(\.schema) + [
                  meshReference, lensObject, pointObject, pageObject, mapObject, meshObject, triangleObject,
                  patchObject, displacedGrid,
                ])
            )
          ])
        ),
      ])
  }

  /// The schema of ``MeshFile``.
  public static var mesh: String {
    document(
      "A mesh of meshrender",
      .object([("anyOf", .array([meshObject, triangleObject, patchObject, attachmentObject]))]),
      definitions: [])
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
    ["type": "string", "description": "A CSS color."],
    .object([
      ("type", "array"), ("items", JSONSchema.number(0...1)), ("minItems", 3), ("maxItems", 4),
      ("description", "Red, green, blue and, unless it is 1, alpha."),
    ]))

  private static let meshReference = JSONSchema.object(
    [MeshKeys.file, MeshKeys.morph] + MeshKeys.placement + MeshKeys.settings(isFile: true)
      + MeshKeys.displacement())

  private static let pointObject = JSONSchema.object(
    [MeshKeys.points] + MeshKeys.settings() + MeshKeys.displacement())
  private static let pageObject = JSONSchema.object(
    [MeshKeys.page] + MeshKeys.settings() + MeshKeys.displacement())
  private static let lensObject = JSONSchema.object(
    [MeshKeys.lens] + MeshKeys.settings() + MeshKeys.displacement())

  private static let mapObject = JSONSchema.object(
    MeshKeys.map + MeshKeys.settings() + MeshKeys.displacement())

  private static let displacedGrid = JSONSchema.object(
    MeshKeys.displacement(isRequired: true) + MeshKeys.settings())

  private static var meshObject: JSONValue {
    JSONSchema.object(MeshKeys.inPlace + [MeshKeys.triangles] + MeshKeys.details)
  }

  /// Triangles in place of faces.
  private static var triangleObject: JSONValue {
    JSONSchema.object([MeshKeys.inPlace[0], MeshKeys.triangles(.required)] + MeshKeys.details)
  }

  /// A mesh attachment has the fields that Spine and DragonBones write.
  private static let attachmentObject: JSONValue = [
    "type": "object", "required": ["uvs", "vertices", "triangles"],
    "description": "A mesh attachment as Spine and DragonBones write it, with its deform keys.",
  ]

  private static var patchObject: JSONValue { JSONSchema.object([MeshKeys.bezier] + MeshKeys.details) }
}

extension MeshPreset {
  fileprivate var schema: JSONValue {
    let preset = JSONKey(
      "preset", ["const": .string(name)], summary, default: .required)
    return JSONSchema.object(
      [preset] + MeshKeys.settings() + MeshKeys.displacement() + MeshKeys.parameters(of: self))
  }
}

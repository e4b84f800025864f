import MeshTransform

/// An object of a file with its keys.
struct ReferenceObject {
  /// The name that other keys refer to.
  let name: String
  /// The place of its keys in a file.
  let path: String
  let summary: String
  let keys: [JSONKey]

  static var all: [ReferenceObject] { scene + meshes + animations }

  private static var scene: [ReferenceObject] {
    [
      ReferenceObject("scene", "", "the scene file as a whole", SceneFile.fields),
      ReferenceObject("canvas", "canvas", "the canvas of a scene", CanvasDescription.fields),
      ReferenceObject(
        "layer", "layers[]", "a layer, its mask, its back or a sublayer", LayerDescription.fields),
      ReferenceObject(
        "contents", "layers[].contents",
        "the content of a layer: one of image, text, color, gradient, sequence, video and stream; a text may have a color, too",
        ContentsDraft.fields),
      ReferenceObject(
        "outline", "layers[].contents.outline", "an outline around letters", ContentsDraft.outline),
      ReferenceObject("gradient", "layers[].contents.gradient", "a gradient", Gradient.fields),
      ReferenceObject(
        "stop", "layers[].contents.gradient.stops[]", "a color of a gradient", Gradient.Stop.fields),
      ReferenceObject("border", "layers[].border", "the border of a layer", LayerDescription.border),
      ReferenceObject("surface", "layers[].surface", "the reflection of light by a layer", Surface.fields),
      ReferenceObject("light", "lights[]", "a light of the scene, or of a layer's sublayers", Light.fields),
    ]
  }

  private static var meshes: [ReferenceObject] {
    let place = "layers[].mesh"
    return [
      ReferenceObject(
        "preset", place, "a mesh from a preset, whose parameters are further keys",
        [MeshKeys.preset] + MeshKeys.settings() + MeshKeys.displacement()),
      ReferenceObject(
        "meshReference", place, "a mesh from a file",
        [MeshKeys.file, MeshKeys.morph] + MeshKeys.placement + MeshKeys.settings(isFile: true)
          + MeshKeys.displacement()),
      ReferenceObject(
        "lensMesh", place, "a mesh from the calibration file of a lens",
        [MeshKeys.lens] + MeshKeys.settings() + MeshKeys.displacement()),
      ReferenceObject("lensFile", "\(place).lens", "a lens", LensDescription.fields),
      ReferenceObject(
        "pointMesh", place, "a mesh from measured points",
        [MeshKeys.points] + MeshKeys.settings() + MeshKeys.displacement()),
      ReferenceObject("points", "\(place).points", "measured points", FitDescription.fields),
      ReferenceObject(
        "pageMesh", place, "a mesh that makes a photographed page flat",
        [MeshKeys.page] + MeshKeys.settings() + MeshKeys.displacement()),
      ReferenceObject("page", "\(place).page", "a page in a photo", PageDescription.fields),
      ReferenceObject(
        "measuredMap", place, "a map of positions, which another program may have measured",
        MeshKeys.map + MeshKeys.settings() + MeshKeys.displacement()),
      ReferenceObject(
        "displacedMesh", place, "a flat mesh that an image displaces",
        MeshKeys.displacement(isRequired: true) + MeshKeys.settings()),
      ReferenceObject(
        "mesh", place, "an inline mesh, or a mesh file",
        MeshKeys.inPlace + [MeshKeys.triangles] + MeshKeys.details),
      ReferenceObject("face", "\(place).faces[]", "a face with creases", MeshKeys.face),
      ReferenceObject(
        "patches", place, "an inline mesh of Bezier patches, or a mesh file",
        [MeshKeys.bezier] + MeshKeys.details),
      ReferenceObject("bezier", "\(place).bezier", "Bezier patches", BezierFields.fields),
    ]
  }

  private static var animations: [ReferenceObject] {
    [
      ReferenceObject(
        "animation", "layers[].animations[]", "an animation of a layer, of the scene or in a group",
        AnimationDraft.fields),
      ReferenceObject("spring", "layers[].animations[].spring", "a spring", Spring.fields),
      ReferenceObject(
        "event", "layers[].animations[].gestures[]",
        "an event of recorded gestures; a line of a file of gestures",
        EventDescription.fields),
    ]
  }

  private init(_ name: String, _ path: String, _ summary: String, _ keys: [JSONKey]) {
    (self.name, self.path, self.summary, self.keys) = (name, path, summary, keys)
  }

  private init<Target>(_ name: String, _ path: String, _ summary: String, _ fields: [JSONField<Target>]) {
    self.init(name, path, summary, fields.map(\.key))
  }

  var json: JSONValue {
    [
      "name": .string(name), "path": .string(path), "summary": .string(summary.sentence),
      "keys": .array(keys.map { $0.reference(path: path.isEmpty ? $0.name : "\(path).\($0.name)") }),
    ]
  }
}

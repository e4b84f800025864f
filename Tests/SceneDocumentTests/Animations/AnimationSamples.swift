import MeshTransform
import SceneDocument

/// The animated scene of a file's text.
func animated(
  _ text: String, _ resources: MadeUpResources = MadeUpResources()
) throws(DocumentError) -> AnimatedScene {
  try SceneFile(Array(text.utf8), name: "s.json").animatedScene(resources: resources)
}

/// A scene of one layer of 10x20 points with these animations.
func scene(animations: String, layer: String = "", more: String = "") -> String {
  scene(
    layer: "\"bounds\": [0,0,10,20], \(layer)\(layer.isEmpty ? "" : ", ")\"animations\": [\(animations)]",
    more: more)
}

/// The model's animations of one layer.
func animations(_ text: String, layer: String = "", more: String = "") throws -> [Animation] {
  try animated(scene(animations: text, layer: layer, more: more)).animations[LayerPath(0)] ?? []
}

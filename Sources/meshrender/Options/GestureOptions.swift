import ArgumentParser
import ImageFiles
import MeshTransform
import SceneDocument

/// A recorded gesture track that has moved a layer.
struct GestureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Move the layer by a recorded track of pans, pinches and rotations, JSON Lines such as "
        + "{\"time\": 0.1, \"translation\": [3, 0]}; a picture shows its final place.", valueName: "file"))
  var gestures: String?

  @Option(
    help: ArgumentHelp("The layer of a scene that --gestures moves. Default: the first.", valueName: "name"))
  var gesturesLayer: String?

  func validate() throws {
    if gesturesLayer != nil, gestures == nil {
      throw ValidationError("--gestures-layer needs --gestures; use both.")
    }
  }

  /// The flag that may name standard input, with its value.
  var files: [(flag: String, value: String?)] { [("--gestures", gestures)] }

  /// Applies the track to the scene; without a track the scene is unchanged.
  func apply(to scene: inout Scene) throws(Failure) {
    guard let (track, path) = try track(in: scene) else { return }
    guard scene.apply(track.final, to: path) else {
      throw Failure(
        .badData,
        "the gestures cannot move layer \(scene.name(of: path).excerpt): its superlayer's sublayerTransform "
          + "has no inverse")
    }
  }

  /// The track and the layer that it moves; nil when none is given.
  func track(in scene: Scene) throws(Failure) -> (track: GestureTrack, layer: LayerPath)? {
    guard let gestures else { return nil }
    let file = InputFile(argument: gestures)
    InputList.add(file)
    let bytes = try file.readDocument(limit: MeshFile.defaultByteLimit)
    let track: GestureTrack
    do { track = try GestureFile.decode(bytes, name: file.description) } catch { throw Failure(error) }
    guard let path = gesturesLayer.map({ scene.path(named: $0) }) ?? LayerPath(0), scene.contains(path) else {
      throw Failure(
        .usage,
        "--gestures-layer: the scene has no layer '\((gesturesLayer ?? "").excerpt)'; its layers are "
          + scene.layersDepthFirst.prefix(10).map { scene.name(of: $0.path).excerpt }.joined(separator: ", "))
    }
    return (track, path)
  }
}

import MeshTransform
import SceneDocument

/// Recorded gestures, JSON Lines: a track that is finite wherever it is asked, or one sentence.
func fuzzGestures(_ input: FuzzInput) {
  do throws(DocumentError) {
    let track = try GestureFile.decode(input.file, name: "g")
    for event in track.events { require(event.time.isFinite, "time \(event.time)") }
  } catch { check(error) }
}

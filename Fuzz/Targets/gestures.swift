import MeshTransform
import SceneDocument

/// Recorded gestures, JSON Lines: a track that is finite wherever it is asked, or one sentence.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do throws(DocumentError) {
    let track = try GestureFile.decode(FuzzInput(start, count).file, name: "g")
    for event in track.events { require(event.time.isFinite, "time \(event.time)") }
  } catch { check(error) }
  return 0
}

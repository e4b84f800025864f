import MeshTransform
import SceneDocument

/// Scene files: what can be read is written and read again with the same text; its model draws, moves and is hit.
func fuzzScene(_ input: FuzzInput) {
  do throws(DocumentError) {
    let file = try SceneFile(input.file, name: "s.json")
    let text = file.text
    do throws(DocumentError) {
      let again = try SceneFile(Array(text.utf8), name: "again.json").text
      require(again == text, "a round trip changes the scene")
    } catch { fatalError("a written scene cannot be read: \(error)") }
    let scene = try file.scene(resources: FuzzResources())
    if case .failure(let error) = Result(catching: { try scene.validate() }) {
      fatalError("a scene that was read is not valid: \(error)")
    }
    if (try? scene.tessellated(limit: 20_000)) != nil {
      _ = HitTester(scene, vertexLimit: 20_000).hits(at: Point(3, 4), limit: 8)
    }
    guard file.isAnimated else { return }
    let moving = try file.animatedScene(resources: FuzzResources())
    for time in [0, 0.3, moving.steadyTime] { _ = try? moving.scene(at: time) }
  } catch { check(error) }
}

/// Resources without files: a picture of 3 by 2 pixels, one mesh, one gesture.
private struct FuzzResources: SceneResources {
  private static let image = Image(
    size: PixelSize(3, 2), alpha: .straight, bytes: [UInt8](repeating: 100, count: 24))

  func image(_ path: String) -> Image { Self.image }
  func meshFile(_ path: String) -> [UInt8] {
    Array(
      #"{"vertices":[[0,0,0,0,0],[1,0,1,0,0.5],[1,1,1,1,0],[0,1,0,1,0]],"faces":[[0,1,2,3]]}"#.utf8)
  }
  func gestureFile(_ path: String) -> [UInt8] { Array(#"{"time": 0.5, "translation": [3, -1]}"#.utf8) }
  func text(_ text: SceneText, scale: Double) -> SceneTextImage {
    SceneTextImage(image: Self.image, size: Size(3, 2))
  }
  func firstFrame(_ content: MovingContent) -> Image { Self.image }
}

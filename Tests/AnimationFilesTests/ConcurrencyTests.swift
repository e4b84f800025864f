import AnimationFiles
import ImageFiles
import MeshTransform
import Testing

@Suite("Frames prepared side by side")
struct ConcurrencyTests {
  /// The bytes are those of one thread for any schedule of threads.
  @Test(arguments: [ClipKind.apng, .webp, .gif, .y4m, .rgba])
  func giveTheSameBytes(_ kind: ClipKind) async throws {
    let folder = try TemporaryFolder()
    let clip = TestClip(90, 70, frames: 12, alpha: kind.hasAlpha ? .premultiplied : .opaque)
    try clip.write(kind, to: folder.file("alone"))
    let encoder = try kind.encoder(for: clip.format(), output: folder.file("together"))
    let frames = try await withThrowingTaskGroup(of: PreparedFrame.self) { group in
      for index in 0..<clip.count {
        group.addTask { try encoder.prepare(clip.frame(index), index: index) }
      }
      return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.index < $1.index }
    }
    for frame in frames { try encoder.append(frame) }
    try encoder.finish()
    #expect(try bytes(of: folder.file("alone")) == bytes(of: folder.file("together")))
  }
}

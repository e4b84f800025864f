import Dispatch
import MeshTransform
import Synchronization
import Testing
import TextImages

/// Texts that several threads draw at the same time.
@Suite struct TextThreadsTests {
  /// Many fonts and sizes, since Cairo keeps a few hundred glyphs of all fonts, and evicts some for each new one.
  @Test func threadsDrawWhatOneThreadDraws() throws {
    let styles = (0..<96).map { index in
      TextStyle(
        font: ["DejaVu Sans", "DejaVu Serif Bold", "DejaVu Sans Mono"][index % 3],
        fontSize: 8 + Double(index / 3), scale: index % 2 == 0 ? 1 : 1.5)
    }
    // An emoji's box has glyphs drawn as images, other texts as outlines.
    let texts = ["Ägypten fi 12", "\u{1F9FF} The quick brown fox", "jumps over 3 lazy dogs"]
    let alone = try styles.map { style in try texts.map { try TextImage.render($0, style: style).image } }
    let different = Mutex<[String]>([])
    for _ in 0..<3 {
      DispatchQueue.concurrentPerform(iterations: styles.count) { index in
        for (text, image) in zip(texts, alone[index]) {
          let drawn = try? TextImage.render(text, style: styles[index]).image
          if drawn != image { different.withLock { $0.append("\(text) \(styles[index])") } }
        }
      }
    }
    #expect(different.withLock { $0 } == [])
  }
}

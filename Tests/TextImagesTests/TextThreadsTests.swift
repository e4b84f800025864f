import Dispatch
import Foundation
import MeshTransform
import Synchronization
import Testing
import TextImages

/// Texts that several threads draw at the same time.
@Suite struct TextThreadsTests {
  /// More fonts than Cairo keeps open, ten: it closes one for each new one.
  @Test func threadsDrawWhatOneThreadDraws() throws {
    let names = ["DejaVuSans", "DejaVuSerif", "DejaVuSansMono", "DejaVuSans-Bold"]
    let files = try (0..<24).map { index in
      let path = "/usr/share/fonts/truetype/dejavu/\(names[index % names.count]).ttf"
      return try FontFile(Array(Data(contentsOf: URL(fileURLWithPath: path))), name: path)
    }
    @Sendable func draw(_ index: Int, _ round: Int) throws -> Image {
      let style = TextStyle(fontFile: files[index], fontSize: Double(10 + round))
      return try TextImage.render("Ägypten fi \(round)", style: style).image
    }
    let rounds = 12
    let alone = try (0..<rounds).map { round in try files.indices.map { try draw($0, round) } }
    let differences = Mutex(0)
    for round in 0..<rounds {
      DispatchQueue.concurrentPerform(iterations: files.count) { index in
        let drawn = try? draw(index, round)
        if drawn != alone[round][index] { differences.withLock { $0 += 1 } }
      }
    }
    #expect(differences.withLock { $0 } == 0)
  }
}

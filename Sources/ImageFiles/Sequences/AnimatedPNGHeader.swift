import MeshTransform

/// The sizes and times of an animated PNG, read from the lengths and the frame controls of its chunks.
///
/// Format: PNG Specification, third edition, section 11.3.6.
package struct AnimatedPNGHeader: Hashable, Sendable {
  package let size: PixelSize
  /// 2 or more.
  package let frameCount: Int
  /// The sum of the frames' delays in seconds.
  package let duration: Double
  /// The number of times that players show the frames; 0 without end.
  package let plays: Int

  /// Browsers show a frame that lasts less than about 1/90 s for 1/10 s.
  package static let fastestRate = 90, rateOfFasterFrames = 10

  /// More chunks than any file of 100,000 frames needs.
  private static let chunkLimit = 1 << 20

  /// Nil for other files and for still PNGs: the control chunk comes before the pixels and counts two frames or more.
  init?(_ file: borrowing FileBytes) {
    var (offset, count, plays, seconds) = (8, 0, 0, 0.0)
    let first = file.bytes(at: offset, count: 33)
    guard first.count == 33, first[4..<8].elementsEqual("IHDR".utf8) else { return nil }
    let size = PixelSize(first[8..<12].bigEndian, first[12..<16].bigEndian)
    for _ in 0..<Self.chunkLimit {
      let head = file.bytes(at: offset, count: 34)
      guard head.count >= 12 else { break }
      let (length, type) = (head[..<4].bigEndian, head[4..<8])
      if type.elementsEqual("acTL".utf8), length == 8, head.count >= 16 {
        (count, plays) = (head[8..<12].bigEndian, head[12..<16].bigEndian)
      } else if type.elementsEqual("fcTL".utf8), length == 26, head.count == 34 {
        let (numerator, denominator) = (head[28..<30].bigEndian, head[30..<32].bigEndian)
        seconds += Self.delay(numerator, denominator == 0 ? 100 : denominator)
      }
      if count < 2, type.elementsEqual("IDAT".utf8) { return nil }
      offset += 12 + length
    }
    guard count >= 2 else { return nil }
    (self.size, frameCount, duration, self.plays) = (size, count, seconds, plays)
  }

  /// As FFmpeg computes it: the rate is rounded down.
  private static func delay(_ numerator: Int, _ denominator: Int) -> Double {
    guard numerator > 0, denominator / numerator <= fastestRate else { return 1 / Double(rateOfFasterFrames) }
    return Double(numerator) / Double(denominator)
  }
}

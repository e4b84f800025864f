import MeshTransform

/// Measurements of a drawn text.
struct Ink {
  let size: PixelSize
  private let bytes: [UInt8]

  init(_ image: Image) { (size, bytes) = (image.size, image.bytes) }

  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let start = 4 * (y * size.width + x)
    return Array(bytes[start..<start + 4])
  }
  func alpha(_ x: Int, _ y: Int) -> Int { Int(bytes[4 * (y * size.width + x) + 3]) }

  /// Sum of coverage, in pixels.
  var area: Double { stride(from: 3, to: bytes.count, by: 4).reduce(0) { $0 + Double(bytes[$1]) } / 255 }

  /// First and last column with ink among the rows; nil when there is none.
  func columns(in rows: Range<Int>? = nil) -> ClosedRange<Int>? {
    span(size.width) { x in (rows ?? 0..<size.height).contains { alpha(x, $0) > 0 } }
  }
  func rows() -> ClosedRange<Int>? {
    span(size.height) { y in (0..<size.width).contains { alpha($0, y) > 0 } }
  }

  /// The runs of rows that contain ink: one per line, if no line has gaps.
  func lines() -> [Range<Int>] {
    var lines: [Range<Int>] = []
    for y in 0..<size.height where (0..<size.width).contains(where: { alpha($0, y) > 0 }) {
      if let last = lines.last, last.upperBound == y {
        lines[lines.count - 1] = last.lowerBound..<y + 1
      } else {
        lines.append(y..<y + 1)
      }
    }
    return lines
  }

  private func span(_ count: Int, _ hasInk: (Int) -> Bool) -> ClosedRange<Int>? {
    guard let first = (0..<count).first(where: hasInk), let last = (0..<count).last(where: hasInk) else {
      return nil
    }
    return first...last
  }
}

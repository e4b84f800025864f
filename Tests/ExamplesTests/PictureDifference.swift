import MeshTransform

/// How far two pictures are apart, as an eye would judge: premultiplied channels in 0...255.
struct PictureDifference: CustomStringConvertible {
  /// The mean over all channels of all pixels.
  let mean: Double
  /// The largest change of a channel's mean over a square of 4 x 4 pixels. Single samples of an edge, which round
  /// differently on another CPU, vanish in it; light, color and place do not.
  let worstBlock: Double
  /// The top left pixel of that square.
  let place: (x: Int, y: Int)

  private static let side = 4

  /// Pictures of different sizes differ without bound.
  init(_ actual: Image, _ expected: Image) {
    guard actual.size == expected.size else {
      (mean, worstBlock, place) = (.infinity, .infinity, (0, 0))
      return
    }
    let (a, b) = (actual.premultiplied().bytes, expected.premultiplied().bytes)
    let (width, height) = (actual.size.width, actual.size.height)
    var (total, worst, place) = (0, 0.0, (x: 0, y: 0))
    for top in stride(from: 0, to: height, by: Self.side) {
      for left in stride(from: 0, to: width, by: Self.side) {
        let (bottom, right) = (min(top + Self.side, height), min(left + Self.side, width))
        var sums = SIMD4<Int>()
        for y in top..<bottom {
          for x in left..<right {
            for channel in 0..<4 {
              let i = 4 * (y * width + x) + channel
              let delta = Int(a[i]) - Int(b[i])
              total += abs(delta)
              sums[channel] += delta
            }
          }
        }
        let count = Double((bottom - top) * (right - left))
        for channel in 0..<4 where Double(abs(sums[channel])) / count > worst {
          (worst, place) = (Double(abs(sums[channel])) / count, (left, top))
        }
      }
    }
    (mean, worstBlock, self.place) = (Double(total) / Double(a.count), worst, place)
  }

  var isNone: Bool { mean == 0 }
  /// Small enough to be another CPU's rounding.
  var isInvisible: Bool { mean <= 0.15 && worstBlock <= 12 }

  var description: String {
    "mean difference \(mean) of 255, worst 4x4 square \(worstBlock) at [\(place.x), \(place.y)]"
  }
}

extension Image {
  /// Every channel of every pixel by its column, row and number.
  func mapChannels(_ body: (_ x: Int, _ y: Int, _ channel: Int) -> UInt8) -> Image {
    var bytes = bytes
    for y in 0..<size.height {
      for x in 0..<size.width {
        for channel in 0..<4 { bytes[4 * (y * size.width + x) + channel] = body(x, y, channel) }
      }
    }
    return Image(size: size, alpha: alpha, bytes: bytes)
  }

  func channel(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 { bytes[4 * (y * size.width + x) + channel] }
}

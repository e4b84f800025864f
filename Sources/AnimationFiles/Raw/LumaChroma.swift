import MeshTransform

/// Red, green and blue as luma and two color differences, 8 bits each in the limited range (ITU-R BT.601-7 and
/// BT.709-6): `Y = 16 + 219·(Kr·R + Kg·G + Kb·B)`, `Cb = 128 + 112·(B − L) / (1 − Kb)`, `Cr = 128 + 112·(R − L) /
/// (1 − Kr)`, for R, G, B in 0...1 and L the luma in brackets.
struct LumaChroma: Sendable {
  private let chroma: ClipOptions.Chroma
  private let luma: Weights, blue: Weights, red: Weights

  /// The weights of one sample in units of 2^-20: rounding to 8 bits errs only if a sum is within a thousandth of a
  /// half.
  private struct Weights: Sendable {
    let (r, g, b): (Int32, Int32, Int32)
    let offset: Int32

    init(_ r: Double, _ g: Double, _ b: Double, offset: Int32) {
      let unit = Double(1 << 20) / 255
      (self.r, self.g) = (Int32((r * unit).rounded()), Int32((g * unit).rounded()))
      // The weights add up to their rounded sum, so gray and white are exact.
      self.b = Int32(((r + g + b) * unit).rounded()) - self.r - self.g
      self.offset = offset << 20
    }

    /// The sample for the sum of `1 << shift` pixels.
    @inline(__always) func sample(_ r: Int32, _ g: Int32, _ b: Int32, shift: Int32) -> UInt8 {
      let half: Int32 = 1 << (19 &+ shift)
      let sum = self.r &* r &+ self.g &* g &+ self.b &* b
      return UInt8(truncatingIfNeeded: (sum &+ (offset << shift) &+ half) >> (20 &+ shift))
    }
  }

  init(_ matrix: ClipOptions.ColorMatrix, chroma: ClipOptions.Chroma) {
    self.chroma = chroma
    let (kr, kb) = matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let kg = 1 - kr - kb
    luma = Weights(219 * kr, 219 * kg, 219 * kb, offset: 16)
    blue = Weights(-112 * kr / (1 - kb), -112 * kg / (1 - kb), 112, offset: 128)
    red = Weights(112, -112 * kg / (1 - kr), -112 * kb / (1 - kr), offset: 128)
  }

  /// `head`, then the planes of luma, Cb and Cr, without alpha.
  func planes(of image: Image, after head: [UInt8]) -> [UInt8] {
    let (width, height) = (image.size.width, image.size.height)
    let (columns, rows) =
      switch chroma {
      case .full: (width, height)
      case .quarter: ((width + 1) / 2, (height + 1) / 2)
      case .none: (0, 0)
      }
    let count = head.count + width * height + 2 * columns * rows
    return [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      _ = target.initialize(from: head)
      let (y, cb) = (head.count, head.count + width * height)
      let cr = cb + columns * rows
      image.bytes.withUnsafeBufferPointer { pixels in
        for i in 0..<width * height {
          let (r, g, b) = (Int32(pixels[4 * i]), Int32(pixels[4 * i + 1]), Int32(pixels[4 * i + 2]))
          target[y + i] = luma.sample(r, g, b, shift: 0)
          guard chroma == .full else { continue }
          target[cb + i] = blue.sample(r, g, b, shift: 0)
          target[cr + i] = red.sample(r, g, b, shift: 0)
        }
        guard chroma == .quarter else { return }
        for row in 0..<rows {
          for column in 0..<columns {
            let (r, g, b) = Self.sumOfFour(pixels, column, row, width, height)
            target[cb + row * columns + column] = blue.sample(r, g, b, shift: 2)
            target[cr + row * columns + column] = red.sample(r, g, b, shift: 2)
          }
        }
      }
      initialized = count
    }
  }

  /// The sum of the two by two pixels of a chroma sample; the last column and row count twice when a side is odd.
  private static func sumOfFour(
    _ pixels: UnsafeBufferPointer<UInt8>, _ column: Int, _ row: Int, _ width: Int, _ height: Int
  ) -> (Int32, Int32, Int32) {
    var sum: (Int32, Int32, Int32) = (0, 0, 0)
    for y in [2 * row, min(2 * row + 1, height - 1)] {
      for x in [2 * column, min(2 * column + 1, width - 1)] {
        let i = 4 * (y * width + x)
        sum.0 += Int32(pixels[i])
        sum.1 += Int32(pixels[i + 1])
        sum.2 += Int32(pixels[i + 2])
      }
    }
    return sum
  }
}

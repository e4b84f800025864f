import ImageFiles
import MeshTransform

/// Red, green and blue as luma and two color differences, 8 bits each (ITU-R BT.601-7, BT.709-6 and BT.2020-2).
///
/// In the limited range `Y = 16 + 219·L`, `Cb = 128 + 112·(B − L) / (1 − Kb)`, `Cr = 128 + 112·(R − L) / (1 − Kr)`, for
/// R, G, B in 0...1 and L = Kr·R + Kg·G + Kb·B. In the full range 0, 255 and 127.5 replace 16, 219 and 112, and 255.5
/// becomes 255.
struct LumaChroma: Sendable {
  private let chroma: ClipOptions.Chroma
  private let luma: Weights, blue: Weights, red: Weights

  /// The weights of one sample in units of 2^-20: rounding to 8 bits errs only if a sum is within a thousandth of a
  /// half.
  private struct Weights: Sendable {
    let (r, g, b): (Int, Int, Int)
    let offset: Int

    init(_ r: Double, _ g: Double, _ b: Double, offset: Int) {
      let unit = Double(1 << 20) / 255
      (self.r, self.g) = (Int(clamping: (r * unit).rounded()), Int(clamping: (g * unit).rounded()))
      // The weights add up to their rounded sum, so gray and white are exact.
      self.b = Int(clamping: ((r + g + b) * unit).rounded()) - self.r - self.g
      self.offset = offset << 20
    }

    /// The sample for the sum of `1 << shift` pixels.
    @inline(__always) func sample(_ sum: SIMD4<Int>, shift: Int) -> UInt8 {
      let half = 1 << (19 &+ shift)
      let total = r &* sum.x &+ g &* sum.y &+ b &* sum.z
      return UInt8(truncatingIfNeeded: min((total &+ (offset << shift) &+ half) >> (20 &+ shift), 255))
    }
  }

  init(_ matrix: FrameSource.ColorMatrix, _ range: FrameSource.ColorRange, chroma: ClipOptions.Chroma) {
    self.chroma = chroma
    let (kr, kb) = matrix.weights
    let kg = 1 - kr - kb
    let (black, span, half) = range == .full ? (0, 255.0, 127.5) : (16, 219.0, 112.0)
    luma = Weights(span * kr, span * kg, span * kb, offset: black)
    blue = Weights(-half * kr / (1 - kb), -half * kg / (1 - kb), half, offset: 128)
    red = Weights(half, -half * kg / (1 - kr), -half * kb / (1 - kr), offset: 128)
  }

  /// `head`, then the planes of luma, Cb and Cr, without alpha.
  func planes(of image: Image, after head: [UInt8]) -> [UInt8] {
    let size = image.size
    let sites = chroma.sites
    let (columns, rows) = sites.map { $0.planeSize(size) } ?? (0, 0)
    let count = head.count + size.area + 2 * columns * rows
    return [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      _ = target.initialize(from: head)
      let cb = head.count + size.area
      let cr = cb + columns * rows
      image.bytes.withUnsafeBufferPointer { bytes in
        let pixels = ChromaPixels(bytes: bytes, size: size)
        for i in 0..<size.area {
          target[head.count + i] = luma.sample(pixels.color(i), shift: 0)
        }
        guard let sites else { return }
        for row in 0..<rows {
          for column in 0..<columns {
            let i = row * columns + column
            target[cb + i] = sample(blue, pixels, sites.columns, sites.blueRows, column, row)
            target[cr + i] = sample(red, pixels, sites.columns, sites.redRows, column, row)
          }
        }
      }
      initialized = count
    }
  }

  @inline(__always) private func sample(
    _ weights: Weights, _ pixels: ChromaPixels, _ columns: ChromaSite, _ rows: ChromaSite, _ column: Int,
    _ row: Int
  ) -> UInt8 {
    weights.sample(pixels.sum(columns, rows, column, row), shift: columns.shift + rows.shift)
  }
}

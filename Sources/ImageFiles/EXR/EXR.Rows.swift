import CheckedNumbers
import MeshTransform

extension EXR {
  /// Converts the samples of a file to the pixels of a picture, band by band.
  struct Rows {
    /// RGBA with straight alpha; transparent where the file has no data.
    private(set) var bytes: [UInt8]
    private(set) var isOpaque: Bool
    /// Whether light of a visible pixel was above 1.
    private(set) var isClipped = false
    private let reader: EXRFile.Reader
    private let channels: [String]
    private let hasAlpha: Bool
    private let curve: LightCurve
    private let depth: Image.Depth

    /// About the number of samples of a band.
    static let bandSamples = 1 << 22
    /// Light that rounding of halves brings above 1 is not brighter than 1.
    private static let brightest: Float = 1.001

    init(_ reader: EXRFile.Reader, _ picture: Channels, curve: LightCurve, _ depth: Image.Depth) {
      let (display, data) = (reader.header.displayWindow, reader.header.dataWindow)
      bytes = [UInt8](repeating: 0, count: depth.bytesPerPixel * display.size.area)
      isOpaque = data.contains(display)
      (self.reader, self.curve, self.depth) = (reader, curve, depth)
      channels = picture.colors + (picture.alpha.map { [$0] } ?? [])
      hasAlpha = picture.alpha != nil
    }

    mutating func read() throws(ImageFileError) {
      let (display, data) = (reader.header.displayWindow, reader.header.dataWindow)
      let lines = display.lines.clamped(to: data.lines)
      guard !lines.isEmpty, display.columns.overlaps(data.columns) else { return }
      let block = reader.header.compression.lineCount
      let most = max(Self.bandSamples / (channels.count * data.size.width) / block, 1) * block
      var next = lines.lowerBound - data.y
      while next < lines.upperBound - data.y {
        // Bands end where blocks end.
        let band = next..<min(next / block * block + most, lines.upperBound - data.y)
        try read(band)
        next = band.upperBound
      }
    }

    /// - Parameter band: lines of the data window.
    private mutating func read(_ band: Range<Int>) throws(ImageFileError) {
      let samples = try reader.read(lines: band, channels: channels)
      let (display, data) = (reader.header.displayWindow, reader.header.dataWindow)
      let columns = display.columns.clamped(to: data.columns)
      let (stride, pixelBytes) = (channels.count, depth.bytesPerPixel)
      let converter = PixelConverter(stride: stride, hasAlpha: hasAlpha, curve: curve)
      let depth = depth
      let found = bytes.withUnsafeMutableBytes { bytes in
        samples.withUnsafeBufferPointer { samples in
          // Every thread writes its own lines; both buffers have all pixels of the loop.
          nonisolated(unsafe) let (bytes, samples) = (bytes, samples)
          return mapBlocks(band.count, of: 16) { range in
            var found = PixelConverter.Findings()
            for line in range {
              let row = data.y + band.lowerBound + line - display.y
              let source = (line * data.size.width + columns.lowerBound - data.x) * stride
              let target = (row * display.size.width + columns.lowerBound - display.x) * pixelBytes
              for column in 0..<columns.count {
                let pixel = converter.pixel(samples.baseAddress! + source + column * stride, &found)
                let offset = target + column * pixelBytes
                switch depth {
                case .eight:
                  bytes.storeBytes(
                    of: SIMD4<UInt8>(clamping: pixel * 255 + 0.5), toByteOffset: offset, as: SIMD4<UInt8>.self
                  )
                case .sixteen:
                  bytes.storeBytes(
                    of: SIMD4<UInt16>(clamping: pixel * 65_535 + 0.5), toByteOffset: offset,
                    as: SIMD4<UInt16>.self)
                }
              }
            }
            return found
          }
        }
      }
      isOpaque = isOpaque && found.allSatisfy(\.isOpaque)
      isClipped = isClipped || found.contains(where: \.isClipped)
    }

    /// Converts the samples of a pixel to encoded RGBA with straight alpha, 0...1.
    private struct PixelConverter {
      let stride: Int
      let hasAlpha: Bool
      let curve: LightCurve

      struct Findings {
        var isOpaque = true, isClipped = false
      }

      @inline(__always)
      func pixel(_ samples: UnsafePointer<Float>, _ found: inout Findings) -> SIMD4<Float> {
        var alpha: Float = 1
        if hasAlpha {
          alpha = samples[stride - 1]
          // Also where it is NaN.
          guard alpha > 0 else {
            found.isOpaque = false
            return .zero
          }
          alpha = min(alpha, 1)
        }
        if alpha < 1 { found.isOpaque = found.isOpaque && alpha * 65_535 + 0.5 >= 65_535 }
        func value(_ channel: Int) -> Float {
          let light = alpha == 1 ? samples[channel] : samples[channel] / alpha
          if light > Rows.brightest { found.isClipped = true }
          return curve.encoded(light)
        }
        let red = value(0)
        return stride >= 3 ? SIMD4(red, value(1), value(2), alpha) : SIMD4(red, red, red, alpha)
      }
    }
  }
}

extension EXRFile.Window {
  /// The numbers of its columns and lines.
  package var columns: Range<Int> { x..<x + size.width }
  package var lines: Range<Int> { y..<y + size.height }

  func contains(_ other: EXRFile.Window) -> Bool {
    columns.lowerBound <= other.columns.lowerBound && columns.upperBound >= other.columns.upperBound
      && lines.lowerBound <= other.lines.lowerBound && lines.upperBound >= other.lines.upperBound
  }
}

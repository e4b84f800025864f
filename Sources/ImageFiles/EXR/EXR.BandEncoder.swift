import MeshTransform

extension EXR {
  /// Converts the pixels of a picture to premultiplied linear light.
  struct BandEncoder {
    private let hasAlpha: Bool
    private let depth: Image.Depth
    private let name: String
    /// The light of each encoded value.
    private let light: [Float]
    /// Whether pixels are converted to sRGB first.
    private let converts: Bool
    /// The primaries of the light; nil for those of sRGB.
    private let chromaticities: ColorProfile.Chromaticities?

    /// - Parameter name: the name of the file in errors and warnings.
    init(hasAlpha: Bool, _ depth: Image.Depth, _ profile: ColorProfile?, name: String) {
      (self.hasAlpha, self.depth, self.name) = (hasAlpha, depth, name)
      var curve = LightCurve.Encoding.sRGB
      switch (profile ?? .sRGB).encoding {
      case .sRGB: (converts, chromaticities) = (false, nil)
      case .code, .icc: (converts, chromaticities) = (true, nil)
      case .measured(let gamma, let primaries):
        (converts, chromaticities) = (false, primaries)
        if let gamma, gamma > 0 { curve = .power(Double(gamma) / 100_000) }
      }
      light = LightCurve.decoded(curve, depth)
    }

    /// The header of a file of halves.
    func header(_ size: PixelSize, _ density: PixelDensity?) -> EXRFile.Header {
      let channels = ["R", "G", "B"] + (hasAlpha ? ["A"] : [])
      return EXRFile.Header(
        dataWindow: EXRFile.Window(size: size), channels: channels.map { EXRFile.Header.Channel($0, .half) },
        chromaticities: chromaticities, density: density)
    }

    /// Appends the rows of a band, about a million pixels at a time.
    /// - Precondition: the band has the depth of the picture.
    /// - Returns: the losses of the band in the file.
    func append(_ band: Image, to writer: EXRFile.Writer) throws(ImageFileError) -> [ImageWarning] {
      precondition(band.depth == depth, "bands have the depth of the picture")
      let step = max((1 << 20) / band.size.width / 16, 1) * 16
      var warnings: [ImageWarning] = []
      for first in stride(from: 0, to: band.size.height, by: step) {
        var rows = band.rows(first..<min(first + step, band.size.height)).straightened()
        if converts { (rows, warnings) = try rows.converted(to: .sRGB, name: name) }
        try writer.append(samples(rows))
      }
      return warnings
    }

    /// - Parameter rows: with straight alpha.
    private func samples(_ rows: Image) -> [Float] {
      let (count, most, stride, depth) = (rows.size.area, Float(depth.largestValue), hasAlpha ? 4 : 3, depth)
      return [Float](unsafeUninitializedCapacity: stride * count) { samples, filled in
        rows.bytes.withUnsafeBytes { bytes in
          light.withUnsafeBufferPointer { light in
            for index in 0..<count {
              let pixel =
                depth == .sixteen
                ? bytes.loadUnaligned(fromByteOffset: 8 * index, as: SIMD4<UInt16>.self)
                : SIMD4<UInt16>(
                  truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: 4 * index, as: SIMD4<UInt8>.self))
              let alpha = stride == 4 ? Float(pixel.w) / most : 1
              for channel in 0..<3 { samples[stride * index + channel] = light[Int(pixel[channel])] * alpha }
              if stride == 4 { samples[stride * index + 3] = alpha }
            }
          }
        }
        filled = stride * count
      }
    }
  }
}

extension Image {
  /// Some rows, unchanged.
  fileprivate func rows(_ rows: Range<Int>) -> Image {
    if rows == 0..<size.height { return self }
    let stride = depth.bytesPerPixel * size.width
    return Image(
      size: PixelSize(size.width, rows.count), alpha: alpha, depth: depth,
      bytes: Array(bytes[rows.lowerBound * stride..<rows.upperBound * stride]), colorProfile: colorProfile,
      pixelDensity: pixelDensity)
  }
}

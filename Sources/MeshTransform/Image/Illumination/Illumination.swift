/// The light on a photographed page: a smooth estimate of the color of its blank paper at each place.
///
/// The paper of a cell, one of about a thousand, is the mean of its bright pixels; dark cells among bright ones, which ink covers,
/// take the light of their neighbors. Colors are divided by the light: paper becomes white, and ink keeps its contrast.
struct Illumination: Sendable {
  private let cells: CellGrid
  /// Of linear light; empty where there is no paper.
  private let light: [SIMD4<Float>]

  /// The least light in parts of that of the cells around: what is darker is a picture on the page.
  private static let darkest: Float = 0.7

  /// Estimates the light of a photo.
  /// - Parameters:
  ///   - image: colors are decoded as sRGB.
  ///   - isPage: whether a place of the image, 0...1 on both axes, is on the page; what is around it has no influence.
  /// - Complexity: O(pixels), on all cores.
  init(of image: Image, where isPage: (Point) -> Bool = { _ in true }) {
    let cells = CellGrid(image.size)
    self.cells = cells
    let isUsed = (0..<cells.count).map { isPage(cells.center($0)) }
    let image = image.alpha == .premultiplied ? image.straightened() : image
    let papers =
      switch image.depth {
      case .eight: Self.papers(of: image, UInt8.self, cells, isUsed)
      case .sixteen: Self.papers(of: image, UInt16.self, cells, isUsed)
      }
    guard papers.contains(where: { $0 != nil }) else {
      light = []
      return
    }
    let filled = cells.filled(papers)
    // Around a smooth light, since the border of a slope would be closed to what is inside.
    let smooth = cells.smoothLuminances(filled, where: isUsed) ?? filled.map { _ in 1 }
    let parts = zip(filled, smooth).map { $0 / $1 }
    let closed = cells.eroded(cells.dilated(parts)).map { color in
      color * max(1, Self.darkest / max(Self.luminance(color), 1e-3))
    }
    light = zip(cells.blurred(closed), smooth).map { color, smooth in
      // No light at all would divide by zero.
      (color * smooth).clamped(lowerBound: SIMD4(repeating: 1e-3), upperBound: SIMD4(repeating: 1))
    }
  }

  /// The image without the differences of the light, whose paper is white.
  /// - Precondition: the image is the one of which this is the light.
  func removed(from image: Image) -> Image {
    guard !light.isEmpty else { return image }
    let image = image.alpha == .premultiplied ? image.straightened() : image
    let bytes =
      switch image.depth {
      case .eight: divided(image, UInt8.self)
      case .sixteen: divided(image, UInt16.self)
      }
    return Image(
      size: image.size, alpha: image.alpha, depth: image.depth, bytes: bytes,
      colorProfile: image.colorProfile,
      pixelDensity: image.pixelDensity)
  }

  /// The pixels with colors divided by the light.
  private func divided<Code: ColorCode>(_ image: Image, _: Code.Type) -> [UInt8] {
    let (width, stride) = (image.size.width, MemoryLayout<SIMD4<Code>>.stride)
    return [UInt8](unsafeUninitializedCapacity: image.bytes.count) { bytes, count in
      // Every byte is written: each row writes its own pixels.
      nonisolated(unsafe) let target = UnsafeMutableRawBufferPointer(bytes)
      image.bytes.withUnsafeBytes { source in
        nonisolated(unsafe) let source = source
        inParallel(image.size.height, grainSize: 16) { rows in
          for row in rows {
            let values = cells.values(of: light, inRow: row)
            for column in 0..<width {
              let offset = stride * (row * width + column)
              let texel = source.loadUnaligned(fromByteOffset: offset, as: SIMD4<Code>.self)
              var result = Code.encoded(Code.light(texel) / values[column])
              result.w = texel.w
              target.storeBytes(of: result, toByteOffset: offset, as: SIMD4<Code>.self)
            }
          }
        }
      }
      count = image.bytes.count
    }
  }

  /// The mean of the bright pixels of each used cell; nil for one without opaque pixels.
  private static func papers<Code: ColorCode>(
    of image: Image, _: Code.Type, _ cells: CellGrid, _ isUsed: [Bool]
  ) -> [SIMD4<Float>?] {
    let (width, stride) = (image.size.width, MemoryLayout<SIMD4<Code>>.stride)
    return image.bytes.withUnsafeBytes { bytes in
      nonisolated(unsafe) let bytes = bytes
      return mapBlocks(cells.count, of: 8) { range in
        range.map { cell -> SIMD4<Float>? in
          guard isUsed[cell] else { return nil }
          let (columns, rows) = cells.pixels(cell)
          var samples: [(level: Int, color: SIMD4<Float>)] = []
          // A thousand pixels of a cell are enough.
          let step = max(max(columns.count, rows.count) / 32, 1)
          for row in Swift.stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
            for column in Swift.stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
              let offset = stride * (row * width + column)
              let color = Code.light(bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Code>.self))
              guard color.w > 0.5 else { continue }
              // The square root of the luminance: even steps of brightness.
              samples.append(
                (min(Int(clamping: 255 * Double(Self.luminance(color)).squareRoot()), 255), color))
            }
          }
          return paper(samples)
        }
      }.flatMap { $0 }
    }
  }

  /// The mean of the samples from seven tenths to nineteen twentieths of them, by brightness.
  private static func paper(_ samples: [(level: Int, color: SIMD4<Float>)]) -> SIMD4<Float>? {
    guard !samples.isEmpty else { return nil }
    var counts = [Int](repeating: 0, count: 256)
    for sample in samples { counts[sample.level] += 1 }
    func level(above share: Double) -> Int {
      let wanted = max(Int(clamping: share * Double(samples.count)), 1)
      var count = 0
      for level in 0..<256 {
        count += counts[level]
        if count >= wanted { return level }
      }
      return 255
    }
    let bright = level(above: 0.7)...max(level(above: 0.7), level(above: 0.95))
    let chosen = samples.filter { bright.contains($0.level) }
    return chosen.reduce(SIMD4<Float>.zero) { $0 + $1.color } / Float(chosen.count)
  }

  /// The luminance of linear light. (ITU-R BT.709.)
  static func luminance(_ color: SIMD4<Float>) -> Float {
    (color * SIMD4(0.2126, 0.7152, 0.0722, 0)).sum()
  }
}

extension Image {
  /// The image with its linear light divided by a smooth estimate of the light on white paper, so that paper becomes white. It is
  /// opaque or has straight alpha, and keeps the size, the depth, the profile and the density; without an opaque pixel on the part
  /// it is the image itself.
  /// - Parameter mesh: of a layer whose content is the image: the part that it shows is the paper; nil for the whole image.
  /// - Complexity: O(pixels), on all cores.
  public func withEvenLight(within mesh: Mesh?) -> Image {
    guard let mesh else { return Illumination(of: self).removed(from: self) }
    let sampler = ContentSampler(mesh, layerSize: Size(Double(size.width), Double(size.height)))
    return Illumination(of: self, where: { sampler.sample(at: $0.vector) != nil }).removed(from: self)
  }
}

/// A channel of an image's pixels, whose colors are encoded as sRGB.
private protocol ColorCode: FixedWidthInteger, UnsignedInteger, SIMDScalar, Codable {
  /// The light of the colors, 0...1, and alpha.
  static func light(_ texel: SIMD4<Self>) -> SIMD4<Float>
}

extension UInt8: ColorCode {
  fileprivate static func light(_ texel: SIMD4<UInt8>) -> SIMD4<Float> {
    func light(_ code: UInt8) -> Float { Float(SRGBCurve.lightOf8Bits[Int(code)]) }
    return SIMD4(light(texel.x), light(texel.y), light(texel.z), Float(texel.w) / 255)
  }
}

extension UInt16: ColorCode {
  fileprivate static func light(_ texel: SIMD4<UInt16>) -> SIMD4<Float> {
    func light(_ code: UInt16) -> Float { SRGBCurve.lightOf16Bits[Int(code)] }
    return SIMD4(light(texel.x), light(texel.y), light(texel.z), Float(texel.w) / 65_535)
  }
}

extension ColorCode {
  /// The codes of light, of which more than 1 counts as 1.
  static func encoded(_ light: SIMD4<Float>) -> SIMD4<Self> {
    let scaled = light.clamped(lowerBound: .zero, upperBound: .one) * 65_535
    let whole = scaled.rounded(.down)
    let index = SIMD4<UInt16>(clamping: whole)
    let low = SIMD4(codes[Int(index.x)], codes[Int(index.y)], codes[Int(index.z)], 0)
    let high = SIMD4(codes[Int(index.x) + 1], codes[Int(index.y) + 1], codes[Int(index.z) + 1], 0)
    let values = low + (high - low) * (scaled - whole)
    return SIMD4<Self>(clamping: (values * Float(Self.max)).rounded(.toNearestOrAwayFromZero))
  }
}

/// The encoded values, 0...1, of even steps of light, and once more the last one.
private let codes = (0...65_536).map { Float(SRGBCurve.encoded(min(Double($0) / 65_535, 1))) }

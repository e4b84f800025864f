/// The light on a photographed page: a smooth estimate of the color of its blank paper at each place.
///
/// In each of some thousand cells the paper is what most pixels above the middle brightness look like; dark cells among bright
/// ones, where ink covers the paper, take the light of their neighbors. Colors are divided by the light, so that paper becomes white
/// and ink keeps its contrast.
public struct Illumination: Sendable {
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
  public init(of image: Image, where isPage: (Point) -> Bool = { _ in true }) {
    let cells = CellGrid(image.size)
    self.cells = cells
    let isUsed = (0..<cells.count).map { isPage(cells.center($0)) }
    let image = image.alpha == .premultiplied ? image.straightened() : image
    let papers = Self.papers(of: image, cells, isUsed)
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

  /// The image without the differences of the light, whose paper is white: opaque, or with straight alpha. It has the depth, the
  /// profile and the density of the image.
  public func removed(from image: Image) -> Image {
    guard !light.isEmpty else { return image }
    let image = image.alpha == .premultiplied ? image.straightened() : image
    let (width, height) = (image.size.width, image.size.height)
    let bytes = [UInt8](unsafeUninitializedCapacity: image.bytes.count) { bytes, count in
      // Every byte is written: each row writes its own pixels.
      nonisolated(unsafe) let target = UnsafeMutableRawBufferPointer(bytes)
      image.bytes.withUnsafeBytes { source in
        nonisolated(unsafe) let source = source
        inParallel(height, grainSize: 16) { rows in
          for row in rows {
            let values = cells.values(of: light, inRow: row)
            for column in 0..<width {
              let pixel = row * width + column
              switch image.depth {
              case .eight:
                let texel = source.loadUnaligned(fromByteOffset: 4 * pixel, as: SIMD4<UInt8>.self)
                var color = LightCodes.eight(texel) / values[column]
                color = (LightCodes.encoded(color) * 255).rounded(.toNearestOrAwayFromZero)
                var result = SIMD4<UInt8>(clamping: color)
                result.w = texel.w
                target.storeBytes(of: result, toByteOffset: 4 * pixel, as: SIMD4<UInt8>.self)
              case .sixteen:
                let texel = source.loadUnaligned(fromByteOffset: 8 * pixel, as: SIMD4<UInt16>.self)
                var color = LightCodes.sixteen(texel) / values[column]
                color = (LightCodes.encoded(color) * 65_535).rounded(.toNearestOrAwayFromZero)
                var result = SIMD4<UInt16>(clamping: color)
                result.w = texel.w
                target.storeBytes(of: result, toByteOffset: 8 * pixel, as: SIMD4<UInt16>.self)
              }
            }
          }
        }
      }
      count = image.bytes.count
    }
    return Image(
      size: image.size, alpha: image.alpha, depth: image.depth, bytes: bytes,
      colorProfile: image.colorProfile,
      pixelDensity: image.pixelDensity)
  }

  /// The mean of the bright pixels of each used cell; nil for one without opaque pixels.
  private static func papers(of image: Image, _ cells: CellGrid, _ isUsed: [Bool]) -> [SIMD4<Float>?] {
    let width = image.size.width
    return image.bytes.withUnsafeBytes { bytes in
      nonisolated(unsafe) let bytes = bytes
      /// The light of a pixel, and its alpha.
      func texel(_ pixel: Int) -> SIMD4<Float> {
        image.depth == .eight
          ? LightCodes.eight(bytes.loadUnaligned(fromByteOffset: 4 * pixel, as: SIMD4<UInt8>.self))
          : LightCodes.sixteen(bytes.loadUnaligned(fromByteOffset: 8 * pixel, as: SIMD4<UInt16>.self))
      }
      return mapBlocks(cells.count, of: 8) { range in
        range.map { cell -> SIMD4<Float>? in
          guard isUsed[cell] else { return nil }
          let (columns, rows) = cells.pixels(cell)
          // The square roots of the luminances: even steps of brightness.
          var histogram = [Int](repeating: 0, count: 256)
          var samples: [(level: Int, color: SIMD4<Float>)] = []
          // A thousand pixels of a cell are enough.
          let step = max(max(columns.count, rows.count) / 32, 1)
          for row in stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
            for column in stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
              let color = texel(row * width + column)
              guard color.w > 0.5 else { continue }
              let level = min(Int(clamping: 255 * Double(Self.luminance(color)).squareRoot()), 255)
              histogram[level] += 1
              samples.append((level, color))
            }
          }
          return paper(samples, histogram)
        }
      }.flatMap { $0 }
    }
  }

  /// The mean of the samples from seven tenths to nineteen twentieths of the brightness.
  private static func paper(
    _ samples: [(level: Int, color: SIMD4<Float>)], _ histogram: [Int]
  ) -> SIMD4<Float>? {
    guard !samples.isEmpty else { return nil }
    func level(above share: Double) -> Int {
      let wanted = max(Int(clamping: share * Double(samples.count)), 1)
      var count = 0
      for level in 0..<256 {
        count += histogram[level]
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
  /// The image without the differences of the light on the part that a mesh shows.
  /// - Parameter mesh: of a layer whose content is the image; nil for all of it.
  public func withEvenLight(within mesh: Mesh?) -> Image {
    guard let mesh else { return Illumination(of: self).removed(from: self) }
    let sampler = ContentSampler(mesh, layerSize: Size(Double(size.width), Double(size.height)))
    return Illumination(of: self, where: { sampler.sample(at: $0.vector) != nil }).removed(from: self)
  }
}

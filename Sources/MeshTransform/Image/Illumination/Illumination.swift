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
  /// - Complexity: O(pixels), on all cores; eight bytes a pixel.
  public init(of image: Image, where isPage: (Point) -> Bool = { _ in true }) {
    let cells = CellGrid(image.size)
    self.cells = cells
    let isUsed = (0..<cells.count).map { isPage(cells.center($0)) }
    let papers = Self.papers(of: LinearTexels(image), cells, isUsed)
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

  /// The image without the differences of the light, whose paper is white. It has the depth, the profile and the density of the
  /// image.
  public func removed(from image: Image) -> Image {
    guard !light.isEmpty else { return image }
    let texels = LinearTexels(image)
    let (width, height) = (image.size.width, image.size.height)
    let halves = [UInt16](unsafeUninitializedCapacity: texels.halves.count) { halves, count in
      // Every element is written: each row writes its own pixels.
      nonisolated(unsafe) let target = UnsafeMutableRawBufferPointer(halves)
      texels.halves.withUnsafeBytes { source in
        nonisolated(unsafe) let source = source
        inParallel(height, grainSize: 16) { rows in
          for row in rows {
            for column in 0..<width {
              let place = SIMD2((Float(column) + 0.5) / Float(width), (Float(row) + 0.5) / Float(height))
              let offset = 8 * (row * width + column)
              let texel = SIMD4<Float>(source.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float16>.self))
              var color = texel / cells.value(of: light, at: place)
              color.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: texel.w))
              color.w = texel.w
              target.storeBytes(of: SIMD4<Float16>(color), toByteOffset: offset, as: SIMD4<Float16>.self)
            }
          }
        }
      }
      count = texels.halves.count
    }
    var result = LinearTexels(size: image.size, halves: halves).image(image.depth)
    if image.alpha == .opaque {
      result = Image(size: result.size, alpha: .opaque, depth: result.depth, bytes: result.bytes)
    }
    (result.colorProfile, result.pixelDensity) = (image.colorProfile, image.pixelDensity)
    return result
  }

  /// The mean of the bright pixels of each used cell; nil for one without opaque pixels.
  private static func papers(
    of texels: LinearTexels, _ cells: CellGrid, _ isUsed: [Bool]
  ) -> [SIMD4<Float>?] {
    let width = texels.size.width
    return mapBlocks(cells.count, of: 8) { range in
      range.map { cell -> SIMD4<Float>? in
        guard isUsed[cell] else { return nil }
        let (columns, rows) = cells.pixels(cell)
        // The square roots of the luminances: even steps of brightness.
        var histogram = [Int](repeating: 0, count: 256)
        var samples: [(level: Int, color: SIMD4<Float>)] = []
        texels.halves.withUnsafeBytes { halves in
          for row in rows {
            for column in columns {
              let texel = SIMD4<Float>(
                halves.loadUnaligned(fromByteOffset: 8 * (row * width + column), as: SIMD4<Float16>.self))
              guard texel.w > 0.5 else { continue }
              let color = texel / texel.w
              let level = Int(clamping: 255 * Double(Self.luminance(color)).squareRoot())
              histogram[min(level, 255)] += 1
              samples.append((min(level, 255), color))
            }
          }
        }
        guard !samples.isEmpty else { return nil }
        func level(above share: Double) -> Int {
          var (count, wanted) = (0, Int(clamping: share * Double(samples.count)))
          wanted = max(wanted, 1)
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
    }.flatMap { $0 }
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

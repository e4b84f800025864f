/// A map as a filter of pictures: each pixel of the result has the mean color of a picture over the pixel's footprint, at
/// the position that the map has for it.
///
/// ```swift
/// let remapping = Remapping(map, of: frame.size)
/// let straight = remapping.applied(to: frame)
/// ```
///
/// ``CoordinateMap/mesh(picture:direction:tolerance:limit:)`` simplifies positions; a remapping uses each one as it is. The
/// footprint of a pixel follows from the positions of its neighbors, and is averaged as the renderer averages the content
/// of a mesh.
public struct Remapping: Hashable, Sendable {
  /// For each pixel of the result, a position in pixels of a picture of the size ``picture``.
  public let map: CoordinateMap
  /// The size of the picture to which positions refer. A picture of another size is sampled at the same part of it.
  public let picture: PixelSize
  /// Whether a picture continues its edge pixels beyond them. Default false: it ends there, with antialiased edges.
  public var replicatesEdges = false
  /// The filter where pixels of the result are smaller than those of the picture. Default linear.
  public var magnification = Layer.MagnificationFilter.linear
  /// The filter where they are larger. Default footprint.
  public var minification = Layer.MinificationFilter.footprint

  /// The filter of a map from the result to the picture.
  /// - Parameters:
  ///   - map: has at least one pixel. Positions may lie beyond the picture.
  ///   - picture: the size of the picture in pixels, above 0.
  public init(_ map: CoordinateMap, of picture: PixelSize) {
    precondition(picture.width > 0 && picture.height > 0, "a picture has pixels")
    precondition(map.size.width > 0 && map.size.height > 0, "a map has pixels")
    (self.map, self.picture) = (map, picture)
  }

  /// Samples an image through the map. The result has the map's size, is opaque or premultiplied, and keeps the depth, the
  /// profile and the density of the image. Pixels without a position become transparent.
  /// - Parameter blending: the color values that are averaged.
  /// - Complexity: O(pixels of the map and of the image), on all cores. Memory: the result; where the map reduces the
  ///   image, a third of it for mipmaps; in linear light eight bytes a pixel for both.
  public func applied(to image: Image, _ blending: Canvas.Blending = .encoded) -> Image {
    var result: Image
    switch blending {
    case .linear:
      let linear = LinearTexels(image)
      let halves = linear.halves.withUnsafeBytes { source in
        texels(
          of: source.bindMemory(to: HalfFloatTexel.self), image.size, FloatTexel.self, as: UInt16.self)
      }
      result = LinearTexels(size: map.size, halves: halves).image(image.depth)
    case .encoded:
      let premultiplied = image.premultiplied()
      let bytes = premultiplied.bytes.withUnsafeBytes { source in
        switch image.depth {
        case .eight:
          texels(of: source.bindMemory(to: ByteTexel.self), image.size, WideTexel.self, as: UInt8.self)
        case .sixteen:
          texels(of: source.bindMemory(to: ShortTexel.self), image.size, FloatTexel.self, as: UInt8.self)
        }
      }
      result = Image(size: map.size, alpha: .premultiplied, depth: image.depth, bytes: bytes)
    }
    if result.hasOpaquePixels {
      result = Image(size: result.size, alpha: .opaque, depth: result.depth, bytes: result.bytes)
    }
    (result.colorProfile, result.pixelDensity) = (image.colorProfile, image.pixelDensity)
    return result
  }

  /// The texels of the result, as numbers of the type in which an image holds them.
  /// - `Carried`: see ``MipChain``.
  private func texels<Texel: MipTexel, Carried: MipTexel, Number>(
    of source: UnsafeBufferPointer<Texel>, _ size: PixelSize, _ carried: Carried.Type, as: Number.Type
  ) -> [Number] {
    let numbers = MemoryLayout<Texel>.stride / MemoryLayout<Number>.stride * map.size.area
    return [Number](unsafeUninitializedCapacity: numbers) { buffer, count in
      // Every texel is written: each row has as many as the map is wide.
      let target = UnsafeMutableRawBufferPointer(buffer).bindMemory(to: Texel.self)
      var pyramid = MipPyramid(source, size)
      let unfinished = rows(Array(0..<map.size.height), of: pyramid, into: target)
      if !unfinished.isEmpty {
        pyramid.makeSmallerLevels(carried)
        _ = rows(unfinished, of: pyramid, into: target)
      }
      count = numbers
    }
  }

  /// Computes some rows of the result.
  /// - Returns: the rows that need smaller levels than the pyramid has.
  private func rows<Texel: MipTexel>(
    _ rows: [Int], of pyramid: MipPyramid<Texel>, into target: UnsafeMutableBufferPointer<Texel>
  ) -> [Int] {
    // Each index writes its own row, and its own element.
    let areFinished = [Bool](unsafeUninitializedCapacity: rows.count) { finished, count in
      nonisolated(unsafe) let finished = finished
      map.values.withUnsafeBytes { values in
        // Two numbers are one position.
        guard let places = values.bindMemory(to: SIMD2<Float>.self).baseAddress,
          let target = target.baseAddress
        else { return }
        nonisolated(unsafe) let (start, positions) = (target, places)
        inParallel(rows.count, grainSize: 8) { range in
          for index in range {
            let isFinished = RemappedRow(self, rows[index], positions, pyramid)
              .fill(start + rows[index] * map.size.width)
            finished.initializeElement(at: index, to: isFinished)
          }
        }
      }
      count = rows.count
    }
    return zip(rows, areFinished).filter { !$0.1 }.map(\.0)
  }
}

/// A map as a file holds it: numbers of one convention, which become positions in pixels once the picture's size is known.
public struct MeasuredMap: Hashable, Sendable {
  /// The size of the map in pixels.
  public let size: PixelSize
  /// x and y of each pixel, row by row from the top; NaN for pixels without a position.
  public let values: [Float]
  /// The meaning of the numbers.
  public var convention: MapConvention

  /// - Precondition: two values for each pixel.
  public init(size: PixelSize, values: [Float], convention: MapConvention) {
    precondition(values.count == 2 * size.area, "a map has two numbers for each pixel")
    (self.size, self.values, self.convention) = (size, values, convention)
  }

  /// The positions in pixels of a picture.
  ///
  /// Pixels have no position (both values NaN) where a number is not finite, and where the position is more than 100,000
  /// pictures away from the picture: no lens and no projector measures that, and programs mark holes so.
  /// - Parameter picture: the size of the picture to which positions refer: the content for `canvasToContent`, the canvas
  ///   for `contentToCanvas`.
  /// - Complexity: O(pixels), with the memory of the result.
  public func coordinates(picture: PixelSize) -> CoordinateMap {
    let scale = PositionScale(convention, map: size, picture: picture)
    let reach = 100_000 * SIMD2(Float(picture.width), Float(picture.height))
    // Every element is written: each row fills 2 * width of them.
    let positions = [Float](unsafeUninitializedCapacity: values.count) { positions, count in
      values.withUnsafeBufferPointer { numbers in
        for row in 0..<size.height {
          let start = 2 * row * size.width
          scale.convert(
            numbers.extracting(start..<start + 2 * size.width), row: row, reach: reach,
            into: positions.extracting(start..<start + 2 * size.width))
        }
      }
      count = values.count
    }
    return CoordinateMap(size: size, values: positions)
  }

  /// The numbers of a convention for positions in pixels of a picture.
  public init(_ coordinates: CoordinateMap, picture: PixelSize, convention: MapConvention) {
    self.init(
      band: coordinates, firstRow: 0, of: coordinates.size, picture: picture, convention: convention)
  }

  /// The numbers of a band of rows.
  /// - Parameters:
  ///   - firstRow: the row of the whole map at which the band begins.
  ///   - whole: the size of the whole map, from whose pixels relative numbers start.
  package init(
    band: CoordinateMap, firstRow: Int, of whole: PixelSize, picture: PixelSize, convention: MapConvention
  ) {
    let scale = PositionScale(convention, map: whole, picture: picture)
    let (width, inverse) = (band.size.width, 1 / scale.factor)
    var numbers = band.values
    for row in 0..<band.size.height {
      let rest = scale.offset.y + scale.step.y * Double(firstRow + row)
      for column in 0..<width {
        let at = 2 * (row * width + column)
        let x = Double(numbers[at]) - (scale.offset.x + scale.step.x * Double(column))
        numbers[at] = Float(x * inverse.x)
        numbers[at + 1] = Float((Double(numbers[at + 1]) - rest) * inverse.y)
      }
    }
    self.init(size: band.size, values: numbers, convention: convention)
  }
}

extension PositionScale {
  /// Converts a row of numbers.
  /// - Parameters:
  ///   - row: the row of the map.
  ///   - reach: the largest absolute positions; beyond them a pixel has none.
  ///   - positions: as many elements as `numbers`.
  fileprivate func convert(
    _ numbers: UnsafeBufferPointer<Float>, row: Int, reach: SIMD2<Float>,
    into positions: UnsafeMutableBufferPointer<Float>
  ) {
    let origin = SIMD2(offset.x, offset.y + step.y * Double(row))
    for column in 0..<numbers.count / 2 {
      let x = Float(factor.x * Double(numbers[2 * column]) + origin.x + step.x * Double(column))
      let y = Float(factor.y * Double(numbers[2 * column + 1]) + origin.y)
      // False also for NaN.
      let isInReach = abs(x) <= reach.x && abs(y) <= reach.y
      positions[2 * column] = isInReach ? x : .nan
      positions[2 * column + 1] = isInReach ? y : .nan
    }
  }
}

import ImageFiles
import MeshTransform

/// Maps as NumPy's array files: floats of 32 or 64 bits in either byte order and either order of the axes.
///
/// Shapes: (height, width, 2), (2, height, width), and both with a first axis of 1, as grids of PyTorch have; x and y in
/// that order. An array of the shape (height, width) is one of a pair.
enum NPYMap {
  static func read(_ source: borrowing MapSource, limits: ImageLimits) throws(MapFileError) -> MapChannels {
    let header: NPYHeader
    do throws(NPYHeader.Fault) {
      header = try NPYHeader(source.bytes.bytes(at: 0, count: NPYHeader.byteLimit))
    } catch {
      throw .broken(name: source.name, .npy, reason: error.reason, remedy: "save the array again")
    }
    guard let layout = Layout(header) else {
      throw .broken(
        name: source.name, .npy, reason: "its shape is \(header.shapeText.excerpt)",
        remedy: "save an array of the shape (height, width, 2)")
    }
    switch header.type {
    case "<f4": return try read(LittleFloat.self, layout, header.dataOffset, source, limits)
    case ">f4": return try read(BigFloat.self, layout, header.dataOffset, source, limits)
    case "<f8": return try read(LittleDouble.self, layout, header.dataOffset, source, limits)
    case ">f8": return try read(BigDouble.self, layout, header.dataOffset, source, limits)
    default:
      throw .broken(
        name: source.name, .npy, reason: "its values are \(header.type.excerpt), not float32 or float64",
        remedy: "save map.astype(numpy.float32)")
    }
  }

  private static func read<Sample: NPYSample>(
    _ type: Sample.Type, _ layout: Layout, _ offset: Int, _ source: borrowing MapSource,
    _ limits: ImageLimits
  ) throws(MapFileError) -> MapChannels {
    let isDirect = type == LittleFloat.self && layout.isInterleaved
    let bytesPerPixel = layout.channels * Sample.byteCount
    try source.check(
      layout.size, .npy, from: offset, bytesPerPixel: bytesPerPixel,
      additional: isDirect ? 0 : bytesPerPixel, limits: limits)
    let (count, byteCount) = (layout.channels * layout.size.area, bytesPerPixel * layout.size.area)
    var isWhole = false
    let values: [Float]
    if isDirect {
      // The file's bytes are the array's; a file that ends earlier leaves the rest undefined, and is refused below.
      values = [Float](unsafeUninitializedCapacity: count) { values, filled in
        isWhole = source.bytes.read(at: offset, into: UnsafeMutableRawBufferPointer(values)) == byteCount
        filled = isWhole ? count : 0
      }
    } else {
      let raw = [UInt8](unsafeUninitializedCapacity: byteCount) { raw, filled in
        isWhole = source.bytes.read(at: offset, into: UnsafeMutableRawBufferPointer(raw)) == byteCount
        filled = isWhole ? byteCount : 0
      }
      guard isWhole else { throw source.truncated(.npy) }
      values = raw.withUnsafeBytes { layout.gather(type, from: $0) }
    }
    guard isWhole else { throw source.truncated(.npy) }
    return MapChannels(size: layout.size, count: layout.channels, values: values)
  }
}

/// The places of an array's values.
private struct Layout {
  let size: PixelSize
  /// 1 or 2.
  let channels: Int
  /// The distances between neighbors in values; wrapped for arrays that no file holds.
  private let row, column, channel: Int

  /// Nil for a shape that is not that of a map.
  init?(_ header: NPYHeader) {
    var sides = header.shape
    if sides.count == 4, sides[0] == 1 { sides.removeFirst() }
    if sides.count == 2 { sides.append(1) }
    guard sides.count == 3, sides.allSatisfy({ $0 > 0 }) else { return nil }
    let isLast = sides[2] <= 2
    guard isLast || sides[0] == 2 else { return nil }
    size = isLast ? PixelSize(sides[1], sides[0]) : PixelSize(sides[2], sides[1])
    channels = isLast ? sides[2] : 2
    let strides =
      header.isFortranOrder
      ? [1, sides[0], sides[0] &* sides[1]] : [sides[1] &* sides[2], sides[2], 1]
    (row, column, channel) =
      isLast ? (strides[0], strides[1], strides[2]) : (strides[1], strides[2], strides[0])
  }

  /// Whether the values are in the order of ``MapChannels``.
  var isInterleaved: Bool {
    (channel == 1 || channels == 1) && column == channels && row == channels &* size.width
  }

  /// The values in the order of ``MapChannels``.
  /// - Parameter raw: all bytes of the array.
  func gather<Sample: NPYSample>(_ type: Sample.Type, from raw: UnsafeRawBufferPointer) -> [Float] {
    let count = channels * size.area
    return [Float](unsafeUninitializedCapacity: count) { values, filled in
      for y in 0..<size.height {
        let start = channels * y * size.width
        for x in 0..<size.width {
          let place = y * row + x * column
          for c in 0..<channels {
            values[start + channels * x + c] = Sample.value(in: raw, at: place + c * channel)
          }
        }
      }
      filled = count
    }
  }
}

/// A type of NumPy's values.
private protocol NPYSample {
  static var byteCount: Int { get }
  /// The value at an index, as a `Float`; infinite beyond the range.
  static func value(in bytes: UnsafeRawBufferPointer, at index: Int) -> Float
}

private enum LittleFloat: NPYSample {
  static var byteCount: Int { 4 }
  static func value(in bytes: UnsafeRawBufferPointer, at index: Int) -> Float {
    Float(bitPattern: bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self).littleEndian)
  }
}

private enum BigFloat: NPYSample {
  static var byteCount: Int { 4 }
  static func value(in bytes: UnsafeRawBufferPointer, at index: Int) -> Float {
    Float(bitPattern: bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self).bigEndian)
  }
}

private enum LittleDouble: NPYSample {
  static var byteCount: Int { 8 }
  static func value(in bytes: UnsafeRawBufferPointer, at index: Int) -> Float {
    Float(Double(bitPattern: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self).littleEndian))
  }
}

private enum BigDouble: NPYSample {
  static var byteCount: Int { 8 }
  static func value(in bytes: UnsafeRawBufferPointer, at index: Int) -> Float {
    Float(Double(bitPattern: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self).bigEndian))
  }
}

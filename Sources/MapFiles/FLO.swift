import ImageFiles
import MeshTransform

/// Middlebury's optical flow: the bytes "PIEH", width and height as 32-bit integers, and two 32-bit floats a pixel, all
/// little-endian: https://vision.middlebury.edu/flow/code/flow-code/README.txt
enum FLO {
  /// The absolute value from which on a flow is unknown.
  static let unknown: Float = 1e9
  /// The written value of a pixel without a position.
  static let hole: Float = 1e10

  static func header(_ size: PixelSize) -> [UInt8] {
    Array("PIEH".utf8)
      + [size.width, size.height].flatMap { UInt32(truncatingIfNeeded: $0).littleEndianBytes }
  }

  static func read(_ source: borrowing MapSource, limits: ImageLimits) throws(MapFileError) -> MapChannels {
    let head = source.bytes.bytes(at: 0, count: 12)
    guard head.count == 12 else { throw source.truncated(.flo) }
    func number(at offset: Int) -> Int {
      head[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let size = PixelSize(number(at: 4), number(at: 8))
    guard size.width > 0, size.height > 0, max(size.width, size.height) <= Int32.max else {
      throw .broken(
        name: source.name, .flo, reason: "its header has the size \(size)", remedy: "write it again")
    }
    try source.check(size, .flo, from: 12, bytesPerPixel: 8, additional: 0, limits: limits)
    let count = 2 * size.area
    // The file's bytes are the array's; a file that ends earlier leaves the rest undefined, and is refused below.
    let values = [Float](unsafeUninitializedCapacity: count) { values, filled in
      let isWhole = source.bytes.read(at: 12, into: UnsafeMutableRawBufferPointer(values)) == 4 * count
      filled = isWhole ? count : 0
      for index in 0..<filled where !(abs(values[index]) < unknown) { values[index] = .nan }
    }
    guard values.count == count else { throw source.truncated(.flo) }
    return MapChannels(size: size, count: 2, values: values)
  }
}

import ImageFiles
import MeshTransform

/// Writes little-endian 32-bit floats of the shape (height, width, 2).
final class NPYEncoder: MapEncoder {
  private let file: FileWriter

  init(_ size: PixelSize, to output: OutputFile) throws(MapFileError) {
    do {
      file = try FileWriter(output)
      try file.write(NPY.header(shape: [size.height, size.width, 2]))
    } catch { throw .output(error) }
  }

  func append(_ band: MeasuredMap, outside: Float) throws(MapFileError) {
    do { try file.write(band.littleEndianBytes(hole: outside)) } catch { throw .output(error) }
  }

  func commit() throws(MapFileError) { do { try file.commit() } catch { throw .output(error) } }
}

/// Writes Middlebury's optical flow.
final class FLOEncoder: MapEncoder {
  private let file: FileWriter

  init(_ size: PixelSize, to output: OutputFile) throws(MapFileError) {
    do {
      file = try FileWriter(output)
      try file.write(FLO.header(size))
    } catch { throw .output(error) }
  }

  func append(_ band: MeasuredMap, outside: Float) throws(MapFileError) {
    do { try file.write(band.littleEndianBytes(hole: FLO.hole)) } catch { throw .output(error) }
  }

  func commit() throws(MapFileError) { do { try file.commit() } catch { throw .output(error) } }
}

extension MeasuredMap {
  /// All numbers as 32-bit floats.
  /// - Parameter hole: the value for NaN.
  fileprivate func littleEndianBytes(hole: Float) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4 * values.count) { bytes, filled in
      let bytes = UnsafeMutableRawBufferPointer(bytes)
      for (index, value) in values.enumerated() {
        let bits = (value.isNaN ? hole : value).bitPattern.littleEndian
        bytes.storeBytes(of: bits, toByteOffset: 4 * index, as: UInt32.self)
      }
      filled = 4 * values.count
    }
  }
}

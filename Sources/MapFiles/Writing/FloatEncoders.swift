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

/// Writes 32-bit floats as the channels R and G; holes are 0 with A 0, with B 0, or NaN, by the convention's validity.
final class EXREncoder: MapEncoder {
  private let file: EXRFile.Writer
  private let validity: MapConvention.Validity

  init(_ size: PixelSize, _ convention: MapConvention, to output: OutputFile) throws(MapFileError) {
    validity = convention.validity
    let names =
      switch validity {
      case .none: ["R", "G"]
      case .blue: ["R", "G", "B"]
      // Programs that read pictures expect B beside A.
      case .alpha: ["R", "G", "B", "A"]
      }
    let header = EXRFile.Header(
      dataWindow: EXRFile.Window(size: size), channels: names.map { EXRFile.Header.Channel($0, .float) })
    do throws(ImageFileError) { file = try EXRFile.Writer(header, to: output) } catch { throw .image(error) }
  }

  func append(_ band: MeasuredMap, outside: Float) throws(MapFileError) {
    var samples = band.values
    if validity != .none {
      let count = validity == .blue ? 3 : 4
      samples = [Float](repeating: 0, count: count * band.size.area)
      for pixel in 0..<band.size.area where !band.values[2 * pixel].isNaN {
        samples[count * pixel] = band.values[2 * pixel]
        samples[count * pixel + 1] = band.values[2 * pixel + 1]
        samples[count * pixel + count - 1] = 1
      }
    }
    do { try file.append(samples) } catch { throw .image(error) }
  }

  func commit() throws(MapFileError) { do { try file.commit() } catch { throw .image(error) } }
}

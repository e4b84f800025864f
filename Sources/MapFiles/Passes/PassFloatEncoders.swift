import CheckedNumbers
import ImageFiles
import MeshTransform

/// Writes little-endian numbers of 32 bits: floats, or integers for whole numbers.
final class NPYPassEncoder: PassEncoder {
  private let file: FileWriter
  private let isWhole: Bool

  init(_ pass: PicturePass, _ size: PixelSize, to output: OutputFile) throws(PassFileError) {
    isWhole = pass.isWhole
    let count = pass.channels.count
    do {
      file = try FileWriter(output)
      let shape = [size.height, size.width] + (count == 1 ? [] : [count])
      try file.write(NPY.header(shape: shape, type: isWhole ? "<i4" : "<f4"))
    } catch { throw .output(error) }
  }

  func append(_ values: [[Double]], rows: Int) throws(PassFileError) {
    let isWhole = isWhole
    let bytes = values[0].littleEndianWords { value in
      isWhole ? UInt32(bitPattern: Int32(clamping: value)) : Float(value).bitPattern
    }
    do { try file.write(bytes) } catch { throw .output(error) }
  }

  func commit() throws(PassFileError) { do { try file.commit() } catch { throw .output(error) } }
}

/// Writes Middlebury's optical flow.
final class FLOPassEncoder: PassEncoder {
  private let file: FileWriter

  init(_ size: PixelSize, to output: OutputFile) throws(PassFileError) {
    do {
      file = try FileWriter(output)
      try file.write(FLO.header(size))
    } catch { throw .output(error) }
  }

  func append(_ values: [[Double]], rows: Int) throws(PassFileError) {
    let bytes = values[0].littleEndianWords { ($0.isNaN ? FLO.hole : Float($0)).bitPattern }
    do { try file.write(bytes) } catch { throw .output(error) }
  }

  func commit() throws(PassFileError) { do { try file.commit() } catch { throw .output(error) } }
}

/// Writes 32-bit floats as channels that are named by pass and number.
final class EXRPassEncoder: PassEncoder {
  private let file: EXRFile.Writer
  private let counts: [Int]

  init(_ passes: [PicturePass], _ size: PixelSize, to output: OutputFile) throws(PassFileError) {
    counts = passes.map(\.channels.count)
    let names = passes.flatMap { pass in pass.channels.map { "\(pass.rawValue).\($0)" } }
    let header = EXRFile.Header(
      dataWindow: EXRFile.Window(size: size), channels: names.map { EXRFile.Header.Channel($0, .float) })
    do throws(ImageFileError) { file = try EXRFile.Writer(header, to: output) } catch { throw .image(error) }
  }

  func append(_ values: [[Double]], rows: Int) throws(PassFileError) {
    let pixels = values[0].count / counts[0]
    var samples: [Float] = []
    samples.reserveCapacity(pixels * counts.reduce(0, +))
    for pixel in 0..<pixels {
      for (values, count) in zip(values, counts) {
        for component in 0..<count { samples.append(Float(values[count * pixel + component])) }
      }
    }
    do { try file.append(samples) } catch { throw .image(error) }
  }

  func commit() throws(PassFileError) { do { try file.commit() } catch { throw .image(error) } }
}

extension [Double] {
  /// The bytes of a word for each number.
  fileprivate func littleEndianWords(_ word: (Double) -> UInt32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4 * count) { bytes, filled in
      let bytes = UnsafeMutableRawBufferPointer(bytes)
      for (index, value) in enumerated() {
        bytes.storeBytes(of: word(value).littleEndian, toByteOffset: 4 * index, as: UInt32.self)
      }
      filled = 4 * count
    }
  }
}

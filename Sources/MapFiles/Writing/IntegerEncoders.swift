import ImageFiles
import MeshTransform

/// Writes the column and the row of the nearest pixel as two 16-bit Portable Graymaps.
final class PGMEncoder: MapEncoder {
  private let writers: [FileWriter]
  private let picture: PixelSize

  init(_ size: PixelSize, picture: PixelSize, x: OutputFile, y: OutputFile) throws(MapFileError) {
    self.picture = picture
    do {
      writers = [try FileWriter(x), try FileWriter(y)]
      for writer in writers {
        try writer.write(Array("P5\n\(size.width) \(size.height)\n\(PGM.outside)\n".utf8))
      }
    } catch { throw .output(error) }
  }

  func append(_ band: MeasuredMap, outside: Float) throws(MapFileError) {
    for (axis, writer) in writers.enumerated() {
      var bytes = [UInt8](repeating: 0, count: 2 * band.size.area)
      for pixel in 0..<band.size.area {
        let position = SIMD2(band.values[2 * pixel], band.values[2 * pixel + 1])
        let value = PGM.pixel(position, of: picture, axis: axis)
        (bytes[2 * pixel], bytes[2 * pixel + 1]) = (UInt8(value >> 8), UInt8(value & 0xFF))
      }
      do { try writer.write(bytes) } catch { throw .output(error) }
    }
  }

  func commit() throws(MapFileError) {
    for writer in writers { do { try writer.commit() } catch { throw .output(error) } }
  }
}

/// Writes 16-bit PNGs: x in red, y in green, and by the convention's validity 65535 or 0 in alpha or blue. Positions that
/// the numbers cannot hold are holes.
final class PNGMapEncoder: MapEncoder {
  private let file: PNG.Writer
  private let scale: PNGMap.Scale
  private let validity: MapConvention.Validity

  init(_ size: PixelSize, _ convention: MapConvention, to output: OutputFile) throws(MapFileError) {
    (scale, validity) = (try PNGMap.Scale(convention), convention.validity)
    do throws(ImageFileError) {
      file = try PNG.Writer(
        size: size, alpha: validity == .alpha ? .straight : .opaque, depth: .sixteen, to: output,
        alphaChannel: .whereNeeded)
    } catch { throw .image(error) }
  }

  func append(_ band: MeasuredMap, outside: Float) throws(MapFileError) {
    let count = 4 * band.size.area
    let bytes = [UInt8](unsafeUninitializedCapacity: 2 * count) { bytes, filled in
      let bytes = UnsafeMutableRawBufferPointer(bytes)
      for pixel in 0..<band.size.area {
        var numbers: SIMD4<UInt16> = [scale.hole, scale.hole, 0, validity == .alpha ? 0 : .max]
        if let x = scale.number(band.values[2 * pixel]), let y = scale.number(band.values[2 * pixel + 1]) {
          numbers = [x, y, validity == .blue ? .max : 0, .max]
        }
        bytes.storeBytes(of: numbers, toByteOffset: 8 * pixel, as: SIMD4<UInt16>.self)
      }
      filled = 2 * count
    }
    let image = Image(
      size: band.size, alpha: validity == .alpha ? .straight : .opaque, depth: .sixteen, bytes: bytes)
    do { try file.append(image) } catch { throw .image(error) }
  }

  func commit() throws(MapFileError) { do { try file.commit() } catch { throw .image(error) } }
}

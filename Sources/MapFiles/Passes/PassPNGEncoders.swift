import ImageFiles
import MeshTransform

/// Writes a pass of one number as a gray PNG of 16 bits; 0 where nothing is seen.
final class GrayPassEncoder: PassEncoder {
  private let file: PNG.GrayWriter
  private let pass: PicturePass
  private let coding: PassCoding
  private let name: String

  init(
    _ pass: PicturePass, _ coding: PassCoding, _ size: PixelSize, to output: OutputFile
  ) throws(PassFileError) {
    (self.pass, self.coding, name) = (pass, coding, output.description)
    do throws(ImageFileError) { file = try PNG.GrayWriter(size: size, to: output) } catch {
      throw .image(error)
    }
  }

  func append(_ values: [[Double]], rows: Int) throws(PassFileError) {
    var numbers: [UInt16] = []
    numbers.reserveCapacity(values[0].count)
    for value in values[0] {
      if value.isNaN {
        numbers.append(0)
      } else if let number = coding.number(value) {
        numbers.append(number)
      } else {
        throw .outOfRange(name: name, pass, value: value)
      }
    }
    do { try file.append(numbers) } catch { throw .image(error) }
  }

  func commit() throws(PassFileError) { do { try file.commit() } catch { throw .image(error) } }
}

/// Writes a pass of several numbers as a PNG of 16 bits, in red, green and blue.
final class ColorPassEncoder: PassEncoder {
  private let file: PNG.Writer
  private let pass: PicturePass
  private let coding: PassCoding
  private let name: String
  private let size: PixelSize

  init(
    _ pass: PicturePass, _ coding: PassCoding, _ size: PixelSize, to output: OutputFile
  ) throws(PassFileError) {
    (self.pass, self.coding, self.size, name) = (pass, coding, size, output.description)
    let isFlow = coding.channels == .flow
    do throws(ImageFileError) {
      file = try PNG.Writer(
        size: size, alpha: isFlow ? .opaque : .straight, depth: .sixteen, to: output,
        alphaChannel: isFlow ? .whereNeeded : .always)
    } catch { throw .image(error) }
  }

  func append(_ values: [[Double]], rows: Int) throws(PassFileError) {
    let (count, values) = (pass.channels.count, values[0])
    let pixels = values.count / count
    var bytes = [UInt8](repeating: 0, count: 8 * pixels)
    for pixel in 0..<pixels {
      // Where nothing is seen, only the alpha of a flow is not 0: the file has none.
      var numbers: SIMD4<UInt16> = [0, 0, 0, coding.channels == .flow ? .max : 0]
      if !values[count * pixel].isNaN {
        for component in 0..<count {
          let value = values[count * pixel + component]
          guard let number = coding.number(value) else {
            throw .outOfRange(name: name, pass, value: value)
          }
          numbers[component] = number
        }
        switch coding.channels {
        case .marked: numbers.w = .max
        case .flow: numbers.z = 1
        case .color, .gray: break
        }
      }
      bytes.withUnsafeMutableBytes {
        $0.storeBytes(of: numbers, toByteOffset: 8 * pixel, as: SIMD4<UInt16>.self)
      }
    }
    let alpha: Image.Alpha = coding.channels == .flow ? .opaque : .straight
    let image = Image(size: PixelSize(size.width, rows), alpha: alpha, depth: .sixteen, bytes: bytes)
    do { try file.append(image) } catch { throw .image(error) }
  }

  func commit() throws(PassFileError) { do { try file.commit() } catch { throw .image(error) } }
}

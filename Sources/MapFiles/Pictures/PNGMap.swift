import CheckedNumbers
import ImageFiles
import MeshTransform

/// Maps as 16-bit PNGs: x in red and y in green, or one of them in gray.
///
/// | units | numbers 0...65535 |
/// | --- | --- |
/// | unit | 0...1 |
/// | pixels | whole pixels; 65535 is a hole |
/// | pixels, relative | KITTI's flow: -512...512 by (number − 32768) / 64 |
enum PNGMap {
  /// The numbers of a convention; nil where none is usual.
  struct Scale {
    /// `value = (number - zero) / divisor`.
    let zero, divisor: Float
    private let hasHole: Bool

    /// The number of a pixel without a position.
    var hole: UInt16 { hasHole ? .max : 0 }

    init(_ convention: MapConvention) throws(MapFileError) {
      switch (convention.units, convention.isRelative) {
      case (.unit, false): (zero, divisor, hasHole) = (0, 65_535, false)
      case (.pixels, false): (zero, divisor, hasHole) = (0, 1, true)
      case (.pixels, true): (zero, divisor, hasHole) = (32_768, 64, false)
      case (.ndc, _), (.ndcCorners, _):
        throw .convention(
          .png, reason: "its numbers start at 0, and normalized coordinates at -1",
          remedy: "use the units unit or pixels, or an NPY")
      case (.unit, true):
        throw .convention(
          .png, reason: "it holds differences only in pixels, as KITTI's flow",
          remedy: "use the units pixels, or an EXR")
      }
    }

    func value(_ number: UInt16) -> Float {
      hasHole && number == .max ? .nan : (Float(number) - zero) / divisor
    }

    /// The nearest number; nil beyond the range.
    func number(_ value: Float) -> UInt16? {
      let number = (value * divisor + zero).rounded()
      // Half a step beyond an end is the end; false also for NaN.
      guard number >= 0, number <= 65_535, !hasHole || number < 65_535 else { return nil }
      return UInt16(clamping: number)
    }
  }

  static func read(
    _ source: borrowing MapSource, _ convention: MapConvention, limits: ImageLimits
  ) throws(MapFileError) -> MapChannels {
    let scale = try Scale(convention)
    let (header, image) = try picture(source, limits: limits)
    let isGray = header.colorType == .gray || header.colorType == .grayAlpha
    let channels = isGray ? 1 : 2
    let mark: Int? =
      switch convention.validity {
      case .none: nil
      case .alpha: image.alpha == .straight ? 3 : nil
      case .blue: isGray ? nil : 2
      }
    let values = [Float](unsafeUninitializedCapacity: channels * image.size.area) { values, filled in
      image.bytes.withUnsafeBytes { bytes in
        for pixel in 0..<image.size.area {
          func number(_ channel: Int) -> UInt16 {
            bytes.loadUnaligned(fromByteOffset: 8 * pixel + 2 * channel, as: UInt16.self)
          }
          let isHole = mark.map { number($0) == 0 } ?? false
          for channel in 0..<channels {
            values[channels * pixel + channel] = isHole ? .nan : scale.value(number(channel))
          }
        }
      }
      filled = channels * image.size.area
    }
    return MapChannels(size: image.size, count: channels, values: values)
  }

  private static func picture(
    _ source: borrowing MapSource, limits: ImageLimits
  ) throws(MapFileError) -> (PNG.Header, Image) {
    let header: PNG.Header
    do throws(ImageFileError) {
      header = try PNG.readHeader(from: source.file)
      try limits.check(header.size, .sixteen, name: source.name, additional: 8 * header.size.area)
    } catch { throw .image(error) }
    guard header.bitDepth == 16 else {
      throw .broken(
        name: source.name, .png, reason: "its channels have \(header.bitDepth) bits",
        remedy: "save it with 16 bits per channel")
    }
    do throws(ImageFileError) {
      return (header, try PNG.read(from: source.file, limits: limits, depth: .sixteen))
    } catch { throw .image(error) }
  }
}

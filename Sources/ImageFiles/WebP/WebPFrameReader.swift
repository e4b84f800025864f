import CWebP
import MeshTransform

/// The frames of an animated WebP, decoded forward by libwebp. An earlier frame starts decoding again.
///
/// Keeps the bytes of the file and two pictures, whatever the number of frames.
final class WebPFrameReader: TimedFrameReader {
  let name: String
  let size: PixelSize
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let animation: OpaquePointer
  private let colors: ColorConversion
  private let colorProfile: ColorProfile?
  /// The end of each frame in ms after the start of the first one.
  private let ends: [Int]
  /// The frame that the decoder returned last.
  private var position = -1

  init(
    _ file: InputFile, limits: ImageLimits, colors: ColorConversion
  ) throws(ImageFileError) {
    let read: [UInt8]
    do { read = try file.readAll(limit: ImageFile.byteLimit) } catch { throw .input(error) }
    let name = file.description
    let (size, ends, profile) = try WebP.withReader(read, name: name) { reader throws(ImageFileError) in
      // The decoder has two canvases.
      try limits.check(reader.stored, name: name, additional: 8 * reader.stored.area)
      var end = 0
      let ends = try reader.durations().map { duration in
        end += duration
        return end
      }
      return (reader.stored, ends, ColorProfile(icc: reader.chunk("ICCP")))
    }
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: read.count)
    _ = bytes.initialize(from: read)
    guard let animation = cwebp_animation_create(bytes.baseAddress!, bytes.count) else {
      bytes.deallocate()
      throw .brokenWebP(name: name)
    }
    (self.name, self.size, self.bytes, self.animation) = (name, size, bytes, animation)
    (self.colors, colorProfile, self.ends) = (colors, profile, ends)
  }

  deinit {
    cwebp_animation_destroy(animation)
    bytes.deallocate()
  }

  var frameCount: Int? { ends.count }
  var hasRandomAccess: Bool { true }
  var duration: Double? { Double(ends.last ?? 0) / 1000 }
  var statedDuration: Double? { duration }

  /// Nil for frames whose durations differ by more than their rounding to milliseconds.
  var rate: FrameSource.Rate? {
    let durations = zip(ends, [0] + ends).map { $0 - $1 }
    guard let shortest = durations.min(), let longest = durations.max(), longest - shortest <= 1 else {
      return nil
    }
    return FrameSource.Rate(Double(1000 * ends.count) / Double(ends.last ?? 1))
  }

  /// A frame counts from half a millisecond before its time.
  func index(at time: Double) -> Int? { ends.firstIndex { 1000 * time + 0.5 < Double($0) } }

  func image(at index: Int) throws(FrameSourceError) -> Image? {
    guard index < ends.count else { return nil }
    if index <= position {
      cwebp_animation_rewind(animation)
      position = -1
    }
    var canvas: UnsafePointer<UInt8>?
    while position < index {
      canvas = cwebp_animation_next(animation)
      guard canvas != nil else { throw .picture(frame: position + 1, .brokenWebP(name: name)) }
      position += 1
    }
    let pixels = Array(UnsafeBufferPointer(start: canvas, count: 4 * size.area))
    let isOpaque = Image(size: size, alpha: .straight, bytes: pixels).hasOpaquePixels
    let image = Image(
      size: size, alpha: isOpaque ? .opaque : .straight, bytes: pixels, colorProfile: colorProfile)
    guard case .convert(let target) = colors else { return image }
    do { return try image.converted(to: target, name: name).image } catch {
      throw .picture(frame: index, error)
    }
  }
}

extension FrameSource {
  /// The frames of an animated WebP, each with its own time.
  package static func webP(
    _ file: InputFile, end: End, limits: ImageLimits, colors: ColorConversion
  ) throws(FrameSourceError) -> FrameSource {
    let reader: WebPFrameReader
    do { reader = try WebPFrameReader(file, limits: limits, colors: colors) } catch {
      throw .picture(frame: 0, error)
    }
    return try FrameSource(reader, rate: reader.rate ?? Rate(30)!, end: end)
  }
}

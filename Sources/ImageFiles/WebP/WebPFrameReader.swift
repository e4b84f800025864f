import CWebP
import MeshTransform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The frames of an animated WebP. Reading goes on from the last frame, or from the last key frame before the one that
/// is requested.
///
/// Keeps the bytes of the file and one canvas, whatever the number of frames.
final class WebPFrameReader: TimedFrameReader {
  let name: String
  let size: PixelSize
  /// The number of times that players show the frames; 0 without end.
  let plays: Int
  private let bytes: [UInt8]
  private let frames: [cwebp_frame]
  private let canvas: UnsafeMutablePointer<UInt8>
  private let colors: ColorConversion
  private let colorProfile: ColorProfile?
  /// The end of each frame in ms after the start of the first one.
  private let ends: [Int]
  /// The last key frame up to each frame.
  private let keys: [Int32]
  /// The frame on the canvas; -1 for none.
  private var position = -1

  init(
    _ file: InputFile, limits: ImageLimits, colors: ColorConversion
  ) throws(ImageFileError) {
    let bytes: [UInt8]
    do { bytes = try file.readAll(limit: ImageFile.byteLimit) } catch { throw .input(error) }
    let name = file.description
    let (size, frames, plays, profile) = try WebP.withReader(bytes, name: name) {
      reader throws(ImageFileError) in
      let frames = try reader.frames()
      // The canvas, a picture in other colors, one with premultiplied alpha, the decoder's own copy of a frame, and a
      // frame before it is blended.
      let largest = frames.reduce(0) { max($0, Int($1.width) * Int($1.height)) }
      try limits.check(reader.stored, name: name, additional: 12 * reader.stored.area + 8 * largest)
      return (reader.stored, frames, reader.plays, ColorProfile(icc: reader.chunk("ICCP")))
    }
    guard let canvas = calloc(size.area, 4) else { throw .outOfMemory(name: name) }
    (self.name, self.size, self.plays) = (name, size, plays)
    (self.bytes, self.frames) = (bytes, frames)
    self.canvas = canvas.assumingMemoryBound(to: UInt8.self)
    (self.colors, colorProfile) = (colors, profile)
    var (end, key) = (0, Int32(0))
    ends = frames.map { frame in
      // 10 ms and less count as 100, as in browsers.
      end += frame.duration <= 10 ? 100 : Int(frame.duration)
      return end
    }
    keys = frames.enumerated().map { index, frame in
      if frame.is_key { key = Int32(index) }
      return key
    }
  }

  deinit { free(canvas) }

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
  func index(at time: Double) -> Int? {
    // The ends rise.
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if 1000 * time + 0.5 < Double(ends[middle]) { high = middle } else { low = middle + 1 }
    }
    return low < ends.count ? low : nil
  }

  func image(at index: Int) throws(FrameSourceError) -> Image? {
    guard index < ends.count else { return nil }
    let key = Int(keys[index])
    if index < position || key > position { position = key - 1 }
    while position < index {
      guard draw(position + 1) else {
        let frame = position + 1
        position = -1
        throw .picture(frame: frame, .brokenWebP(name: name))
      }
      position += 1
    }
    let pixels = Array(UnsafeBufferPointer(start: canvas, count: 4 * size.area))
    let isOpaque = Image(size: size, alpha: .straight, bytes: pixels).hasOpaquePixels
    let image = Image(
      size: size, alpha: isOpaque ? .opaque : .straight, bytes: pixels, colorProfile: colorProfile)
    do { return try image.converted(by: colors, name: name).image } catch {
      throw .picture(frame: index, error)
    }
  }

  private func draw(_ index: Int) -> Bool {
    frames.withUnsafeBufferPointer { frames in
      let frame = frames.baseAddress! + index
      let previous = index > 0 ? frame - 1 : nil
      return bytes.withUnsafeBufferPointer {
        cwebp_frame_draw(frame, previous, $0.baseAddress!, canvas, size.width, size.height)
      }
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
    return try FrameSource(reader, rate: reader.rate ?? Rate(30)!, end: end, plays: reader.plays)
  }
}

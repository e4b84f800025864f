import CPNG
import MeshTransform

extension PNG {
  /// A loss in a written file.
  public enum Warning: Hashable, Sendable, CustomStringConvertible {
    /// The ICC profile is not an RGB profile, or is damaged.
    case droppedICCProfile(name: String, reason: String)

    public var description: String {
      switch self {
      case .droppedICCProfile(let name, let reason):
        "the color profile \"\(name.excerpt)\" was left out of the PNG: \(reason)"
      }
    }
  }

  /// Writes a picture as RGBA8 with straight alpha, by rows or strips; the output appears whole or not at all, see
  /// ``FileWriter``. Includes its color profile.
  ///
  /// A premultiplied picture is divided by its alpha, as by ``MeshTransform/Image/straightened()``.
  @discardableResult
  public static func write(
    _ image: Image, to file: OutputFile, compression: Compression = .fast
  ) throws(ImageFileError) -> [Warning] {
    let sink: FileSink
    do { sink = FileSink(try FileWriter(file)) } catch { throw .output(error) }
    let warnings = try encode(image, into: sink, name: file.description, compression: compression)
    do { try sink.writer.commit() } catch { throw .output(error) }
    return warnings
  }

  /// The bytes of the file that ``write(_:to:compression:)`` writes.
  public static func encode(
    _ image: Image, compression: Compression = .fast
  ) throws(ImageFileError) -> (bytes: [UInt8], warnings: [Warning]) {
    let sink = MemorySink()
    let warnings = try encode(image, into: sink, name: "the picture", compression: compression)
    return (sink.bytes, warnings)
  }

  private static func encode(
    _ image: Image, into sink: ByteSink, name: String, compression: Compression
  ) throws(ImageFileError) -> [Warning] {
    guard compression == .small else {
      return try encodeUnchecked(image, into: sink, name: name, compression: compression)
    }
    // Without repetitions, as in noise, the fast encoder gives the smaller file because it chooses filters by their
    // results. Trying it takes a few percent of the time.
    let fast = CountingSink()
    _ = try encodeUnchecked(image, into: fast, name: name, compression: .fast)
    let small = MemorySink()
    let warnings = try encodeUnchecked(image, into: small, name: name, compression: .small)
    if fast.count < small.bytes.count {
      return try encodeUnchecked(image, into: sink, name: name, compression: .fast)
    }
    guard small.bytes.withUnsafeBytes({ sink.take($0) }) else {
      throw sink.failure.map(ImageFileError.output)
        ?? .notEncodable(name: name, reason: "the bytes were refused")
    }
    return warnings
  }

  private static func encodeUnchecked(
    _ image: Image, into sink: ByteSink, name: String, compression: Compression
  ) throws(ImageFileError) -> [Warning] {
    let writer = try PNGWriter.into(sink, name: name)
    let warning: Warning?
    if compression == .fast, let strips = PNGStrips(image) {
      warning = try writer.begin(image.size, image.colorProfile, compression)
      try strips.write(into: sink, name: name)
    } else {
      let onlyRuns = compression.level == 1 ? try RunProbe.prefersRuns(image, compression) : false
      warning = try writer.begin(image.size, image.colorProfile, compression, onlyRuns: onlyRuns)
      try writer.addRows(of: image)
      try writer.end()
    }
    return warning.map { [$0] } ?? []
  }
}

/// Receives encoded bytes. A class, so that C can hold a pointer to it.
class ByteSink {
  var failure: OutputFileError?
  /// Announces the number of bytes of the next call.
  func prepare(for count: Int) {}
  /// False ends the encoding; `failure` is then the reason.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool { preconditionFailure("a subclass takes the bytes") }
}

/// Counts encoded bytes and discards them.
final class CountingSink: ByteSink {
  private(set) var count = 0
  override func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    count += bytes.count
    return true
  }
}

private final class MemorySink: ByteSink {
  var bytes: [UInt8] = []
  override func prepare(for count: Int) {
    // Doubles at least: otherwise each of a large picture's many calls would copy all bytes.
    let total = bytes.count + count
    if total > bytes.capacity { bytes.reserveCapacity(max(total, 2 * bytes.capacity)) }
  }
  override func take(_ more: UnsafeRawBufferPointer) -> Bool {
    bytes.append(contentsOf: more)
    return true
  }
}

private final class FileSink: ByteSink {
  let writer: FileWriter
  init(_ writer: FileWriter) { self.writer = writer }
  override func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do {
      try writer.write(bytes)
      return true
    } catch {
      failure = error
      return false
    }
  }
}

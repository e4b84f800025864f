import Dispatch
import MeshTransform

/// Moving content: frames of one size in order, in constant memory whatever their number.
///
/// Frames count from 0. A numbered sequence has random access; a stream is read forward only, each frame once, and
/// skips frames that are not requested. Calls may come from any thread and are serialized.
public final class FrameSource: @unchecked Sendable {  // all that changes, changes under the lock
  /// The behavior after the last frame.
  public enum End: String, CaseIterable, Hashable, Sendable {
    /// Shows the last frame.
    case hold
    /// Shows the first frame again; only for sequences.
    case loop
    /// Shows nothing.
    case stop
  }

  /// The name in error messages.
  public let name: String
  /// The size of every frame, in pixels.
  public let size: PixelSize
  public let rate: Rate
  public let end: End
  /// Unusual properties that do not prevent reading.
  public let warnings: [String]

  private let reader: any FrameReader
  private let lock = DispatchSemaphore(value: 1)
  /// The frame returned last, which is often requested again when the output has a higher rate.
  private var latest: (index: Int, image: Image)?
  /// The error of a failed stream, which is permanent because its position is lost.
  private var failure: FrameSourceError?

  init(_ reader: any FrameReader, rate: Rate, end: End, warnings: [String] = []) throws(FrameSourceError) {
    (self.reader, self.rate, self.end, self.warnings) = (reader, rate, end, warnings)
    (name, size) = (reader.name, reader.size)
    guard end != .loop || reader.hasRandomAccess else { throw .cannotLoop(name: name) }
    // A source must have at least one frame.
    guard try frame(at: 0) != nil else { throw .noFrames(name: name) }
  }

  /// The number of frames; nil before the end of a stream has been reached.
  public var frameCount: Int? { withLock { reader.frameCount } }

  /// The frame of this number; nil after the last one. Repeated calls return the same bytes in memory.
  /// - Throws: ``FrameSourceError/behind(name:frame:position:)`` when a stream has passed the frame.
  /// - Precondition: `index` is 0 or more.
  public func frame(at index: Int) throws(FrameSourceError) -> Image? {
    precondition(index >= 0, "frames count from 0")
    lock.wait()
    defer { lock.signal() }
    return try read(index)
  }

  /// The picture at a time in seconds after the first frame, by ``Rate/index(at:)`` and ``end``; nil after the end of a
  /// source that stops.
  public func image(at time: Double) throws(FrameSourceError) -> Image? {
    lock.wait()
    defer { lock.signal() }
    let index = rate.index(at: time)
    switch end {
    case .stop: return try read(index)
    case .loop: return try read(index % (reader.frameCount ?? .max))
    case .hold:
      if let image = try read(index) { return image }
      return try reader.frameCount.flatMap { count throws(FrameSourceError) in try read(count - 1) }
    }
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    lock.wait()
    defer { lock.signal() }
    return body()
  }

  private func read(_ index: Int) throws(FrameSourceError) -> Image? {
    if let latest, latest.index == index { return latest.image }
    if let failure { throw failure }
    do {
      guard let image = try reader.image(at: index) else { return nil }
      latest = (index, image)
      return image
    } catch {
      if !reader.hasRandomAccess, !error.concernsRequest { failure = error }
      throw error
    }
  }
}

/// The implementation of a ``FrameSource``. Calls are serialized.
protocol FrameReader: AnyObject {
  var name: String { get }
  var size: PixelSize { get }
  /// Nil while it is unknown.
  var frameCount: Int? { get }
  /// Whether frames may be requested in any order.
  var hasRandomAccess: Bool { get }
  /// Nil after the last frame; ``frameCount`` is known from then on.
  func image(at index: Int) throws(FrameSourceError) -> Image?
}

extension FrameSourceError {
  /// Whether the error depends on the requested frame, so that another request may succeed.
  fileprivate var concernsRequest: Bool {
    if case .behind = self { true } else { false }
  }
}

import Dispatch
import MeshTransform

/// Moving content: frames of one size in order, in constant memory whatever their number.
///
/// Frames count from 0. A numbered sequence has random access; a stream is read forward only, each frame once, and
/// skips frames that are not requested. Files with frame times of their own start again when an earlier frame is
/// requested. Calls may come from any thread and are serialized.
public final class FrameSource: @unchecked Sendable {  // all that changes, changes under the lock
  /// The behavior after the last frame.
  public enum End: String, CaseIterable, Hashable, Sendable {
    /// Shows the last frame.
    case hold
    /// Shows the first frame again; not for streams.
    case loop
    /// Shows nothing.
    case stop
  }

  /// The name in error messages.
  public let name: String
  /// The size of every frame, in pixels.
  public let size: PixelSize
  /// The rate of the frames. Frames with times of their own have that of most of them, or 30 where they differ.
  public let rate: Rate
  /// The behavior after the last frame.
  public let end: End
  /// The number of times that players show the frames as the file states it, 0 without end; nil for sources that have
  /// no such number.
  public let plays: Int?
  /// Unusual properties that do not prevent reading.
  public let warnings: [String]
  /// The matrix, nil for gray, and the range of the luma and color differences of a y4m stream; nil for other sources.
  public let encoding: Encoding?
  /// The members of ``encoding`` that neither the caller nor the stream has stated.
  public let assumedEncoding: Encoding

  package let reader: any FrameReader
  private let lock = DispatchSemaphore(value: 1)
  /// The frame returned last, which is often requested again when the output has a higher rate.
  private var latest: (index: Int, image: Image)?
  /// The error of a failed stream, which is permanent because its position is lost.
  private var failure: FrameSourceError?

  package init(
    _ reader: any FrameReader, rate: Rate, end: End, plays: Int? = nil, warnings: [String] = [],
    encoding: Encoding? = nil, assumed: Encoding = Encoding()
  ) throws(FrameSourceError) {
    (self.reader, self.rate, self.end, self.plays, self.warnings) = (reader, rate, end, plays, warnings)
    (self.encoding, assumedEncoding) = (encoding, assumed)
    (name, size) = (reader.name, reader.size)
    guard end != .loop || reader.hasRandomAccess else { throw .cannotLoop(name: name) }
    // A source must have at least one frame.
    guard try frame(at: 0) != nil else { throw .noFrames(name: name) }
  }

  /// The number of frames; nil before the end of a stream has been reached.
  public var frameCount: Int? { withLock { reader.frameCount } }

  /// The time from the first frame to the end of the last one in seconds; nil while it is unknown.
  public var duration: Double? {
    withLock {
      if let timed = reader as? any TimedFrameReader { return timed.duration }
      return reader.frameCount.map { Double($0 * rate.denominator) / Double(rate.numerator) }
    }
  }

  /// The duration in seconds that the file of the frames states, where ``duration`` is unknown; frames may end before
  /// it or after it. Nil when it states none.
  public var statedDuration: Double? { withLock { (reader as? any TimedFrameReader)?.statedDuration } }

  /// The frame of this number; nil after the last one. Repeated calls return the same bytes in memory.
  /// - Throws: ``FrameSourceError/behind(name:frame:position:)`` when a stream has passed the frame.
  /// - Precondition: `index` is 0 or more.
  public func frame(at index: Int) throws(FrameSourceError) -> Image? {
    precondition(index >= 0, "frames count from 0")
    lock.wait()
    defer { lock.signal() }
    return try read(index)
  }

  /// The frame at a time in seconds after the first one, by ``Rate/index(at:)`` or the frames' own times; nil after the
  /// last one.
  public func frame(showing time: Double) throws(FrameSourceError) -> Image? {
    lock.wait()
    defer { lock.signal() }
    return try index(at: time).flatMap { index throws(FrameSourceError) in try read(index) }
  }

  /// The picture at a time in seconds after the first frame, see ``frame(showing:)`` and ``end``. The result is nil when
  /// the source stops at its end and the time is later.
  public func image(at time: Double) throws(FrameSourceError) -> Image? {
    lock.wait()
    defer { lock.signal() }
    if let index = try index(at: time), let image = try read(index) { return image }
    switch end {
    case .stop: return nil
    case .loop:
      if let timed = reader as? any TimedFrameReader {
        let turn = timed.duration.map { $0 > 0 ? time.truncatingRemainder(dividingBy: $0) : 0 } ?? 0
        return try read(index(at: turn) ?? 0)
      }
      return try read(rate.index(at: time) % (reader.frameCount ?? .max))
    case .hold:
      return try reader.frameCount.flatMap { count throws(FrameSourceError) in try read(count - 1) }
    }
  }

  private func index(at time: Double) throws(FrameSourceError) -> Int? {
    guard let timed = reader as? any TimedFrameReader else { return rate.index(at: time) }
    if let failure { throw failure }
    do { return try timed.index(at: time) } catch {
      failure = error
      throw error
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
package protocol FrameReader: AnyObject {
  var name: String { get }
  var size: PixelSize { get }
  /// Nil while it is unknown.
  var frameCount: Int? { get }
  /// Whether frames may be requested in any order.
  var hasRandomAccess: Bool { get }
  /// Nil after the last frame; ``frameCount`` is known from then on.
  func image(at index: Int) throws(FrameSourceError) -> Image?
}

/// Frames with times of their own, in seconds after the first frame.
package protocol TimedFrameReader: FrameReader {
  /// The number of the frame at a time; nil after the end of the last one.
  func index(at time: Double) throws(FrameSourceError) -> Int?
  /// The end of the last frame; nil while it is unknown.
  var duration: Double? { get }
  /// The duration that the file states; frames may end before it or after it. Nil when it states none.
  var statedDuration: Double? { get }
}

extension FrameSourceError {
  /// Whether the error depends on the requested frame, so that another request may succeed.
  fileprivate var concernsRequest: Bool {
    if case .behind = self { true } else { false }
  }
}

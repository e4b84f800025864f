import Dispatch
import MeshTransform

/// Content that moves: frames of one size that come one after another, in constant memory whatever their number.
///
/// Frames count from 0. A numbered sequence gives any of them; a stream is read forward only, each frame once, and
/// skips what nobody asks for. Calls may come from any thread: one at a time does its work, the others wait.
public final class FrameSource: @unchecked Sendable {  // all that changes, changes under the lock
  /// What shows after the last frame.
  public enum End: String, CaseIterable, Hashable, Sendable {
    /// The last frame.
    case hold
    /// The first frame again; of sequences only.
    case loop
    /// Nothing.
    case stop
  }

  /// As errors call it.
  public let name: String
  /// Of every frame, in pixels.
  public let size: PixelSize
  public let rate: Rate
  public let end: End
  /// What is unusual but can be read.
  public let warnings: [String]

  private let reader: any FrameReader
  private let lock = DispatchSemaphore(value: 1)
  /// The frame that was given last: often asked for again, when the output has more frames a second.
  private var latest: (index: Int, image: Image)?
  /// A stream that has failed stays so, for its position is lost.
  private var failure: FrameSourceError?

  init(_ reader: any FrameReader, rate: Rate, end: End, warnings: [String] = []) throws(FrameSourceError) {
    (self.reader, self.rate, self.end, self.warnings) = (reader, rate, end, warnings)
    (name, size) = (reader.name, reader.size)
    guard end != .loop || reader.canGoBack else { throw .cannotLoop(name: name) }
    // Without a first frame there is nothing to hold and nothing to show.
    guard try frame(at: 0) != nil else { throw .noFrames(name: name) }
  }

  /// How many frames there are; nil before the end of a stream has been seen.
  public var frameCount: Int? { withLock { reader.frameCount } }

  /// The frame of this number; nil after the last one. The same frame twice gives the same bytes in memory.
  /// - Throws: ``FrameSourceError/behind(name:frame:position:)`` when a stream has passed the frame.
  /// - Precondition: `index` is 0 or more.
  public func frame(at index: Int) throws(FrameSourceError) -> Image? {
    precondition(index >= 0, "frames count from 0")
    lock.wait()
    defer { lock.signal() }
    return try read(index)
  }

  /// What shows at a time in seconds after the first frame began, by ``Rate/index(at:)`` and ``end``; nil after a
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
      if !reader.canGoBack, !error.concernsRequest { failure = error }
      throw error
    }
  }
}

/// Where the frames of a ``FrameSource`` come from. Calls come one at a time.
protocol FrameReader: AnyObject {
  var name: String { get }
  var size: PixelSize { get }
  /// Nil while it isn't known.
  var frameCount: Int? { get }
  /// Whether frames may be asked for in any order.
  var canGoBack: Bool { get }
  /// Nil after the last frame; ``frameCount`` is known from then on.
  func image(at index: Int) throws(FrameSourceError) -> Image?
}

extension FrameSourceError {
  /// Whether another question may well have an answer.
  fileprivate var concernsRequest: Bool {
    if case .behind = self { true } else { false }
  }
}

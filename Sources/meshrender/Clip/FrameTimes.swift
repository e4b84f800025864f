import AnimationFiles
import ImageFiles
import MeshTransform

/// The number of frames of a clip and their times: a pure function of the frame's number.
struct FrameTimes: Hashable, Sendable {
  /// At least 1.
  let count: Int
  /// Whether the clip is a loop: the frame after the last one equals the first.
  let closes: Bool
  /// Whether the clip may have fewer frames: a stream's length is unknown until its end.
  var mayEndEarly = false
  private let spacing: Spacing

  private enum Spacing: Hashable, Sendable {
    /// The duration in seconds, divided evenly by the frames: a frame may last slightly more or less than the rate
    /// says, so that a loop closes exactly.
    case evenly(Double)
    case rate(FrameRate)
  }

  /// The time in seconds of the frame with this index, counted from 0.
  func time(of index: Int) -> Double {
    switch spacing {
    case .evenly(let whole): Double(index) * whole / Double(count)
    // Both products are exact, so the quotient is correctly rounded.
    case .rate(let rate): Double(index * rate.denominator) / Double(rate.numerator)
    }
  }

  /// A loop of `length` seconds.
  static func loop(_ length: Double, _ rate: FrameRate, limit: Int) throws(Failure) -> FrameTimes {
    let count = max(1, try whole((length * rate.framesPerSecond).rounded(), limit: limit))
    return FrameTimes(count: count, closes: true, spacing: .evenly(length))
  }

  /// From the start to the end; the last frame is at the end or the first one after it.
  static func once(_ length: Double, _ rate: FrameRate, limit: Int) throws(Failure) -> FrameTimes {
    // The tolerance of 1e-6 frames absorbs rounding errors, which would add a frame.
    let last = (length * rate.framesPerSecond - 1e-6).rounded(.up)
    return FrameTimes(
      count: 1 + max(0, try whole(last, limit: limit - 1, limit)), closes: false, spacing: .rate(rate))
  }

  /// As many frames as fill `length` seconds.
  ///
  /// - `cycle`: the period in seconds of an endless motion. When `length` is a whole number of periods within half a
  ///   frame, the clip is a loop.
  static func filling(_ length: Double, cycle: Double?, _ rate: FrameRate, limit: Int) throws(Failure)
    -> FrameTimes
  {
    let count = max(1, try whole((length * rate.framesPerSecond).rounded(), limit: limit))
    if let cycle {
      let turns = (length / cycle).rounded()
      if turns >= 1, abs(length - turns * cycle) * rate.framesPerSecond <= 0.5 + 1e-9 {
        return FrameTimes(count: count, closes: true, spacing: .evenly(turns * cycle))
      }
    }
    return FrameTimes(count: count, closes: false, spacing: .rate(rate))
  }

  /// The length of moving content; at most `limit` frames when its end is unknown.
  static func lasting(as content: ContentFrames, _ rate: FrameRate, limit: Int) throws(Failure) -> FrameTimes
  {
    guard let length = content.duration else {
      // A limit that the file certainly exceeds is not found out at its last frame.
      if let stated = content.statedDuration {
        _ = try whole((0.99 * stated * rate.framesPerSecond).rounded(.down), limit: limit)
      }
      return FrameTimes(count: limit, closes: false, mayEndEarly: true, spacing: .rate(rate))
    }
    return try .filling(length, cycle: nil, rate, limit: limit)
  }

  private static func whole(_ count: Double, limit: Int, _ stated: Int? = nil) throws(Failure) -> Int {
    guard count <= Double(limit) else {
      let frames = count < 1e15 ? "\(Int(clamping: count))" : "\(count)"
      throw Failure(
        .usage,
        "the clip would have \(frames) frames, but the limit is \(stated ?? limit); make it shorter (--duration), "
          + "use fewer frames per second (--fps), or raise the limit with --max-frames")
    }
    return Int(clamping: count)
  }
}

import AnimationFiles
import ImageFiles
import MeshTransform

/// How many frames a clip has and when each is: a pure function of its number, whatever else is drawn.
struct FrameTimes: Hashable, Sendable {
  /// At least 1.
  let count: Int
  /// Whether the frame after the last would be the first again.
  let closes: Bool
  /// Whether there may be fewer frames: the end of a stream isn't known before it is there.
  var mayEndEarly = false
  private let spacing: Spacing

  private enum Spacing: Hashable, Sendable {
    /// The whole time in seconds, which the frames divide evenly: a frame may last a hair more or less than the rate
    /// says, so that a loop closes exactly.
    case evenly(Double)
    case rate(FrameRate)
  }

  /// The time in seconds of the frame with this index, counted from 0.
  func time(of index: Int) -> Double {
    switch spacing {
    case .evenly(let whole): Double(index) * whole / Double(count)
    // Both products are exact, so that the quotient is the nearest of its kind.
    case .rate(let rate): Double(index * rate.denominator) / Double(rate.numerator)
    }
  }

  /// A loop of `length` seconds.
  static func loop(_ length: Double, _ rate: FrameRate, limit: Int) throws(Failure) -> FrameTimes {
    let count = max(1, try whole((length * rate.framesPerSecond).rounded(), limit: limit))
    return FrameTimes(count: count, closes: true, spacing: .evenly(length))
  }

  /// From the start to the end, with a frame at it or the first after it.
  static func once(_ length: Double, _ rate: FrameRate, limit: Int) throws(Failure) -> FrameTimes {
    // A hair over a whole number is rounding noise and adds no frame.
    let last = (length * rate.framesPerSecond - 1e-6).rounded(.up)
    return FrameTimes(
      count: 1 + max(0, try whole(last, limit: limit - 1, limit)), closes: false, spacing: .rate(rate))
  }

  /// As many frames as fill `length` seconds.
  ///
  /// - `cycle`: of what repeats without end. When it fits in a whole number of times, but for half a frame, the loop is
  ///   closed.
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

  /// As long as moving content; at most `limit` frames where its end isn't known.
  static func lasting(as source: FrameSource, _ rate: FrameRate, limit: Int) throws(Failure) -> FrameTimes {
    guard let count = source.frameCount else {
      return FrameTimes(count: limit, closes: false, mayEndEarly: true, spacing: .rate(rate))
    }
    let length = Double(count * source.rate.denominator) / Double(source.rate.numerator)
    return try .filling(length, cycle: nil, rate, limit: limit)
  }

  private static func whole(_ count: Double, limit: Int, _ stated: Int? = nil) throws(Failure) -> Int {
    guard count <= Double(limit) else {
      let frames = count < 1e15 ? "\(Int(count))" : "\(count)"
      throw Failure(
        .usage,
        "the clip would have \(frames) frames, but the limit is \(stated ?? limit); make it shorter (--duration), "
          + "use fewer frames a second (--fps), or raise the limit with --max-frames")
    }
    return Int(count)
  }
}

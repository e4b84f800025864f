/// Recorded gestures: changes with their times.
public struct GestureTrack: Hashable, Sendable {
  /// The effect of an event.
  public enum Step: Hashable, Sendable {
    /// A change of the gestures of this moment.
    case move(GestureDelta)
    /// Resets to the identity.
    case startOver
  }

  /// A step at a time.
  public struct Event: Hashable, Sendable {
    /// The time of the report in seconds, 0 or more, from which the step has an effect.
    public var time: Double
    /// A step at a time in seconds from the start.
    public var step: Step

    /// - Parameter time: seconds from the start, 0 or more.
    public init(time: Double, _ step: Step) { (self.time, self.step) = (time, step) }
  }

  /// Nondecreasing times; events may share a time.
  public let events: [Event]
  /// The sum of the events up to each.
  private let states: [GestureTransform]

  /// Checks every event.
  /// - Throws: ``GestureError`` for the first invalid event.
  /// - Complexity: O(number of events).
  public init(_ events: [Event]) throws(GestureError) {
    var states: [GestureTransform] = []
    states.reserveCapacity(events.count)
    var (state, previous) = (GestureTransform.identity, 0.0)
    for (index, event) in events.enumerated() {
      guard event.time.isFinite, event.time >= previous else {
        throw .timeOrder(event: index, time: event.time, previous: previous)
      }
      previous = event.time
      switch event.step {
      case .startOver: state.startOver()
      case .move(let delta):
        if let error = delta.error(at: index) { throw error }
        state.add(delta)
      }
      guard state.isUsable else { throw .outOfSight(event: index) }
      states.append(state)
    }
    (self.events, self.states) = (events, states)
  }

  /// The time of the last event in seconds; 0 without events.
  public var duration: Double { events.last?.time ?? 0 }

  /// The sum of all events.
  public var final: GestureTransform { states.last ?? .identity }

  /// The sum of the events up to a time in seconds, including events at that time: the picture on the screen at that
  /// time. The state is constant between events.
  /// - Complexity: O(log of the number of events).
  public func state(at time: Double) -> GestureTransform {
    var (low, high) = (0, events.count)
    while low < high {
      let middle = (low + high) / 2
      if events[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? .identity : states[low - 1]
  }
}

extension GestureDelta {
  /// The first value out of range, for the delta of an event.
  fileprivate func error(at event: Int) -> GestureError? {
    func check(_ property: String, _ value: Double, _ range: ClosedRange<Double>, _ allowed: String)
      -> GestureError?
    {
      range.contains(value)
        ? nil : .outOfRange(event: event, property: property, value: value, allowed: allowed)
    }
    let (lengths, points) = (-1e9...1e9, "points in -1e9...1e9")
    return check("translation x", translation.x, lengths, points)
      ?? check("translation y", translation.y, lengths, points)
      ?? check("scale", scale, 1e-6...1e6, "1e-6...1e6") ?? check("touch x", touch.x, lengths, points)
      ?? check("touch y", touch.y, lengths, points)
      ?? check("rotation in degrees", rotation.degrees, -1e6...1e6, "-1e6...1e6")
  }
}

extension GestureTransform {
  /// Whether the sum is within the range of computation.
  fileprivate var isUsable: Bool {
    let area = affineTransform.determinant
    let moved = max(abs(affineTransform.tx), abs(affineTransform.ty))
    return area >= 1e-18 && area <= 1e18 && moved <= 1e12
  }
}

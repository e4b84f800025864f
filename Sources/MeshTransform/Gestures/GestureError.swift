/// Why a ``GestureTrack`` cannot be made. Events count from zero.
public enum GestureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The time is not a number, is negative, or precedes the event before it.
  case timeOrder(event: Int, time: Double, previous: Double)
  /// A value of an event that is out of its range.
  case outOfRange(event: Int, property: String, value: Double, allowed: String)
  /// The sum of all events so far is too small, too large or too far away for computation.
  case outOfSight(event: Int)

  /// The index of the invalid event.
  public var event: Int {
    switch self {
    case .timeOrder(let event, _, _), .outOfRange(let event, _, _, _), .outOfSight(let event): event
    }
  }

  public var description: String {
    switch self {
    case .timeOrder(let event, let time, let previous):
      "events[\(event)] is at \(time) s; use a finite time of \(previous) s or later, in order"
    case .outOfRange(let event, let property, let value, let allowed):
      "events[\(event)]: \(property) is \(value); use \(allowed)"
    case .outOfSight(let event):
      "with events[\(event)] the gestures together scale by less than 1e-9 or more than 1e9, or move farther than "
        + "1e12 points; start over before it or make the steps smaller"
    }
  }
}

import MeshTransform

/// A recorded track of gestures: JSON Lines, one event to a line, in order of time.
///
/// ```json
/// {"time": 0.02, "translation": [3, -1]}
/// {"time": 0.04, "scale": 1.05, "rotation": "2deg", "around": [120, 80]}
/// {"time": 1.5, "startOver": true}
/// ```
/// `time` is in seconds; `translation` (points, default [0, 0]), `scale` (default 1), `rotation` (degrees or an angle
/// with its unit, clockwise, default 0) and `around` (where the fingers are, in superlayer points, default [0, 0]) are
/// what the fingers did since the event before. `startOver` takes everything back.
public enum GestureFile {
  /// - Throws: `DocumentError` with the line for the first fault of form or content.
  public static func decode(
    _ bytes: [UInt8], name: String, byteLimit: Int = MeshFile.defaultByteLimit
  ) throws(DocumentError) -> GestureTrack {
    guard bytes.count <= byteLimit else {
      throw DocumentError(
        name: name, problem: "the file has \(bytes.count) bytes; use \(byteLimit) at most")
    }
    var events: [GestureTrack.Event] = []
    var lines: [Int] = []
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
      do throws(DocumentError) {
        events.append(try event(Array(line), name: name))
      } catch {
        throw DocumentError(
          name: name, line: index + 1, column: error.column, path: error.path, problem: error.problem)
      }
      lines.append(index + 1)
    }
    guard !events.isEmpty else {
      throw DocumentError(name: name, problem: "the file has no events; write one JSON object per line")
    }
    do {
      return try GestureTrack(events)
    } catch {
      throw DocumentError(name: name, line: lines[error.event], column: 1, problem: error.description)
    }
  }

  private static func event(_ line: [UInt8], name: String) throws(DocumentError) -> GestureTrack.Event {
    try JSONReader.read(line, name: name, limit: .max) { reader throws(DocumentError) in
      try readEvent(&reader)
    }
  }

  private static func readEvent(_ reader: inout JSONReader) throws(DocumentError) -> GestureTrack.Event {
    var event = EventDescription()
    let keys = try reader.readFields(
      EventDescription.fields, into: &event, "an event such as {\"time\": 0.1, ...}")
    guard keys["time"] != nil else { throw reader.error("the event has no \"time\"; add it, in seconds") }
    let moves = keys.entries.map(\.key).filter { $0 != "time" && $0 != "startOver" }.sorted()
    if event.startsOver, let key = moves.first {
      throw reader.error("the event has both \"startOver\" and \"\(key)\"; split it into two events")
    }
    return GestureTrack.Event(time: event.time, event.startsOver ? .startOver : .move(event.delta))
  }

  /// The same events in an array, as a scene file has them.
  static func readEvents(_ reader: inout JSONReader) throws(DocumentError) -> GestureTrack {
    var events: [GestureTrack.Event] = []
    reader.skipSpaces()
    let start = reader.offset
    try reader.readArray("an array of events") { reader, _ throws(DocumentError) in
      events.append(try readEvent(&reader))
    }
    guard !events.isEmpty else { throw reader.error(at: start, "the array has no events; add one") }
    do { return try GestureTrack(events) } catch { throw reader.error(at: start, error.description) }
  }

  static var schema: JSONValue {
    JSONSchema.array(of: JSONSchema.object(EventDescription.fields))
  }
}

/// One line of the file.
struct EventDescription: Sendable {
  var time = 0.0
  var translation = Point.zero
  var scale = 1.0
  var rotation = 0.0
  var around = Point.zero
  var startsOver = false

  var delta: GestureDelta {
    GestureDelta(translation: translation, scale: scale, rotation: .degrees(rotation), around: around)
  }

  static let fields: [JSONField<EventDescription>] = [
    .number("time", \.time, 0...1e9, "the time of the event", unit: "seconds", default: .required),
    .point(
      "translation", \.translation, "the movement since the event before", unit: "points",
      default: .value([0, 0])),
    .number("scale", \.scale, 1e-6...1e6, "the factor since the event before", default: .value(1)),
    JSONField(
      "rotation", ["type": ["number", "string"]],
      "the clockwise rotation since the event before, or an angle with its unit", unit: "degrees",
      default: .value(0)
    ) { reader, event throws(DocumentError) in
      event.rotation = try reader.readDegrees(in: NumberRange(-1e6...1e6, .degrees))
    },
    .point(
      "around", \.around, "the point about which the fingers scale and rotate, in the superlayer",
      unit: "points", default: .value([0, 0])),
    .boolean("startOver", \.startsOver, "whether the event resets all earlier ones"),
  ]
}

extension GestureTrack {
  /// The JSON that ``GestureFile`` reads as events of a scene file.
  var json: JSONValue {
    .array(
      events.map { event in
        var members: [(key: String, value: JSONValue)] = [("time", .number(event.time))]
        switch event.step {
        case .startOver: members.append(("startOver", true))
        case .move(let delta):
          members.append(("translation", delta.translation.json))
          members.append(("scale", .number(delta.scale)))
          members.append(("rotation", .number(delta.rotation.shortDegrees)))
          members.append(("around", delta.touch.json))
        }
        return .object(members)
      })
  }
}

extension MediaTiming {
  /// The properties, in the order of scene files.
  package static let properties: [Property<MediaTiming>] = [durationProperty] + start + course

  package static let durationProperty = Property<MediaTiming>(
    "duration", .number(\.duration, durations),
    "the length of one pass, with autoreverses of one direction of it; 0 shows the end at once")

  package static let durations = NumberRange(1e-6...1e9, .seconds).or(0)
  package static let repeatCounts = NumberRange(0...1e12).or(.infinity)

  package static let start: [Property<MediaTiming>] = [
    Property(
      "beginTime", .number(\.beginTime, NumberRange(-1e9...1e9, .seconds)),
      "the start, in the time of the enclosing group"),
    Property(
      "timeOffset", .number(\.timeOffset, NumberRange(-1e9...1e9, .seconds)),
      "the skipped part of its own time"),
  ]

  package static let course: [Property<MediaTiming>] = [
    Property(
      "speed", .number(\.speed, NumberRange(-1e6...1e6)),
      "the rate of its own time; negative plays backward"),
    Property("repeatCount", .number(\.repeatCount, repeatCounts), "the number of passes; 0 is one"),
    Property(
      "repeatDuration", .number(\.repeatDuration, NumberRange(0...1e12, .seconds).or(.infinity)),
      "the length of all passes; 0 is unset"),
    Property(
      "autoreverses", .flag(\.autoreverses),
      "whether each pass runs there and back, which takes twice the duration"),
    Property("fillMode", .choice(\.fillMode), "the effect before the beginning and after the end"),
  ]
}

extension Animation {
  /// The range of removal times.
  package static let removalTimes = NumberRange(-1e12...1e12, .seconds)
}

extension Keyframes {
  /// The range of tension, continuity and bias; common values are -1...1.
  package static let factors = NumberRange(-1e3...1e3)
}

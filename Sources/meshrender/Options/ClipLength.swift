import ArgumentParser

/// A length of time in seconds above 0.
struct ClipLength: Hashable, Sendable {
  let seconds: Double

  init(_ argument: String) throws {
    guard let seconds = Moment.seconds(argument), seconds > 0 else {
      throw ValidationError("write a time above 0, such as 2s, 250ms or 1.5")
    }
    self.seconds = seconds
  }
}

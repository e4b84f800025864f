import ArgumentParser

/// A time in seconds, 0 or later.
struct Moment: Hashable, Sendable {
  let seconds: Double

  init(_ argument: String) throws {
    guard let seconds = Self.seconds(argument) else {
      throw ValidationError("write a time of 0 or more, such as 2s, 250ms or 1.5")
    }
    self.seconds = seconds
  }

  /// The seconds of a number with or without `s`, `ms` or `min`, in 0...1e9; nil for other text.
  static func seconds(_ text: String) -> Double? {
    let unit = ["ms", "min", "s"].first(where: text.hasSuffix) ?? ""
    guard let number = Double(decimal: text.dropLast(unit.count)) else { return nil }
    // Dividing is correctly rounded: 250ms is exactly 0.25.
    let seconds = unit == "ms" ? number / 1000 : unit == "min" ? 60 * number : number
    return (0...1e9).contains(seconds) ? seconds : nil
  }
}

/// The time of the scene of a command that examines it.
struct SceneTimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time of a scene with animations or moving contents, such as 1.5 or 250ms. Default: without animations, with first "
        + "frames.",
      valueName: "time"), transform: Moment.init)
  var time: Moment?
}

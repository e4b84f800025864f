import ArgumentParser
import MeshFormats

/// The units of x and y in a warp mesh.
struct WarpOptions: ParsableArguments {
  /// The coordinate ranges; y points upward in all of them.
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case aspect, signed, unit
  }

  @Option(
    help: ArgumentHelp(
      "What x and y measure: x -aspect...aspect and y -1...1 (aspect), both -1...1 (signed) or both 0...1 (unit); y "
        + "points up. Default: aspect.", valueName: "kind"))
  var xy: Kind?

  @Option(help: ArgumentHelp("Width over height of the output, such as 16:9 or 1.6, for --xy aspect."))
  var aspect: AspectRatio?

  var coordinates: WarpFile.Coordinates {
    switch xy ?? .aspect {
    case .aspect: .aspect(aspect?.value ?? 1)
    case .signed: .signed
    case .unit: .unit
    }
  }

  func requireAspect() throws {
    if xy ?? .aspect == .aspect, aspect == nil {
      throw ValidationError(
        "x of a warp mesh ranges from -aspect to aspect; set --aspect to that of the output, such as 16:9, or choose "
          + "another --xy.")
    }
    if let xy, xy != .aspect, aspect != nil {
      throw ValidationError("--aspect applies only to --xy aspect; with --xy \(xy.rawValue) remove it.")
    }
  }

  /// - Throws: when a warp option is given although no warp mesh is read or written.
  func refuse() throws {
    if xy != nil || aspect != nil {
      throw ValidationError(
        "--xy and --aspect apply only to warp meshes; remove them.")
    }
  }
}

/// Width over height: "16:9", "16/9" or "1.7778".
struct AspectRatio: ExpressibleByArgument {
  let value: Double

  init?(argument: String) {
    let parts = argument.split(
      separator: argument.contains(":") ? ":" : "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(decimal: $0) }
    guard parts.count == numbers.count, (1...2).contains(parts.count) else { return nil }
    value = numbers.count == 1 ? numbers[0] : numbers[0] / numbers[1]
    guard (0.001...1000).contains(value) else { return nil }
  }
}

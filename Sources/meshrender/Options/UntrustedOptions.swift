import ArgumentParser
import Glibc

/// `--untrusted`, which all commands have that read files of strangers.
struct UntrustedOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Read what strangers made: in a sandbox, with lower limits (16777216 pixels, 1G of memory, 60 s), without videos, "
        + "programs and fonts by path, and with nothing written outside the output's folder. Also by MESHRENDER_UNTRUSTED=1."
    ))
  var untrusted = false

  @Flag(
    help: ArgumentHelp(
      "Go on with --untrusted where a part of the sandbox is missing, which 'meshrender info' lists."))
  var allowMissingSandbox = false

  static let variable = "MESHRENDER_UNTRUSTED"

  func validate() throws {
    if allowMissingSandbox, !isOn {
      throw ValidationError("--allow-missing-sandbox is about the sandbox of --untrusted; give both.")
    }
    guard let value = getenv(Self.variable).map({ String(cString: $0) }), !["", "0", "1"].contains(value)
    else {
      return
    }
    throw ValidationError("\(Self.variable) is \"\(value)\"; use 1, or 0.")
  }

  /// By the flag or by the variable.
  var isOn: Bool { untrusted || getenv(Self.variable).map { strcmp($0, "1") == 0 } ?? false }
}

/// The trust in the files that a command reads, and the time that it may take.
struct TrustOptions: ParsableArguments {
  @OptionGroup var trust: UntrustedOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The longest time of the run, such as 30s; over it, the exit code is 65. Default: none, and 60s with --untrusted.",
      valueName: "time"), transform: Moment.init)
  var maxTime: Moment?

  func validate() throws {
    if let maxTime, !(0.001...1e6).contains(maxTime.seconds) {
      throw ValidationError("--max-time is \(maxTime.seconds) s; use 1ms...1e6 s.")
    }
  }
}

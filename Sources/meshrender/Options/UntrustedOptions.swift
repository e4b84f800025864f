import ArgumentParser
import Glibc

/// `--untrusted`, which all commands have that read files of strangers.
struct UntrustedOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Process untrusted input: in a sandbox, with lower limits (16777216 pixels, 1G of memory, 60 s), without videos, "
        + "external programs and font files, and writing only to the output's folder. Also set by MESHRENDER_UNTRUSTED=1."
    ))
  var untrusted = false

  @Flag(
    help: ArgumentHelp(
      "Continue with --untrusted if a part of the sandbox is missing, which 'meshrender info' lists."))
  var allowMissingSandbox = false

  static let variable = "MESHRENDER_UNTRUSTED"

  func validate() throws {
    if allowMissingSandbox, !isOn {
      throw ValidationError("--allow-missing-sandbox needs --untrusted; use both.")
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
      "The maximum time of the run, such as 30s; a longer run exits with 65. Default: none, and 60s with --untrusted.",
      valueName: "time"), transform: Moment.init)
  var maxTime: Moment?

  func validate() throws {
    if let maxTime, !(0.001...1e6).contains(maxTime.seconds) {
      throw ValidationError("--max-time is \(maxTime.seconds) s; use 1ms...1e6 s.")
    }
  }
}

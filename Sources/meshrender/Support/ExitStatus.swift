/// An exit status of the tool, for the manual.
struct ExitStatus {
  let code: Int
  let name: String
  let summary: String

  /// The status of a batch with failed jobs, EX_TEMPFAIL.
  static let someJobsFailed: Int32 = 75

  static let all =
    [ExitStatus(code: 0, name: "success", summary: "Success, possibly with warnings.")]
    + Failure.Kind.allCases.map { ExitStatus(code: Int($0.rawValue), name: $0.name, summary: $0.summary) }
    + [
      ExitStatus(
        code: Int(someJobsFailed), name: "EX_TEMPFAIL",
        summary: "Some jobs of a batch have failed; the others are done."),
      ExitStatus(
        code: 130, name: "interrupted", summary: "SIGINT ended the run: 128 plus the signal number."),
      ExitStatus(
        code: 141, name: "closed pipe",
        summary: "The reader of standard output closed it, as head does, while a text was written; "
          + "for files such as pictures it is 74."),
      ExitStatus(code: 143, name: "terminated", summary: "SIGTERM ended the run."),
    ]

  var json: String {
    JSONText.object([
      ("code", "\(code)"), ("name", JSONText.string(name)), ("summary", JSONText.string(summary)),
    ])
  }
}

extension Failure {
  /// The exit codes of sysexits.h.
  enum Kind: Int32, CaseIterable {
    case usage = 64
    case badData = 65
    case inputMissing = 66
    case unavailable = 69
    case internalFault = 70
    case cannotCreate = 73
    case inputOutput = 74
  }
}

extension Failure.Kind {
  /// The name in sysexits.h.
  fileprivate var name: String {
    switch self {
    case .usage: "EX_USAGE"
    case .badData: "EX_DATAERR"
    case .inputMissing: "EX_NOINPUT"
    case .unavailable: "EX_UNAVAILABLE"
    case .internalFault: "EX_SOFTWARE"
    case .cannotCreate: "EX_CANTCREAT"
    case .inputOutput: "EX_IOERR"
    }
  }

  /// The meaning, a sentence.
  fileprivate var summary: String {
    switch self {
    case .usage:
      "The command line is wrong: an unknown flag, a value out of its range, flags that exclude each other."
    case .badData:
      "A file is invalid, damaged, too large, or outside the folders that may be read."
    case .inputMissing: "An input file does not exist or is not readable."
    case .unavailable: "A part of the system is missing: a rendering device, a library, FFmpeg."
    case .internalFault: "Internal error; please report it."
    case .cannotCreate: "An output cannot be created."
    case .inputOutput: "Reading or writing failed, as on a full disk."
    }
  }
}

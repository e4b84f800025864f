import CSandbox
import GLRenderer
import Glibc
import ImageFiles

/// The walls around a process that parses what strangers made: Landlock, a filter of system calls, limits of resources.
///
/// The process enters before its threads, its driver and its libraries start, so that all of them are inside, and with
/// nothing of a stranger's read. What it enters it cannot leave.
enum Sandbox {
  /// - `allowsMissing`: whether the process goes on without the parts that the system lacks.
  /// - Throws: ``Failure`` with a part that is missing.
  static func enter(_ paths: SandboxPaths, allowsMissing: Bool) throws(Failure) {
    if !allowsMissing { try requireAllParts() }
    limitResources()
    ignoreRuntime()
    var paths = paths
    paths.prepareCaches()
    try require(csandbox_drop_privileges(), "its privileges")
    let rules = csandbox_rules()
    if rules >= 0 {
      paths.add(to: rules)
      try require(csandbox_restrict(rules), "Landlock")
    }
    if csandbox_filter_problem() == 0 {
      try require(csandbox_filter { call in Sandbox.endAfter(call) }, "seccomp")
    }
  }

  /// - Throws: ``Failure`` with a part that is missing.
  static func requireAllParts() throws(Failure) {
    for part in SandboxPart.all {
      guard let problem = part.problem else { continue }
      throw Failure(
        .unavailable,
        "--untrusted needs \(part.name), which is missing: \(problem); use --allow-missing-sandbox to continue without it"
      )
    }
  }

  private static func require(_ problem: Int32, _ part: String) throws(Failure) {
    guard problem != 0 else { return }
    throw Failure(
      .unavailable, "the sandbox cannot be entered: \(part): \(String(cString: strerror(problem)))")
  }

  /// The largest file that a run writes, 4 GiB.
  private static let largestFile: rlim_t = 4 << 30

  private static func limitResources() {
    // A dump of memory would hold the files of strangers and leave the sandbox.
    lower(RLIMIT_CORE, to: 0)
    lower(RLIMIT_FSIZE, to: largestFile)
  }

  /// Lets a crash end the process at once: what Swift's runtime does to report it, the sandbox forbids.
  private static func ignoreRuntime() {
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
  }

  private static func lower(_ resource: __rlimit_resource, to value: rlim_t) {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0 else { return }
    limits.rlim_cur = min(limits.rlim_cur, value)
    limits.rlim_max = min(limits.rlim_max, value)
    setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
  }

  /// The end of the words about a system call that was stopped, by which a batch knows them.
  static let endOfViolation: StaticString =
    ", which the sandbox of --untrusted refuses; the input is damaged or hostile"

  /// The outcome of a job whose worker has made a forbidden system call; nil for another end.
  /// - `status`: the exit status, or minus the number of a signal.
  /// - `words`: the end of its standard error.
  static func violation(_ status: Int32, _ words: String) -> JobOutcome? {
    let start = "Error: "
    if status == Failure.Kind.badData.rawValue, words.hasSuffix(endOfViolation.description),
      let place = words.firstRange(of: start)
    {
      return JobOutcome(code: status, message: String(words[place.upperBound...]))
    }
    guard status == -SIGSYS else { return nil }
    return JobOutcome(
      code: Failure.Kind.badData.rawValue,
      message: "a decoder, a font or a driver has made a system call\(endOfViolation)")
  }

  /// Ends the process after a system call that it has no right to. Runs in a signal handler.
  private static func endAfter(_ call: UnsafePointer<CChar>?) -> Never {
    func put(_ text: StaticString) { write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount) }
    put("Error: a decoder, a font or a driver has made the system call ")
    if let call { write(STDERR_FILENO, call, strlen(call)) }
    put(endOfViolation)
    put("\n")
    Interrupts.leave(Failure.Kind.badData.rawValue)
  }
}

/// A part of the sandbox, and whether the system has it.
struct SandboxPart {
  let name: String
  /// What the system has of it.
  let summary: String
  /// Why it is missing; nil where it is there.
  let problem: String?

  static var all: [SandboxPart] { [landlock, seccomp] }

  private static var landlock: SandboxPart {
    let version = csandbox_landlock_version()
    let problem: String? =
      switch -version {
      case ...0: nil
      case ENOSYS: "the kernel has none; Linux 5.13 and later have it"
      case EOPNOTSUPP: "it is switched off; add landlock to the kernel's parameter lsm="
      case let code: "the system refuses it, as a container may: \(String(cString: strerror(code)))"
      }
    return SandboxPart(name: "Landlock", summary: "version \(version)", problem: problem)
  }

  private static var seccomp: SandboxPart {
    let code = csandbox_filter_problem()
    return SandboxPart(
      name: "seccomp", summary: "a list of system calls, no new privileges",
      problem: code == 0
        ? nil
        : code == ENOSYS
          ? "the kernel, or this program's architecture, has none"
          : "the system refuses it, as a container may: \(String(cString: strerror(code)))")
  }
}

import CheckedNumbers
import Glibc

/// `--max-time`: ends the process in order, whatever its threads do.
enum TimeLimit {
  /// The sentence of the end, ready for a signal handler.
  private nonisolated(unsafe) static let sentence = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    .allocate(
      capacity: 1)

  /// Starts the clock, and limits the time of all cores together, which nothing in the process can change afterwards.
  static func start(seconds: Double) {
    sentence.initialize(
      to: strdup(
        "Error: the run takes longer than \(seconds.shortText) s, the limit of --max-time; reduce the work, or raise the limit\n"
      ))
    for number in [SIGALRM, SIGXCPU] { signal(number) { _ in TimeLimit.end() } }
    let whole = seconds.rounded(.down)
    var timer = itimerval()
    timer.it_value.tv_sec = Int(clamping: whole)
    timer.it_value.tv_usec = max(whole == 0 ? 1 : 0, Int(clamping: (seconds - whole) * 1e6))
    setitimer(__itimer_which_t(0), &timer, nil)
    var limits = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limits)
    let most = rlim_t(clamping: seconds.rounded(.up)) * rlim_t(SystemMemory.coreCount)
    limits.rlim_max = min(limits.rlim_max, most + 5)
    limits.rlim_cur = min(limits.rlim_cur, limits.rlim_max, most)
    setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limits)
  }

  /// Runs in a signal handler.
  private static func end() -> Never {
    if let text = sentence.pointee { write(STDERR_FILENO, text, strlen(text)) }
    Interrupts.leave(Failure.Kind.badData.rawValue)
  }
}

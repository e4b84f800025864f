#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Words for people. They go to standard error: standard output carries data only.
enum Console {
  static func write(_ line: String) { fputs("\(line)\n", stderr) }

  static func warn(_ sentence: String) { write("Warning: \(sentence)") }

  static var standardOutputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
}

import Glibc

/// Words for people. They go to standard error: standard output carries data only.
enum Console {
  static func write(_ line: String) {
    // One write a line, past C's buffers: other threads' lines never mix into it.
    Array("\(line)\n".utf8).withUnsafeBytes { bytes in
      _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }

  static func warn(_ sentence: String) { write("Warning: \(sentence)") }

  static var standardOutputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
}

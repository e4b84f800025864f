import Glibc

/// Words for people go to standard error, what was asked for to standard output.
enum Console {
  /// One line on standard error.
  static func write(_ line: String) {
    // One write a line, past C's buffers: other threads' lines never mix into it.
    Array("\(line.onOneLine)\n".utf8).withUnsafeBytes { bytes in
      _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }

  static func warn(_ sentence: String) { write("Warning: \(sentence)") }

  /// A report on standard output, which may have lines.
  /// - Throws: when it did not get there, as with a full disk or a closed pipe.
  static func report(_ text: String) throws(Failure) {
    let bytes = Array("\(text)\n".utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw Failure(.inputOutput, "standard output cannot be written: \(String(cString: strerror(errno)))")
      }
      written += count
    }
  }

  static var standardOutputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
}

extension String {
  /// Without line ends and control characters, which the name of a file may hold: a message is one line, and no
  /// file's name commands the terminal.
  fileprivate var onOneLine: String {
    var line = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: line.append(" ")
      case ..<0x20, 0x7F..<0xA0: line.append("\u{FFFD}")
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}

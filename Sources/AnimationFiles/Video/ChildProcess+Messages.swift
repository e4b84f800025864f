import CAnimation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension child_process {
  /// The last lines on its standard error, joined.
  /// - Parameter names: the names in messages of the paths that the program was given.
  mutating func errorOutput(naming names: [String: String]) -> String {
    var text = [CChar](repeating: 0, count: 2000)
    let count = child_process_last_words(&self, &text, text.count)
    let words = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return words.split(whereSeparator: \.isNewline).suffix(4)
      .map { line in
        let plain = names.reduce(String(line.drop { $0 == " " }.filter { !$0.isASCII || $0 >= " " })) {
          $0.replacing("file:" + $1.key, with: $1.value).replacing($1.key, with: $1.value)
        }
        // "[libx264 @ 0x5581e0c0] ..." begins with the name and address of an object.
        guard plain.hasPrefix("["), let at = plain.firstIndex(of: "@"), let end = plain.firstIndex(of: "]"),
          at < end
        else { return plain }
        return "\(plain[..<at].dropLast())\(plain[end...])"
      }
      .joined(separator: " | ")
  }
}

/// The programs that this process has started and not waited for.
package enum ChildPrograms {
  /// Kills them at once. Safe in a signal handler.
  package static func killAll() { child_process_kill_all() }

  /// Limits the memory of each program that is started from now on.
  /// - Parameter bytes: of its data, the stacks of its threads included.
  package static func limitMemory(_ bytes: Int) { child_process_limit_memory(bytes) }

  /// Whether none may be started. Set once, before other threads start.
  nonisolated(unsafe) private(set) static var areForbidden = false

  /// Lets no program be started any more: what needs one is an error.
  package static func forbid() { areForbidden = true }
}

/// The end of a child process, in words.
enum ExitStatus {
  /// - Parameter status: the exit status, or minus the number of a signal.
  static func words(_ status: Int32) -> String {
    status < 0 ? "ended by signal \(-status)" : "exit status \(status)"
  }
}

extension [String] {
  /// Calls `body` with the words as C strings, with a null pointer at their end.
  func withArguments<Result>(_ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result) -> Result {
    var pointers: [UnsafePointer<CChar>?] = map { UnsafePointer(strdup($0)) }
    defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
    pointers.append(nil)
    return body(pointers)
  }
}

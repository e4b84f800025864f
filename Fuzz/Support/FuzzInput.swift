/// The bytes that libFuzzer hands to a target: parameters from the front, the rest as a file or text.
struct FuzzInput {
  private var bytes: UnsafeBufferPointer<UInt8>

  init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    bytes = UnsafeBufferPointer(start: start, count: count)
  }

  /// The next byte as a number in `0..<bound`; 0 at the end.
  mutating func number(below bound: Int) -> Int {
    guard let first = bytes.first else { return 0 }
    bytes = UnsafeBufferPointer(rebasing: bytes.dropFirst())
    return Int(first) % bound
  }

  /// What is left, as a file's content.
  var file: [UInt8] { Array(bytes) }

  /// What is left, as an argument of the command line. Invalid UTF-8 is repaired, as the argument parser does.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Stops the fuzzer where a property of a parser does not hold; `message` says which.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}

/// Checks an error's sentence: one line, not empty.
func check(_ error: some Error & CustomStringConvertible) {
  let sentence = error.description
  require(sentence.utf8.count > 10, "an error without a sentence: \(sentence)")
}

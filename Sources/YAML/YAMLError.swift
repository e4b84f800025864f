/// Why a YAML text can't be read.
public struct YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line at fault, counted from 1; nil where the fault has none.
  public let line: Int?
  /// The fault and the remedy.
  public let problem: String
  /// Whether the fault is the missing library, not the text.
  public let isLibraryMissing: Bool

  init(line: Int?, _ problem: String, isLibraryMissing: Bool = false) {
    (self.line, self.problem, self.isLibraryMissing) = (line, problem, isLibraryMissing)
  }

  /// `line 3: ...`.
  public var description: String { line.map { "line \($0): \(problem)" } ?? problem }
}

import MeshTransform

/// Why a short text (a transform list, a color, a light, ...) can't be read.
public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What the text was to be: "transform", "color", "light", ...
  public let subject: String
  public let text: String
  /// The character at fault, counted from 1; one past the end where something is missing.
  public let column: Int
  /// What is wrong and what would be right: `"rotatex3" is no function; did you mean "rotateX"?`.
  public let problem: String

  public init(subject: String, text: String, column: Int, problem: String) {
    (self.subject, self.text, self.column, self.problem) = (subject, text, column, problem)
  }

  public var description: String { "\(subject) \(quoted(text)), column \(column): \(problem)" }
}

/// The text in quotation marks, as errors echo it.
func quoted(_ text: String) -> String { "\"\(text.excerpt)\"" }

import MeshTransform

/// Why a short text (a transform list, a color, a light, ...) can't be read.
public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the text: "transform", "color", "light", ...
  public let subject: String
  /// The text as it was given.
  public let text: String
  /// The column of the character at fault, counted from 1; one past the end when something is missing.
  public let column: Int
  /// A description of the fault and its correction: `"rotatex3" is no function; did you mean "rotateX"?`.
  public let problem: String

  /// A fault of a text at a column, counted from 1.
  public init(subject: String, text: String, column: Int, problem: String) {
    (self.subject, self.text, self.column, self.problem) = (subject, text, column, problem)
  }

  public var description: String { "\(subject) \(quoted(text)), column \(column): \(problem)" }
}

/// The text in quotation marks, shortened for error messages.
func quoted(_ text: String) -> String { "\"\(text.excerpt)\"" }

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

/// The text in quotation marks, fit for one line of a terminal: cut at 60 characters, control characters escaped.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars.prefix(60) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + (text.unicodeScalars.dropFirst(60).isEmpty ? "\"" : "...\"")
}

import SceneDocument

/// Checks the error of a text: its column lies in the text or just behind it.
func check(_ error: SyntaxError, in text: String) {
  check(error)
  require((1...text.count + 1).contains(error.column), "column \(error.column) of \(text.debugDescription)")
}

/// The version of the tool: a line of `meshrender --version`, of man pages and of packages. The topmost section of
/// CHANGELOG.md has the same number.
enum Version {
  /// Semantic: major.minor.patch.
  static let current = "0.2.0"
}

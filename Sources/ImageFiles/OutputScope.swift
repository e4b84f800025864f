#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folders below which files that a list names are written.
package struct OutputScope: Sendable {
  private let scope: FolderScope

  /// - Parameter folders: they may be missing. "" is the working directory.
  package init(_ folders: [FilePath]) {
    var scope = FolderScope()
    for folder in folders { scope.add(folder.isEmpty ? .dot : folder, isAllowed: true, mayBeMissing: true) }
    self.scope = scope
  }

  /// The place to which an output is written.
  package enum Place: Equatable {
    /// Absolute, with links resolved, also that of the file itself. Paths of the same output have the same place, also
    /// while folders are missing.
    case inside(FilePath)
    /// The path lies or leads outside, or there is no certainty about that.
    case outside
    /// No file can be written there.
    case nowhere
  }

  /// Looks at nothing outside.
  package func place(of path: FilePath) -> Place {
    guard !path.isEmpty, !path.hasZero, path.bytes.count < Int(PATH_MAX) else { return .nowhere }
    do throws(PathWalk.Problem) {
      let end = try PathWalk(path, in: scope, mayBeMissing: true).end()
      return .inside(end.place)
    } catch {
      switch error {
      case .system(let error) where [ENOTDIR, ELOOP, ENAMETOOLONG, EACCES].contains(error.code):
        return .nowhere
      case .system, .outside: return .outside
      }
    }
  }
}

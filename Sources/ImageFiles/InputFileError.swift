/// Why a file can't be read. `name` is the path, or "standard input".
public enum InputFileError: Error, Hashable, Sendable, CustomStringConvertible {
  case missing(name: String)
  case isDirectory(name: String)
  case permissionDenied(name: String)
  case unreadable(name: String, SystemError)
  /// There are more bytes than the `limit` the caller set.
  case tooLarge(name: String, limit: Int)

  public var description: String {
    switch self {
    case .missing(let name): "\(name): there is no such file; check the path"
    case .isDirectory(let name): "\(name) is a directory; name a file in it"
    case .permissionDenied(let name):
      "\(name): reading is not permitted; check the permissions of the file and its directories"
    case .unreadable(let name, let error): "\(name) cannot be read: \(error)"
    case .tooLarge(let name, let limit): "\(name) has more than \(limit) bytes, the most that are read"
    }
  }
}

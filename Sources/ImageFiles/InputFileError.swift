import MeshTransform

/// Why a file can't be read. `name` is the path, or "standard input".
public enum InputFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no file of this name.
  case missing(name: String)
  /// The name is that of a folder.
  case isDirectory(name: String)
  /// The process may not read the file.
  case permissionDenied(name: String)
  /// The system failed to read the file.
  case unreadable(name: String, SystemError)
  /// A video in memory cannot be written to a temporary file, from which FFmpeg reads it.
  case noTemporaryFile(name: String, SystemError)
  /// There are more bytes than the caller's `limit`.
  case tooLarge(name: String, limit: Int)
  /// Outside a ``ReadScope``, itself or by its links, whether there is such a file or not.
  case outside(name: String)
  /// A device, a named pipe or a socket, which a ``ReadScope`` excludes.
  case notAFile(name: String, kind: String)

  public var description: String {
    switch self {
    case .missing(let name): "\(name.excerpt): there is no such file; check the path"
    case .isDirectory(let name): "\(name.excerpt) is a directory; use a file in it"
    case .permissionDenied(let name):
      "\(name.excerpt): reading is not permitted; check the permissions of the file and its directories"
    case .unreadable(let name, let error): "\(name.excerpt) cannot be read: \(error)"
    case .noTemporaryFile(let name, let error):
      "\(name.excerpt) is a video, which needs a temporary file that cannot be written: \(error); set TMPDIR to a "
        + "writable folder with free space, or use a file instead"
    case .tooLarge(let name, let limit):
      "\(name.excerpt) is larger than the limit of \(limit) bytes"
    case .outside(let name):
      "\(name.excerpt) is outside the folders that a scene may read: its own and the working directory"
    case .notAFile(let name, let kind): "\(name.excerpt) is \(kind), and a scene may read regular files only"
    }
  }
}

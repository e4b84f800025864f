import MeshTransform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why a file can't be written. `name` is the path, or "standard output".
public enum OutputFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No file can be created under that name.
  case cannotCreate(name: String, SystemError)
  /// The name is that of a folder.
  case isDirectory(name: String)
  /// The file was created, but writing failed, as on a full disk or a closed pipe. The previous content of `name` is
  /// unchanged, unless it is a pipe or a device.
  case cannotWrite(name: String, SystemError)

  public var description: String {
    switch self {
    case .cannotCreate(let name, let error):
      "\(name.excerpt) cannot be created: \(error); "
        + (error.code == ENAMETOOLONG ? "shorten it" : "check that its directory is writable")
    case .isDirectory(let name): "\(name.excerpt) is a directory; use a file in it"
    case .cannotWrite(let name, let error): "\(name.excerpt) cannot be written: \(error)"
    }
  }
}

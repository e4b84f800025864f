import Glibc
import ImageFiles

/// The files that the names of a scene mean: relative to the folder of its file, within the folders that it may read.
struct ScenePaths {
  /// Ends in a slash; empty for the working directory.
  private let folder: String
  /// The path of the scene file; nil for standard input and for a scene without a file.
  private let scenePath: String?
  /// Whether the scene itself is standard input.
  let isStandardInput: Bool
  /// The folders from which the scene may name files; nil for files named on the command line.
  let scope: ReadScope?

  /// Names are paths from the working directory.
  static let commandLine = ScenePaths(folder: "", scenePath: nil, isStandardInput: false, scope: nil)

  private init(folder: String, scenePath: String?, isStandardInput: Bool, scope: ReadScope?) {
    (self.folder, self.scenePath) = (folder, scenePath)
    (self.isStandardInput, self.scope) = (isStandardInput, scope)
  }

  /// - `allowed`: folders and files besides the scene's own folder and the working directory.
  init(of scene: InputFile, allowed: [String]) {
    let folder = scene.path.flatMap { path in path.lastIndex(of: "/").map { String(path[...$0]) } } ?? ""
    self.init(
      folder: folder, scenePath: scene.path, isStandardInput: scene.path == nil,
      scope: ReadScope(folders: [folder, "."].filter { !$0.isEmpty }, allowed: allowed))
  }

  /// The path of a name.
  func path(_ name: String) -> String { name.hasPrefix("/") ? name : folder + name }

  /// The file of a name; nil for the scene file itself.
  func file(_ name: String) -> InputFile? {
    let path = path(name)
    InputList.add(path)
    if let scenePath, Self.areSame(path, scenePath) { return nil }
    return scope.map { .confined(path, to: $0) } ?? .path(path)
  }

  /// True when both paths refer to the same file.
  private static func areSame(_ a: String, _ b: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(a.fileName, &first) == 0, stat(b.fileName, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}

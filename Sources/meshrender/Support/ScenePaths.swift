import ImageFiles

/// The files that the names of a scene mean: relative to the folder of its file, within the folders that it may read.
struct ScenePaths {
  /// Ends in a slash; empty for the working directory.
  private let folder: FilePath
  /// The scene file; nil for standard input and for a scene without a file.
  private let scene: InputFile?
  /// Whether the scene itself is standard input.
  let isStandardInput: Bool
  /// The folders from which the scene may name files; nil for files named on the command line.
  let scope: ReadScope?

  /// Names are paths from the working directory, confined as all arguments are.
  static var commandLine: ScenePaths {
    ScenePaths(folder: FilePath(""), scene: nil, isStandardInput: false, scope: InputFile.argumentScope)
  }

  private init(folder: FilePath, scene: InputFile?, isStandardInput: Bool, scope: ReadScope?) {
    (self.folder, self.scene) = (folder, scene)
    (self.isStandardInput, self.scope) = (isStandardInput, scope)
  }

  /// - `allowed`: folders and files besides the scene's own folder and the working directory.
  init(of scene: InputFile, allowed: [String]) {
    let folder = scene.path?.directory ?? FilePath("")
    self.init(
      folder: folder, scene: scene.path == nil ? nil : scene, isStandardInput: scene.path == nil,
      scope: ReadScope(
        folders: [folder, FilePath(".")].filter { !$0.isEmpty }, allowed: allowed.map(FilePath.init)))
  }

  /// The path of a name.
  func path(_ name: String) -> FilePath { folder.reaching(FilePath(name)) }

  /// What a name stands for, whether it is there or not.
  func place(_ name: String) -> InputFile {
    let path = path(name)
    return scope.map { .confined(path, to: $0) } ?? .path(path)
  }

  /// The file of a name; nil for the scene file itself.
  func file(_ name: String) -> InputFile? {
    let file = place(name)
    InputList.add(file)
    if let scene, let identity = file.status?.identity, identity == scene.status?.identity { return nil }
    return file
  }
}

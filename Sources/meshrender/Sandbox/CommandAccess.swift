import GLRenderer
import Glibc
import ImageFiles
import MeshFormats
import MeshTransform
import SceneDocument

/// The files that a command line names, which is all that `--untrusted` lets the command read and write.
struct CommandAccess {
  /// The values of flags and arguments that name files to read; those that name none have no effect.
  var inputs: [String?] = []
  /// The file that may be a scene, which reads from its folder.
  var scene: String?
  /// The values of `--allow-read`.
  var allowed: [String] = []
  /// The files, or folders, to write; "-" and "" are none.
  var outputs: [String] = []
  /// Nil for a command that draws nothing.
  var device: DeviceChoice?
  /// Whether shaders may be kept.
  var keepsShaders = true
  /// Flags that are given, and that `--untrusted` refuses, with the reason.
  var refused: [(flag: String, reason: String)] = []
}

/// A command that reads files which strangers may have made.
protocol SandboxedCommand {
  var trust: TrustOptions { get }
  var access: CommandAccess { get }
}

extension SandboxedCommand {
  /// Starts the clock of `--max-time`, and enters the sandbox of `--untrusted`, before anything is read and before other
  /// threads start.
  func enterSandbox() throws(Failure) {
    let isUntrusted = trust.trust.isOn
    if let time = trust.maxTime?.seconds ?? (isUntrusted ? Untrusted.seconds : nil) {
      TimeLimit.start(seconds: time)
    }
    let access = access
    guard isUntrusted else { return try access.requireFolders() }
    try access.checkFlags()
    Untrusted.begin()
    if MemoryBudget.current.isShare {
      MemoryBudget.current = Untrusted.budget()
      MemoryBudget.current.enforce()
    }
    try Sandbox.enter(SandboxPaths(access), allowsMissing: trust.trust.allowMissingSandbox)
  }
}

extension CommandAccess {
  /// Refuses an output in a folder that does not exist, because the path is probably mistyped. The folders of numbered
  /// frames, and those of a batch, are made.
  func requireFolders() throws(Failure) {
    for path in outputs where path != "-" && !path.hasSuffix("/") && !SequenceFileNames.isPattern(path) {
      let folder = SandboxPaths.folder(of: path)
      guard access(folder.fileName, F_OK) != 0, errno == ENOENT else { continue }
      throw Failure(
        .cannotCreate,
        "\(path.excerpt) cannot be created: there is no folder \(folder.excerpt); create it: mkdir -p \(folder.excerpt)"
      )
    }
  }

  /// - Throws: ``Failure`` with a flag that `--untrusted` refuses.
  func checkFlags() throws(Failure) {
    guard let fault = refused.first else { return }
    throw Failure(.usage, "\(fault.flag) cannot be used with --untrusted: \(fault.reason)")
  }
}

extension SandboxPaths {
  /// - Throws: ``Failure`` where the folder of an output does not exist, or where a folder is the root of all files.
  init(_ access: CommandAccess) throws(Failure) {
    self.init()
    keepsShaders = access.keepsShaders
    drawsOnDevices = access.device.map { $0 != .software } ?? false
    for folder in ["."] + [access.scene].compactMap({ $0.map(Self.folder) }) {
      try Self.requireNotRoot(folder, "reads")
      readable.append(folder)
    }
    readable += access.allowed
    for path in access.inputs.compactMap(\.self).flatMap(MeshArgument.files) where path != "-" {
      // The data of a .gltf file may be in files beside it.
      let isFolder = SequenceFileNames.isPattern(path) || MeshFormat(path: path) == .gltf
      if isFolder { try Self.requireNotRoot(Self.folder(of: path), "reads") }
      readable.append(isFolder ? Self.folder(of: path) : path)
    }
    for path in access.outputs where path != "-" && !path.isEmpty { try addOutput(path) }
  }

  /// Adds the folder in which a file is made or replaced, or a folder for files; a pipe or a device itself.
  mutating func addOutput(_ path: String) throws(Failure) {
    var status = stat()
    var target = path
    // An earlier run under a stranger's command may have left a link there.
    let isOfSystem = path.hasPrefix("/proc/") || path.hasPrefix("/dev/")
    if !isOfSystem, lstat(path.fileName, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
      throw Failure(
        .cannotCreate,
        "\(path.excerpt) is a symbolic link, which --untrusted does not follow; use its target, or remove it")
    }
    if stat(path.fileName, &status) == 0 {
      let kind = status.st_mode & S_IFMT
      if isOfSystem || (kind != S_IFREG && kind != S_IFDIR) {
        writable.append(path)
        return
      }
      target = Self.resolved(path) ?? path
      if kind == S_IFREG { target = Self.folder(of: target) }
    } else if !path.hasSuffix("/") {
      target = Self.folder(of: path)
    }
    guard stat(target.fileName, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw Failure(
        .cannotCreate,
        "\(path.excerpt) cannot be created: with --untrusted the folder of the output must exist; create \(target.excerpt) "
          + "first")
    }
    try Self.requireNotRoot(target, "writes")
    writable.append(target)
  }

  private static func requireNotRoot(_ folder: String, _ verb: String) throws(Failure) {
    guard resolved(folder) == "/" else { return }
    throw Failure(
      .usage,
      "--untrusted \(verb) below \(folder == "." ? "the working directory" : folder.excerpt), which is the root folder "
        + "/; use a separate folder")
  }

  /// The folder of a file's path.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func resolved(_ path: String) -> String? {
    guard let text = realpath(path.fileName, nil) else { return nil }
    defer { free(text) }
    return String(
      fileName: UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:)))
  }
}

import Foundation
import Testing

@testable import GLRenderer
@testable import RenderGraph

/// The cache's files: whole or not there, for their owner's eyes, and never too many.
struct ProgramFolderTests {
  private let place: Place
  private let folder: ProgramFolder
  private var file: String { folder.path + "/name.program" }
  private let bytes: [UInt8] = Array(1...100)

  init() throws {
    place = try Place()
    folder = try #require(ProgramFolder(path: place.path + "/cache"))
  }

  @Test func keepsFilesForTheirOwnerOnly() throws {
    #expect(folder.load("name") == nil)
    folder.store(bytes, "name")
    #expect(folder.load("name") == bytes)
    folder.store([7], "name")
    #expect(folder.load("name") == [7])
    #expect(try place.mode(folder.path) == 0o700)
    #expect(try place.mode(file) == 0o600)
    #expect(try place.entries("cache") == ["name.program"])
  }

  /// What another could have put there, or put away, is not read.
  @Test(.timeLimit(.minutes(30)))
  func readsOnlyWhatIsSafe() throws {
    folder.store(bytes, "name")
    chmod(file, 0o620)
    #expect(folder.load("name") == nil)
    chmod(file, 0o602)
    #expect(folder.load("name") == nil)
    chmod(file, 0o600)
    #expect(folder.load("name") == bytes)
    rename(file, place.path + "/elsewhere")
    symlink(place.path + "/elsewhere", file)
    #expect(folder.load("name") == nil)
    unlink(file)
    mkfifo(file, 0o600)
    #expect(folder.load("name") == nil)
    // It is replaced all the same.
    folder.store(bytes, "name")
    #expect(folder.load("name") == bytes)
    unlink(file)
    mkdir(file, 0o700)
    #expect(folder.load("name") == nil)
    folder.store(bytes, "name")
    #expect(try place.entries("cache") == ["name.program"])
  }

  /// A folder in which others may put files, or that is another's, is as none.
  @Test func aFolderOfOthersIsNotUsed() throws {
    folder.store(bytes, "name")
    for mode in [0o770, 0o707, 0o777, 0o1777] as [mode_t] {
      chmod(folder.path, mode)
      #expect(folder.load("name") == nil)
      folder.store(bytes, "new")
      #expect(try place.entries("cache") == ["name.program"])
    }
    chmod(folder.path, 0o755)
    #expect(folder.load("name") == bytes)
    guard geteuid() == 0 else { return }
    chown(file, 65_534, 65_534)
    #expect(folder.load("name") == nil)
    chown(file, 0, 0)
    chown(folder.path, 65_534, 65_534)
    #expect(folder.load("name") == nil)
    folder.store(bytes, "new")
    #expect(try place.entries("cache") == ["name.program"])
  }

  @Test func filesHaveBounds() throws {
    let largest = [UInt8](repeating: 1, count: ProgramFolder.largestFile)
    folder.store(largest, "name")
    #expect(folder.load("name") == largest)
    folder.store(largest + [1], "large")
    #expect(try place.entries("cache") == ["name.program"])
    try Data(largest + [1]).write(to: URL(fileURLWithPath: folder.path + "/large.program"))
    #expect(folder.load("large") == nil)
    try Data().write(to: URL(fileURLWithPath: file))
    #expect(folder.load("name") == nil)
  }

  /// Also what writers left that did not come to their end; but nothing of a stranger's.
  @Test func theOldestGo() throws {
    folder.store(bytes, "first")
    let strange = folder.path + "/photo.png"
    let unfinished = folder.path + "/name-1.unfinished"
    for path in [strange, unfinished] { try Data([1]).write(to: URL(fileURLWithPath: path)) }
    for (age, path) in [(9, "first.program"), (8, "photo.png"), (7, "name-1.unfinished")] {
      try place.setAge(Double(age) * 3600, of: folder.path + "/" + path)
    }
    for index in 0..<ProgramFolder.capacity { folder.store(bytes, "\(index)") }
    let entries = try place.entries("cache")
    #expect(entries.count == ProgramFolder.capacity + 1)
    #expect(entries.contains("photo.png"))
    #expect(folder.load("first") == nil)
    #expect(folder.load("0") == bytes)
    #expect(folder.load("\(ProgramFolder.capacity - 1)") == bytes)
    folder.store(bytes, "last")
    #expect(folder.load("last") == bytes)
    #expect(try place.entries("cache").count == ProgramFolder.capacity + 1)
  }

  @Test func noFolderIsNoError() throws {
    for path in ["/proc/none/cache", place.path + "/no/where/cache", ""] {
      let folder = try #require(ProgramFolder(path: path))
      folder.store(bytes, "name")
      #expect(folder.load("name") == nil, "\(path)")
    }
    #expect(ProgramFolder(path: place.path + "/\0cache") == nil)
    // A file in its place.
    try Data([1]).write(to: URL(fileURLWithPath: folder.path))
    folder.store(bytes, "name")
    #expect(folder.load("name") == nil)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path)) == Data([1]))
  }

  @Test func theUsersFolderFollowsTheEnvironment() {
    let home = place.path
    func directory(_ variables: [String: String]) -> String? {
      ProgramCache.user { variables[$0] }?.directory
    }
    #expect(directory([:]) == nil)
    #expect(directory(["HOME": home]) == home + "/.cache/meshrender")
    #expect(directory(["HOME": home, "XDG_CACHE_HOME": home]) == home + "/meshrender")
    #expect(directory(["HOME": home, "XDG_CACHE_HOME": "/proc/none"]) == nil)
    // A relative path is to be ignored, says the XDG Base Directory Specification.
    #expect(directory(["HOME": home, "XDG_CACHE_HOME": "c"]) == home + "/.cache/meshrender")
    #expect(directory(["HOME": home, "XDG_CACHE_HOME": ""]) == home + "/.cache/meshrender")
    #expect(directory(["HOME": "/proc/none"]) == nil)
    #expect(directory(["HOME": ""]) == nil)
  }
}

/// A temporary directory that goes away with its owner.
final class Place: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/GLRendererTests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func entries(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + name).sorted()
  }

  func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  func setAge(_ seconds: Double, of path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: path)
  }
}

import CEGL
import Foundation
import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// A picture is the same whether its programs are compiled or come from the cache, and whatever is in the cache.
@Suite(.enabled(if: Renderer.keepsPrograms, "the driver offers no program binaries"))
struct ProgramCacheGLTests {
  private let place: Place
  private let scene: Scene
  private var directory: String { place.path + "/cache" }

  init() throws {
    place = try Place()
    scene = .oneLayer(
      .noise(24, 24), mesh: try .grid(rows: 4, columns: 4) { SIMD3($0.x, $0.y, 0.4 * $0.x * $0.y) },
      transform: .rotation(.degrees(40), about: Point3D(1, 1, 0)) * .perspective(eyeDistance: 90),
      lights: [Light()])
  }

  /// How many programs a new renderer compiled and how many it loaded for the scene, which must look as without a cache.
  private func counts(cached: Bool = true) throws -> [Int] {
    let renderer = try Renderer.any(programCache: cached ? ProgramCache(directory: directory) : nil)
    let options = RenderOptions(samples: 4)
    #expect(try renderer.render(scene, options: options) == Renderer.any().render(scene, options: options))
    renderer.gl.enter()
    defer { renderer.gl.leave() }
    try renderer.gl.makeCurrent()
    #expect(glGetError() == GLenum(GL_NO_ERROR))
    return [renderer.gl.programs.compiledCount, renderer.gl.programs.loadedCount]
  }

  /// The mesh's program, and on a software rasterizer the one that averages samples.
  private func programCount() throws -> Int {
    try Renderer.any().capabilities.resolvesByShader(samples: 4) ? 2 : 1
  }

  @Test func theNextRendererCompilesNothing() throws {
    let count = try programCount()
    #expect(try counts() == [count, 0])
    #expect(try place.entries("cache").count == count)
    #expect(try counts() == [0, count])
    #expect(try counts(cached: false) == [count, 0])
  }

  @Test func nothingIsWrittenUnlessAsked() throws {
    #expect(try counts(cached: false) == [programCount(), 0])
    #expect(try place.entries("").isEmpty)
  }

  @Test func theFolderMayGoAtAnyTime() throws {
    let count = try programCount()
    #expect(try counts() == [count, 0])
    try FileManager.default.removeItem(atPath: directory)
    #expect(try counts() == [count, 0])
    #expect(try counts() == [0, count])
  }

  /// Damage on the disk, and files that are sound and still not what the driver wants.
  @Test(arguments: ["flipped", "short", "empty", "alien program", "alien format", "another's key"])
  func badFilesAreReplaced(_ fault: String) throws {
    let count = try programCount()
    #expect(try counts() == [count, 0])
    let names = try place.entries("cache")
    for name in names {
      let url = URL(fileURLWithPath: directory + "/" + name)
      try Data(try spoiled(Array(Data(contentsOf: url)), fault)).write(to: url)
      chmod(url.path, 0o600)
    }
    #expect(try counts() == [count, 0], "\(fault)")
    #expect(try place.entries("cache") == names)
    #expect(try counts() == [0, count], "\(fault)")
  }

  private func spoiled(_ file: [UInt8], _ fault: String) throws -> [UInt8] {
    // The key's length is in the file, behind what it is and its format.
    let keyLength = Int(file[12]) | Int(file[13]) << 8 | Int(file[14]) << 16
    let key = Array(file[28..<28 + keyLength])
    let entry = try #require(ProgramEntry(file: file, key: key))
    switch fault {
    case "flipped":
      var file = file
      file[file.count - 9] ^= 0x10
      return file
    case "short": return Array(file.dropLast(7))
    case "empty": return []
    case "alien program":
      let binary = entry.binary.indices.map { UInt8(truncatingIfNeeded: $0 &* 37) }
      return ProgramEntry(key: key, format: entry.format, binary: binary).file
    case "alien format": return ProgramEntry(key: key, format: 0x1234, binary: entry.binary).file
    default: return ProgramEntry(key: key + [65], format: entry.format, binary: entry.binary).file
    }
  }

  /// Four threads that find nothing, and write the same files over one another's.
  @Test func renderersShareIt() async throws {
    let (scene, cache) = (scene, ProgramCache(directory: directory))
    let options = RenderOptions(samples: 4)
    let expected = try Renderer.any().render(scene, options: options)
    try await withThrowingTaskGroup(of: Image.self) { group in
      for _ in 0..<4 {
        group.addTask { try Renderer.any(programCache: cache).render(scene, options: options) }
      }
      for try await picture in group { #expect(picture == expected) }
    }
    #expect(try place.entries("cache").filter { !$0.hasSuffix(".program") }.isEmpty)
    #expect(try counts() == [0, programCount()])
  }
}

struct ProgramFormatTests {
  @Test func areThoseOfTheDriver() throws {
    let renderer = try Renderer.any()
    var count: GLint = 0
    glGetIntegerv(GLenum(GL_NUM_PROGRAM_BINARY_FORMATS), &count)
    #expect(renderer.capabilities.programFormats.count == Int(count))
  }
}

import Foundation
import ImageFiles
import Testing

@testable import meshrender

/// Where a list may have outputs, and which of them are one.
struct JobOutputsTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    for name in ["out", "other"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    symlink("o.png", folder.file("out/link.png"))
    symlink("../other", folder.file("out/far"))
  }

  private func job(_ index: Int, _ output: String, _ flags: String = "") throws -> BatchJob {
    try BatchJob(
      json: Array(#"{"text": "x", \#(flags) "output": "\#(output)"}"#.utf8), index: index, BatchTemplate())
  }

  private func problems(_ outputs: JobOutputs, _ names: [String], _ flags: String = "") throws -> [String?] {
    var outputs = outputs
    return try names.enumerated().map { index, name in outputs.add(try job(index, folder.file(name), flags)) }
  }

  @Test func spellingsOfOneOutputAreOne() throws {
    let outputs = JobOutputs(pattern: folder.file("out/{id}.png"), root: nil)
    let found = try problems(
      outputs, ["out/o.png", "out/./o.png", "out/x/../o.png", "out/link.png"])
    #expect(found[0] == nil)
    for problem in found.dropFirst() {
      #expect(problem?.contains("as job 1 does") == true, "\(problem ?? "")")
    }
    let names = ["out/O.png", "out/caf\u{E9}.png", "out/cafe\u{301}.png", "out/n/o.png"]
    #expect(try problems(outputs, names).allSatisfy { $0 == nil })
  }

  @Test func clipsAreTheirFrames() throws {
    let outputs = JobOutputs(pattern: folder.file("out/{id}.png"), root: nil)
    let flags = #""command": "animate", "format": "png","#
    let found = try problems(
      outputs, ["out/f/", "out/f/frame-%04d.png", "out/g.png", "out/g-%04d.png"], flags)
    #expect(found[0] == nil && found[2] == nil && found[1] != nil && found[3] != nil, "\(found)")
  }

  @Test func othersNeedTheFlag() throws {
    let names = ["out/o.png", "other/o.png", "out/far/o.png", "out/../other/o.png", "out/far/../o.png"]
    let pattern = folder.file("out/{id}.png")
    let refused = try problems(JobOutputs(pattern: pattern, root: nil), names)
    #expect(refused[0] == nil)
    for problem in refused.dropFirst() {
      #expect(problem?.contains("outside of the folder of -o") == true, "\(problem ?? "")")
      #expect(problem?.contains("--output-root") == true)
    }
    let allowed = try problems(JobOutputs(pattern: pattern, root: folder.path), names)
    #expect(allowed[0] == nil && allowed[1] == nil && allowed[2]?.contains("as job 2") == true, "\(allowed)")
    let words = try problems(JobOutputs(pattern: nil, root: nil), ["o.png"])[0]
    #expect(words?.contains("outside of the working directory") == true, "\(words ?? "")")
  }

  /// A later job of a stream may write a finished file again.
  @Test func finishedOutputsAreFree() throws {
    var outputs = JobOutputs(pattern: nil, root: folder.path)
    #expect(outputs.add(try job(0, folder.file("o.png"))) == nil)
    #expect(outputs.add(try job(1, folder.file("./o.png"))) != nil)
    outputs.remove(1)
    #expect(outputs.add(try job(2, folder.file("o.png"))) != nil)
    outputs.remove(0)
    #expect(outputs.add(try job(3, folder.file("./o.png"))) == nil)
  }

  /// Commands that differ only in how an accent is encoded are two.
  @Test func commandsAreBytes() throws {
    let cache = CommandCache()
    for name in ["caf\u{E9}.png", "cafe\u{301}.png"] {
      let render = try #require(try cache.command(["render", "--output=o.png", "--", name]) as? Render)
      #expect(render.content.input?.utf8.elementsEqual(name.utf8) == true)
    }
  }
}

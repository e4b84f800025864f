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
      #expect(problem?.contains("also that of job 1") == true, "\(problem ?? "")")
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

  /// A sequence writes numbered files, which other jobs may name one by one or by another pattern.
  @Test(arguments: [
    ("out/w-%d.png", "out/w-1.png", true), ("out/w-%d.png", "out/w-1%d.png", true),
    ("out/w-%04d.png", "out/w-0001.png", true), ("out/f/", "out/f/frame-0001.png", true),
    ("out/w-%04d.png", "out/w-1.png", false), ("out/w-%d.png", "out/w-a.png", false),
    ("out/a1-%d.png", "out/a2-%d.png", false), ("out/w-%d.png", "out/x/w-1.png", false),
    ("out/1/w-%d.png", "out/2/w-%d.png", false), ("out/a7b%d.png", "out/a7b12.png", true),
  ])
  func numberedFilesAreOfTheirSequence(sequence: String, other: String, isOne: Bool) throws {
    let clip = #""command": "animate", "#
    let jobs = [
      try job(0, folder.file(sequence), clip),
      try job(1, folder.file(other), other.contains("%") ? clip : ""),
    ]
    for jobs in [jobs, jobs.reversed()] {
      var outputs = JobOutputs(pattern: folder.file("out/{id}.png"), root: nil)
      #expect(outputs.add(jobs[0]) == nil)
      #expect((outputs.add(jobs[1]) != nil) == isOne, "\(jobs[0].output), \(jobs[1].output)")
      outputs.remove(jobs[0].index)
      #expect(!isOne || outputs.add(jobs[1]) == nil)
    }
  }

  /// A job that writes two files has two outputs.
  @Test func atlasesAreOutputs() throws {
    var outputs = JobOutputs(pattern: folder.file("out/{id}.png"), root: nil)
    outputs.reserve(folder.file("out/template.json"), as: "the template")
    symlink("../other/x.json", folder.file("out/far.json"))
    func sheet(_ index: Int, _ png: String, _ json: String) throws -> String? {
      let flags = #""command": "animate", "sheet": "2x1", "sheet-json": "\#(folder.file(json))","#
      return outputs.add(try job(index, folder.file(png), flags))
    }
    #expect(try sheet(0, "out/a.png", "out/a.json") == nil)
    for (index, json) in ["out/a.json", "out/./a.json", "out/template.json", "out/far.json", "out/b.png"]
      .enumerated()
    {
      #expect(try sheet(index + 1, "out/b.png", json) != nil, "\(json)")
    }
    // A refused job keeps neither output.
    #expect(try sheet(9, "out/b.png", "out/b.json") == nil)
    outputs.remove(0)
    #expect(try sheet(10, "out/c.png", "out/a.json") == nil)
    #expect(throws: BatchJobError.self) {
      try job(11, "d.png", #""command": "animate", "sheet": "2x1", "sheet-json": "-","#)
    }
  }

  @Test func othersNeedTheFlag() throws {
    let names = ["out/o.png", "other/o.png", "out/far/o.png", "out/../other/o.png", "out/far/../o.png"]
    let pattern = folder.file("out/{id}.png")
    let refused = try problems(JobOutputs(pattern: pattern, root: nil), names)
    #expect(refused[0] == nil)
    for problem in refused.dropFirst() {
      #expect(problem?.contains("outside the folder of -o") == true, "\(problem ?? "")")
      #expect(problem?.contains("--output-root") == true)
    }
    let allowed = try problems(JobOutputs(pattern: pattern, root: folder.path), names)
    #expect(
      allowed[0] == nil && allowed[1] == nil && allowed[2]?.contains("also that of job 2") == true,
      "\(allowed)")
    var outputs = JobOutputs(pattern: pattern, root: nil)
    for index in 0..<2 { #expect(outputs.add(try job(index, "/dev/null")) == nil) }
    #expect(outputs.add(try job(2, "/dev/zero")) != nil)
    let words = try problems(JobOutputs(pattern: nil, root: nil), ["o.png"])[0]
    #expect(words?.contains("outside the working directory") == true, "\(words ?? "")")
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

  /// Commands that differ in their inputs are parsed once, and checked each.
  @Test func cachedCommandsAreChecked() throws {
    let cache = CommandCache()
    let flags = ["render", "--output=o.png", "--set=a.opacity=1"]
    for name in ["a.json", "b.json"] {
      let render = try #require(try cache.command(flags + ["--", name]) as? Render)
      #expect(render.content.input == name)
    }
    #expect(throws: (any Error).self) { try cache.command(flags + ["--", "b.png"]) }
    #expect(throws: (any Error).self) { try cache.command(flags) }
  }
}

import CMemory
import Glibc
import ImageFiles
import Testing

@testable import meshrender

/// The account of the heap, and the limit that all inputs share. `Tests/Trust/memory.py` takes blocks beyond a limit.
struct MemoryAccountTests {
  /// More than what other tests take and give back beside this one in as many steps.
  private static let size = 1 << 30

  /// Every way to take a block counts its bytes, and every way to give it back.
  @Test(arguments: ["malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc"])
  func blocksAreCounted(_ way: String) throws {
    let (size, before) = (Self.size, memory_in_use())
    try #require(before > 0)
    var block: UnsafeMutableRawPointer?
    switch way {
    case "malloc": block = malloc(size)
    case "calloc": block = calloc(size / 16, 16)
    case "realloc": block = realloc(realloc(nil, 64), size)
    case "posix_memalign": #expect(posix_memalign(&block, 4096, size) == 0)
    default: block = aligned_alloc(4096, size)
    }
    #expect(block != nil)
    let during = memory_in_use()
    block = realloc(block, size / 2)
    let half = memory_in_use()
    free(block)
    let after = memory_in_use()
    let tolerance = size / 8
    #expect(abs(Int(during) - Int(before) - size) < tolerance)
    #expect(abs(Int(half) - Int(before) - size / 2) < tolerance)
    #expect(abs(Int(after) - Int(before)) < tolerance)
    #expect(memory_peak() >= during)
  }

  /// Threads add what they take in steps; a block that another thread gives back is counted once.
  @Test func threadsShareTheAccount() {
    let before = memory_in_use()
    nonisolated(unsafe) let blocks = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 64)
    let threads = (0..<4).map { part in
      Thread {
        for index in 0..<16 { blocks[16 * part + index] = malloc(8 << 20) }
      }
    }
    for thread in threads { thread.join() }
    #expect(abs(Int(memory_in_use()) - Int(before) - 512 << 20) < 128 << 20)
    for index in 0..<64 { free(blocks[index]) }
    blocks.deallocate()
    #expect(abs(Int(memory_in_use()) - Int(before)) < 128 << 20)
  }

  /// Inputs that are read one after another share what is left, whatever each takes alone.
  @Test func allInputsShareTheLimit() throws {
    let folder = try Folder()
    var layers: [String] = []
    for index in 0..<12 {
      try folder.writePicture(1000, 1000, to: "\(index).png")
      layers.append(#"{"bounds": [0, 0, 4, 4], "contents": {"image": "\#(index).png"}}"#)
    }
    try folder.write(
      #"{"canvas": {"size": [4, 4]}, "layers": [\#(layers.joined(separator: ", "))]}"#, to: "s.json")
    for command in [["render", "s.json", "-o", "o.png"], ["validate", "s.json"], ["hit", "s.json", "1,1"]] {
      let run = try Tool.start(command + ["--max-memory", "16M"], in: folder).wait()
      #expect(run.code == 65, "\(run.words)")
      #expect((run.words + run.text).contains("are left"), "\(run.words)")
    }
  }

  @Test func aBatchDividesItsMemory() throws {
    let folder = try Folder()
    try folder.writePicture(1000, 1000, to: "in.png")
    try folder.write(
      (0..<4).map { #"{"input": "in.png", "size": "2000x2000", "mesh": "wave", "output": "\#($0).png"}"# }
        .joined(separator: "\n"), to: "l.jsonl")
    let small = try Tool.start(["batch", "l.jsonl", "-j", "2", "--max-memory", "128M"], in: folder).wait()
    #expect(small.code == 75 && small.text.contains("a worker's part of 128 MiB"), "\(small.text)")
    #expect(small.text.contains("\"code\": 65") || small.text.contains("\"code\":65"), "\(small.text)")
    // Three jobs of a worker at a time need more than it has; each alone has enough.
    let enough = try Tool.start(["batch", "l.jsonl", "-j", "1", "--job-memory", "260M"], in: folder).wait()
    #expect(enough.code == 0, "\(enough.text) \(enough.words)")
  }
}

/// A thread that is waited for.
private final class Thread {
  private var thread = pthread_t()
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  init(_ body: @escaping () -> Void) {
    pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Work(body)).toOpaque())
  }

  func join() { pthread_join(thread, nil) }
}

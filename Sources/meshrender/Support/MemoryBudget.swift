import AnimationFiles
import CMemory
import Glibc
import ImageFiles
import MeshTransform
import SceneDocument

/// The memory limit of a process: `--max-memory` or a share of the free memory, and the limits of the system.
///
/// One account holds the bytes of every block of the heap: of decoders, texts, meshes, caches, pictures, and of the
/// driver with its textures and targets (`CMemory`). A stage compares its estimate with what the account leaves before it
/// starts, so that the error names its input. A block that no estimate has foreseen ends the process with the same exit
/// code when the account exceeds the limit.
struct MemoryBudget: Sendable {
  /// Bytes for inputs, caches and pictures, besides ``driverHeap``.
  let limit: Int
  /// The flag that raises the limit.
  let flag: String
  /// What the limit is where no flag sets it: "three quarters of the free memory"; else empty.
  let note: String

  /// The budget of the process; set while the command line is parsed, before threads start.
  nonisolated(unsafe) static var current = MemoryBudget.share

  init(limit: Int, flag: String = "--max-memory", note: String = "") {
    (self.limit, self.flag, self.note) = (limit, flag, note)
  }

  /// Three quarters of the memory that is free when the process starts, or that its control group allows if that is less.
  static let share = MemoryBudget(
    limit: max(SystemMemory.free / 4 * 3, leastShare), note: "three quarters of the free memory")

  /// Whether no flag has set the limit.
  var isShare: Bool { !note.isEmpty }

  /// The parts of the workers of a batch.
  func divided(by count: Int) -> MemoryBudget {
    MemoryBudget(limit: limit / count, flag: flag, note: count == 1 ? note : "a worker's part of \(text)")
  }

  /// The default where almost no memory is free: the system may still have some that it can reclaim.
  private static let leastShare = 256 << 20

  /// Bytes of the heap that the program and a driver take for themselves. Measured with llvmpipe: 22 MiB.
  static let driverHeap = 32 << 20

  /// Bytes by which the account may exceed the limit, so that an estimate, which leaves small blocks out, names its input
  /// first.
  private static let tolerance = 8 << 20

  /// Resident bytes of the program and a running driver, ``driverHeap`` included. Measured with llvmpipe: 122 MiB.
  static let base = 160 << 20

  /// Bytes that are in use, besides ``driverHeap``.
  static var used: Int {
    countsResident
      ? max(0, Int(memory_resident()) - residentBase) : max(0, Int(memory_in_use()) - driverHeap)
  }

  /// Resident bytes of the program and a GPU's driver. Measured with NVIDIA's driver 580: 105 MiB, and 165 MiB where it
  /// compiles shaders.
  private static let residentBase = 256 << 20

  /// Whether the resident memory counts in place of the blocks: the driver of a GPU reserves blocks that it never touches.
  /// Set by the thread that opens a driver.
  nonisolated(unsafe) private(set) static var countsResident = false

  /// Chooses what counts for a kind of driver.
  static func expect(isSoftware: Bool) {
    countsResident = !isSoftware
    memory_limit_resident(isSoftware ? 0 : current.limit + residentBase)
  }

  /// Bytes that are left.
  var available: Int { min(left, SystemMemory.tightest?.room ?? .max) }

  private var left: Int { max(0, limit - Self.used) }

  /// Ends the process with exit code 65 and a sentence when its account exceeds the limit, from now on.
  func enforce() {
    let system = SystemMemory.tightest.map { " (\($0.text))" } ?? ""
    memory_limit(
      limit + Self.driverHeap + Self.tolerance,
      "the limit is \(text): make the inputs or the picture smaller, or raise \(flag)",
      "the process is out of memory\(system): make the inputs or the picture smaller, or raise that limit",
      Interrupts.cleanUp)
    ChildPrograms.limitMemory(limit + Self.videoBase)
  }

  /// Bytes of the data of FFmpeg for the smallest video, and for the stacks of its threads. Measured: 140 MiB.
  private static let videoBase = (160 + 10 * SystemMemory.coreCount) << 20

  /// What to raise where an estimate exceeds what is left.
  var tightestName: String {
    guard let tightest = SystemMemory.tightest, tightest.room < left else { return flag }
    return "the limit of the process's memory (\(tightest.text))"
  }

  /// "1 GiB"; "12 GiB, three quarters of the free memory".
  var text: String { "\(ByteCount(limit))\(note.isEmpty ? "" : ", \(note)")" }

  /// - Throws: ``Failure`` with the need, the limit and its source.
  /// - Parameters:
  ///   - need: bytes besides those in use.
  ///   - what: the subject of the sentence: "a picture of 20x20 px".
  func require(_ need: Int, for what: String) throws(Failure) {
    try require(need, for: what, SystemMemory.tightest.map { ($0, need, $0.room) })
  }

  /// Checks an estimate of what is drawn. Each limit of the system counts also what the driver takes of it.
  /// - Parameters:
  ///   - need: bytes besides those in use.
  ///   - what: the subject of the sentence: "a picture of 20x20 px".
  func requireToDraw(_ need: Int, for what: String) throws(Failure) {
    let needs = SystemMemory.limits.flatMap {
      [
        (limit: $0, need: need &+ Self.used &+ $0.kind.driverNeed, room: $0.roomAtStart),
        // A worker of a batch keeps images.
        (limit: $0, need: need, room: $0.room),
      ]
    }
    try require(need, for: what, needs.min { $0.room &- $0.need < $1.room &- $1.need })
  }

  private func require(
    _ need: Int, for what: String, _ tightest: (limit: SystemMemory.Limit, need: Int, room: Int)?
  ) throws(Failure) {
    if need > left { InputCache.current?.removeAll() }
    let left = left
    if need > left {
      let isUsed = left < limit / 16 * 15
      let bound = isUsed ? "\(ByteCount(left)) are left of the limit of \(text)" : "the limit is \(text)"
      throw .memory(
        "\(what) needs about \(ByteCount(need)) of memory, but \(bound); make it smaller, or raise \(flag)")
    }
    if let tightest, tightest.need > tightest.room {
      throw .memory(
        "\(what) needs about \(ByteCount(tightest.need)) of \(tightest.limit.kind.memory), but the process is out of "
          + "memory after \(ByteCount(tightest.room)) more (\(tightest.limit.text)); make it smaller, or raise that limit"
      )
    }
    memory_subject(what)
  }

  /// Checks the memory that a driver needs to start: under a system limit, a shortage makes it crash or wait without end.
  static func requireDriver() throws(Failure) {
    if let shortage = driverShortage { throw shortage }
  }

  /// The failure of a driver that lacks memory to start; nil without a shortage.
  static var driverShortage: Failure? {
    for limit in SystemMemory.limits where limit.room < limit.kind.driverNeed {
      return Failure(
        .unavailable,
        "drawing needs about \(ByteCount(limit.kind.driverNeed)) of \(limit.kind.memory) for the driver, but the "
          + "process is out of memory after \(ByteCount(limit.room)) more (\(limit.text)); raise that limit")
    }
    return nil
  }
}

extension InputFile {
  /// All bytes of a scene or a mesh. Parsing takes about four times their size, and of a scene ``objectMemory`` for each
  /// object, since an empty one can be a layer.
  func readDocument(limit: Int) throws(Failure) -> [UInt8] {
    let budget = MemoryBudget.current
    if let status, status.isRegular, status.size <= limit {
      try budget.require(4 * status.size, for: description.excerpt)
    }
    let bytes: [UInt8]
    do { bytes = try readAll(limit: min(limit, budget.available)) } catch { throw Failure(error) }
    guard DocumentKind(of: bytes) == .scene else { return bytes }
    var objects = 0
    for byte in bytes where byte == UInt8(ascii: "{") { objects += 1 }
    try budget.require(3 * bytes.count + Self.objectMemory * objects, for: description.excerpt)
    return bytes
  }

  /// Bytes that a layer of two objects takes for each of them. Measured with 100,000 layers.
  private static let objectMemory = 1800
}

extension MemoryBudget {
  /// Checks the layout of a text before it begins. Measured: 1.6 KB a character.
  func requireLayout(of text: String) throws(Failure) {
    try require(2000 &* text.unicodeScalars.count, for: "the text \(text.excerpt)")
  }
}

extension ImageLimits {
  /// The same limits with the memory that is left now.
  /// - Parameter what: the subject of a sentence about memory from now on.
  func now(for what: String) -> ImageLimits {
    memory_subject(what)
    return ImageLimits(side: side, pixels: pixels, memory: MemoryBudget.current.available)
  }
}

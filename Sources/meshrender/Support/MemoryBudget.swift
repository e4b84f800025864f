import Glibc
import ImageFiles
import MeshTransform
import SceneDocument

/// The memory limit of a run: `--max-memory` and the limits of the system.
///
/// Checked before allocation against estimates that are slightly too high, because neither Swift nor a driver reports a
/// failed allocation.
struct MemoryBudget: Sendable {
  /// In bytes; nil is unlimited.
  var limit: Int?

  /// The budget of the process; set while the command line is parsed, before threads start.
  nonisolated(unsafe) static var current = MemoryBudget()

  /// The maximum estimate in bytes.
  var available: Int { min(limit ?? .max, SystemMemory.tightest?.room ?? .max) }

  /// - Throws: ``Failure`` with the need, the limit and its source.
  /// - Parameter what: the subject of the sentence: "a picture of 20x20 px".
  func require(_ need: @autoclosure () -> Int, for what: @autoclosure () -> String) throws(Failure) {
    guard limit != nil || SystemMemory.tightest != nil else { return }
    let need = need()
    try require(need, for: what(), SystemMemory.tightest.map { ($0, need, $0.room) })
  }

  /// Checks an estimate that counts ``base``, in whose place each limit of the system counts what the driver takes of it.
  /// - Parameter what: the subject of the sentence: "a picture of 20x20 px".
  func requireToDraw(_ need: @autoclosure () -> Int, for what: @autoclosure () -> String) throws(Failure) {
    let limits = SystemMemory.limits
    guard limit != nil || !limits.isEmpty else { return }
    let need = need()
    let needs = limits.flatMap {
      [
        (limit: $0, need: need &- Self.base &+ $0.kind.driverNeed, room: $0.roomAtStart),
        // A worker of a batch keeps images.
        (limit: $0, need: need &- Self.base, room: $0.room),
      ]
    }
    try require(need, for: what(), needs.min { $0.room &- $0.need < $1.room &- $1.need })
  }

  private func require(
    _ need: Int, for what: String, _ tightest: (limit: SystemMemory.Limit, need: Int, room: Int)?
  ) throws(Failure) {
    if let limit, need > limit {
      throw Failure(
        .badData,
        "\(what) needs about \(ByteCount(need)) of memory, but the limit is \(ByteCount(limit)); make it smaller, or "
          + "raise --max-memory")
    }
    if let tightest, tightest.need > tightest.room {
      throw Failure(
        .badData,
        "\(what) needs about \(ByteCount(tightest.need)) of \(tightest.limit.kind.memory), but the process is out of "
          + "memory after \(ByteCount(tightest.room)) more (\(tightest.limit.text)); make it smaller, or raise that limit"
      )
    }
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

  /// Bytes of the program and a running driver.
  static let base = 96 << 20
}

extension InputFile {
  /// All bytes of a scene or a mesh; parsing takes about four times their size.
  func readDocument(limit: Int) throws(Failure) -> [UInt8] {
    var status = stat()
    if let path, !path.utf8.contains(0), stat(path.fileName, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit
    {
      try MemoryBudget.current.require(4 * Int(status.st_size), for: description.excerpt)
    }
    do { return try readAll(limit: min(limit, MemoryBudget.current.available)) } catch {
      throw Failure(error)
    }
  }
}

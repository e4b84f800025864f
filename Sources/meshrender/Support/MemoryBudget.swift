import Glibc
import ImageFiles
import MeshTransform
import SceneDocument

/// How much memory a run may take: what `--max-memory` says, and what the system leaves (`ulimit -v`).
///
/// Checked before memory is taken, against estimates that are a little too high rather than too low: neither Swift nor
/// a driver answers when there is none.
struct MemoryBudget: Sendable {
  /// Bytes; nil for any number.
  var limit: Int?

  /// Of this process: set while the command line is read, before there are threads.
  nonisolated(unsafe) static var current = MemoryBudget()

  /// Bytes that an estimate may reach.
  var available: Int { min(limit ?? .max, SystemMemory.room ?? .max) }

  /// - Throws: ``Failure`` with the need, the limit and what sets it.
  /// - Parameter what: the subject of the sentence: "a picture of 20x20 px".
  func require(_ need: @autoclosure () -> Int, for what: @autoclosure () -> String) throws(Failure) {
    let room = SystemMemory.room
    guard limit != nil || room != nil else { return }
    let (need, what) = (need(), what())
    if let limit, need > limit {
      throw Failure(
        .badData,
        "\(what) needs about \(ByteCount(need)) of memory, but the limit is \(ByteCount(limit)); make it smaller, or "
          + "raise --max-memory")
    }
    if let room, need > room {
      throw Failure(
        .badData,
        "\(what) needs about \(ByteCount(need)) of memory, but the process is out of memory after "
          + "\(ByteCount(room)) more (ulimit -v is \(SystemMemory.limitText)); make it smaller, or raise that limit"
      )
    }
  }

  /// What a driver needs to start: address space under a limit of the system, where a shortage is a crash or a wait
  /// without end.
  static func requireDriver() throws(Failure) {
    guard let room = SystemMemory.room, room < driverSpace else { return }
    throw Failure(
      .unavailable,
      "drawing needs about \(ByteCount(driverSpace)) of address space for the driver, but the process is out of "
        + "memory after \(ByteCount(room)) more (ulimit -v is \(SystemMemory.limitText)); raise that limit")
  }

  /// Measured 550 MiB with llvmpipe on two cores; each of its threads takes a stack and an arena.
  private static var driverSpace: Int { (500 + 80 * SystemMemory.coreCount) << 20 }
  /// Of the program and a driver at work.
  static let base = 96 << 20
}

/// What the system lets this process have.
enum SystemMemory {
  /// Bytes of address space that are left beside the stacks of threads; nil where there is no limit.
  static var room: Int? {
    guard let limit else { return nil }
    var text = [UInt8](repeating: 0, count: 128)
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return limit }
    defer { close(file) }
    let count = read(file, &text, text.count)
    let pages = Int(String(decoding: text.prefix(max(count, 0)).prefix { $0 > 0x20 }, as: UTF8.self)) ?? 0
    // Threads that are still to be started: libdispatch waits without end for the stack of one.
    let stacks = coreCount * 10 << 20
    return max(0, limit - pages * Int(sysconf(Int32(_SC_PAGESIZE))) - stacks)
  }

  static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  static var limitText: String { limit.map { ByteCount($0).description } ?? "unlimited" }

  private static var limit: Int? {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits) == 0 else { return nil }
    return Int(exactly: limits.rlim_cur)
  }
}

extension InputFile {
  /// All bytes of a scene, a mesh or the like, which takes about four times as many to read.
  func readDocument(limit: Int) throws(Failure) -> [UInt8] {
    var status = stat()
    if let path, !path.utf8.contains(0), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit
    {
      try MemoryBudget.current.require(4 * Int(status.st_size), for: description.excerpt)
    }
    do { return try readAll(limit: min(limit, MemoryBudget.current.available)) } catch {
      throw Failure(error)
    }
  }
}

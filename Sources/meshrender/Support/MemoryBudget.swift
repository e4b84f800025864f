import Glibc
import ImageFiles
import MeshTransform
import SceneDocument

/// The memory limit of a run: `--max-memory` and the limit of the system (`ulimit -v`).
///
/// Checked before allocation against estimates that are slightly too high, because neither Swift nor a driver reports a
/// failed allocation.
struct MemoryBudget: Sendable {
  /// In bytes; nil is unlimited.
  var limit: Int?

  /// The budget of the process; set while the command line is parsed, before threads start.
  nonisolated(unsafe) static var current = MemoryBudget()

  /// The maximum estimate in bytes.
  var available: Int { min(limit ?? .max, SystemMemory.room ?? .max) }

  /// - Throws: ``Failure`` with the need, the limit and its source.
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

  /// Checks the address space that a driver needs to start: under a system limit, a shortage makes it crash or wait
  /// without end.
  static func requireDriver() throws(Failure) {
    guard let room = SystemMemory.room, room < driverSpace else { return }
    throw Failure(
      .unavailable,
      "drawing needs about \(ByteCount(driverSpace)) of address space for the driver, but the process is out of "
        + "memory after \(ByteCount(room)) more (ulimit -v is \(SystemMemory.limitText)); raise that limit")
  }

  /// Measured: 550 MiB with llvmpipe on two cores; each of its threads takes a stack and an arena.
  private static var driverSpace: Int { (500 + 80 * SystemMemory.coreCount) << 20 }
  /// Bytes of the program and a running driver.
  static let base = 96 << 20
}

/// The memory that the system grants this process.
enum SystemMemory {
  /// Bytes of free address space, less the stacks of threads; nil without a limit.
  static var room: Int? {
    guard let limit else { return nil }
    var text = [UInt8](repeating: 0, count: 128)
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return limit }
    defer { close(file) }
    let count = read(file, &text, text.count)
    let pages = Int(String(decoding: text.prefix(max(count, 0)).prefix { $0 > 0x20 }, as: UTF8.self)) ?? 0
    // Includes threads that are not yet started: libdispatch waits without end when it cannot allocate a stack.
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
  /// All bytes of a scene or a mesh; parsing takes about four times their size.
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

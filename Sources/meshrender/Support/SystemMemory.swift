import CMemory
import Glibc

/// The memory that the system grants this process.
enum SystemMemory {
  /// A limit that is in force.
  struct Limit {
    enum Kind {
      /// All pages that are mapped: `ulimit -v`.
      case addressSpace
      /// Private pages that can be written: `ulimit -d`.
      case data
      /// What all processes of a control group use, as in a container.
      case controlGroup
    }

    let kind: Kind
    let bytes: Int
    /// Bytes that are left, less the stacks of threads.
    let room: Int
    /// The same when the process started. An estimate that counts the driver and all that is in use is compared with it:
    /// how much of that a running driver has already taken depends on which of its threads have begun.
    let roomAtStart: Int

    /// "ulimit -v is 512 MiB".
    var text: String {
      switch kind {
      case .addressSpace: "ulimit -v is \(ByteCount(bytes))"
      case .data: "ulimit -d is \(ByteCount(bytes))"
      case .controlGroup: "the limit of its control group is \(ByteCount(bytes))"
      }
    }
  }

  static var limits: [Limit] {
    var limits: [Limit] = []
    // Includes threads that are not yet started: libdispatch waits without end when it cannot allocate a stack.
    let stacks = coreCount * 10 << 20
    if let bytes = resourceLimit(RLIMIT_AS) {
      func room(_ mapped: Int) -> Int { max(0, bytes - mapped - stacks) }
      limits.append(
        Limit(kind: .addressSpace, bytes: bytes, room: room(mappedBytes), roomAtStart: room(mappedAtStart)))
    }
    let used = Int(memory_in_use())
    // What is reserved of the data says little: the C library takes less where it gets less.
    if let bytes = resourceLimit(RLIMIT_DATA) {
      let room = max(0, bytes - stacks)
      limits.append(Limit(kind: .data, bytes: bytes, room: max(0, room - used), roomAtStart: room))
    }
    if let bytes = ControlGroup.memoryLimit {
      limits.append(Limit(kind: .controlGroup, bytes: bytes, room: max(0, bytes - used), roomAtStart: bytes))
    }
    return limits
  }

  /// The limit with the least room; nil without limits.
  static var tightest: Limit? { limits.min { $0.room < $1.room } }

  /// Bytes that the system can give without taking them from others, by its own estimate, and at most what the control
  /// group allows.
  static var free: Int { min(available ?? .max, ControlGroup.memoryLimit ?? .max, 1 << 60) }

  /// `MemAvailable` of /proc/meminfo in bytes; nil where it is not there.
  private static var available: Int? {
    let lines = TextFile.start(of: "/proc/meminfo", count: 4096)?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("MemAvailable:") }
    return line.flatMap { Int($0.drop { !$0.isNumber }.prefix { $0.isNumber }) }.map { $0 << 10 }
  }

  static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  private static func resourceLimit(_ resource: __rlimit_resource) -> Int? {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0 else { return nil }
    return Int(exactly: limits.rlim_cur)
  }

  /// Read when a driver's memory is first checked, before it starts.
  private static let mappedAtStart = mappedBytes

  private static var mappedBytes: Int {
    guard let text = TextFile.start(of: "/proc/self/statm", count: 128) else { return 0 }
    return (Int(text.prefix { $0.isNumber }) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

extension SystemMemory.Limit.Kind {
  /// Bytes with which a driver starts. Measured with llvmpipe on two cores: 550 MiB of address space, 390 MiB of data; each
  /// of its threads takes a stack and an arena.
  var driverNeed: Int {
    switch self {
    case .addressSpace: (500 + 80 * SystemMemory.coreCount) << 20
    case .data: (340 + 40 * SystemMemory.coreCount) << 20
    case .controlGroup: 96 << 20
    }
  }

  var memory: String { self == .addressSpace ? "address space" : "memory" }
}

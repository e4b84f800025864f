import Glibc

/// The control group of the process, through which a container or a service manager limits memory.
enum ControlGroup {
  /// The least limit of the group and the groups that contain it, in bytes; nil without one.
  static let memoryLimit: Int? = {
    guard let list = TextFile.start(of: "/proc/self/cgroup", count: 1 << 14) else { return nil }
    return memoryLimit(groups: list) { TextFile.start(of: $0, count: 64) }
  }()

  /// - Parameters:
  ///   - groups: the text of /proc/self/cgroup: "0::/path" of version 2, "4:memory:/path" of version 1.
  ///   - read: returns the text of a file; nil without it.
  static func memoryLimit(groups: String, read: (String) -> String?) -> Int? {
    var limits: [Int] = []
    for line in groups.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let roots: [String]
      let file: String
      if fields[0] == "0", fields[1].isEmpty {
        (roots, file) = (["/sys/fs/cgroup", "/sys/fs/cgroup/unified"], "memory.max")
      } else if fields[1].split(separator: ",").contains("memory") {
        (roots, file) = (["/sys/fs/cgroup/memory"], "memory.limit_in_bytes")
      } else {
        continue
      }
      // A container may see the path of its host, which does not exist in it; the root is its own group then.
      var path = fields[2] == "/" ? "" : String(fields[2])
      while true {
        for root in roots {
          guard let text = read("\(root)\(path)/\(file)"), let limit = Int(text.prefix { $0.isNumber }) else {
            continue
          }
          // Version 1 writes a number near the largest one for no limit.
          if limit < 1 << 60 { limits.append(limit) }
        }
        guard let slash = path.lastIndex(of: "/") else { break }
        path = String(path[..<slash])
      }
    }
    return limits.min()
  }
}

/// A small file of the system.
enum TextFile {
  /// The first bytes as text; nil for a file that cannot be read.
  static func start(of path: String, count: Int) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let length = read(file, &bytes, count)
    return length < 0 ? nil : String(decoding: bytes[..<length], as: UTF8.self)
  }
}

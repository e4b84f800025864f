import Foundation
import Glibc
import Testing

/// A run of the tool that was built together with these tests.
struct Run {
  let code: Int32
  let output: [UInt8]
  let words: String

  var text: String { String(decoding: output, as: UTF8.self) }

  /// The words without the lines about choices that the flags leave open, such as what moves.
  var complaints: String {
    let notes = ["Moving: ", "Size: ", "Colors: ", "Removed: "]
    return words.split(separator: "\n").filter { line in !notes.contains { line.hasPrefix($0) } }
      .joined(separator: "\n")
  }
}

enum Tool {
  /// The test bundle is in the products folder.
  static let path: String = {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    let bundle = maps.split(separator: "\n").first { $0.hasSuffix(".xctest") }
    let start = bundle?.firstIndex(of: "/") ?? maps.startIndex
    return URL(fileURLWithPath: String(bundle?[start...] ?? "")).deletingLastPathComponent().path
      + "/meshrender"
  }()

  /// Starts the tool in the folder, with files as standard streams, so that no pipe can fill up.
  ///
  /// - `input`, `output`: the paths of standard input and output; the default output is a file of the run.
  static func start(
    _ arguments: [String], in folder: Folder, input: String = "/dev/null", output: String? = nil,
    environment: [String: String] = [:], executable: String = path
  ) throws -> Child {
    let streams = try Folder()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 1, output ?? streams.file("output"), O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, streams.file("words"), O_WRONLY | O_CREAT, 0o600)

    // The child would otherwise inherit an ignored SIGINT, from a test run in the background, and this thread's blocked
    // signals.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigfillset(&defaults)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // env changes the folder and then executes the tool.
    let env = "/usr/bin/env"
    var argv = ([env, "-C", folder.path, executable] + arguments).map { strdup($0) } + [nil]
    var envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var pid: pid_t = 0
    let result = posix_spawn(&pid, env, &actions, &attributes, &argv, &envp)
    try #require(result == 0, "\(executable) cannot be started: \(String(cString: strerror(result)))")
    return Child(pid: pid, streams: streams)
  }

  static func run(
    _ arguments: String..., in folder: Folder, input: String = "/dev/null", output: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Run {
    try start(arguments, in: folder, input: input, output: output, environment: environment).wait()
  }
}

/// A started process. Must be waited for once.
struct Child {
  let pid: pid_t
  let streams: Folder

  /// Waits at most ten seconds until the process has a file of the folder open for writing, named or not.
  func waitUntilItWrites(in folder: Folder) {
    let descriptors = "/proc/\(pid)/fd"
    for _ in 0..<2000 {
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
      let isWriting = numbers.contains { number in
        let link = "\(descriptors)/\(number)"
        guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else {
          return false
        }
        // The folder's path may contain two consecutive slashes, unlike the kernel's.
        guard path.contains(folder.path.split(separator: "/").last ?? "/") else { return false }
        let flags = (try? String(contentsOfFile: "/proc/\(pid)/fdinfo/\(number)", encoding: .utf8)) ?? ""
        // In octal; the last two bits are the access mode.
        return flags.split(separator: "\n").contains {
          $0.hasPrefix("flags:") && ($0.last == "1" || $0.last == "2")
        }
      }
      if isWriting { return }
      usleep(5000)
    }
  }

  func wait() throws -> Run {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 { try #require(errno == EINTR) }
    let signal = status & 0x7F
    return Run(
      code: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
      output: (try? streams.bytes("output")) ?? [],
      words: String(decoding: try streams.bytes("words"), as: UTF8.self))
  }
}

/// Expects one sentence, empty standard output, and an unchanged folder.
func expectFailure(
  _ code: Int32, _ parts: String..., in folder: Folder, arguments: [String], input: String = "/dev/null",
  output: String? = nil, environment: [String: String] = [:],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let before = try folder.contents()
  let run = try Tool.start(
    arguments, in: folder, input: input, output: output, environment: environment
  ).wait()
  let line = arguments.joined(separator: " ")
  #expect(run.code == code, "\(line): \(run.words)", sourceLocation: sourceLocation)
  #expect(run.complaints.hasPrefix("Error: "), "\(line): \(run.words)", sourceLocation: sourceLocation)
  #expect(
    run.words.hasSuffix("\n") && !run.complaints.contains("\n"), "\(line): \(run.words)",
    sourceLocation: sourceLocation)
  for part in parts {
    #expect(run.words.contains(part), "\(line): \(run.words)", sourceLocation: sourceLocation)
  }
  #expect(run.output.isEmpty, "\(line)", sourceLocation: sourceLocation)
  #expect(try folder.contents() == before, "\(line) changed a file", sourceLocation: sourceLocation)
}

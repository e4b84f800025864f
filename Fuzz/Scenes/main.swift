// Draws random scenes and checks each picture: no crash, no fault of the driver, premultiplied, the same twice.
//
// Scripts/build-fuzz.sh builds this program with the address sanitizer, Scripts/random-scenes.sh without it.
//
// Usage: random-scenes [COUNT|SECONDSs [SEED [FOLDER]]], as in "random-scenes 1000" or "random-scenes 60s". The scene at
// work is always in FOLDER/scene.json, so that a crash leaves it there; a fault stops with its seed and the scene's file.
// "random-scenes 1 SEED" replays one scene. FOLDER/pictures.txt lists a checksum of each picture: two builds whose lists
// are equal draw the same pictures.

import Glibc

/// A line on standard output, at once: a crash must not take it along.
func say(_ line: String) {
  Array("\(line)\n".utf8).withUnsafeBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

let arguments = CommandLine.arguments.dropFirst().map { $0 }
let work = arguments.count > 0 ? arguments[0] : "1000"
let seconds = work.hasSuffix("s") ? Int(work.dropLast()) : nil
let count = seconds == nil ? Int(work) ?? 1000 : Int.max
let seed = arguments.count > 1 ? UInt64(arguments[1]) ?? 0 : UInt64.random(in: 0..<1_000_000_000)
let folder = arguments.count > 2 ? arguments[2] : "."
say("random scenes from seed \(seed)")

func save(_ text: String, _ name: String) {
  guard let file = fopen("\(folder)/\(name)", "w") else { return }
  fputs(text, file)
  fclose(file)
}

/// Resident memory in KiB.
func residentMemory() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, 128, file) != nil else { return 0 }
  let fields = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
    separator: " ")
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) / 1024 : 0
}

let check = try SceneCheck()
var drawn = 0
var refused: [String: Int] = [:]
var memory: [Int] = []
let batch = 8
var checksums: [String] = []
let end = time(nil) + (seconds ?? Int(Int32.max))
for start in stride(from: 0, to: count, by: batch) {
  guard start == 0 || time(nil) < end else { break }
  let indices = start..<min(start.advanced(by: batch), count)
  let texts = indices.map { index in
    var scene = RandomScene(seed: seed &+ UInt64(index))
    return scene.text()
  }
  let answers = check.answers(texts) { index in
    save(texts[index] + "\n", "scene.json")
    // A scene that takes half a minute hangs; SIGALRM ends the process.
    alarm(30)
  }
  for (index, answer) in zip(indices, answers) {
    switch answer {
    case .drawn(let checksum):
      drawn += 1
      checksums.append("\(seed &+ UInt64(index)) \(checksum)")
    case .refused(let kind):
      refused[kind, default: 0] += 1
      checksums.append("\(seed &+ UInt64(index)) \(kind)")
    case .fault(let words):
      save(texts[index - start] + "\n", "scene.json")
      say("seed \(seed &+ UInt64(index)): \(words); the scene is \(folder)/scene.json")
      exit(1)
    }
  }
  memory.append(residentMemory())
}
alarm(0)
unlink("\(folder)/scene.json")
save(checksums.joined(separator: "\n") + "\n", "pictures.txt")
let reasons = refused.sorted { $0.key < $1.key }.map { "\($0.value) refused (\($0.key))" }
say(
  "\(drawn + refused.values.reduce(0, +)) scenes: \((["\(drawn) drawn twice"] + reasons).joined(separator: ", "))"
)
let tenth = memory[memory.count / 10]
say("memory after a tenth \(tenth / 1024) MiB, at the end \((memory.last ?? 0) / 1024) MiB")

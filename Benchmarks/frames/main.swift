// Frames of a moving ripple through the public API, to be timed beside other tools by Benchmarks/frames.sh.
// Usage: frames W2|W2aa|W3|W4|W5 IN.png FOLDER, which prints the seconds a frame, of all after one drawn before, and
// the peak memory in MiB; or frames WORK IN.png FOLDER fast|exact|plain|reference, which writes last.png, drawn that way.
// Without Foundation, of which 4 MiB would be in memory.
import Dispatch
import GLRenderer
import Glibc
import ImageFiles
import MeshTransform

func fail(_ sentence: String) -> Never {
  Array("frames: \(sentence)\n".utf8).withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  exit(64)
}
let arguments = CommandLine.arguments
guard 4...5 ~= arguments.count else { fail("give a work, a PNG and a folder") }
guard let work = Work(rawValue: arguments[1]) else {
  fail("there is no work \(arguments[1]); use \(Work.allCases.map(\.rawValue).joined(separator: ", "))")
}
let folder = arguments[3]

// Without it the C library hands the memory of every frame back, to be asked for again page by page.
Renderer.keepFreedMemory()

let image = try PNG.read(from: InputFile(argument: arguments[2]))
let renderer = try Renderer()
@MainActor func draw(_ frame: Int, as look: Look = .fast) throws -> Image {
  try begin(frame, as: look).image()
}
@MainActor func begin(_ frame: Int, as look: Look = .fast) throws -> PendingFrame {
  try renderer.begin(work.scene(image, frame: frame), options: look.options(work))
}

if arguments.count == 5 {
  guard let look = Look(rawValue: arguments[4]) else {
    fail("there is no look \(arguments[4]); use \(Look.allCases.map(\.rawValue).joined(separator: ", "))")
  }
  try PNG.write(draw(work.frameCount - 1, as: look), to: .path("\(folder)/last.png"))
  exit(0)
}

@Sendable func write(_ picture: Image, frame: Int) throws {
  let digits = String(frame)
  let number = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  try PNG.write(picture, to: .path("\(folder)/frame-\(number).png"))
}
let frames = 0..<work.frameCount
var last: Image?
do {
  let first = try draw(0)
  if work.isWritten { try write(first, frame: 0) }
}

let time = try ContinuousClock().measure {
  switch work {
  case .plain, .antialiased, .dense:
    // Each is begun before the one before it is asked for: the device draws while the next is made.
    var pending = try begin(0)
    for frame in frames.dropFirst() {
      let next = try begin(frame)
      _ = try pending.image()
      pending = next
    }
    last = try pending.image()
  case .stills:
    // One after the other: what a single picture takes.
    for frame in frames { try write(draw(frame), frame: frame) }
  case .files:
    // Encoded beside the drawing: two pictures at most, while a third waits and a fourth is drawn.
    let encoders = DispatchQueue(label: "encoders", attributes: .concurrent)
    let places = DispatchSemaphore(value: 2)
    @MainActor func encode(_ pending: PendingFrame, _ frame: Int) throws {
      places.wait()
      let picture = try pending.image()
      encoders.async {
        do { try write(picture, frame: frame) } catch { fatalError("\(error)") }
        places.signal()
      }
    }
    var pending = try begin(0)
    for frame in frames.dropFirst() {
      let next = try begin(frame)
      try encode(pending, frame - 1)
      pending = next
    }
    try encode(pending, frames.count - 1)
    encoders.sync(flags: .barrier) {}
  }
}
if let last { try PNG.write(last, to: .path("\(folder)/last.png")) }
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print(time / .seconds(1) / Double(frames.count), usage.ru_maxrss / 1024)

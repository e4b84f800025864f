// A frame's time in one cell of the matrix of pictures. Run: Benchmarks/matrix.sh
// Usage: matrix WORK,TILT,MESH,LIGHT,WIDTH IN.png FOLDER [plain | FRAMES]
// Prints a frame's milliseconds and the peak memory in MiB, and writes the eighth frame to FOLDER/last.png.
//   plain   draws by the plain path: 4 samples everywhere where the work is antialiased, every face, light in every pixel
//   FRAMES  draws this number of frames, for a count of instructions, and writes no picture
import Dispatch
import GLRenderer
import Glibc
import ImageFiles
import MeshTransform

let arguments = CommandLine.arguments
let mode = arguments.count == 5 ? arguments[4] : nil
let frames = mode.flatMap { Int($0) }
guard 4...5 ~= arguments.count, mode == nil || mode == "plain" || 1...9999 ~= frames ?? 0,
  let cell = Cell(arguments[1])
else {
  Array("usage: matrix WORK,TILT,MESH,LIGHT,WIDTH IN.png FOLDER [plain | FRAMES]\n".utf8).withUnsafeBytes {
    _ = write(STDERR_FILENO, $0.baseAddress, $0.count)
  }
  exit(64)
}
let folder = arguments[3]

Renderer.keepFreedMemory()
let image = try PNG.read(from: InputFile(argument: arguments[2]))
let renderer = try Renderer()

let isPlain = mode == "plain"
var options = cell.options(samples: isPlain ? 4 : nil)
options.isExact = isPlain

@MainActor func begin(_ frame: Int) throws -> PendingFrame {
  try renderer.begin(cell.scene(image, frame: frame), options: options)
}
var pending = try begin(0)
// Two pictures at most are encoded, while a third waits and a fourth is drawn.
let encoders = DispatchQueue(label: "encoders", attributes: .concurrent)
let places = DispatchSemaphore(value: 2)

/// Takes the frame that was begun, after it has begun the next: the device draws while the next is made.
@MainActor func draw(next: Int) throws {
  let begun = try begin(next)
  if cell.work == .files { places.wait() }
  let picture = try pending.image()
  pending = begun
  guard cell.work == .files else { return }
  let output = OutputFile.path("\(folder)/\(next % 3).png")
  encoders.async {
    do { try PNG.write(picture, to: output) } catch { fatalError("\(error)") }
    places.signal()
  }
}

// What the first takes is not what a frame takes.
try draw(next: 0)
encoders.sync(flags: .barrier) {}
let clock = ContinuousClock()
let start = clock.now
var count = 0
// Four frames at least and 0.4 seconds of them, unless their number is given.
while count < frames ?? 4 || frames == nil && clock.now - start < .milliseconds(400) {
  count += 1
  try draw(next: count)
}
encoders.sync(flags: .barrier) {}
let time = (clock.now - start) / .milliseconds(1) / Double(count)
if frames != nil { exit(0) }
try PNG.write(
  renderer.render(cell.scene(image, frame: 7), options: options), to: .path("\(folder)/last.png"))
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print(time, usage.ru_maxrss / 1024)

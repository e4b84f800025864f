// How the time of a frame grows with one property of the scene. Run: Benchmarks/growth-curves.sh
// Usage: curves faces|pixels|layers|lights|frames VALUE IN.png FOLDER, which prints a frame's milliseconds and the peak
// memory in MiB, and writes the last frame to FOLDER/last.png.
import GLRenderer
import Glibc
import ImageFiles
import MeshTransform

let arguments = CommandLine.arguments
guard arguments.count == 5, let axis = Axis(rawValue: arguments[1]), let value = Int(arguments[2]) else {
  let axes = Axis.allCases.map(\.rawValue).joined(separator: "|")
  Array("usage: curves \(axes) VALUE IN.png FOLDER\n".utf8).withUnsafeBytes {
    _ = write(STDERR_FILENO, $0.baseAddress, $0.count)
  }
  exit(64)
}
let output = OutputFile.path("\(arguments[4])/last.png")

Renderer.keepFreedMemory()
let image = try PNG.read(from: InputFile(argument: arguments[3]))
let renderer = try Renderer()
var options = RenderOptions()
options.limits.vertices = Mesh.vertexLimit

@MainActor func begin(_ frame: Int) throws -> PendingFrame {
  try renderer.begin(axis.scene(value, image, frame: frame), options: options)
}
var pending = try begin(0)
var times: [Double] = []

/// Takes a frame that was begun, and begins the one after it before; keeps the time in milliseconds.
@MainActor func draw(next: Int) throws {
  let clock = ContinuousClock()
  let start = clock.now
  let begun = try begin(next)
  let picture = try pending.image()
  if axis == .frames { try PNG.write(picture, to: output) }
  pending = begun
  times.append((clock.now - start) / .milliseconds(1))
}

// What the first takes is not what a frame takes.
try draw(next: 0)
times = []
if axis == .frames {
  for frame in 0..<value { try draw(next: frame + 1) }
} else {
  // Three frames at least and 0.3 seconds of them; the last shows the same for all.
  while times.count < 3 || times.reduce(0, +) < 300 { try draw(next: times.count + 1) }
  try PNG.write(renderer.render(axis.scene(value, image, frame: 7), options: options), to: output)
}
let time =
  axis == .frames ? times.reduce(0, +) / Double(times.count) : times.sorted()[times.count / 2]
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print(time, usage.ru_maxrss / 1024)

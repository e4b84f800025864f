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
Renderer.preferLargePages()
let image = try PNG.read(from: InputFile(argument: arguments[3]))
let renderer = try Renderer()
var options = RenderOptions()
options.limits.vertices = Mesh.vertexLimit

/// In milliseconds.
@MainActor func draw(_ frame: Int) throws -> (picture: Image, time: Double) {
  let clock = ContinuousClock()
  let start = clock.now
  let picture = try renderer.render(axis.scene(value, image, frame: frame), options: options)
  if axis == .frames { try PNG.write(picture, to: output) }
  return (picture, (clock.now - start) / .milliseconds(1))
}

_ = try draw(0)
var times: [Double] = []
if axis == .frames {
  for frame in 0..<value { times.append(try draw(frame).time) }
} else {
  // Three frames at least and 0.3 seconds of them; the last shows the same for all.
  while times.count < 3 || times.reduce(0, +) < 300 { times.append(try draw(times.count).time) }
  try PNG.write(draw(7).picture, to: output)
}
let time =
  axis == .frames ? times.reduce(0, +) / Double(times.count) : times.sorted()[times.count / 2]
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print(time, usage.ru_maxrss / 1024)

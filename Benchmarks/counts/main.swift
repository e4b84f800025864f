// Draws frames of one work through the public API, for Benchmarks/counts.sh, which counts what they ask of the driver.
// Usage: counts WORK FRAMES
import GLRenderer
import Glibc
import MeshTransform

let arguments = CommandLine.arguments
guard arguments.count == 3, let work = Work(rawValue: arguments[1]), let count = Int(arguments[2]), count > 0
else {
  let works = Work.allCases.map(\.rawValue).joined(separator: "|")
  Array("usage: counts \(works) FRAMES\n".utf8).withUnsafeBytes {
    _ = write(STDERR_FILENO, $0.baseAddress, $0.count)
  }
  exit(64)
}

Renderer.keepFreedMemory()
let renderer = try Renderer()
var options = RenderOptions(samples: work.samples)
options.limits.vertices = Mesh.vertexLimit
let image = Work.image()
// Each frame is begun before the one before it is asked for, as in a clip.
var pending = try renderer.begin(work.scene(image, frame: 0), options: options)
for frame in 1..<count {
  let next = try renderer.begin(work.scene(image, frame: frame), options: options)
  _ = try pending.image()
  pending = next
}
_ = try pending.image()

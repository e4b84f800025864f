// Frames of a moving ripple through the public API, to be timed beside other tools by Benchmarks/frames.sh.
// Usage: frames W2|W2aa|W3|W5 IN.png FOLDER [COUNT]
// Prints the seconds for all frames after the first, which is drawn before, and the peak memory in MiB.
import Dispatch
import Foundation
import GLRenderer
import ImageFiles
import MeshTransform

guard 4...5 ~= CommandLine.arguments.count, let work = Work(rawValue: CommandLine.arguments[1]) else {
  FileHandle.standardError.write(Data("usage: frames W2|W2aa|W3|W5 IN.png FOLDER [COUNT]\n".utf8))
  exit(64)
}
let folder = CommandLine.arguments[3]
let frameCount = CommandLine.arguments.dropFirst(4).first.flatMap { Int($0) } ?? work.frameCount

// Without it the C library hands the memory of every frame back, to be asked for again page by page.
Renderer.keepFreedMemory()

let image = try PNG.read(from: InputFile(argument: CommandLine.arguments[2]))
let renderer = try Renderer()
var options = RenderOptions(samples: work.samples)
options.limits.vertices = Mesh.vertexLimit
let clock = ContinuousClock()
var last = try renderer.render(work.scene(image, frame: 0), options: options)

let time: Duration
if work == .files {
  // Encoded beside the drawing, at most two pictures ahead of the files.
  let (encoders, places) = (
    DispatchQueue(label: "encoders", attributes: .concurrent), DispatchSemaphore(value: 3)
  )
  time = try clock.measure {
    for frame in 0..<frameCount {
      places.wait()
      let picture = try renderer.render(work.scene(image, frame: frame), options: options)
      let path = String(format: "%@/frame-%03d.png", folder, frame)
      encoders.async {
        do { try PNG.write(picture, to: .path(path)) } catch { fatalError("\(error)") }
        places.signal()
      }
    }
    encoders.sync(flags: .barrier) {}
  }
} else {
  time = try clock.measure {
    for frame in 0..<frameCount {
      last = try renderer.render(work.scene(image, frame: frame), options: options)
    }
  }
  try PNG.write(last, to: .path("\(folder)/last.png"))
}
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print(String(format: "%.6f %.0f", time / .seconds(1), Double(usage.ru_maxrss) / 1024))

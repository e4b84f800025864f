// Refines a net to about a million vertices. Run: Benchmarks/subdivision.sh, which puts OpenSubdiv beside it.
// Usage: subdivision plain|crease|extraordinary FACES STEPS
import Foundation
import MeshTransform

let arguments = CommandLine.arguments
guard arguments.count == 4, let count = Int(arguments[2]), let steps = Int(arguments[3]) else { exit(64) }
var net = try Mesh.grid(rows: count, columns: count) {
  SIMD3($0.x, $0.y, 0.1 * sin(9 * $0.x) * cos(7 * $0.y))
}
let middle = (count / 2) * count + count / 2
switch arguments[1] {
case "crease":
  var face = net.faces[middle]
  face.creases = SIMD4(2, 0, 0, 0)
  try net.replaceFace(at: middle, with: face)
case "extraordinary": try net.removeFace(at: middle)
default: break
}

let clock = ContinuousClock()
let start = clock.now
let refined = try net.subdivided(steps: steps)
let parts = start.duration(to: clock.now).components
let milliseconds = Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15

var check = 0.0
for v in refined.vertices {
  check += Double(v.fromX) + Double(v.fromY) + Double(v.toX) + Double(v.toY) + Double(v.toZ)
}
let peak = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
  .first { $0.hasPrefix("VmHWM:") }.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") }
let total = refined.vertices.count
print(String(format: "%.3f", milliseconds), peak ?? 0, total, String(format: "%.6f", check / Double(total)))

// Times the writing of PNG. Run: Benchmarks/png.sh, which puts other libraries beside it.
// Usage: png encode PICTURE.png [COMPRESSION] [ROUNDS], which prints megabytes of pixels a second and the file's bytes,
// or png convert PICTURE.png TARGET.png [COMPRESSION]. The picture is made premultiplied before, as frames are.
import ImageFiles
import MeshTransform

let arguments = CommandLine.arguments
func argument(_ index: Int, _ otherwise: String) -> String {
  arguments.count > index ? arguments[index] : otherwise
}
let picture = try PNG.read(from: .path(argument(2, ""))).premultiplied()

if argument(1, "") == "convert" {
  try PNG.write(
    picture, to: .path(argument(3, "")), compression: PNG.Compression(argument(4, "fast")) ?? .fast)
} else {
  let compression = PNG.Compression(argument(3, "fast")) ?? .fast
  var (times, size): ([Double], Int) = ([], 0)
  for _ in 0...(Int(argument(4, "9")) ?? 9) {
    let parts = try ContinuousClock().measure {
      size = try PNG.encode(picture, compression: compression).bytes.count
    }.components
    times.append(Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15)
  }
  let median = times.dropFirst().sorted()[(times.count - 1) / 2]
  print(Double(4 * picture.size.area) / median / 1e3, size)
}

// How the time of hit testing and of loading scenes grows with their size. Run: swift run -c release growth
import MeshTransform
import SceneDocument

let clock = ContinuousClock()

/// The median of five runs, in milliseconds.
func milliseconds(_ work: () throws -> Void) rethrows -> Double {
  let times = try (0..<5).map { _ in try clock.measure(work) }.sorted()
  let parts = times[2].components
  return Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15
}

func text(_ value: Double) -> String {
  value < 10 ? "\((value * 100).rounded() / 100)" : "\(Int(value.rounded()))"
}

/// A square of a picture under a perspective, bent by a ripple of `side` x `side` faces.
func rippled(_ side: Int) throws -> Scene {
  var layer = Layer(bounds: Rect(0, 0, 500, 500), position: Point(250, 250), contents: .color(.black))
  layer.mesh = try Mesh.ripple { ($0.rows, $0.columns) = (side, side) }
  layer.transform = .rotation(.degrees(-45), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 800)
  return Scene(canvas: Canvas(frame: Rect(0, 0, 500, 500)), layers: [layer])
}

print("| faces | index built, ms | hits a second |")
print("| ---: | ---: | ---: |")
for side in [32, 100, 316, 1000] {
  let scene = try rippled(side)
  let build = milliseconds { _ = HitTester(scene) }
  let tester = HitTester(scene)
  var found = 0
  let query = milliseconds {
    for i in 0..<10_000 {
      if tester.hitTest(Point(Double(i % 100) * 5, Double(i / 100) * 5)) != nil { found += 1 }
    }
  }
  precondition(found > 0, "the ripple is not where it was expected")
  print("| \(side * side) | \(text(build)) | \(Int(10_000 / query * 1e3)) |")
}

/// Names no file, so it asks for none.
struct NoResources: SceneResources {
  private func none(_ path: String) -> SceneResourceError { SceneResourceError("there is no \(path)") }
  func image(_ path: String) throws(SceneResourceError) -> Image { throw none(path) }
  func meshFile(_ path: String) throws(SceneResourceError) -> [UInt8] { throw none(path) }
  func text(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextImage {
    throw none(text.text)
  }
}

func file(layers: Int) -> [UInt8] {
  let list = (0..<layers).map { index in
    """
    {"name": "layer \(index)", "bounds": [0, 0, 40, 30], "position": [\(index % 640), \(index % 480)],
     "transform": "rotate(\(index % 360)deg)", "contents": {"color": "#3478c0"}}
    """
  }
  return Array("{\"canvas\": {\"size\": [640, 480]}, \"layers\": [\(list.joined(separator: ",\n"))]}".utf8)
}

print("\n| layers | file, KiB | loaded, ms | checked, ms | hit index built, ms | hits a second |")
print("| ---: | ---: | ---: | ---: | ---: | ---: |")
for count in [100, 1000, 10_000, 100_000] {
  let bytes = file(layers: count)
  var scene = Scene(canvas: Canvas(frame: .zero), layers: [])
  let load = try milliseconds {
    scene = try SceneFile.decode(bytes, name: "scene", resources: NoResources())
  }
  let check = try milliseconds { try scene.validate() }
  let build = milliseconds { _ = HitTester(scene) }
  let tester = HitTester(scene)
  let query = milliseconds {
    for i in 0..<100 { _ = tester.hitTest(Point(Double(i % 10) * 64, Double(i / 10) * 48)) }
  }
  print(
    "| \(count) | \(bytes.count / 1024) | \(text(load)) | \(text(check)) | \(text(build)) | "
      + "\(Int(100 / query * 1e3)) |")
}

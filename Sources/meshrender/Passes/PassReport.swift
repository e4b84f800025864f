import ImageFiles
import MapFiles
import MeshTransform

/// The description of passes for their readers, as JSON: the picture, the layers by their numbers, the files with their
/// channels and units, and the frames.
struct PassReport {
  let job: PassJob
  let scene: Scene
  /// The numbers and times of the frames; empty for a single picture.
  var frames: [(number: Int, time: Double)] = []
  /// The file of the report, from whose folder the files are named.
  let path: String

  /// What holds for all passes.
  private static let conventions = [
    (
      "pixels",
      "rows from the top; a label is that of the center of its pixel, and the center of the first pixel is 0.5, 0.5"
    ),
    (
      "positions",
      "backward and forward have whole numbers at the centers of pixels, as cv2.remap expects them"
    ),
    ("space", "points of the canvas before perspective: x right, y down, z toward the viewer"),
    ("colors", "albedo and shading have the encoded values of the picture, and straight alpha"),
    (
      "nothing",
      "NaN where nothing is seen, -1 in whole numbers, 0 in albedo, shading and coverage; in a PNG as its pass states"
    ),
  ]

  var text: String {
    let conventions = JSONText.object(Self.conventions.map { ($0.0, JSONText.string($0.1)) })
    var members = [
      ("picture", picture), ("layers", list(layers)), ("passes", list(job.passes.map(description))),
      ("conventions", conventions),
    ]
    if !frames.isEmpty { members.append(("frames", list(frames.map(frame)))) }
    let lines = members.map { "  \(JSONText.string($0.0)): \($0.1)" }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  private func frame(_ frame: (number: Int, time: Double)) -> String {
    JSONText.object([("number", String(frame.number)), ("time", frame.time.description)])
  }

  private func list(_ elements: [String]) -> String {
    elements.isEmpty ? "[]" : "[\n    " + elements.joined(separator: ",\n    ") + "\n  ]"
  }

  private var picture: String {
    let (canvas, size) = (scene.canvas, scene.canvas.pixelSize)
    return JSONText.object([
      ("width", String(size.width)), ("height", String(size.height)),
      ("scale", canvas.scale.description),
      (
        "frame",
        numbers([canvas.frame.minX, canvas.frame.minY, canvas.frame.size.width, canvas.frame.size.height])
      ),
    ])
  }

  private var layers: [String] {
    scene.layersDepthFirst.enumerated().map { number, entry in
      let (path, layer) = entry
      let content = ContentPixels(of: layer)
      let bounds = layer.bounds
      return JSONText.object([
        ("id", String(number)), ("name", JSONText.string(scene.name(of: path))),
        ("path", JSONText.array(path.indices.map(String.init))),
        ("bounds", numbers([bounds.minX, bounds.minY, bounds.size.width, bounds.size.height])),
        ("content", JSONText.array([String(content.size.width), String(content.size.height)])),
        ("faces", String(layer.mesh?.faceCount ?? 0)),
      ])
    }
  }

  private func description(of pass: PicturePass) -> String {
    var members = [
      ("name", JSONText.string(pass.rawValue)), ("file", JSONText.string(file(of: pass))),
      ("channels", JSONText.array(channels(of: pass))), ("type", JSONText.string(job.format.type(of: pass))),
      ("meaning", JSONText.string(pass.summary)),
    ]
    if let layer = job.layer, [.uv, .backward, .forward].contains(pass) {
      members.append(("layer", JSONText.string(layer)))
    }
    if job.format == .png, let coding = PassCoding(pass, stepsPerPoint: job.depthSteps) {
      let mark =
        switch coding.channels {
        case .gray: pass == .coverage ? "none" : "0 where nothing is seen"
        case .marked: "alpha is 0 where nothing is seen"
        case .color: "alpha is that of the color"
        case .flow: "blue is 0 where nothing is seen"
        }
      members.append(
        (
          "png",
          JSONText.object([
            ("scale", coding.scale.description), ("offset", coding.offset.description),
            ("value", JSONText.string("(number - offset) / scale")), ("nothing", JSONText.string(mark)),
          ])
        ))
    }
    return JSONText.object(members)
  }

  /// The names of the channels in the file.
  private func channels(of pass: PicturePass) -> [String] {
    pass.channels.map { JSONText.string(job.format == .exr ? "\(pass.rawValue).\($0)" : $0) }
  }

  /// The file, from the folder of the report where it is there or below.
  private func file(of pass: PicturePass) -> String {
    let file = job.names.path(of: pass)
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return file }
    return file.dropping(bytesOf: String(path[...slash])).map { String($0) } ?? file
  }

  private func numbers(_ values: [Double]) -> String { JSONText.array(values.map(\.description)) }

  /// Writes the report as a file, or on standard output.
  func write() throws(Failure) {
    if path == "-" { return try Console.report(String(text.dropLast())) }
    do { try OutputFile.path(path).write(Array(text.utf8)) } catch { throw Failure(error) }
  }
}

import AnimationFiles
import Glibc
import MapFiles
import MeshTransform
import SceneDocument

/// The values of an argument.
struct ValueCompletion {
  private let argument: CompletionTable.Argument
  private let command: String
  /// Without dashes; the value's name for a positional argument.
  private let name: String

  init(_ command: String, _ argument: CompletionTable.Argument) {
    (self.command, self.argument) = (command, argument)
    name = argument.names.first.map { String($0.drop { $0 == "-" }) } ?? argument.valueName ?? ""
  }

  func completion(of word: String) -> Completion {
    if !argument.values.isEmpty { return .words(argument.values) }
    switch (command, name) {
    case (_, "mesh"), ("animate", "from"), ("animate", "to"), ("project", "from"), ("project", "to"),
      ("passes", "from"), ("passes", "to"),
      ("validate", "file"):
      return SpecCompletion.mesh(word).or(word.contains(":") ? .none : .files(Self.meshes))
    case ("meshes", "preset"):
      return Completion(
        candidates: MeshPreset.all.map { Completion.Candidate($0.name, $0.summary) })
    case (_, "light"): return SpecCompletion.light(word)
    case (_, "surface"): return SpecCompletion.properties(Surface.properties, Surface(), word)
    case (_, "outline"): return SpecCompletion.properties(TextOutline.properties, TextOutline(), word)
    case (_, "displace"): return displacement(word)
    case (_, "animate"):
      let paths = KeyPathEntry.all.map { Completion.Candidate($0.keyPath, $0.summary) }
      return Completion(candidates: word.contains(" ") ? [] : paths)
    case (_, "timing"): return .words(TimingText.cssNames)
    case (_, "device"): return devices
    case (_, "color"), (_, "background"), (_, "wireframe-color"): return .words(ColorText.names)
    case (_, "back"): return Completion.words(ColorText.names).or(.files(Self.images))
    case (_, "color-space"):
      return Completion.words(["srgb", "display-p3", "a98-rgb", "rec2020"]).or(.files(["icc", "icm"]))
    case (_, "compression"): return .words(["none", "fast", "balanced", "small"])
    case (_, "axes"): return .words(["x,y,z", "x,z,-y"])
    case (_, "subdivision-steps"): return .words(["auto", "0", "1", "2", "3", "4"])
    case (_, "samples"): return .words(["auto", "1", "4", "16", "64"])
    case (_, "loop"): return .words(["once", "forever"])
    case (_, "pass"): return .words(PicturePass.allCases.map(\.rawValue))
    case ("animate", "format"): return .words(ClipKind.allCases.map(\.rawValue))
    case (_, "image"): return image(word)
    default: return files
    }
  }

  static let meshes = ["json", "obj", "camesh", "warp", "data", "gltf", "glb"]
  static let maps = ["npy", "pgm", "png", "exr", "yaml", "yml", "flo"]
  static let images = ["png", "jpg", "jpeg", "webp", "exr", "npy", "gif"]
  static let videos = ["mp4", "mov", "mkv", "webm", "avi", "y4m"]

  /// By the name of the value in the help.
  private var files: Completion {
    switch (command, name, argument.valueName ?? "") {
    case (_, "font-file", _): .files(["ttf", "otf", "ttc"])
    case (_, "gestures", _), ("hit", "scene.json", _), (_, "template", _): .files(["json"])
    case ("animate", "output", _):
      .files(ClipKind.allCases.flatMap(\.endings).map { String($0.dropFirst()) })
    case ("map", "output", _): .files(Self.maps)
    case ("passes", "output", _), ("animate", "passes", _): .files(PassFormat.allCases.map(\.rawValue))
    case ("passes", "info", _): .files(["json"])
    case ("project", "points", _), ("project", "output", _): .files(["jsonl", "ndjson", "csv", "tsv"])
    case ("fit", "points", _): .files(["csv", "tsv", "txt", "json", "jsonl", "points"])
    case ("fit", "output", _): .files(["json", "obj", "camesh"])
    case ("fit", "from-size", _): .files(Self.images)
    case ("render", "output", _), ("inspect", "picture", _), ("hit", "map", _): .files(Self.images)
    case ("subdivide", "output", _), ("convert", "output", _):
      .files(Self.meshes + (command == "convert" ? ["gltf", "glb"] : []))
    case ("render", _, "input"), ("animate", _, "input"), ("map", _, "input"), ("project", _, "input"),
      ("passes", _, "input"):
      .files(["json"] + Self.images + Self.videos)
    case (_, "journal", _), (_, "jobs.jsonl", _): .files(["jsonl"])
    case (_, "csv", _): .files(["csv", "tsv", "txt"])
    case (_, "sheet-json", _): .files(["json"])
    case (_, _, "file"), (_, _, "path"), (_, _, "pattern"), (_, _, "folder"): .files()
    case (_, _, let value) where value.contains("."): .files([String(value.suffix(while: { $0 != "." }))])
    default: .none
    }
  }

  /// `cloth.png:x=12,y=12`.
  private func displacement(_ word: String) -> Completion {
    guard let colon = word.firstIndex(of: ":") else { return .files(Self.images) }
    let head = String(word[...colon])
    return SpecCompletion.properties(
      Displacement.properties, Displacement(), String(word[word.index(after: colon)...])
    ).after(head)
  }

  /// `layer=file`, or a file alone.
  private func image(_ word: String) -> Completion {
    guard argument.valueName == "layer=file" else { return .files(["png"]) }
    guard let sign = word.firstIndex(of: "=") else { return .none }
    return Completion.files(Self.images).after(String(word[...sign]))
  }

  /// The words for devices, and the render nodes of this machine.
  private var devices: Completion {
    let words = [
      Completion.Candidate("auto", "a GPU, else software"), Completion.Candidate("gpu", "the first GPU"),
      Completion.Candidate("software", "the software rasterizer"),
      Completion.Candidate("surfaceless", "Mesa's surfaceless platform"),
    ]
    let nodes = (128..<192).map { "/dev/dri/renderD\($0)" }.filter { (node: String) in access(node, F_OK) == 0
    }
    return Completion(candidates: words + nodes.map { Completion.Candidate($0, "a render node") })
  }
}

extension String {
  /// The longest end of the text whose characters all satisfy a condition.
  fileprivate func suffix(while condition: (Character) -> Bool) -> Substring {
    self[(lastIndex { !condition($0) }.map { index(after: $0) } ?? startIndex)...]
  }
}

import AnimationFiles
import ImageFiles
import MeshTransform

/// Where the frames of a sheet are, for game engines: JSON of TexturePacker's form "hash", as PixiJS and Phaser read it.
struct SpriteAtlas {
  /// The path of the sheet.
  let image: String
  let size: PixelSize
  let hasAlpha: Bool
  /// The size of a frame before its borders were left out, in pixels.
  let frame: PixelSize
  /// Pixels per point.
  let scale: Double
  let placements: [ContactSheet.Placement]

  var json: String {
    let names = placements.indices.map { index in
      let number = String(index + 1)
      return "\(stem)-\(String(repeating: "0", count: max(0, 4 - number.utf8.count)))\(number).png"
    }
    let frames = zip(names, placements).map { "    \(JSONText.string($0)): \(text(of: $1))" }
    let meta = JSONText.object([
      ("app", JSONText.string("meshrender")),
      ("version", JSONText.string(Meshrender.configuration.version)),
      ("image", JSONText.string(String(SequenceFileNames.fileName(of: image)))),
      ("format", JSONText.string(hasAlpha ? "RGBA8888" : "RGB888")), ("size", text(of: size)),
      // The resolution, as engines have it; what fits a size is drawn at a scale of no meaning to them.
      ("scale", JSONText.string(scale == scale.rounded() ? "\(Int(clamping: scale))" : "1")),
    ])
    return """
      {
        "frames": {
      \(frames.joined(separator: ",\n"))
        },
        "animations": {\(JSONText.string(stem)): \(JSONText.array(names.map(JSONText.string)))},
        "meta": \(meta)
      }

      """
  }

  /// The name of the sheet without its ending, which begins the names of the frames.
  private var stem: String {
    String(OutputEnding(of: image)?.stem ?? SequenceFileNames.fileName(of: image))
  }

  private func text(of placement: ContactSheet.Placement) -> String {
    JSONText.object([
      ("frame", Self.text(placement.x, placement.y, placement.size)), ("rotated", "false"),
      ("trimmed", placement.size == frame ? "false" : "true"),
      ("spriteSourceSize", Self.text(placement.partX, placement.partY, placement.size)),
      ("sourceSize", text(of: frame)),
    ])
  }

  private func text(of size: PixelSize) -> String {
    JSONText.object([("w", "\(size.width)"), ("h", "\(size.height)")])
  }

  private static func text(_ x: Int, _ y: Int, _ size: PixelSize) -> String {
    JSONText.object([("x", "\(x)"), ("y", "\(y)"), ("w", "\(size.width)"), ("h", "\(size.height)")])
  }
}

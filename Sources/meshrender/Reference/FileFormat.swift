import AnimationFiles
import MapFiles
import MeshFormats

/// A format of files that the tool reads or writes, for the manual.
struct FileFormat {
  let name: String
  /// What it holds: picture, clip, mesh, moving, map, pass or text.
  let use: String
  let endings: [String]
  let isRead: Bool
  let isWritten: Bool
  /// The meaning, a sentence.
  let summary: String

  static let all = pictures + clips + moving + meshes + maps + passes + others

  private static let pictures = PictureFormat.allCases.map {
    FileFormat(
      name: $0.rawValue, use: "picture", endings: $0.endings, isRead: true, isWritten: true,
      summary: $0.summary)
  }

  private static let clips = ClipKind.allCases.map {
    FileFormat(
      name: $0.rawValue, use: "clip", endings: $0.endings, isRead: $0 != .rgba && $0 != .npy, isWritten: true,
      summary: $0.summary)
  }

  private static let moving = [
    FileFormat(
      name: "video", use: "moving", endings: [], isRead: true, isWritten: false,
      summary:
        "Any video that an installed FFmpeg decodes, including GIF and animated PNG; animated WebP without FFmpeg."
    ),
    FileFormat(
      name: "raw frames", use: "moving", endings: [], isRead: true, isWritten: false,
      summary: "Plain pixels in a pipe, with --content-format and --content-size."),
  ]

  private static let meshes = MeshFormat.allCases.map {
    FileFormat(
      name: $0.rawValue, use: "mesh", endings: $0.endings, isRead: true, isWritten: true,
      summary: $0.summary)
  }

  private static let maps = MapFormat.allCases.map {
    FileFormat(
      name: $0.rawValue, use: "map", endings: $0.endings, isRead: true, isWritten: true,
      summary: $0.summary)
  }

  private static let passes = PassFormat.allCases.map { format in
    let summary =
      switch format {
      case .npy: "NumPy's array file: 32-bit floats, or 32-bit integers for layers and faces."
      case .exr: "OpenEXR with channels such as normal.X; one file holds several passes."
      case .png: "16 bits, with the scale that the JSON file of the passes states; of motion KITTI's flow."
      case .flo: "Middlebury's optical flow, for motion."
      }
    return FileFormat(
      name: format.rawValue, use: "pass", endings: format.endings, isRead: false, isWritten: true,
      summary: summary)
  }

  private static let others = [
    FileFormat(
      name: "scene", use: "text", endings: [".json"], isRead: true, isWritten: true,
      summary: "A scene file, JSON."),
    FileFormat(
      name: "gestures", use: "text", endings: [".jsonl"], isRead: true, isWritten: false,
      summary: "Recorded gestures, JSON Lines, one event per line."),
    FileFormat(
      name: "jobs", use: "text", endings: [".jsonl", ".csv"], isRead: true, isWritten: false,
      summary: "The jobs of a batch: JSON Lines, or a table of values for a template."),
    FileFormat(
      name: "points", use: "text", endings: [".jsonl", ".csv"], isRead: true, isWritten: true,
      summary:
        "Points, boxes and polygons of an image or a layer: JSON Lines, or a table with the columns x and y."),
    FileFormat(
      name: "pairs", use: "text", endings: [".csv", ".json", ".jsonl", ".points", ".txt"], isRead: true,
      isWritten: false,
      summary: "Pairs of measured points: tables, JSON, and lists of QGIS, GDAL, BigWarp and ImageMagick."),
    FileFormat(
      name: "outline", use: "text", endings: [".json"], isRead: true, isWritten: false,
      summary: "The outline of a page in a photo, JSON: points of its edges, its corners and its lines."),
    FileFormat(
      name: "fonts", use: "text", endings: [".ttf", ".otf", ".ttc"], isRead: true, isWritten: false,
      summary: "Font files, installed or not."),
  ]

  var json: String {
    JSONText.object([
      ("name", JSONText.string(name)), ("use", JSONText.string(use)),
      ("endings", JSONText.array(endings.map(JSONText.string))), ("read", "\(isRead)"),
      ("written", "\(isWritten)"), ("summary", JSONText.string(summary)),
    ])
  }
}

extension PictureFormat {
  fileprivate var summary: String {
    switch self {
    case .png: "PNG, lossless, 8 or 16 bits per channel, with transparency, color profile and resolution."
    case .jpeg: "JPEG, opaque; turned upright by Exif, CMYK becomes sRGB."
    case .webp: "WebP, lossless, or lossy with --quality."
    case .exr:
      "OpenEXR, scan lines of halves or floats, uncompressed or with RLE, ZIPS or ZIP; linear light, written as halves with ZIP."
    case .npy: "An array of NumPy, uint8 or uint16, with the shape (height, width, 3 or 4)."
    }
  }
}

extension ClipKind {
  fileprivate var summary: String {
    switch self {
    case .pngSequence: "Numbered PNG files, such as frame-%04d.png, or a folder; read with the same pattern."
    case .apng: "Animated PNG: lossless, with transparency and exact times."
    case .webp: "Animated WebP: lossless, or lossy with --quality, with transparency."
    case .gif: "GIF: 256 colors per frame, transparency of one bit, at most 50 frames per second."
    case .mp4: "H.264 in MP4, by FFmpeg: opaque, with sound."
    case .webm: "VP9 in WebM, by FFmpeg: with transparency and sound."
    case .mov: "ProRes 4444 in QuickTime, by FFmpeg: with transparency and sound, for video editors."
    case .mkv: "FFV1 in Matroska, by FFmpeg: lossless, with transparency and sound."
    case .y4m: "Uncompressed video with a header: opaque, for pipes."
    case .rgba: "Plain pixels of four bytes: with transparency, for pipes."
    case .npy: "An array of NumPy, uint8, with the shape (frames, height, width, 4): with transparency."
    }
  }
}

extension MeshFormat {
  fileprivate var summary: String {
    switch self {
    case .json:
      "A mesh file: vertices and faces, or Bezier patches; the only format that holds everything. Mesh attachments of Spine and DragonBones are read."
    case .warp: "Warp meshes of projectors and domes, after Paul Bourke."
    case .obj: "Wavefront OBJ, without creases; models by --axes and --fit-mesh."
    case .coreAnimation: "Core Animation's text of a mesh."
    case .gltf: "glTF 2.0 in one JSON file, with its data inside or, where it is read, in a file beside it."
    case .glb: "glTF 2.0 in one binary file."
    }
  }
}

extension MapFormat {
  fileprivate var summary: String {
    switch self {
    case .npy: "Floats of NumPy, for OpenCV from Python and, with units of ndc, PyTorch."
    case .pgm: "A pair of pictures with whole pixels, for FFmpeg's filter remap."
    case .png: "An ST map of 16 bits per channel, with y from the bottom."
    case .exr: "An ST map of floats, with y from the bottom, or a UV pass of Blender."
    case .openCV: "The matrices map1 and map2 of OpenCV's FileStorage; XML is only read."
    case .flo: "Middlebury's optical flow, differences in pixels."
    }
  }
}

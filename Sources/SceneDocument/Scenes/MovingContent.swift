import MeshTransform

/// Contents that change with time, as a scene file names them; equal values show the same frames.
public struct MovingContent: Hashable, Sendable {
  /// The origin of the frames.
  public enum Source: Hashable, Sendable {
    /// A file that is an image, or one of those of ``video(_:)``, by its first bytes; relative to the scene file.
    case image(String)
    /// Numbered files, `frames/%04d.png`, relative to the scene file.
    case sequence(String)
    /// A y4m file, relative to the scene file; `-` is standard input.
    case stream(String)
    /// A video, GIF, animated PNG or WebP, relative to the scene file.
    case video(String)

    /// The path, or the pattern of a sequence.
    public var path: String {
      switch self {
      case .image(let path), .sequence(let path), .stream(let path), .video(let path): path
      }
    }

    /// The key in a scene file.
    var key: String {
      switch self {
      case .image: "image"
      case .sequence: "sequence"
      case .stream: "stream"
      case .video: "video"
      }
    }

    /// Paths are equal if their bytes are.
    public static func == (a: Source, b: Source) -> Bool {
      a.key == b.key && a.path.isSameBytes(as: b.path)
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(key)
      hasher.combine(ByteString(path))
    }
  }

  /// The picture after the last frame.
  public enum End: String, CaseIterable, Hashable, Sendable {
    /// The last frame.
    case hold
    /// The frames again from the first one; not for a stream.
    case loop
    /// Nothing.
    case stop
  }

  /// The origin of the frames.
  public var source: Source
  /// Nil takes the rate of the source: a stream has its own, a sequence 25. Always nil for a video, whose frames have
  /// times of their own.
  public var framesPerSecond: Double?
  /// The behavior after the last frame. Default hold.
  public var end: End
  /// The time of the first frame in seconds, which also shows before it; a negative one leaves out what is before 0.
  /// Default 0.
  public var beginTime = 0.0

  /// The matrix between RGB and the luma and color differences of a stream or a video.
  public enum ColorMatrix: String, CaseIterable, Hashable, Sendable {
    /// ITU-R BT.601: standard definition.
    case bt601
    /// ITU-R BT.709: high definition.
    case bt709
    /// ITU-R BT.2020 with non-constant luminance: ultra-high definition.
    case bt2020
  }

  /// The range of the luma and color differences of a stream or a video.
  public enum ColorRange: String, CaseIterable, Hashable, Sendable {
    /// Luma in 16...235, color differences in 16...240.
    case limited
    /// 0...255 for all.
    case full
  }

  /// Nil takes what the content states, else BT.709 from 720 lines on and BT.601 below. Not of a sequence.
  public var colorMatrix: ColorMatrix?
  /// Nil takes what the content states, else limited. Not of a sequence.
  public var colorRange: ColorRange?

  /// The range of ``framesPerSecond`` in a file.
  static let rates = 0.001...1000.0
  /// The range of ``beginTime`` in a file.
  static let beginTimes = NumberRange(-1e6...1e6, .seconds)

  /// Moving content with the given values.
  public init(_ source: Source, framesPerSecond: Double? = nil, end: End = .hold) {
    (self.source, self.framesPerSecond, self.end) = (source, framesPerSecond, end)
  }

  /// The members of `contents` that describe it.
  var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [(source.key, .string(source.path))]
    if let framesPerSecond { members.append(("framesPerSecond", .number(framesPerSecond))) }
    if let colorMatrix { members.append(("colorMatrix", .string(colorMatrix.rawValue))) }
    if let colorRange { members.append(("colorRange", .string(colorRange.rawValue))) }
    if end != .hold { members.append(("end", .string(end.rawValue))) }
    if beginTime != 0 { members.append(("beginTime", .number(beginTime))) }
    return members
  }
}

extension SceneFile {
  /// The layers with moving contents, and those with images, whose files may move; the paths are also valid for
  /// ``scene(resources:margin:)``.
  public var movingContents: [LayerPath: MovingContent] {
    var found: [LayerPath: MovingContent] = [:]
    func look(_ descriptions: [LayerDescription], at path: (Int) -> LayerPath) {
      for (index, description) in descriptions.enumerated() {
        let path = path(index)
        found[path] = description.contents.moving
        look(description.sublayers) { path.sublayer($0) }
      }
    }
    look(layers) { LayerPath($0) }
    return found
  }
}

extension ContentsDescription {
  /// Contents that may change with time; nil for those that stand still.
  package var moving: MovingContent? {
    switch self {
    case .moving(let content): content
    case .image(let reference): MovingContent(.image(reference.path))
    case .none, .text, .color, .gradient: nil
    }
  }
}

extension MovingContent.End: NamedValue {
  package var summary: String {
    switch self {
    case .hold: "the last frame"
    case .loop: "the first frame again, and so on; not for streams"
    case .stop: "nothing"
    }
  }
}

extension MovingContent.ColorMatrix: NamedValue {
  package var summary: String {
    switch self {
    case .bt601: "ITU-R BT.601, standard definition"
    case .bt709: "ITU-R BT.709, high definition"
    case .bt2020: "ITU-R BT.2020 with non-constant luminance, ultra-high definition"
    }
  }
}

extension MovingContent.ColorRange: NamedValue {
  package var summary: String {
    switch self {
    case .limited: "luma in 16...235, color differences in 16...240"
    case .full: "0...255 for all"
    }
  }
}

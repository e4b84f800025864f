import ImageFiles
import MeshTransform

/// The file formats of passes.
public enum PassFormat: String, CaseIterable, Hashable, Sendable, NamedByEnding {
  /// NumPy's array file of the shape (height, width) or (height, width, channels): 32-bit floats, or 32-bit integers for
  /// whole numbers.
  case npy
  /// OpenEXR with channels of 32-bit floats, named by the pass and its number: `normal.X`. Holds several passes.
  case exr
  /// A PNG of 16 bits, by a ``PassCoding``.
  case png
  /// Middlebury's optical flow, for motion.
  case flo

  /// The format of a file's name by its extension; nil for an unknown one.
  public init?(path: String) {
    guard let format = Self.format(ofPath: path) else { return nil }
    self = format
  }

  /// The extensions of its file names.
  public var endings: [String] { [".\(rawValue)"] }

  /// The name in messages, with its article.
  public var title: String {
    switch self {
    case .npy: "an NPY"
    case .exr: "an EXR"
    case .png: "a PNG"
    case .flo: "a FLO"
    }
  }

  /// The type of the numbers of a pass, by NumPy's name.
  public func type(of pass: PicturePass) -> String {
    switch self {
    case .npy: pass.isWhole ? "int32" : "float32"
    case .exr, .flo: "float32"
    case .png: "uint16"
    }
  }

  /// Whether a file can hold the pass.
  public func holds(_ pass: PicturePass) -> Bool {
    switch self {
    case .npy, .exr: true
    case .png: PassCoding(pass, stepsPerPoint: 1) != nil
    case .flo: pass == .motion
    }
  }
}

/// The numbers of a pass in a 16-bit PNG: `value = (number - offset) / scale`.
public struct PassCoding: Hashable, Sendable {
  /// Numbers for each unit of the value.
  public let scale: Double
  /// The number of the value 0.
  public let offset: Double
  /// The channels of the file.
  public let channels: Channels

  /// The channels of a PNG, and what marks a pixel at which nothing is seen.
  public enum Channels: String, Hashable, Sendable {
    /// One, gray; 0 where nothing is seen, except where 0 is a value.
    case gray
    /// Red, green and blue as far as there are numbers, and alpha: 65535, or 0 where nothing is seen.
    case marked
    /// Red, green, blue and the alpha of the pass.
    case color
    /// KITTI's flow: red and green, and blue: 1, or 0 where nothing is seen.
    case flow
  }

  /// - Parameter stepsPerPoint: of depths and distances.
  /// - Returns: nil for a pass that does not fit into 16 bits.
  public init?(_ pass: PicturePass, stepsPerPoint: Double) {
    switch pass {
    case .uv: (scale, offset, channels) = (65_535, 0, .marked)
    case .normal, .layerNormal: (scale, offset, channels) = (32_767, 32_768, .marked)
    case .albedo, .shading: (scale, offset, channels) = (65_535, 0, .color)
    case .coverage: (scale, offset, channels) = (65_535, 0, .gray)
    case .layer, .face, .occlusion: (scale, offset, channels) = (1, 1, .gray)
    case .motion: (scale, offset, channels) = (64, 32_768, .flow)
    case .depth: (scale, offset, channels) = (stepsPerPoint, 32_768, .gray)
    case .distance: (scale, offset, channels) = (stepsPerPoint, 0, .gray)
    case .backward, .forward, .position: return nil
    }
  }

  /// The nearest number; nil beyond 0...65535.
  func number(_ value: Double) -> UInt16? {
    let number = (value * scale + offset).rounded()
    // False also for NaN.
    guard number >= 0, number <= 65_535 else { return nil }
    return UInt16(clamping: number)
  }
}

import MeshTransform

/// The file formats of maps, and what each means where nothing else is stated:
///
/// | format | units | y from | relative | pixels without a position | used by |
/// | --- | --- | --- | --- | --- | --- |
/// | `npy` | pixels | top | no | NaN, −1000000 | NumPy, OpenCV from Python; PyTorch's grids with units of `ndc` |
/// | `pgm` | pixels, rounded | top | no | 65535 of 65535 | FFmpeg's `remap` |
/// | `png` | unit | bottom | no | alpha 0 | ST maps of compositing programs and projector tools |
/// | `exr` | unit | bottom | no | NaN, alpha 0 | ST maps, Blender's UV pass |
/// | `opencv` | pixels | top | no | NaN, −1000000 | OpenCV's `FileStorage` |
/// | `flo` | pixels | top | yes | from 1e9 on | Middlebury's and other optical flow |
///
/// All lead from the canvas to the content, which is `backward` in the words of remap filters.
public enum MapFormat: String, CaseIterable, Hashable, Sendable, NamedByEnding {
  /// NumPy's array file: floats of 32 or 64 bits.
  case npy
  /// A pair of Portable Graymaps: the columns and the rows.
  case pgm
  /// A PNG of 16 bits per channel.
  case png
  /// OpenEXR.
  case exr
  /// OpenCV's `FileStorage`: YAML, JSON or XML.
  case openCV = "opencv"
  /// Middlebury's optical flow.
  case flo

  /// The format of a file's name by its extension; nil for an unknown one.
  public init?(path: String) {
    guard let format = Self.format(ofPath: path) else { return nil }
    self = format
  }

  /// The extensions of its file names.
  public var endings: [String] {
    self == .openCV ? [".yaml", ".yml", ".json", ".xml"] : [".\(rawValue)"]
  }

  /// The convention of its files where nothing else is stated.
  public var convention: MapConvention {
    switch self {
    case .npy, .pgm, .openCV: .openCV
    case .png, .exr: MapConvention(units: .unit, origin: .bottom, validity: .alpha)
    case .flo: MapConvention(isRelative: true)
    }
  }

  /// The name in messages, with its article.
  public var title: String {
    switch self {
    case .npy: "an NPY"
    case .pgm: "a PGM"
    case .png: "a PNG"
    case .exr: "an EXR"
    case .openCV: "an OpenCV file"
    case .flo: "a FLO"
    }
  }
}

extension MapFormat {
  /// The format of a file by its first bytes; nil for an unknown one.
  init?(firstBytes bytes: [UInt8]) {
    func starts(_ magic: String) -> Bool { bytes.starts(with: magic.utf8) }
    if bytes.starts(with: [0x93]), bytes.dropFirst().starts(with: "NUMPY".utf8) {
      self = .npy
    } else if starts("P2") || starts("P5") {
      self = .pgm
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if bytes.starts(with: [0x76, 0x2F, 0x31, 0x01]) {
      self = .exr
    } else if starts("PIEH") {
      self = .flo
    } else if starts("%YAML") || starts("<?xml") || starts("{") {
      self = .openCV
    } else {
      return nil
    }
  }
}

extension MapOverrides {
  /// The convention of a format with the stated parts in place of its own.
  ///
  /// A PNG with differences in pixels is a flow as KITTI's, from the top and with blue as validity.
  public func convention(of format: MapFormat) -> MapConvention {
    let isFlow = format == .png && units == .pixels && isRelative == true
    let usual = isFlow ? MapConvention(validity: .blue) : format.convention
    return MapConvention(
      units: units ?? usual.units, origin: origin ?? usual.origin,
      isRelative: isRelative ?? usual.isRelative, direction: direction ?? usual.direction,
      validity: validity ?? usual.validity)
  }
}

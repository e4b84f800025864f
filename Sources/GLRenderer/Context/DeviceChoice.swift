/// The choice of the EGL device that draws.
public enum DeviceChoice: Hashable, Sendable, CustomStringConvertible {
  /// The first GPU that gives a context, or else the software rasterizer.
  case automatic
  /// Only Mesa's surfaceless platform.
  case surfaceless
  /// The first GPU that gives a context.
  case gpu
  /// The software rasterizer.
  case software
  /// The device of this index in ``Renderer/devices()``. Another version of Mesa may assign other indices.
  case device(Int)
  /// The device with this device file, such as `/dev/dri/renderD128`.
  case node(String)

  /// Parses `auto`, `surfaceless`, `gpu`, `software`, a device index or the path of a device file; nil for anything
  /// else.
  public init?(_ text: String) {
    switch text {
    case "auto", "automatic": self = .automatic
    case "surfaceless": self = .surfaceless
    case "gpu": self = .gpu
    case "software": self = .software
    case _ where text.hasPrefix("/"): self = .node(text)
    default:
      guard let index = Int(text), index >= 0 else { return nil }
      self = .device(index)
    }
  }

  public var description: String {
    switch self {
    case .automatic: "auto"
    case .surfaceless: "surfaceless"
    case .gpu: "gpu"
    case .software: "software"
    case .device(let index): String(index)
    case .node(let path): path
    }
  }
}

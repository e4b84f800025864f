/// Which EGL device draws.
public enum DeviceChoice: Hashable, Sendable, CustomStringConvertible {
  /// Mesa's surfaceless platform if it gives a context, else the first device that does.
  case automatic
  /// Mesa's surfaceless platform only.
  case surfaceless
  /// The device of this index in ``Renderer/devices()``.
  case device(Int)

  /// Reads `auto`, `surfaceless` or a device index; nil for anything else.
  public init?(_ text: String) {
    switch text {
    case "auto", "automatic": self = .automatic
    case "surfaceless": self = .surfaceless
    default:
      guard let index = Int(text), index >= 0 else { return nil }
      self = .device(index)
    }
  }

  public var description: String {
    switch self {
    case .automatic: "auto"
    case .surfaceless: "surfaceless"
    case .device(let index): String(index)
    }
  }
}

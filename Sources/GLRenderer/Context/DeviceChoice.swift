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
  /// The GPU that CUDA, as this process sees it, gives this number (EGL_NV_device_cuda).
  case cuda(Int)
  /// The GPU at this address of the PCI bus.
  case pci(PCIAddress)
  /// The GPU with this UUID, as `nvidia-smi -L` lists it: 32 lowercase hexadecimal digits in groups of 8, 4, 4, 4, 12
  /// (EGL_EXT_device_persistent_id).
  case uuid(String)

  /// Parses `auto`, `surfaceless`, `gpu`, `software`, a device index, the path of a device file, `cuda:N`, a PCI address
  /// such as `0000:3b:00.0`, or a UUID with or without `GPU-`; nil for anything else.
  public init?(_ text: String) {
    switch text {
    case "auto", "automatic": self = .automatic
    case "surfaceless": self = .surfaceless
    case "gpu": self = .gpu
    case "software": self = .software
    case _ where text.hasPrefix("/"): self = .node(text)
    case _ where text.hasPrefix("cuda:"):
      guard let number = Int(text.dropFirst(5)), number >= 0 else { return nil }
      self = .cuda(number)
    default:
      if let index = Int(text), index >= 0 {
        self = .device(index)
      } else if let address = PCIAddress(text) {
        self = .pci(address)
      } else if let uuid = Self.uuid(text) {
        self = .uuid(uuid)
      } else {
        return nil
      }
    }
  }

  /// Whether only a GPU will do.
  var isOfGPU: Bool {
    switch self {
    case .gpu, .node, .cuda, .pci, .uuid: true
    case .automatic, .surfaceless, .software, .device: false
    }
  }

  private static func uuid(_ text: String) -> String? {
    let digits = text.hasPrefix("GPU-") ? text.dropFirst(4) : text[...]
    let groups = digits.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12], groups.allSatisfy({ $0.allSatisfy(\.isHexDigit) })
    else { return nil }
    return digits.lowercased()
  }

  public var description: String {
    switch self {
    case .automatic: "auto"
    case .surfaceless: "surfaceless"
    case .gpu: "gpu"
    case .software: "software"
    case .device(let index): String(index)
    case .node(let path): path
    case .cuda(let number): "cuda:\(number)"
    case .pci(let address): address.description
    case .uuid(let uuid): "GPU-\(uuid)"
    }
  }
}

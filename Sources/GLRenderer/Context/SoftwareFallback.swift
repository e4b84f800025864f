/// The reason why the CPU draws although the machine seems to have a GPU.
public enum SoftwareFallback: Hashable, Sendable, CustomStringConvertible {
  /// This user may not open the device file of a GPU.
  case permissionDenied(node: String)
  /// EGL enumerates these GPUs, but none gives an OpenGL ES 3.1 context.
  case unusable(devices: [String])

  /// One sentence: the reason and the remedy.
  public var description: String {
    switch self {
    case .permissionDenied(let node):
      "the CPU draws, for \(node) may not be opened: add the user to the group render, or choose --device software"
    case .unusable(let devices):
      "the CPU draws, for \(devices.joined(separator: ", ")) gives no OpenGL ES 3.1 context: update the driver, or "
        + "choose --device software"
    }
  }

  /// Fails where a GPU draws, where the device was chosen explicitly, and where there is no GPU.
  /// - `enumerated`: the devices of EGL.
  /// - `isSoftware`: whether the context in use draws on the CPU.
  init?(_ choice: DeviceChoice, _ enumerated: [EGLDevices.Device], isSoftware: Bool) {
    guard case .automatic = choice, isSoftware else { return nil }
    let hardware = enumerated.filter { !$0.isSoftware }
    if let node = RenderNodes.firstDenied(among: hardware.compactMap(\.renderNode)) {
      self = .permissionDenied(node: node)
    } else if !hardware.isEmpty {
      self = .unusable(devices: hardware.map(\.name))
    } else {
      return nil
    }
  }
}

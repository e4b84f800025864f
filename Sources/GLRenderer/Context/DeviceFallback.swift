/// The reason why another device draws than the one that the machine seems to offer first.
public enum DeviceFallback: Hashable, Sendable, CustomStringConvertible {
  /// The CPU draws, since this user may not open the device file of a GPU.
  case permissionDenied(node: String)
  /// The CPU draws, since none of the GPUs that EGL lists gives an OpenGL ES 3.1 context.
  case unusable(devices: [String])
  /// The CPU draws, since EGL does not list the GPU that the kernel has.
  case missing(MissingGPU)
  /// A GPU draws that comes after others, which give no OpenGL ES 3.1 context.
  case nextGPU(device: String, skipped: [String])

  /// One sentence: the reason and the remedy.
  public var description: String {
    switch self {
    case .permissionDenied(let node):
      "drawing on the CPU: \(node) cannot be opened: permission denied; add the user to the group render, or use "
        + "--device software"
    case .unusable(let devices):
      "drawing on the CPU: \(devices.joined(separator: ", ")) provides no OpenGL ES 3.1 context; update the driver, or "
        + "use --device software"
    case .missing(let gpu): "drawing on the CPU: \(gpu); or use --device software"
    case .nextGPU(let device, let skipped):
      "drawing on \(device): \(skipped.joined(separator: ", ")) provides no OpenGL ES 3.1 context; use --device to "
        + "select one"
    }
  }

  /// The fallback to the CPU. Fails where the device was chosen explicitly, and where there is no GPU.
  /// - `enumerated`: the devices of EGL.
  /// - `gpu`: a GPU that EGL does not list.
  init?(
    toSoftware choice: DeviceChoice, _ enumerated: [EGLDevices.Device],
    missing gpu: @autoclosure () -> MissingGPU?
  ) {
    guard case .automatic = choice else { return nil }
    let hardware = enumerated.filter { !$0.isSoftware }
    if let node = RenderNodes.firstDenied(among: hardware.compactMap(\.renderNode)) {
      self = .permissionDenied(node: node)
    } else if let gpu = gpu() {
      // Mesa lists the render node of any GPU, also of one with a driver of another vendor.
      self = .missing(gpu)
    } else if !hardware.isEmpty {
      self = .unusable(devices: hardware.map(\.name))
    } else {
      return nil
    }
  }
}

/// A device that EGL enumerates: a GPU, or the software rasterizer.
public struct RenderDevice: Hashable, Sendable {
  /// The index for ``DeviceChoice/device(_:)``.
  public let index: Int
  /// Whether the device computes on the CPU.
  public let isSoftware: Bool
  /// The kernel's device file for displays, such as `/dev/dri/card0`; nil where there is none.
  public let file: String?
  /// The kernel's device file for drawing, such as `/dev/dri/renderD128`; nil where there is none.
  public let renderNode: String?
  /// The number for ``DeviceChoice/cuda(_:)``; nil where the driver gives none.
  public let cuda: Int?
  /// The address on the PCI bus; nil where the system reports none.
  public let pciAddress: PCIAddress?
  /// The UUID for ``DeviceChoice/uuid(_:)``; nil where the driver gives none.
  public let uuid: String?
}

extension Renderer {
  /// The number of GPUs over which the workers of a program are spread by ``init(device:worker:programCache:)``; 0 where
  /// the CPU draws, or EGL is missing.
  package static func gpuCount(for choice: DeviceChoice) -> Int {
    DisplayConnection.gpuCount(for: choice, among: EGLDevices.all())
  }

  /// The devices of this machine; empty where EGL is missing or cannot enumerate them.
  public static func devices() -> [RenderDevice] {
    EGLDevices.all().map { device in
      RenderDevice(
        index: device.index, isSoftware: device.isSoftware, file: device.file, renderNode: device.renderNode,
        cuda: device.cuda, pciAddress: device.isSoftware ? nil : device.pciAddress, uuid: device.uuid)
    }
  }
}

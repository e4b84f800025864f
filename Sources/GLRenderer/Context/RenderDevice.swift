/// A device that EGL enumerates: a GPU, or the software rasterizer.
public struct RenderDevice: Hashable, Sendable {
  /// For ``DeviceChoice/device(_:)``.
  public let index: Int
  public let isSoftware: Bool
  /// The kernel's device file, when there is one.
  public let file: String?
}

extension Renderer {
  /// The devices of this machine; empty where EGL cannot enumerate them.
  public static func devices() -> [RenderDevice] {
    EGLDevices.all().map { RenderDevice(index: $0.index, isSoftware: $0.isSoftware, file: $0.file) }
  }
}

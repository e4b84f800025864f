import CEGL

extension Renderer {
  /// Loads and starts the driver that a renderer for this device will use, as far as that is no matter of threads: on
  /// llvmpipe 14 of the 20 ms that the first renderer takes. For another thread while this one reads files. What fails
  /// here fails again, with its reason, when the renderer is made.
  public static func startDriver(for device: DeviceChoice = .automatic) {
    _ = (try? DisplayConnection.candidates(for: device))?.first?.open()
  }
}

/// An initialized EGL display. The display belongs to the whole process and is never terminated: terminating it
/// would pull it from under every other context of the process.
struct DisplayConnection {
  let display: EGLDisplay
  let platform: String
  let version: String

  /// Opens the displays that `choice` allows, in order, and gives the first that initializes.
  static func candidates(for choice: DeviceChoice) throws(GLError) -> [Candidate] {
    try EGLLibrary.load()
    switch choice {
    case .surfaceless: return [.surfaceless]
    case .automatic: return [.surfaceless] + EGLDevices.all().map(Candidate.device)
    case .device(let index):
      let devices = EGLDevices.all()
      guard devices.indices.contains(index) else {
        throw .noSuchDevice(
          wanted: "\(index)", available: ["auto", "surfaceless"] + devices.indices.map(String.init))
      }
      return [.device(devices[index])]
    }
  }

  enum Candidate {
    case surfaceless
    case device(EGLDevices.Device)

    var name: String {
      switch self {
      case .surfaceless: "surfaceless"
      case .device(let device): "device \(device.index)"
      }
    }

    /// Nil when the platform is not offered or does not initialize.
    func open() -> DisplayConnection? {
      let display: EGLDisplay? =
        switch self {
        case .surfaceless:
          eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
        case .device(let device):
          eglGetPlatformDisplay(
            EGLenum(EGL_PLATFORM_DEVICE_EXT), UnsafeMutableRawPointer(device.handle), nil)
        }
      guard let display else { return nil }
      var (major, minor): (EGLint, EGLint) = (0, 0)
      guard eglInitialize(display, &major, &minor) == EGLBoolean(EGL_TRUE) else { return nil }
      return DisplayConnection(display: display, platform: name, version: "\(major).\(minor)")
    }
  }
}

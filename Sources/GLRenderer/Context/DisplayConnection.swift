import CEGL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Renderer {
  /// Loads and starts the driver that a renderer for this device will use, as far as that is independent of threads: on
  /// llvmpipe two thirds of what the first renderer takes. Intended for a second thread while the first reads files.
  /// An error here occurs again, with its reason, when the renderer is made.
  public static func startDriver(for device: DeviceChoice = .automatic) {
    guard (try? EGLLibrary.load()) != nil else { return }
    defer { GLContext.releaseThread() }
    let candidates = try? DisplayConnection.candidates(for: device, among: EGLDevices.all())
    for candidate in candidates ?? [] where candidate.open() != nil { return }
  }
}

/// An initialized EGL display. The display belongs to the whole process and is never terminated: termination would
/// invalidate every other context of the process.
struct DisplayConnection {
  let display: EGLDisplay
  let platform: String
  let version: String

  /// Whether the CPU draws; nil where EGL does not report it.
  let isSoftware: Bool?

  /// The candidates that `choice` allows, in the order of trial; never empty.
  /// - `devices`: the devices that EGL enumerates.
  /// - `worker`: a number that chooses, modulo their count, which of several GPUs comes first.
  static func candidates(
    for choice: DeviceChoice, among devices: [EGLDevices.Device], worker: Int = 0
  ) throws(GLError) -> [Candidate] {
    let listed = devices.filter { !$0.isSoftware }
    let first = worker % max(listed.count, 1)
    let hardware = Array(listed[first...] + listed[..<first])
    let software = devices.filter(\.isSoftware)
    let chosen: [Candidate]
    switch choice {
    case .surfaceless: chosen = [.surfaceless]
    case .automatic: chosen = hardware.map(Candidate.device) + [.surfaceless] + software.map(Candidate.device)
    case .gpu: chosen = hardware.map(Candidate.device)
    case .software: chosen = software.map(Candidate.device)
    case .device(let index): chosen = devices.filter { $0.index == index }.map(Candidate.device)
    case .node(let path):
      chosen = devices.filter { $0.renderNode == path || $0.file == path }.map(Candidate.device)
    case .cuda(let number): chosen = devices.filter { $0.cuda == number }.map(Candidate.device)
    case .pci(let address): chosen = devices.filter { $0.pciAddress == address }.map(Candidate.device)
    case .uuid(let uuid): chosen = devices.filter { $0.uuid == uuid }.map(Candidate.device)
    }
    guard chosen.isEmpty else { return chosen }
    switch choice {
    case .node(let path) where RenderNodes.isDenied(path): throw .permissionDenied(node: path)
    case .gpu: if let node = RenderNodes.firstDenied(among: []) { throw .permissionDenied(node: node) }
    default: break
    }
    var available = ["auto", "surfaceless"]
    if !hardware.isEmpty { available.append("gpu") }
    if !software.isEmpty { available.append("software") }
    for device in devices {
      available.append(String(device.index))
      if let path = device.renderNode ?? device.file { available.append(path) }
      if let number = device.cuda { available.append("cuda:\(number)") }
      if let address = device.pciAddress { available.append("\(address)") }
      if let uuid = device.uuid, !device.isSoftware { available.append("GPU-\(uuid)") }
    }
    throw .noSuchDevice(
      wanted: choice.description, available: available,
      gpu: hardware.isEmpty && choice.isOfGPU ? MissingGPU() : nil)
  }

  /// The GPUs that `choice` allows.
  static func gpuCount(for choice: DeviceChoice, among devices: [EGLDevices.Device]) -> Int {
    let candidates = try? candidates(for: choice, among: devices)
    return candidates?.count { candidate in
      if case .device(let device) = candidate { !device.isSoftware } else { false }
    } ?? 0
  }

  enum Candidate {
    case surfaceless
    case device(EGLDevices.Device)

    var name: String {
      switch self {
      case .surfaceless: "surfaceless"
      case .device(let device): device.name
      }
    }

    var renderNode: String? { if case .device(let device) = self { device.renderNode } else { nil } }

    /// Opens the display. Returns nil when the platform is not offered or does not initialize.
    func open() -> DisplayConnection? {
      let folder = WorkingFolder()
      defer { folder.restore() }
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
      return DisplayConnection(
        display: display, platform: name, version: "\(major).\(minor)",
        isSoftware: EGLDevices.drawsInSoftware(display))
    }
  }
}

/// The system's EGL, loaded once per process, at its first use.
enum EGLLibrary {
  private static let problem = cegl_load().map { String(cString: $0) }

  /// Loads the library. Called before any function of EGL or GL; safe from any thread.
  /// - Throws: ``GLError/libraryMissing(_:gpu:)``.
  static func load() throws(GLError) {
    if let problem { throw .libraryMissing(problem, gpu: MissingGPU()) }
  }
}

/// The working directory of the process, which some drivers change while they load (ANGLE, for its Vulkan layers).
struct WorkingFolder: ~Copyable {
  private let descriptor: Int32

  init() { descriptor = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }

  /// Restores the working directory.
  func restore() { if descriptor >= 0 { _ = fchdir(descriptor) } }

  deinit { if descriptor >= 0 { close(descriptor) } }
}

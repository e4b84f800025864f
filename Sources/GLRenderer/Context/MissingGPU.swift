import CEGL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A GPU with a device file of the kernel that EGL does not list, because part of its driver is missing.
public struct MissingGPU: Hashable, Sendable, CustomStringConvertible {
  /// The device file, such as `/dev/nvidia0`, or `/dev/dxg` in the Windows Subsystem for Linux.
  public let file: String
  /// The missing part of the driver and the remedy: the second half of a sentence, without a period.
  public let reason: String

  /// The file, the reason and the remedy: a clause without a period.
  public var description: String { "\(file) exists, but \(reason)" }

  /// The source of the driver, for a machine without any EGL: a clause without a period.
  var driver: String {
    file.hasSuffix("dxg")
      ? "the driver of \(file) is Mesa's d3d12"
      : "the driver of \(file) is NVIDIA's: in a container set NVIDIA_DRIVER_CAPABILITIES=graphics,utility for its start"
  }
}

extension MissingGPU {
  /// The folders that are searched for a GPU's driver. Tests replace them.
  struct Places {
    /// The folder of device files.
    var devices = "/dev"
    /// NVIDIA's implementation of EGL, a name for the dynamic loader.
    var library = "libEGL_nvidia.so.0"
    /// The folders of vendor files, in which EGL's loader (libglvnd) finds its drivers.
    var vendorFolders = ["/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"]
    /// Folders in which container runtimes put the vendor file, and in which EGL does not look.
    var otherVendorFolders = ["/usr/local/nvidia/share/glvnd/egl_vendor.d"]
    /// The vendor files in the environment, which replace the folders; nil for none.
    var namedVendorFiles = getenv("__EGL_VENDOR_LIBRARY_FILENAMES").map { String(cString: $0) }
  }

  /// Looks for a GPU's device file; nil where there is none.
  init?(_ places: Places = Places()) {
    let nvidia = (0..<64).map { "\(places.devices)/nvidia\($0)" }.first(where: exists)
    let windows = "\(places.devices)/dxg"
    if let nvidia {
      (file, reason) = (nvidia, Self.missingPart(of: nvidia, places))
    } else if exists(windows) {
      file = windows
      reason =
        "Mesa does not use it unless asked to: set GALLIUM_DRIVER=d3d12 and choose --device surfaceless, with Mesa's "
        + "driver d3d12 installed"
    } else {
      return nil
    }
  }

  /// The first missing part of NVIDIA's driver, in the order in which EGL needs them.
  private static func missingPart(of file: String, _ places: Places) -> String {
    if RenderNodes.isDenied(file) { return "this user cannot open it; change its permissions" }
    if let problem = loadingProblem(places.library) {
      return
        "NVIDIA's EGL cannot be loaded (\(problem)): in a container set NVIDIA_DRIVER_CAPABILITIES=graphics,utility "
        + "for its start, elsewhere install the graphics part of NVIDIA's driver (libegl-nvidia0 or libnvidia-gl)"
    }
    let name = "10_nvidia.json"
    if let named = places.namedVendorFiles {
      guard !named.contains("nvidia") else { return unusable }
      return "__EGL_VENDOR_LIBRARY_FILENAMES names only \(named): add NVIDIA's vendor file, \(name)"
    }
    if places.vendorFolders.contains(where: { exists("\($0)/\(name)") }) { return unusable }
    if let found = places.otherVendorFolders.map({ "\($0)/\(name)" }).first(where: exists) {
      return "EGL does not look for \(found): set __EGL_VENDOR_LIBRARY_FILENAMES to that path"
    }
    return
      "NVIDIA's vendor file is missing: \(places.vendorFolders.last ?? "")/\(name), which names \(places.library)"
  }

  private static let unusable =
    "NVIDIA's EGL does not list it: check with nvidia-smi that the versions of library and kernel module agree"

  /// The dynamic loader's reason why a library cannot be loaded; nil where it can.
  private static func loadingProblem(_ library: String) -> String? {
    guard let handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL) else {
      return dlerror().map { String(cString: $0) } ?? "no reason given"
    }
    dlclose(handle)
    return nil
  }
}

private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// The kernel's device files for drawing without a display: `/dev/dri/renderD128` and up.
enum RenderNodes {
  /// The first file that exists and that this process may not open, among the given ones and all that Linux numbers.
  static func firstDenied(among named: [String]) -> String? {
    (named + (128..<192).map { "/dev/dri/renderD\($0)" }).first(where: isDenied)
  }

  /// Whether the file exists and this process may not open it.
  static func isDenied(_ path: String) -> Bool {
    access(path, R_OK | W_OK) != 0 && (errno == EACCES || errno == EPERM)
  }
}

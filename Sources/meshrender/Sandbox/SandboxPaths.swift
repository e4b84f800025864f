import CSandbox
import GLRenderer
import Glibc
import ImageFiles

/// What a process in the sandbox may read and write, besides what libraries, fonts and drivers need.
struct SandboxPaths {
  /// Files, and folders with all below them. Missing ones have no effect.
  var readable: [String] = []
  /// Folders, and pipes or devices.
  var writable: [String] = []
  /// Whether a GPU may draw.
  var drawsOnDevices = false
  /// Whether shaders may be kept.
  var keepsShaders = true

  /// The arguments by which ``BatchWorker`` has them.
  func arguments(allowsMissing: Bool) -> [String] {
    ["--untrusted"] + (allowsMissing ? ["--allow-missing-sandbox"] : [])
      + readable.map { "--readable=\($0)" } + writable.map { "--writable=\($0)" }
  }

  /// Makes the folder for strangers' shaders, and directs the drivers to it. Changes the environment.
  mutating func prepareCaches() {
    CacheFolder.prepare()
    guard keepsShaders, let folder = ProgramCache.ofStrangers?.directory, CacheFolder.hasRoom(folder) else {
      setenv("MESA_SHADER_CACHE_DISABLE", "true", 1)
      return
    }
    setenv("MESA_SHADER_CACHE_DIR", folder, 1)
    setenv("__GL_SHADER_DISK_CACHE_PATH", folder, 1)
    writable.append(folder)
  }

  /// Adds everything to Landlock's rules. What cannot be added cannot be reached.
  func add(to rules: Int32) {
    func allow(_ paths: [String], _ rights: Int) {
      for path in paths { _ = csandbox_allow(rules, path.fileName, Int32(rights)) }
    }
    allow(readable + Self.system + Self.loader + Self.fonts + Self.environment, csandbox_read)
    csandbox_library_folders(
      { folder, context in _ = csandbox_allow(Int32(Int(bitPattern: context)), folder, Int32(csandbox_read))
      },
      UnsafeMutableRawPointer(bitPattern: Int(rules)))
    allow(writable, csandbox_read | csandbox_write)
    allow(["/dev/null"], csandbox_device)
    if drawsOnDevices {
      allow(Self.devices, csandbox_device)
      allow(Self.devicesOfSystem, csandbox_read)
    }
    // libdispatch reads the state of each thread in /proc, in a folder that only comes with the thread. What other
    // processes keep there, their memory, environment and files, Landlock refuses.
    allow(["/proc"], csandbox_files)
    // The folder of this process stays the same one to the kernel as long as it is open.
    _ = open("/proc/self", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    allow(["/proc/self"], csandbox_read)
  }

  /// Libraries, drivers, and what they and glibc read at their start: no user's files, and no secrets.
  private static let system = [
    "/nix/store", "/gnu/store", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib",
    "/usr/share/glvnd", "/usr/share/drirc.d",
    "/usr/share/libdrm", "/usr/share/vulkan", "/usr/share/egl", "/usr/share/locale", "/usr/share/zoneinfo",
    "/usr/share/hyphen",
    "/usr/share/nvidia", "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/drirc", "/etc/glvnd", "/etc/egl",
    "/etc/vulkan", "/etc/nvidia", "/etc/localtime", "/dev/urandom", "/dev/random", "/dev/zero",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node", "/sys/fs/cgroup", "/sys/kernel/mm/transparent_hugepage",
  ]

  /// The folders of the dynamic loader's settings, in which drivers of GPUs may lie.
  private static var loader: [String] {
    guard let folder = opendir("/etc/ld.so.conf.d") else { return [] }
    defer { closedir(folder) }
    var folders: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      let lines = TextFile.start(of: "/etc/ld.so.conf.d/\(name)", count: 4096)?.split(separator: "\n") ?? []
      folders += lines.filter { $0.first == "/" && $0 != "/" }.map(String.init)
    }
    return folders
  }

  private static let devices = ["/dev/dri", "/dev/kfd", "/dev/dxg"] + nvidiaDevices

  private static var nvidiaDevices: [String] {
    ["ctl", "-uvm", "-uvm-tools", "-modeset", "-caps"].map { "/dev/nvidia\($0)" }
      + (0..<16).map { "/dev/nvidia\($0)" }
  }

  private static let devicesOfSystem = [
    "/sys/dev/char", "/sys/devices", "/sys/bus/pci", "/sys/class/drm", "/sys/module",
  ]

  private static var fonts: [String] {
    let home = variable("HOME")
    func own(_ name: String, _ usual: String, _ folder: String) -> String? {
      (variable(name) ?? home.map { $0 + usual }).map { $0 + folder }
    }
    return [
      "/etc/fonts", "/usr/share/fontconfig", "/usr/share/fonts", "/usr/local/share/fonts",
      "/usr/share/X11/fonts",
      "/var/cache/fontconfig",
    ]
      + [
        home.map { $0 + "/.fonts" }, home.map { $0 + "/.fonts.conf" },
        own("XDG_DATA_HOME", "/.local/share", "/fonts"),
        own("XDG_CONFIG_HOME", "/.config", "/fontconfig"), own("XDG_CACHE_HOME", "/.cache", "/fontconfig"),
      ].compactMap { $0 }
  }

  /// What the environment, which is trusted, names for libraries, drivers and fonts.
  private static var environment: [String] {
    [
      "LD_LIBRARY_PATH", "LIBGL_DRIVERS_PATH", "GBM_BACKENDS_PATH", "__EGL_VENDOR_LIBRARY_DIRS",
      "__EGL_VENDOR_LIBRARY_FILENAMES", "VK_ICD_FILENAMES", "VK_DRIVER_FILES", "FONTCONFIG_FILE",
      "FONTCONFIG_PATH",
      "DRIRC_CONFIGDIR",
    ].compactMap(variable).flatMap { $0.split(separator: ":").map(String.init) }
  }

  /// An absolute path, or a list of them.
  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") && $0 != "/" ? $0 : nil }
  }
}

import CGlibc
import CPNG
import GLRenderer
import Glibc

/// The report of `meshrender --version --verbose`: the tool, the libraries and programs that it uses on this machine,
/// and the driver that draws. What is missing is a line; the report does not fail.
enum VersionReport {
  /// Whether a command line that asks for the version asks for this report, too.
  static var isRequested: Bool { CommandLine.arguments.contains("--verbose") }

  static func write() throws(Failure) {
    let linked: [(name: String, state: String)] = [
      ("Swift", swift), ("glibc", String(cString: gnu_get_libc_version())),
      ("libpng", String(cString: cpng_version())), ("zlib", String(cString: cpng_zlib_version())),
    ]
    let loaded = Library.all.map { (name: $0.name, state: $0.state) }
    let programs = Program.all.map { (name: $0.name, state: $0.state) }
    try Console.report("meshrender \(Version.current)\n" + lines(linked + loaded + programs))
    // After all else, in case that a driver ends the process.
    try Console.report(lines([("driver", driver)]))
  }

  private static func lines(_ rows: [(name: String, state: String)]) -> String {
    rows.map { "\($0.name.padded(to: 14)) \($0.state.onOneLine)" }.joined(separator: "\n")
  }

  /// The standard library knows its major and minor version alone.
  private static var swift: String {
    let version = "\(_SwiftStdlibVersion.current)".split(separator: ".").prefix(2).joined(separator: ".")
    let shared = dlopen("libswiftCore.so", RTLD_LAZY | RTLD_NOLOAD)
    if let shared { dlclose(shared) }
    return version + (shared == nil ? ", part of the program" : ", a shared library")
  }

  private static var driver: String {
    do {
      try ProcessLimits.requireThreads()
      try DriverStart.prepare()
      let device = try OpenedRenderer(.automatic, warn: { _ in }).renderer().capabilities
      return
        "\(device.renderer), \(device.version), \(device.vendor), EGL \(device.eglVersion), \(device.platform)"
    } catch { return "missing: \(error.sentence)" }
  }
}

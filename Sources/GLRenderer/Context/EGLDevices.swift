import CEGL

/// The devices that EGL enumerates: GPUs and the software rasterizer.
enum EGLDevices {
  struct Device {
    let index: Int
    let handle: EGLDeviceEXT
    /// The extensions, separated by spaces, as the driver reports them.
    let extensions: String
    /// The kernel's device files for displays and for drawing; nil where there is none.
    let file: String?, renderNode: String?

    var isSoftware: Bool { EGLDevices.isSoftware(extensions) }

    /// The name in messages.
    var name: String { (renderNode ?? file).map { "device \(index) (\($0))" } ?? "device \(index)" }
  }

  /// All devices; empty where EGL is missing or cannot enumerate.
  static func all() -> [Device] {
    guard (try? EGLLibrary.load()) != nil, let functions = Functions() else { return [] }
    var count: EGLint = 0
    guard functions.queryDevices(0, nil, &count) == EGLBoolean(EGL_TRUE), count > 0 else { return [] }
    var handles = [EGLDeviceEXT?](repeating: nil, count: Int(count))
    guard functions.queryDevices(count, &handles, &count) == EGLBoolean(EGL_TRUE) else { return [] }
    return handles.prefix(Int(count)).enumerated().compactMap { index, handle in
      guard let handle else { return nil }
      let extensions = functions.text(handle, EGL_EXTENSIONS) ?? ""
      func file(_ name: Int32, with needed: String) -> String? {
        !isSoftware(extensions) && extensions.contains(needed) ? functions.text(handle, name) : nil
      }
      return Device(
        index: index, handle: handle, extensions: extensions,
        file: file(EGL_DRM_DEVICE_FILE_EXT, with: "EGL_EXT_device_drm"),
        renderNode: file(EGL_DRM_RENDER_NODE_FILE_EXT, with: "EGL_EXT_device_drm_render_node"))
    }
  }

  /// Whether the device of an initialized display is the software rasterizer; nil where EGL does not report it.
  static func drawsInSoftware(_ display: EGLDisplay) -> Bool? {
    guard let functions = Functions(),
      let address = eglGetProcAddress("eglQueryDisplayAttribEXT")
    else { return nil }
    typealias Query = @convention(c) (EGLDisplay?, EGLint, UnsafeMutablePointer<EGLAttrib>?) -> EGLBoolean
    let query = unsafeBitCast(address, to: Query.self)
    var value: EGLAttrib = 0
    guard query(display, EGL_DEVICE_EXT, &value) == EGLBoolean(EGL_TRUE),
      let handle = EGLDeviceEXT(bitPattern: value), let extensions = functions.text(handle, EGL_EXTENSIONS)
    else { return nil }
    return isSoftware(extensions)
  }

  private static func isSoftware(_ extensions: String) -> Bool {
    extensions.contains("EGL_MESA_device_software")
  }

  /// The functions of EGL_EXT_device_enumeration and EGL_EXT_device_query.
  private struct Functions {
    private typealias QueryString = @convention(c) (EGLDeviceEXT?, EGLint) -> UnsafePointer<CChar>?
    typealias QueryDevices =
      @convention(c) (EGLint, UnsafeMutablePointer<EGLDeviceEXT?>?, UnsafeMutablePointer<EGLint>?) ->
      EGLBoolean
    let queryDevices: QueryDevices
    private let queryString: QueryString

    init?() {
      guard let devices = eglGetProcAddress("eglQueryDevicesEXT"),
        let string = eglGetProcAddress("eglQueryDeviceStringEXT")
      else { return nil }
      // EGL returns the addresses for exactly these signatures.
      queryDevices = unsafeBitCast(devices, to: QueryDevices.self)
      queryString = unsafeBitCast(string, to: QueryString.self)
    }

    func text(_ device: EGLDeviceEXT, _ name: Int32) -> String? {
      queryString(device, name).map { String(cString: $0) }
    }
  }
}

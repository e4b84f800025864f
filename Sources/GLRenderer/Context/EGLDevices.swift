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
    /// The number that CUDA gives the device, and its UUID as lowercase hexadecimal digits in groups; nil where the
    /// driver gives none.
    let cuda: Int?, uuid: String?

    var isSoftware: Bool { EGLDevices.isSoftware(extensions) }

    /// The address on the PCI bus; nil where the system reports none.
    var pciAddress: PCIAddress? {
      (renderNode ?? file).flatMap { PCIAddress(deviceFile: $0) } ?? uuid.flatMap { PCIAddress(uuid: $0) }
    }

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
        renderNode: file(EGL_DRM_RENDER_NODE_FILE_EXT, with: "EGL_EXT_device_drm_render_node"),
        cuda: extensions.contains("EGL_NV_device_cuda") ? functions.number(handle, EGL_CUDA_DEVICE_NV) : nil,
        uuid: extensions.contains("EGL_EXT_device_persistent_id") ? functions.uuid(handle) : nil)
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

  /// The functions of EGL_EXT_device_enumeration, EGL_EXT_device_query and, where it is, EGL_EXT_device_persistent_id.
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

    func number(_ device: EGLDeviceEXT, _ name: Int32) -> Int? {
      typealias Query = @convention(c) (EGLDeviceEXT?, EGLint, UnsafeMutablePointer<EGLAttrib>?) -> EGLBoolean
      guard let address = eglGetProcAddress("eglQueryDeviceAttribEXT") else { return nil }
      var value: EGLAttrib = 0
      // EGL returns the address for exactly this signature.
      guard unsafeBitCast(address, to: Query.self)(device, name, &value) == EGLBoolean(EGL_TRUE) else {
        return nil
      }
      return Int(value)
    }

    /// The 16 bytes of the device's UUID as text.
    func uuid(_ device: EGLDeviceEXT) -> String? {
      typealias Query =
        @convention(c) (
          EGLDeviceEXT?, EGLint, EGLint, UnsafeMutableRawPointer?, UnsafeMutablePointer<EGLint>?
        ) ->
        EGLBoolean
      guard let address = eglGetProcAddress("eglQueryDeviceBinaryEXT") else { return nil }
      var (bytes, size) = ([UInt8](repeating: 0, count: 16), EGLint(0))
      // As above.
      let query = unsafeBitCast(address, to: Query.self)
      guard query(device, EGL_DEVICE_UUID_EXT, 16, &bytes, &size) == EGLBoolean(EGL_TRUE), size == 16 else {
        return nil
      }
      let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
    }
  }
}

import CEGL

/// The devices that EGL enumerates: GPUs and the software rasterizer.
enum EGLDevices {
  struct Device {
    let index: Int
    let handle: EGLDeviceEXT
    /// Space-separated, as the driver gives them.
    let extensions: String
    /// The kernel's device file, when there is one.
    let file: String?

    var isSoftware: Bool { extensions.contains("EGL_MESA_device_software") }
  }

  /// Empty where EGL is missing or cannot enumerate.
  static func all() -> [Device] {
    guard (try? EGLLibrary.load()) != nil, let address = eglGetProcAddress("eglQueryDevicesEXT"),
      let stringAddress = eglGetProcAddress("eglQueryDeviceStringEXT")
    else { return [] }
    // The addresses come from EGL for exactly these signatures.
    let queryDevices = unsafeBitCast(address, to: PFNEGLQUERYDEVICESEXTPROC.self)
    let queryString = unsafeBitCast(stringAddress, to: PFNEGLQUERYDEVICESTRINGEXTPROC.self)
    guard let queryDevices = Optional(queryDevices), let queryString = Optional(queryString) else {
      return []
    }

    var count: EGLint = 0
    guard queryDevices(0, nil, &count) == EGLBoolean(EGL_TRUE), count > 0 else { return [] }
    var handles = [EGLDeviceEXT?](repeating: nil, count: Int(count))
    guard queryDevices(count, &handles, &count) == EGLBoolean(EGL_TRUE) else { return [] }
    return handles.prefix(Int(count)).enumerated().compactMap { index, handle in
      guard let handle else { return nil }
      let extensions = queryString(handle, EGL_EXTENSIONS).map { String(cString: $0) } ?? ""
      let hasFile = extensions.contains("EGL_EXT_device_drm")
      let file = hasFile ? queryString(handle, EGL_DRM_DEVICE_FILE_EXT).map { String(cString: $0) } : nil
      return Device(index: index, handle: handle, extensions: extensions, file: file)
    }
  }
}

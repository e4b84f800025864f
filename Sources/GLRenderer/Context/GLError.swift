/// A failure of EGL or OpenGL ES.
public enum GLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// EGL cannot be loaded; the text is the dynamic loader's.
  /// - `gpu`: the GPU that the kernel has a device file for.
  case libraryMissing(String, gpu: MissingGPU?)
  /// No EGL platform gave a display.
  /// - `gpu`: a GPU that EGL does not list.
  case noDisplay(tried: [String], gpu: MissingGPU?)
  /// The device file of a GPU may not be opened by this user.
  case permissionDenied(node: String)
  /// No device has the wanted name or number; `available` lists those that there are, `gpu` is one that EGL does not
  /// list.
  case noSuchDevice(wanted: String, available: [String], gpu: MissingGPU?)
  /// A step of the creation of a context failed with an EGL error code.
  case contextCreation(step: String, code: Int32)
  /// The context cannot be made current on the calling thread.
  case notCurrent(code: Int32)
  /// The driver lacks an extension that the renderer requires.
  case missingExtension(String, renderer: String)
  /// A shader that does not compile, with the log of the driver.
  case shader(stage: String, file: String, log: String)
  /// A program that does not link, with the log of the driver.
  case link(files: String, log: String)
  /// A framebuffer that the driver refuses.
  case incompleteFramebuffer(status: UInt32, size: String, samples: Int)
  /// A number of samples a pixel that the device does not offer.
  case unsupportedSamples(Int, supported: [Int], renderer: String)
  /// A texture with a side that is longer than the limit of the device, in pixels.
  case textureTooLarge(width: Int, height: Int, limit: Int, renderer: String)
  /// An operation of OpenGL ES that failed with an error code.
  case operation(String, code: UInt32)
  /// The device was reset, and all of its objects are lost.
  case contextLost(String)
  /// The device cannot map a buffer of this size.
  case bufferMap(bytes: Int)
  /// More translucent surfaces lie over one pixel than the memory holds; `limit` in bytes.
  case transparencyMemory(fragments: Int, limit: Int)
  /// Something opaque lies on the canvas, yet every pixel came back empty.
  case emptyReadback(renderer: String)

  /// One sentence: the problem and the remedy.
  public var description: String {
    switch self {
    case .libraryMissing(let reason, let gpu):
      "the EGL library cannot be loaded (\(reason)); install it and a driver: "
        + "apt install libegl1 libgl1-mesa-dri" + (gpu.map { "; \($0.driver)" } ?? "")
    case .noDisplay(let tried, let gpu):
      "no EGL display (tried \(tried.joined(separator: ", "))); "
        + (gpu?.description ?? "install or update a driver: apt install libgl1-mesa-dri")
    case .permissionDenied(let node):
      "\(node) cannot be opened: permission denied; add the user to the group render, or use --device software"
    case .noSuchDevice(let wanted, let available, let gpu):
      (wanted == "gpu" ? "there is no GPU that EGL lists" : "unknown device '\(wanted)'")
        + "; use one of: \(available.joined(separator: ", "))"
        + (gpu.map { "; \($0)" } ?? "")
    case .contextCreation(let step, let code):
      "\(step) failed with EGL error 0x\(String(code, radix: 16)); an OpenGL ES 3.1 driver is needed: "
        + "apt install libgl1-mesa-dri"
    case .notCurrent(let code):
      "the renderer's context cannot be used on this thread (EGL error 0x\(String(code, radix: 16))); "
        + "create a renderer on each thread"
    case .missingExtension(let name, let renderer):
      "\(renderer) lacks \(name); choose another device with --device, or update the driver"
    case .shader(let stage, let file, let log):
      "the \(stage) shader \(file) does not compile: \(log); update the driver, or choose another device"
    case .link(let files, let log):
      "the shaders \(files) do not link: \(log); update the driver, or choose another device"
    case .incompleteFramebuffer(let status, let size, let samples):
      "a framebuffer of \(size) with \(samples) samples is incomplete "
        + "(status 0x\(String(status, radix: 16))); try fewer samples or a smaller canvas"
    case .unsupportedSamples(let samples, let supported, let renderer):
      "\(samples) samples per pixel are not supported by \(renderer); use "
        + supported.map(String.init).joined(separator: ", ")
    case .textureTooLarge(let width, let height, let limit, let renderer):
      "the content is \(width)x\(height) px, but \(renderer) supports textures of at most \(limit) px per side; "
        + "scale it down first"
    case .operation(let what, let code):
      code == 0x0505
        ? "\(what): the driver ran out of memory; try a smaller canvas or fewer samples"
        : "\(what) failed with GL error 0x\(String(code, radix: 16)); update the driver, or choose another device"
    case .contextLost(let operation):
      "the driver reset the GL context while \(operation); make a new renderer and draw again"
    case .bufferMap(let bytes):
      "the driver cannot map a buffer of \(bytes) bytes; it is probably out of memory; try a smaller canvas, or choose another device with --device"
    case .transparencyMemory(let fragments, let limit):
      "\(fragments) translucent surfaces cover one pixel, more than fit into \(limit) bytes; use fewer, "
        + "or raise the limit on transparency memory"
    case .emptyReadback(let renderer):
      "\(renderer) returned an empty picture although something was drawn; try another --device"
    }
  }
}

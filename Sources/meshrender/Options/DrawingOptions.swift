import ArgumentParser
import GLRenderer
import MeshTransform

/// The rendering options.
struct DrawingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Samples per pixel for smooth edges: auto (about 4, near edges), 1 (none), 4, 16 or 64, or a count that 'meshrender info' lists.",
      valueName: "count"), transform: SampleCount.init)
  var samples = SampleCount.automatic

  @Flag(
    help:
      "Draw every face of a dense mesh, and all edges with the same samples, for comparisons."
  )
  var exact = false

  @Flag(help: "Draw the mesh's lines and control points over the picture.")
  var wireframe = false

  @Option(
    help: ArgumentHelp("The color of the wireframe, as in CSS; implies --wireframe.", valueName: "color"))
  var wireframeColor: String?

  @Option(help: .device) var device: DeviceChoice = .automatic

  @Flag(
    inversion: .prefixedNo,
    help:
      "Keep compiled shaders in 'meshrender' of the user's cache directory, so that the next picture starts sooner."
  )
  var shaderCache = true

  /// Starts the driver on another thread. Every path must wait for it: a process that exits while its driver is loading
  /// may crash.
  func startDriver() -> Background<Void> {
    Background { [device] in Renderer.startDriver(for: device) }
  }

  /// Opens EGL.
  func openRenderer(_ verbosity: VerbosityOptions) -> OpenedRenderer {
    OpenedRenderer(device, programCache: shaderCache ? .ofRun : nil, warn: verbosity.warn)
  }

  /// Opens the device of `--device` where nothing is drawn, so that a wrong one is an error.
  func checkDevice(_ verbosity: VerbosityOptions) throws(Failure) {
    if device != .automatic { _ = try openRenderer(verbosity).renderer() }
  }

  /// The margin of the wireframe around the outline, in points: half a control point with its halo.
  func margin(_ options: RenderOptions) -> Double { (options.wireframe?.lineWidth ?? 0) * 3.2 }

  func options(_ limits: LimitOptions) throws(Failure) -> RenderOptions {
    var options = RenderOptions(samples: samples.count, isExact: exact, limits: limits.render)
    if wireframe || wireframeColor != nil {
      var style = Wireframe()
      if let wireframeColor { style.color = try parseColor(wireframeColor, "--wireframe-color") }
      options.wireframe = style
    }
    return options
  }
}

/// The number of samples per pixel; nil: the renderer chooses.
struct SampleCount: CustomStringConvertible {
  let count: Int?

  static let automatic = SampleCount(count: nil)

  private init(count: Int?) { self.count = count }

  init(_ argument: String) throws {
    if argument == "auto" {
      count = nil
    } else {
      // Devices offer powers of two.
      guard let number = Int(argument), number > 0, number.nonzeroBitCount == 1 else {
        throw ValidationError("choose auto, 1, 4, 16 or 64, or a count that 'meshrender info' lists")
      }
      count = number
    }
  }

  var description: String { count.map(String.init) ?? "auto" }
}

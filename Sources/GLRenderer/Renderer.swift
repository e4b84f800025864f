import CEGL
import MeshTransform

/// Draws scenes offscreen through EGL and OpenGL ES 3.1.
///
/// A renderer belongs to the thread that made it, and leaves its GL context current there. Make one a thread and reuse
/// it; several beside one another do no harm.
///
/// ```swift
/// let renderer = try Renderer()
/// let picture = try renderer.render(scene)
/// ```
public final class Renderer {
  let gl: GLContext
  let passes = PassCache()
  /// Of one size: for pictures with and without edges that are drawn again.
  private var targets: [RenderTargets] = []
  /// What the picture before leaves to the next.
  private var resources: SharedResources?
  /// Tests have edges drawn apart in small pictures, too.
  var edgeShare = EdgePlan.largestShare

  public var capabilities: Capabilities { gl.capabilities }
  /// What it has asked of the device so far.
  public var statistics: RenderStatistics { gl.statistics }

  /// Opens EGL and makes a context current on this thread.
  /// - Parameter programCache: where compiled shaders are kept for other processes, such as ``ProgramCache/user``; nil to
  ///   keep nothing.
  /// - Throws: when no device gives an OpenGL ES 3.1 context; the sentence says what to install.
  public init(device: DeviceChoice = .automatic, programCache: ProgramCache? = nil) throws(GLError) {
    gl = try GLContext(device, programCache: programCache)
  }

  /// - `blendsExactly`: false to do without ``Capabilities/hasExactTransparency``, as on a device that lacks it.
  /// - `drawsOnCPU`: false to do all as on a GPU.
  init(device: DeviceChoice = .automatic, blendsExactly: Bool, drawsOnCPU: Bool = true) throws(GLError) {
    gl = try GLContext(device, blendsExactly: blendsExactly, drawsOnCPU: drawsOnCPU)
  }

  /// Draws the scene, meshes that are to be subdivided as ``Scene/tessellated(limit:)`` has them.
  ///
  /// - Returns: a picture of `scene.canvas.pixelSize`; opaque when the background is, else premultiplied.
  public func render(_ scene: Scene, options: RenderOptions = RenderOptions()) throws(RenderError) -> Image {
    try scene.check(options)
    let scene = try scene.tessellated(options.limits)
    let antialiasing: Antialiasing
    let blending = scene.canvas.blending
    do throws(GLError) {
      try gl.makeCurrent()
      antialiasing = try self.antialiasing(options)
      if blending == .linear { try capabilities.requireHalfFloatTargets() }
    } catch {
      throw .gl(error)
    }
    let resources = resources(blending, isSupersampled: antialiasing.fineness > 1)
    resources.isExact = options.isExact
    resources.pictures.begin(options)
    resources.edgeShare = edgeShare
    defer { resources.endPicture() }
    let studio = PictureStudio(gl, passes, resources, antialiasing, limits: options.limits)
    let frame = try Frame(scene, options, studio)
    do throws(GLError) { return try draw(frame, scene.canvas, antialiasing, resources) } catch {
      throw .gl(error)
    }
  }

  deinit {
    gl.release {
      (targets, resources) = ([], nil)
      passes.removeAll()
    }
  }

  /// Kept from one picture to the next as long as they are of one size and kind.
  private func targets(size: PixelSize, _ antialiasing: Antialiasing, _ blending: Canvas.Blending)
    throws(GLError) -> RenderTargets
  {
    targets.removeAll { $0.size != size || $0.blending != blending }
    if let known = targets.first(where: { $0.antialiasing == antialiasing }) { return known }
    if targets.count > 1 { targets = [] }
    let made = try RenderTargets(gl, size: size, antialiasing, blending, passes)
    targets.append(made)
    return made
  }

  /// Kept likewise.
  private func resources(_ blending: Canvas.Blending, isSupersampled: Bool) -> SharedResources {
    if let resources, resources.blending == blending, resources.isSupersampled == isSupersampled {
      return resources
    }
    let made = SharedResources(gl, blending, isSupersampled: isSupersampled)
    resources = made
    return made
  }

  private func antialiasing(_ options: RenderOptions) throws(GLError) -> Antialiasing {
    let offered = capabilities.sampleCounts
    let wanted = options.samples ?? offered.last { $0 <= 4 } ?? 1
    guard var antialiasing = Antialiasing(samples: wanted, offered: offered) else {
      let all = (offered + capabilities.supersampledCounts).sorted()
      throw .unsupportedSamples(wanted, supported: all, renderer: capabilities.renderer)
    }
    antialiasing.followsEdges = options.samples == nil && wanted > 1
    return antialiasing
  }

  private func draw(
    _ frame: Frame, _ canvas: Canvas, _ antialiasing: Antialiasing, _ resources: SharedResources
  ) throws(GLError) -> Image {
    let size = canvas.pixelSize
    let tiling = Tiling(size, limit: capabilities.maxTargetSize, fineness: antialiasing.fineness)
    let (edges, antialiasing) = try resources.edges(
      of: frame, size, canvas.background, antialiasing, passes)
    let targets = try targets(size: tiling.tileSize, antialiasing, canvas.blending)
    let bytes = try targets.picture(of: frame, tiling, edges, background: canvas.background)
    // In the order of cost: a picture's first colored pixel settles it.
    if canvas.background.alpha == 0, bytes.allZero, frame.mustShow(on: size) {
      throw .emptyReadback(renderer: capabilities.renderer)
    }
    gl.statistics.pictures += 1
    let alpha: Image.Alpha = canvas.background.alpha >= 1 ? .opaque : .premultiplied
    return Image(size: size, alpha: alpha, bytes: bytes)
  }
}

@available(*, unavailable) extension Renderer: Sendable {}

extension [UInt8] {
  /// Eight bytes at a time: the picture may be large.
  fileprivate var allZero: Bool {
    withUnsafeBytes { bytes in
      let words = bytes.count / 8
      for i in 0..<words where bytes.loadUnaligned(fromByteOffset: 8 * i, as: UInt64.self) != 0 {
        return false
      }
      return bytes[(words * 8)...].allSatisfy { $0 == 0 }
    }
  }
}

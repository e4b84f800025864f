import GLRenderer

/// A lazily opened renderer, or the error of opening it, which is reported only when a picture needs the renderer.
///
/// A driver reset invalidates the renderer; the picture is then drawn once more by a new one.
final class OpenedRenderer {
  private let device: DeviceChoice, worker: Int
  private let programCache: ProgramCache?
  private let warn: (String) -> Void
  private var result: Result<Renderer, GLError>
  private var hasWarnedOfFallback = false

  /// - `worker`: the number of the process among those of a batch, which spreads them over the GPUs of the machine.
  init(
    _ device: DeviceChoice, worker: Int = 0, programCache: ProgramCache? = nil,
    warn: @escaping (String) -> Void
  ) {
    (self.device, self.worker, self.programCache, self.warn) = (device, worker, programCache, warn)
    result = Self.open(device, worker, programCache)
  }

  private static func open(_ device: DeviceChoice, _ worker: Int, _ programCache: ProgramCache?)
    -> Result<Renderer, GLError>
  {
    MemoryBudget.expect(isSoftware: device == .software)
    let result = Result { () throws(GLError) in
      try Renderer(device: device, worker: worker, programCache: programCache)
    }
    if case .success(let renderer) = result, renderer.capabilities.isSoftware {
      MemoryBudget.expect(isSoftware: true)
    }
    return result
  }

  /// Warns once when another device draws than the one to expect.
  func renderer() throws(Failure) -> Renderer {
    let renderer: Renderer
    do { renderer = try result.get() } catch { throw Failure(error) }
    if let fallback = renderer.deviceFallback, !hasWarnedOfFallback { warn(fallback.description) }
    hasWarnedOfFallback = true
    return renderer
  }

  /// Keeps the textures of the last picture for later ones, within a limit of bytes.
  func keepTextures(limit: Int) {
    if case .success(let renderer) = result { renderer.keepTextures(limit: limit) }
  }

  /// Gives the renderer memory for the next picture of as many bytes.
  func reuse(_ memory: consuming [UInt8]) {
    if case .success(let renderer) = result { renderer.reuse(memory) }
  }

  var statistics: RenderStatistics { (try? result.get().statistics) ?? RenderStatistics() }

  /// The result of `work`, which is repeated once after a reset.
  func draw<Value>(_ work: (Renderer) throws(RenderError) -> Value) throws(Failure) -> Value {
    let renderer = try renderer()
    do throws(RenderError) { return try work(renderer) } catch {
      try recover(from: error, of: renderer)
      return try again(work)
    }
  }

  /// Opens a new renderer after a reset, unless an earlier picture has already done so.
  /// - Throws: the error itself when it is not a reset.
  func recover(from error: RenderError, of renderer: Renderer) throws(Failure) {
    guard case .gl(.contextLost(let operation)) = error else { throw Failure(error) }
    guard case .success(let current) = result, current === renderer else { return }
    warn("the driver reset the GPU while \(operation); the picture is drawn again")
    result = Self.open(device, worker, programCache)
  }

  /// Repeats a picture after a reset; another reset is an error.
  func again<Value>(_ work: (Renderer) throws(RenderError) -> Value) throws(Failure) -> Value {
    let renderer = try renderer()
    do throws(RenderError) { return try work(renderer) } catch {
      guard case .gl(.contextLost(let operation)) = error else { throw Failure(error) }
      throw Failure(
        .unavailable,
        "the driver reset the GPU twice while \(operation); draw less at once, update the driver, or choose another "
          + "--device")
    }
  }
}

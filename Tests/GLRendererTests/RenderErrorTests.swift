import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// What can't be drawn is refused with a typed error whose sentence names the value and the limit.
struct RenderErrorTests {
  private let scene = Scene.oneLayer(.noise(8, 8))

  /// - Returns: the sentence of the error.
  private func refusal(
    of scene: Scene, _ options: RenderOptions = RenderOptions(), matches: (RenderError) -> Bool,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let renderer = try Renderer.any()
    do throws(RenderError) {
      _ = try renderer.render(scene, options: options)
    } catch {
      #expect(matches(error), "\(error)", sourceLocation: location)
      return error.description
    }
    Issue.record("drawn without an error", sourceLocation: location)
    return ""
  }

  @Test(arguments: [0, 3, 5, 17, 63, 256, -1, -4, Int.min, Int.max])
  func unofferedSamples(_ samples: Int) throws {
    let renderer = try Renderer.any()
    try #require(!renderer.capabilities.sampleCounts.contains(samples))
    let text = try refusal(of: scene, RenderOptions(samples: samples)) {
      if case .gl(.unsupportedSamples(samples, _, _)) = $0 { true } else { false }
    }
    #expect(text.contains("\(samples) samples") && text.contains("use 1"))
    #expect(text.contains(", 16") && text.hasSuffix(", 64"), "\(text)")
  }

  @Test func canvasOverItsLimits() throws {
    var scene = scene
    scene.canvas.frame = Rect(0, 0, 40_000, 10)
    #expect(
      try refusal(of: scene) { if case .canvasSide(40_000, 32_768) = $0 { true } else { false } }.contains(
        "40000"))
    scene.canvas.frame = Rect(0, 0, 20_000, 20_000)
    _ = try refusal(of: scene) { if case .canvasArea = $0 { true } else { false } }
    for side in [1e300, .infinity] {
      scene.canvas.frame = Rect(0, 0, side, 10)
      _ = try refusal(of: scene) { if case .canvasSide = $0 { true } else { false } }
    }
    scene.canvas = Canvas(frame: Rect(0, 0, 10, 10), scale: 1e12)
    _ = try refusal(of: scene) { if case .canvasSide = $0 { true } else { false } }
  }

  @Test func limitsCanBeChanged() throws {
    var options = RenderOptions()
    options.limits.canvasSide = 7
    #expect(
      try refusal(of: scene, options) { if case .canvasSide(8, 7) = $0 { true } else { false } }.contains(
        "7 px"))
    options = RenderOptions()
    options.limits.canvasArea = 63
    #expect(
      try refusal(of: scene, options) { if case .canvasArea(_, 63) = $0 { true } else { false } }.contains(
        "64"))
  }

  @Test func emptyCanvas() throws {
    var scene = scene
    for frame in [Rect(0, 0, 0, 5), Rect(0, 0, 5, 0), Rect(0, 0, .nan, 5)] {
      scene.canvas.frame = frame
      _ = try refusal(of: scene) { if case .emptyCanvas = $0 { true } else { false } }
    }
  }

  @Test(arguments: [0, -2, Double.nan])
  func uselessScale(_ scale: Double) throws {
    var scene = scene
    scene.canvas.scale = scale
    let text = try refusal(of: scene) { _ in true }
    #expect(text.contains("scale"), "\(text)")
  }

  @Test func coordinatesThatAreNoNumbers() throws {
    var broken: [String: Scene] = [:]
    for (name, value) in [("nan", Double.nan), ("infinity", .infinity), ("1e300", 1e300)] {
      broken["bounds \(name)", default: scene].layers[0].bounds = Rect(0, 0, value, 8)
      broken["position \(name)", default: scene].layers[0].position = Point(value, 0)
      broken["z \(name)", default: scene].layers[0].zPosition = value
      broken["anchor \(name)", default: scene].layers[0].anchorPoint = Point(0.5, value)
      broken["m34 \(name)", default: scene].layers[0].transform.m34 = value
      broken["frame \(name)", default: scene].canvas.frame = Rect(value, 0, 8, 8)
    }
    for (name, var scene) in broken {
      scene.layers[0].name = "card"
      let text = try refusal(of: scene) {
        switch $0 {
        case .nonFiniteGeometry(0, "card"): name.hasPrefix("frame")
        case .layer(let error): error.path == LayerPath(0)
        default: false
        }
      }
      #expect(text.contains("'card'"), "\(name): \(text)")
    }
  }

  @Test func tooManyVertices() throws {
    var options = RenderOptions()
    options.limits.vertices = 8
    var scene = scene
    scene.layers[0].mesh = try .grid(rows: 2, columns: 2)
    let text = try refusal(of: scene, options) { $0 == .tooManyVertices(layer: 0, count: 9, limit: 8) }
    #expect(text.contains("9 vertices") && text.contains("8"))
  }

  @Test func tooManyLights() throws {
    var scene = scene
    scene.lights = Array(repeating: Light(), count: 65)
    #expect(try refusal(of: scene) { $0 == .tooManyLights(65, limit: 64) }.contains("64"))
  }

  /// A limit raised beyond what the shader holds must not go unnoticed.
  @Test
  func moreLightsThanTheShaderHolds() throws {
    var options = RenderOptions()
    options.limits.lights = 1000
    var scene = scene
    scene.lights = (0..<100).map { _ in Light() }
    _ = try refusal(of: scene, options) { if case .tooManyLights = $0 { true } else { false } }
  }

  @Test func noSuchDevice() throws {
    do throws(GLError) {
      _ = try Renderer(device: .device(9999))
      Issue.record("there is no device 9999")
    } catch {
      guard case .noSuchDevice("9999", let available, nil) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(available.contains("surfaceless"))
      #expect(error.description.contains("9999"))
    }
  }

  /// Colors that are no numbers, or beyond 0...1: refused or clamped, but no trap.
  @Test(arguments: [-Double.nan, .nan, .infinity, -.infinity, 1e300, -3])
  func uselessColors(_ value: Double) async throws {
    // As bits: a process's arguments are encoded as JSON, which has no NaN.
    await #expect(processExitsWith: .success) { [bits = value.bitPattern as UInt64] in
      let value = Double(bitPattern: bits)
      var scene = Scene(
        canvas: Canvas(frame: Rect(0, 0, 4, 4)),
        layers: [Layer(Rect(0, 0, 4, 4), Color(red: value, green: 0.5, blue: 0.5))])
      _ = try? Renderer.any().render(scene)
      scene.canvas.background = Color(red: 0.5, green: 0.5, blue: 0.5, alpha: value)
      _ = try? Renderer.any().render(scene)
      var light = Light()
      light.color = Color(red: value, green: value, blue: 1)
      scene.lights = [light]
      scene.layers[0].contents = .color(.white)
      _ = try? Renderer.any().render(scene)
    }
  }

  /// Half a surface seen almost edge-on may miss every sample: an empty picture then is right.
  @Test
  func slenderLayersMayBeInvisible() throws {
    var scene = Scene(
      canvas: Canvas(frame: Rect(0, 0, 64, 64)), layers: [Layer(Rect(31.001, 32 - 2000, 0.01, 3000), .white)])
    scene.layers[0].contents = .image(.solid(1, 1, Pixel(255, 255, 255, 255)))
    let renderer = try Renderer.any()
    for x in stride(from: 30.0, to: 31, by: 0.0625) {
      scene.layers[0].position.x = x
      #expect(throws: Never.self, "\(x)") { try renderer.render(scene, options: RenderOptions(samples: 1)) }
    }
  }
}

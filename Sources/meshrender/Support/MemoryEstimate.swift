import GLRenderer
import MeshTransform

/// Estimates of the bytes that drawing takes besides those in use, from measurements with llvmpipe.
enum MemoryEstimate {
  /// The estimate for a scene whose contents have been read, with its picture.
  /// - Parameter frames: pictures held in memory at once besides the one in progress.
  /// - Parameter isBanded: whether the picture is drawn and written in bands.
  static func drawing(_ scene: Scene, _ options: RenderOptions, frames: Int = 1, isBanded: Bool = false)
    -> Int
  {
    let canvas = scene.canvas.pixelSize.area
    let picture = isBanded ? bands(scene.canvas.pixelSize) : (4 &+ 6 &* frames) &* canvas
    let pixels =
      target(canvas, options, scene.canvas.blending) &+ picture
      &+ contents(of: scene, vertexLimit: options.limits.vertices) &+ backdrops(of: scene)
    return options.depth.bytesPerPixel / 4 &* pixels
  }

  /// Two bands and their encoder; the screen tiles of the whole picture, in which edges are found; the coefficients of
  /// a JPEG of up to 64 Mi pixels.
  private static func bands(_ size: PixelSize) -> Int {
    let band = 1080 &* max(size.width, 8192)
    return 14 &* min(size.area, band) &+ size.area / 2 &+ 6 &* min(size.area, 1 << 26)
  }

  /// The backdrop of a blended layer, the layer itself and both together, or the steps of a shadow; in linear light four
  /// half floats a pixel.
  private static func backdrops(of scene: Scene) -> Int {
    guard scene.layersDepthFirst.contains(where: \.layer.coversEarlierSiblings) else { return 0 }
    return (scene.canvas.blending == .linear ? 24 : 12) &* scene.canvas.pixelSize.area
  }

  /// The textures of images, of which the layers have the pixels already, and of flattened layers, and refined meshes.
  /// - Parameter vertexLimit: the most vertices of a mesh; steps that exceed it fail that check instead.
  static func contents(of scene: Scene, vertexLimit: Int) -> Int {
    var seen: Set<Int> = []
    var bytes = 0
    for (_, layer) in scene.layersDepthFirst {
      if case .image(let image) = layer.contents {
        // Layers with the same image use the same bytes.
        let place = image.bytes.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
        if seen.insert(place).inserted { bytes &+= 10 &* image.size.area }
      }
      if let mesh = layer.mesh {
        let steps = max(mesh.subdivisionSteps, 0)
        bytes &+= mesh.vertices.count &* vertex
        if steps > 0 { bytes &+= min(mesh.subdivisionEstimate(steps: steps), vertexLimit) &* vertex }
      }
      bytes &+= textures(of: layer, scene.canvas)
    }
    return bytes
  }

  /// The textures of a layer, which are kept until the picture is drawn: of its bounds where a mesh bends it, else of what
  /// lies on the canvas.
  private static func textures(of layer: Layer, _ canvas: Canvas) -> Int {
    let bytes = layer.textureBytes
    guard bytes > 0 else { return 0 }
    let scale = canvas.scale * (layer.mesh == nil ? 1 : layer.rasterizationScale ?? 1)
    let area = layer.bounds.size.width * layer.bounds.size.height * scale * scale
    let most = layer.mesh == nil ? canvas.pixelSize.area : 67_108_864
    return (canvas.blending == .linear ? 2 : 1) &* bytes &* min(Int(clamping: area), most)
  }

  /// One band of a map and its render target; a map is never held as a whole.
  static func map(_ size: PixelSize) -> Int {
    let tile = 3840 * 2304
    return 20 * min(size.area, tile)
      + 8 * min(size.area, tile * max(1, (size.width + 8191) / 8192))
  }

  /// Bytes per vertex of a mesh, its part of the faces included.
  static let vertex = 200

  /// Samples, depth and the resolved target; one tile of a large canvas.
  private static func target(_ area: Int, _ options: RenderOptions, _ blending: Canvas.Blending) -> Int {
    let samples = max(4, min(options.samples ?? 4, 64))
    let pixel = blending == .linear ? 12 : 8
    return min(area, 3840 * 2304 / max(1, samples / 4)) &* (pixel &* samples &+ 8)
  }
}

extension Layer {
  /// Bytes for each pixel of the textures into which the layer is drawn before the picture. Measured with 1, 4 and 16 layers of
  /// 1500 x 1500 pixels: the largest for one layer, rounded up.
  fileprivate var textureBytes: Int {
    var bytes = 0
    let isMasked = sublayers.contains { $0.maskMode != .none }
    if mesh != nil {
      if case .image = contents, sublayers.isEmpty {} else { bytes += sublayers.isEmpty ? 20 : 40 }
    } else if opacity < 1, !sublayers.isEmpty {
      bytes += 12
    }
    if isMasked { bytes += 20 }
    if blendMode != .normal { bytes += 12 }
    if shadowOpacity > 0 { bytes += 28 }
    if contactShadowOpacity > 0 { bytes += 12 }
    return bytes
  }
}

/// Steps that exceed the vertex limit fail that check instead.
func requireMemory(forRefining mesh: Mesh, steps: Int, limit: Int) throws(Failure) {
  let budget = MemoryBudget.current
  guard budget.available < .max, case let count = mesh.subdivisionEstimate(steps: steps), count <= limit
  else {
    return
  }
  // The last two levels and the encoded text.
  try budget.require(
    count &* 2 &* MemoryEstimate.vertex, for: "a mesh of \(count) vertices (\(steps) steps)")
}

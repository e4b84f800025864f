import GLRenderer
import MeshTransform

/// About how many bytes drawing takes, by what was measured on llvmpipe.
enum MemoryEstimate {
  /// Of a scene with everything that it shows, and its picture.
  /// - Parameter frames: pictures that are there at once, beside the one that is drawn.
  static func drawing(_ scene: Scene, _ options: RenderOptions, frames: Int = 1) -> Int {
    let canvas = scene.canvas.pixelSize.area
    return MemoryBudget.base &+ target(canvas, options, scene.canvas.blending)
      &+ (4 &+ 6 &* frames) &* canvas &+ contents(of: scene)
  }

  /// Images and meshes, as they are in memory and for the GPU.
  static func contents(of scene: Scene) -> Int {
    var seen: Set<Int> = []
    var bytes = 0
    for (_, layer) in scene.layersDepthFirst {
      if case .image(let image) = layer.contents {
        // Layers of one image share its bytes.
        let place = image.bytes.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
        if seen.insert(place).inserted { bytes &+= 10 &* image.size.area }
      }
      if let mesh = layer.mesh {
        if !layer.sublayers.isEmpty { bytes &+= picture(of: layer, scene.canvas) }
        let steps = max(mesh.subdivisionSteps, 0)
        bytes &+= mesh.vertices.count &* vertex
        if steps > 0 { bytes &+= min(mesh.subdivisionEstimate(steps: steps), 1 << 31) &* vertex }
      }
    }
    return bytes
  }

  /// Of the texture of a layer with a mesh, and of the one at twice the resolution.
  private static func picture(of layer: Layer, _ canvas: Canvas) -> Int {
    let scale = canvas.scale * (layer.rasterizationScale ?? 1)
    let area = min(layer.bounds.size.width * layer.bounds.size.height * scale * scale, 67_108_864)
    return (canvas.blending == .linear ? 8 : 4) &* (Int(area) &+ min(4 &* Int(area), 67_108_864))
  }

  /// Of a band of a map, and what it is drawn into; a map is never there as a whole.
  static func map(_ size: PixelSize) -> Int {
    let tile = 3840 * 2304
    return MemoryBudget.base + 20 * min(size.area, tile)
      + 8 * min(size.area, tile * max(1, (size.width + 8191) / 8192))
  }

  /// Of a mesh's vertex with its share of faces.
  static let vertex = 200

  /// Samples, depth and what is resolved; of a large canvas only a tile.
  private static func target(_ area: Int, _ options: RenderOptions, _ blending: Canvas.Blending) -> Int {
    let samples = max(4, min(options.samples ?? 4, 64))
    let pixel = blending == .linear ? 12 : 8
    return min(area, 3840 * 2304 / max(1, samples / 4)) &* (pixel &* samples &+ 8)
  }
}

/// Steps that go over the limit of vertices are left to that.
func requireMemory(forRefining mesh: Mesh, steps: Int, limit: Int) throws(Failure) {
  let budget = MemoryBudget.current
  guard budget.available < .max, case let count = mesh.subdivisionEstimate(steps: steps), count <= limit
  else {
    return
  }
  // Beside the last two levels the text that is written.
  try budget.require(
    count &* 2 &* MemoryEstimate.vertex, for: "a mesh of \(count) vertices (\(steps) steps)")
}

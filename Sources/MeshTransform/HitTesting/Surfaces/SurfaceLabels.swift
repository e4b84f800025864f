/// Computes the labels of a picture's pixels, row by row: one hit query for each pixel gives all of them.
public struct SurfaceLabels: Sendable {
  /// The labels to compute, in the order of a pixel's numbers.
  public let labels: [SurfaceLabel]
  private let probe: SurfaceProbe
  private let motion: SurfaceMotion?
  private let only: LayerPath?
  /// By the paths of the layers.
  private let layers: [LayerPath: LabelledLayer]
  private let size: PixelSize

  private struct LabelledLayer: Sendable {
    let number: Int
    let content: ContentPixels
  }

  /// - Parameters:
  ///   - labels: without repetitions.
  ///   - only: the layer of ``SurfaceLabel/uv`` and ``SurfaceLabel/backward``, which are then holes at other layers; nil for
  ///     the layer that is seen at each pixel.
  ///   - next: the scene of the next picture, for ``SurfaceLabel/motion`` and ``SurfaceLabel/occlusion``; nil for none,
  ///     which makes both holes.
  /// - Complexity: O(layers + faces).
  public init(
    _ labels: [SurfaceLabel], of probe: SurfaceProbe, only: LayerPath? = nil, next: HitTester? = nil
  ) {
    (self.labels, self.probe, self.only) = (labels, probe, only)
    let needsMotion = labels.contains(.motion) || labels.contains(.occlusion)
    motion = needsMotion ? next.map { SurfaceMotion(from: probe, to: $0) } : nil
    size = probe.tester.scene.canvas.pixelSize
    var layers: [LayerPath: LabelledLayer] = [:]
    for (number, entry) in probe.tester.scene.layersDepthFirst.enumerated() {
      layers[entry.path] = LabelledLayer(number: number, content: ContentPixels(of: entry.layer))
    }
    self.layers = layers
  }

  /// The labels of some rows, computed on several threads.
  /// - Complexity: O(pixels log faces).
  public func band(rows: Range<Int>) -> SurfaceLabelBand {
    let (stride, width) = (labels.reduce(0) { $0 + $1.componentCount }, size.width)
    let size = PixelSize(width, rows.count)
    let values = [Double](unsafeUninitializedCapacity: stride * size.area) { buffer, count in
      // Each row is written by one thread.
      nonisolated(unsafe) let buffer = buffer
      inParallel(rows.count, grainSize: max(1, 1024 / max(width, 1))) { part in
        for row in part {
          for column in 0..<width {
            var place = stride * (row * width + column)
            write(column, rows.lowerBound + row) { value in
              buffer.initializeElement(at: place, to: value)
              place += 1
            }
          }
        }
      }
      count = stride * size.area
    }
    return SurfaceLabelBand(size: size, labels: labels, values: values)
  }

  /// Writes all numbers of a pixel.
  private func write(_ column: Int, _ row: Int, _ add: (Double) -> Void) {
    let surface = probe.surface(atPixel: column, row)
    for label in labels {
      guard let surface, let numbers = numbers(of: label, surface, column, row) else {
        for _ in 0..<label.componentCount { add(label.hole) }
        continue
      }
      for component in 0..<label.componentCount { add(numbers[component]) }
    }
  }

  /// Nil for a hole.
  private func numbers(
    of label: SurfaceLabel, _ surface: PixelSurface, _ column: Int, _ row: Int
  ) -> SIMD3<Double>? {
    let hit = surface.hit
    func vector(_ point: Point3D) -> SIMD3<Double> { SIMD3(point.x, point.y, point.z) }
    switch label {
    case .uv:
      guard only == nil || only == hit.path else { return nil }
      return SIMD3(hit.unitPoint.x, hit.unitPoint.y, 0)
    case .backward:
      guard only == nil || only == hit.path, let content = layers[hit.path]?.content else { return nil }
      let pixel = content.pixel(of: hit.point)
      return SIMD3(pixel.x - 0.5, pixel.y - 0.5, 0)
    case .depth: return SIMD3(surface.depth, 0, 0)
    case .distance: return SIMD3(surface.distance, 0, 0)
    case .normal: return vector(surface.normal)
    case .layerNormal: return vector(surface.layerNormal)
    case .position: return vector(surface.position)
    case .layer: return layers[hit.path].map { SIMD3(Double($0.number), 0, 0) }
    case .face: return SIMD3(Double(hit.face?.index ?? 0), 0, 0)
    case .motion:
      guard let place = motion?.pixel(of: surface) else { return nil }
      return SIMD3(place.x - Double(column) - 0.5, place.y - Double(row) - 0.5, 0)
    case .occlusion:
      guard let motion else { return nil }
      return SIMD3(motion.isVisible(surface, probe.options) ? 0 : 1, 0, 0)
    }
  }
}

extension ContentPixels {
  /// The pixels of the layer's image or, without one, of its points.
  public init(of layer: Layer) { self = ContentPixels(imageOf: layer) ?? ContentPixels(pointsOf: layer) }
}

/// A label of a picture's pixels that hit testing computes.
///
/// All are of the surface at the center of a pixel. Pixels at which nothing is seen have NaN, or -1 where the numbers are
/// whole.
public enum SurfaceLabel: String, CaseIterable, Hashable, Sendable {
  /// The point of the layer's content in unit layer space: (0, 0) top left, (1, 1) bottom right.
  case uv
  /// The same point in pixels of the layer's content, whole numbers at the centers of pixels, as in ``CoordinateMap``.
  case backward
  /// Points from the canvas's plane toward the viewer.
  case depth
  /// Points from the eye; infinite where the layer is not seen in perspective.
  case distance
  /// The unit normal in canvas space, on the visible side: x to the right, y down, z toward the viewer.
  case normal
  /// The unit normal in layer points of the layer that is seen.
  case layerNormal = "normal-layer"
  /// The point in canvas space, in points.
  case position
  /// The number of the layer, counted from 0 in the order of ``Scene/layersDepthFirst``.
  case layer
  /// The index in ``Mesh/faces`` of the layer's own mesh; 0 for a layer without one.
  case face
  /// The place of the surface's point in the next picture less that in this one, in pixels: x to the right, y down.
  case motion
  /// 1 where the next picture does not show the point, else 0.
  case occlusion

  /// The numbers of a pixel.
  public var componentCount: Int {
    switch self {
    case .depth, .distance, .layer, .face, .occlusion: 1
    case .uv, .backward, .motion: 2
    case .normal, .layerNormal, .position: 3
    }
  }

  /// Whether the numbers are whole, with -1 where nothing is seen.
  public var isWhole: Bool { self == .layer || self == .face || self == .occlusion }

  /// The number where nothing is seen.
  public var hole: Double { isWhole ? -1 : .nan }
}

/// The labels of some rows of a picture.
public struct SurfaceLabelBand: Sendable {
  /// Pixels.
  public let size: PixelSize
  /// The labels, in the order of a pixel's numbers.
  public let labels: [SurfaceLabel]
  /// The numbers of a pixel side by side, row by row from the top.
  public let values: [Double]

  /// The numbers of a pixel.
  private var stride: Int { labels.reduce(0) { $0 + $1.componentCount } }

  /// The numbers of one label, those of a pixel side by side, row by row.
  /// - Precondition: the band has the label.
  public func values(of label: SurfaceLabel) -> [Double] {
    guard let place = labels.firstIndex(of: label) else { preconditionFailure("the band has no \(label)") }
    let first = labels[..<place].reduce(0) { $0 + $1.componentCount }
    let (count, stride) = (label.componentCount, stride)
    return [Double](unsafeUninitializedCapacity: count * size.area) { buffer, filled in
      for pixel in 0..<size.area {
        for component in 0..<count {
          // Each place is written once, in order.
          buffer.initializeElement(
            at: count * pixel + component, to: values[pixel * stride + first + component])
        }
      }
      filled = count * size.area
    }
  }

  /// Whether no pixel shows a surface; false without labels.
  public var isEmpty: Bool {
    guard let first = labels.first else { return false }
    return values(of: first).allSatisfy { first.isWhole ? $0 == -1 : $0.isNaN }
  }
}

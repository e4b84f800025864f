import ArgumentParser
import MeshTransform

/// The units of the points of a layer. All have (0, 0) at the top left corner, y down.
enum PointUnits: String, CaseIterable, ExpressibleByArgument {
  /// Pixels of the layer's image; the middle of the first one is (0.5, 0.5).
  case pixels
  /// Layer points.
  case points
  /// 0...1 over the layer's bounds.
  case unit
}

/// Converts coordinates of a layer between the units of a list and layer points.
struct PointConversion: Sendable {
  private enum Kind {
    case points
    case unit(Rect)
    case pixels(ContentPixels)
  }
  private let kind: Kind
  private let bounds: Rect

  /// - Throws: ``Failure`` for pixels of a layer that has none.
  init(_ units: PointUnits, of layer: Layer, name: String) throws(Failure) {
    bounds = layer.bounds
    switch units {
    case .points: kind = .points
    case .unit: kind = .unit(layer.bounds)
    case .pixels:
      guard let pixels = ContentPixels(imageOf: layer) else {
        throw Failure(
          .usage,
          "layer '\(name.excerpt)' has no image whose pixels are all in one grid; use --units points or unit")
      }
      kind = .pixels(pixels)
    }
  }

  /// Layer points of a point in the units.
  func point(_ place: Point) -> Point {
    switch kind {
    case .points: place
    case .unit(let rect):
      Point(rect.minX + place.x * rect.size.width, rect.minY + place.y * rect.size.height)
    case .pixels(let pixels): pixels.point(ofPixel: place)
    }
  }

  /// A point in the units, from layer points.
  func units(of point: Point) -> Point {
    switch kind {
    case .points: point
    case .unit(let rect):
      Point(
        rect.size.width == 0 ? 0 : (point.x - rect.minX) / rect.size.width,
        rect.size.height == 0 ? 0 : (point.y - rect.minY) / rect.size.height)
    case .pixels(let pixels): pixels.pixel(of: point)
    }
  }

  /// Whether a point in layer points lies in the layer's bounds, edges included.
  func isInside(_ point: Point) -> Bool { bounds.includes(point) }
}

extension Rect {
  /// Whether a point lies in the rectangle or on one of its edges, within rounding errors.
  func includes(_ point: Point) -> Bool {
    let tolerance = 1e-9 * (size.width + size.height)
    return point.x >= minX - tolerance && point.x <= maxX + tolerance && point.y >= minY - tolerance
      && point.y <= maxY + tolerance
  }
}

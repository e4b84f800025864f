import MeshTransform

/// A mesh that a file of measurements describes.
public enum MeasuredMesh: Hashable, Sendable {
  /// The calibration of a lens.
  case lens(LensDescription)
  /// Pairs of points.
  case points(FitDescription)

  /// The file.
  public var file: SceneReference {
    switch self {
    case .lens(let lens): lens.file
    case .points(let fit): fit.file
    }
  }

  /// The keys of a mesh.
  static let keys = ["lens", "points"]

  /// The key of a mesh in a scene.
  package var key: String { if case .lens = self { "lens" } else { "points" } }

  /// What the file is, for errors.
  package var noun: String { if case .lens = self { "a calibration file" } else { "a list of points" } }

  /// Reads the value of a key.
  init(_ key: String, _ reader: inout JSONReader) throws(DocumentError) {
    self = key == "lens" ? .lens(try LensDescription(&reader)) : .points(try FitDescription(&reader))
  }

  var json: JSONValue {
    switch self {
    case .lens(let lens): lens.json
    case .points(let fit): fit.json
    }
  }

  /// Reads `lens:file=camera.yaml` or `fit:points.csv`; nil for the texts of other meshes.
  package init?(text: String) throws(SyntaxError) {
    if LensDescription.isDescription(text) {
      self = .lens(try LensDescription.parse(text))
    } else if text.hasPrefix(FitDescription.mark) {
      self = .points(try FitDescription(text: text))
    } else {
      return nil
    }
  }
}

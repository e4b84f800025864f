import MeshTransform

/// Which sheets of one space lie on one another, so that painter's order decides which of them shows there.
///
/// Two sheets touch where they overlap on the canvas and their depths differ by no more than rounding all over a part of
/// it. Everywhere else depth decides, however close they are. What a list holds elsewhere changes nothing for two sheets.
struct SurfaceContacts {
  /// An earlier sheet that a sheet touches.
  struct Contact {
    let earlier: Int
    /// How fast depth changes there, in points a pixel.
    let steepness: Double
  }

  /// By sheet.
  private(set) var contacts: [[Contact]]
  /// By sheet: how precise the depths of its triangles must be.
  private(set) var precisions: [DepthPrecision]

  init(_ sheets: [Sheet]) {
    contacts = Array(repeating: [], count: sheets.count)
    precisions = Array(repeating: .alone, count: sheets.count)
    guard sheets.count > 1 else { return }
    let surfaces = sheets.map(SeenSurface.init)
    for (index, surface) in surfaces.enumerated() {
      for earlier in 0..<index where surface.isNear(surfaces[earlier]) {
        precisions[index] = max(precisions[index], .nearOthers)
        precisions[earlier] = max(precisions[earlier], .nearOthers)
        guard let steepness = surface.steepnessOfContact(with: surfaces[earlier]) else { continue }
        contacts[index].append(Contact(earlier: earlier, steepness: steepness))
        (precisions[index], precisions[earlier]) = (.touchingOthers, .touchingOthers)
      }
    }
  }
}

/// How precise the depths of a sheet's triangles must be.
enum DepthPrecision: Int, Comparable {
  /// Nothing else is there, so that depth orders only the sheet's own folds.
  case alone
  /// Others have places on the canvas and depths in common with it.
  case nearOthers
  /// Others lie on it.
  case touchingOthers

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

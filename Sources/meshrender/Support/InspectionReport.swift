import MeshTransform

/// An inspection as text and as JSON.
struct InspectionReport {
  private let found: Mesh.Analysis
  private let mesh: Mesh
  private let targets: MorphTargets
  private let limit: Int

  /// - `targets`: the shapes of the mesh's file.
  /// - `limit`: the maximum number of elements to name per kind.
  init(_ inspection: Mesh.Analysis, _ mesh: Mesh, _ targets: MorphTargets, limit: Int) {
    (found, self.mesh, self.targets, self.limit) = (inspection, mesh, targets, limit)
  }

  // MARK: Text

  var text: String {
    var rows: [(String, String)] = [
      ("vertices", "\(found.vertexCount)"),
      ("faces", "\(found.quadCount) quadrilaterals, \(found.triangleCount) triangles"),
      ("grid", found.grid.map { "\($0.rows) rows, \($0.columns) columns" } ?? "no"),
      ("components", "\(found.componentCount)"),
      ("from", found.fromBounds.map { Self.range($0, 2) } ?? "nothing"),
      ("to", found.toBounds.map { Self.range($0, 3) } ?? "nothing"),
      ("flat", found.isFlat ? "yes" : "no"),
      ("has an inverse", found.isInvertible ? "yes" : "no"),
      ("subdivision steps", mesh.subdivisionSteps < 0 ? "automatic" : "\(mesh.subdivisionSteps)"),
      ("boundaries", boundaries),
    ]
    if !found.creasedEdges.isEmpty {
      rows.append(
        (
          "creased edges",
          "\(found.creasedEdges.count), the sharpest \(Double(found.sharpestCrease).shortText)"
        ))
    }
    if !targets.isEmpty {
      rows.append(
        ("shapes", named(shapes.map { $0.weight == 0 ? $0.name : "\($0.name) (\($0.weight.shortText))" })))
    }
    if let first = keyTimes.first, let last = keyTimes.last {
      rows.append(("key frames", "\(keyTimes.count), from \(first.shortText) to \(last.shortText)"))
    }
    for (name, _, words) in elements where !words.isEmpty { rows.append((name, named(words))) }
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { "\($0.0.padded(to: width))  \($0.1)" }
    return (lines + found.suggestions.map { "suggestion: \($0)" }).joined(separator: "\n")
  }

  private var boundaries: String {
    guard !found.boundaries.isEmpty else { return "none" }
    let all = found.boundaries.prefix(max(limit, 1)).map { boundary in
      "\(boundary.edgeCount) edges, \(Self.rounded(boundary.length)) long"
        + (boundary.isClosed ? "" : " (open)")
    }
    let rest = found.boundaries.count - all.count
    return "\(found.boundaries.count): \(all.joined(separator: "; "))" + (rest > 0 ? "; \(rest) more" : "")
  }

  private func named(_ words: [String]) -> String {
    let rest = max(0, words.count - limit)
    let more = rest == 0 ? [] : [rest == words.count ? "\(rest)" : "... and \(rest) more"]
    let all = words.prefix(limit) + more
    return all.joined(separator: ", ")
  }

  private static func range(_ bounds: Mesh.Analysis.Bounds, _ axes: Int) -> String {
    (0..<axes).map { axis in
      "\(["x", "y", "z"][axis]) \(rounded(Double(bounds.low[axis])))...\(rounded(Double(bounds.high[axis])))"
    }.joined(separator: ", ")
  }

  /// Five decimals are enough in a text report.
  private static func rounded(_ value: Double) -> String {
    abs(value) < 1e9 ? ((value * 1e5).rounded() / 1e5 + 0).shortText : value.shortText
  }

  // MARK: JSON

  var json: String {
    var members: [(key: String, value: String)] = [
      ("vertices", "\(found.vertexCount)"), ("quadrilaterals", "\(found.quadCount)"),
      ("triangles", "\(found.triangleCount)"),
      (
        "grid",
        found.grid.map { JSONText.object([("rows", "\($0.rows)"), ("columns", "\($0.columns)")]) } ?? "null"
      ),
      ("components", "\(found.componentCount)"),
      ("from", found.fromBounds.map { Self.box($0, 2) } ?? "null"),
      ("to", found.toBounds.map { Self.box($0, 3) } ?? "null"), ("isFlat", "\(found.isFlat)"),
      ("isInvertible", "\(found.isInvertible)"),
      ("inverseFault", found.inverseFault.map { JSONText.string($0.description) } ?? "null"),
      ("subdivisionSteps", "\(mesh.subdivisionSteps)"),
      (
        "boundaries",
        JSONText.array(
          found.boundaries.prefix(limit).map { boundary in
            JSONText.object([
              ("edges", "\(boundary.edgeCount)"), ("length", boundary.length.shortText),
              ("isClosed", "\(boundary.isClosed)"),
            ])
          })
      ), ("boundaryCount", "\(found.boundaries.count)"),
      ("creasedEdges", "\(found.creasedEdges.count)"),
      (
        "sharpestCrease",
        Double(found.sharpestCrease).isFinite ? Double(found.sharpestCrease).shortText : "10"
      ),
    ]
    for (_, key, words) in elements {
      let named = words.prefix(limit).map { word in
        word.contains("-") ? "[" + word.replacing("-", with: ", ") + "]" : String(word.prefix { $0 != " " })
      }
      members.append(
        (key, JSONText.object([("count", "\(words.count)"), ("first", JSONText.array(named))])))
    }
    if !targets.isEmpty {
      let shapes = shapes.map { shape in
        JSONText.object([("name", JSONText.string(shape.name)), ("weight", shape.weight.shortText)])
      }
      members += [
        ("shapes", JSONText.array(shapes)), ("keyTimes", JSONText.array(keyTimes.map(\.shortText))),
      ]
    }
    members.append(("suggestions", JSONText.array(found.suggestions.map(JSONText.string))))
    return JSONText.object(members)
  }

  private static func box(_ bounds: Mesh.Analysis.Bounds, _ axes: Int) -> String {
    func corner(_ point: SIMD3<Float>) -> String {
      JSONText.array((0..<axes).map { Double(point[$0]).shortText })
    }
    return JSONText.object([("low", corner(bounds.low)), ("high", corner(bounds.high))])
  }

  // MARK: Both

  private var shapes: [(name: String, weight: Double)] {
    zip(targets.names, targets.weights).map { ($0, Double($1)) }
  }

  /// The times of the key frames of the shapes.
  private var keyTimes: [Double] { Set(targets.tracks.flatMap(\.times)).sorted() }

  /// The anomalies: title, JSON key and elements.
  private var elements: [(name: String, key: String, words: [String])] {
    func edge(_ edge: Mesh.Analysis.Edge) -> String { "\(edge.first)-\(edge.second)" }
    return [
      ("faces that never draw", "undrawableFaces", found.undrawableFaces.map(String.init)),
      ("no area in to", "zeroAreaFacesInTo", found.zeroAreaFacesInTo.map(String.init)),
      ("no area in from", "zeroAreaFacesInFrom", found.zeroAreaFacesInFrom.map(String.init)),
      ("folded faces", "foldedFaces", found.foldedFaces.map(String.init)),
      (
        "extraordinary", "extraordinaryVertices",
        found.extraordinaryVertices.map { "\($0.vertex) (\($0.edgeCount) edges)" }
      ),
      ("non-manifold edges", "nonManifoldEdges", found.nonManifoldEdges.map(edge)),
      ("non-manifold vertices", "nonManifoldVertices", found.nonManifoldVertices.map(String.init)),
      ("repeated vertices", "duplicateVertices", found.duplicateVertices.map(String.init)),
      ("unused vertices", "unusedVertices", found.unusedVertices.map(String.init)),
    ]
  }
}

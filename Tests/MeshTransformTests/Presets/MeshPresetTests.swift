import MeshTransform
import Testing

/// What holds for every preset.
@Suite struct MeshPresetTests {
  static let names = MeshPreset.all.map(\.name)

  @Test func namesAreUniqueAndFound() throws {
    #expect(Set(Self.names).count == Self.names.count)
    for name in Self.names { #expect(try MeshPreset.named(name).name == name) }
    for preset in MeshPreset.all {
      let parameters = preset.parameters.map(\.name)
      #expect(Set(parameters).count == parameters.count)
      for text in [preset.summary] + preset.parameters.map(\.summary) { #expect(!text.isEmpty) }
    }
  }

  @Test func anUnknownNameGetsTheNearest() {
    #expect(throws: MeshPresetError.unknownPreset("riple", nearest: "ripple")) {
      try MeshPreset.named("riple")
    }
    #expect(throws: MeshPresetError.unknownPreset("pagecurl", nearest: "pageCurl")) {
      try MeshPreset.named("pagecurl")
    }
    let error = #expect(throws: MeshPresetError.self) { try MeshPreset.named("tsunami") }
    #expect(
      error?.description
        == "there is no mesh preset 'tsunami'; choose from " + Self.names.joined(separator: ", "))
  }

  @Test func anUnknownParameterGetsTheNearest() throws {
    let error = #expect(throws: MeshPresetError.self) { try MeshPreset.named("wave").mesh(["amplitud": 0.1]) }
    #expect(error?.description == "wave has no parameter 'amplitud'; did you mean 'amplitude'?")
  }

  @Test(arguments: names)
  func defaultsAreInRangeAndMakeAMesh(name: String) throws {
    let preset = try MeshPreset.named(name)
    for parameter in preset.parameters {
      #expect(parameter.range.contains(parameter.defaultValue), "\(parameter)")
    }
    let mesh = try preset.mesh()
    #expect(Mesh.validate(vertices: mesh.vertices, faces: mesh.faces).isValid)
    #expect(mesh.subdivisionSteps == 0)
    let defaults = preset.parameters.map { ($0.name, $0.defaultValue) }
    #expect(try preset.mesh(Dictionary(uniqueKeysWithValues: defaults)) == mesh)
  }

  /// Both ends of every range alone, on a grid that is small enough for an unoptimized build.
  @Test(arguments: names)
  func everyEndOfEveryRangeMakesAMesh(name: String) throws {
    let preset = try MeshPreset.named(name)
    let hasGrid = { axis in preset.parameters.contains { $0.name == axis } }
    for parameter in preset.parameters {
      for value in [parameter.range.lowerBound, parameter.range.upperBound] {
        var values = ["rows": 7.0, "columns": 7.0].filter { hasGrid($0.key) }
        values[parameter.name] = value
        do {
          let mesh = try preset.mesh(values)
          let report = Mesh.validate(vertices: mesh.vertices, faces: mesh.faces)
          #expect(report.isValid && !mesh.faces.isEmpty, "\(parameter.name)=\(value): \(report.errors)")
          #expect(mesh.normals(inBoundsOf: Size(30, 20)).count == mesh.vertices.count)
        } catch {
          // One corner far out can leave no convex quadrilateral; nothing else may refuse.
          guard case .conflict(preset: "cornerPin", _) = error else { throw error }
        }
      }
    }
  }

  /// Values drawn from all ranges at once, the same in every run.
  @Test(arguments: names)
  func anyValuesInRangeMakeAMesh(name: String) throws {
    let preset = try MeshPreset.named(name)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
    var made = 0
    for _ in 0..<200 {
      var values: [String: Double] = [:]
      for parameter in preset.parameters {
        let (low, high) = (parameter.range.lowerBound, parameter.range.upperBound)
        values[parameter.name] =
          parameter.isInteger
          ? low + (random() * min(4, high - low)).rounded() : low + (high - low) * random()
      }
      do {
        let mesh = try preset.mesh(values)
        #expect(mesh.vertices.allSatisfy { $0.isFinite })
        made += 1
      } catch {
        guard case .conflict = error else { throw error }
      }
    }
    // Four points at random are rarely a convex quadrilateral in the right order.
    #expect(made >= (name == "cornerPin" ? 10 : 150))
  }

  @Test(arguments: names)
  func valuesOutOfRangeAreRefusedByName(name: String) throws {
    let preset = try MeshPreset.named(name)
    for parameter in preset.parameters {
      let (low, high) = (parameter.range.lowerBound, parameter.range.upperBound)
      for value in [low.nextDown, high.nextUp, -1e300, 1e300, .infinity, -.infinity, .nan] {
        let error = #expect(throws: MeshPresetError.self) { try preset.mesh([parameter.name: value]) }
        #expect(error?.description.hasPrefix("\(name): \(parameter.name) is ") == true)
      }
      if parameter.isInteger {
        #expect(throws: MeshPresetError.notInteger(parameter, preset: name, value: low + 0.5)) {
          try preset.mesh([parameter.name: low + 0.5])
        }
      }
    }
  }

  @Test func theSentenceNamesTheRange() {
    let error = #expect(throws: MeshPresetError.self) {
      try MeshPreset.named("ripple").mesh(["amplitude": 2])
    }
    #expect(error?.description == "ripple: amplitude is 2; use -1 to 1 means of width and height")
  }

  @Test func typedFunctionsCheckTheSameRanges() throws {
    #expect(throws: MeshPresetError.self) { try Mesh.ripple { $0.amplitude = .nan } }
    #expect(throws: MeshPresetError.self) { try Mesh.ripple { $0.rows = .max } }
    #expect(throws: MeshPresetError.self) { try Mesh.twist { $0.angle = .degrees(.infinity) } }
    #expect(throws: MeshPresetError.self) { try Mesh.wave { ($0.amplitude, $0.shrink) = (0.4, 0.4) } }
    #expect(
      try Mesh.ripple { $0.waves = 6 } == (try MeshPreset.named("ripple").mesh(["waves": 6])))
    #expect(
      try Mesh.twist { $0.angle = .degrees(90) } == (try MeshPreset.named("twist").mesh(["angle": 90])))
  }

  /// The settings at which a preset does nothing.
  @Test(
    arguments: [
      ("wave", ["amplitude": 0, "shrink": 0]), ("ripple", ["amplitude": 0]), ("ripple", ["waves": 0]),
      ("curtain", ["amount": 0]), ("bulge", ["strength": 0]), ("ellipse", ["amount": 0]),
      ("jelly", ["amplitude": 0]), ("flag", ["amplitude": 0, "sag": 0]), ("flag", ["waves": 0, "sag": 0]),
      ("pageCurl", ["amount": 0]), ("genie", ["amount": 0]), ("cylinder", ["angle": 0]),
      ("twist", ["angle": 0]),
      ("swirl", ["angle": 0]), ("fold", ["angle": 0]), ("lens", ["k1": 0, "k2": 0]), ("cornerPin", [:]),
      ("style", ["bend": 0]), ("flat", [:]), ("wave", ["amplitude": 0, "shrink": 0, "rows": 3]),
    ] as [(String, [String: Double])])
  func nothingIsTheIdentity(name: String, values: [String: Double]) throws {
    let mesh = try MeshPreset.named(name).mesh(values)
    for vertex in mesh.vertices {
      let distance = abs(vertex.to - SIMD3(vertex.from, 0)).max()
      #expect(distance < 1e-6, "\(vertex)")
    }
  }

  /// Of the presets that move points in the plane without shearing them much, none turns a part of it over, at any end of any range.
  @Test(arguments: ["wave", "ripple", "curtain", "bulge", "ellipse", "jelly", "genie", "lens"])
  func nothingFoldsOver(name: String) throws {
    let preset = try MeshPreset.named(name)
    for parameter in preset.parameters where parameter.name != "rows" {
      for value in [parameter.range.lowerBound, parameter.defaultValue, parameter.range.upperBound] {
        let mesh = try preset.mesh([parameter.name: value])
        let p = mesh.vertices
        let areas = mesh.triangleIndices().chunks.map { a, b, c in
          (p[b].toX - p[a].toX) * (p[c].toY - p[a].toY) - (p[b].toY - p[a].toY) * (p[c].toX - p[a].toX)
        }
        #expect(areas.allSatisfy { $0 > -1e-7 }, "\(parameter.name)=\(value): \(areas.min() ?? 0)")
      }
    }
  }

  /// Presets that do not tell left from right by their defaults.
  @Test(arguments: ["ripple", "bulge", "ellipse", "cylinder", "lens", "fold", "cornerPin", "style"])
  func leftMirrorsRight(name: String) throws {
    let mesh = try MeshPreset.named(name).mesh()
    var byPlace: [SIMD2<Float>: SIMD3<Float>] = [:]
    for vertex in mesh.vertices { byPlace[rounded(vertex.from)] = vertex.to }
    for vertex in mesh.vertices {
      let mirrored = try #require(byPlace[rounded(SIMD2(1 - vertex.fromX, vertex.fromY))])
      #expect(abs(mirrored - SIMD3(1 - vertex.toX, vertex.toY, vertex.toZ)).max() < 1e-6, "\(vertex)")
    }
  }

  private func rounded(_ point: SIMD2<Float>) -> SIMD2<Float> {
    (point * 4096).rounded(.toNearestOrAwayFromZero)
  }
}

extension [UInt32] {
  /// Triples of consecutive elements.
  fileprivate var chunks: [(Int, Int, Int)] {
    stride(from: 0, to: count, by: 3).map { (Int(self[$0]), Int(self[$0 + 1]), Int(self[$0 + 2])) }
  }
}

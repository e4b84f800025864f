import Foundation
import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Simplified grids against every vertex of the mesh, and the midpoints between.
struct GridSimplificationTests {
  private static let size = Size(192, 144)
  private static let canvas = PixelSize(192, 144)
  private static let step = 0.5 / 255

  /// A tilted surface in perspective, in the middle of the canvas.
  private static func projection(
    _ mesh: Mesh, turn: Transform3D = .rotation(.degrees(-35), about: Point3D(1, 0.3, 0)), isLit: Bool = true,
    scale: Double = 1, canvas: PixelSize? = Self.canvas
  ) -> (bounds: SimplificationBounds, unitToCanvas: Transform3D) {
    let toCanvas =
      .translation(-size.width / 2, -size.height / 2, 0) * turn * .perspective(eyeDistance: 500)
      * .scale(scale, scale, 1) * .translation(size.width / 2, size.height / 2, 0)
    let depth = mesh.depthNormalization.pointsPerUnit(for: size)
    let unitToCanvas = Transform3D.scale(size.width, size.height, depth) * toCanvas
    let bounds = SimplificationBounds(
      unitToCanvas: unitToCanvas, pointsToCanvas: toCanvas, contentSize: PixelSize(512, 512), canvas: canvas,
      sine: isLit ? step : nil, brightness: step)
    return (bounds, unitToCanvas)
  }

  /// Checks that all errors are within bounds and that no visible point is missing.
  /// - Returns: the fraction of the triangles that remains.
  @discardableResult
  private func check(
    _ mesh: Mesh, rows: Int, columns: Int,
    turn: Transform3D = .rotation(.degrees(-35), about: Point3D(1, 0.3, 0)),
    isLit: Bool = true, scale: Double = 1, canvas: PixelSize = Self.canvas, _ name: String = "",
    parameter: ((SIMD2<Double>) -> SIMD2<Double>)? = nil, inRows: Mesh? = nil
  ) -> Double {
    let (bounds, unitToCanvas) = Self.projection(mesh, turn: turn, isLit: isLit, scale: scale, canvas: canvas)
    guard let list = TriangleList(simplifying: mesh, inBoundsOf: Self.size, lit: isLit, bounds) else {
      return 1
    }
    let reference = SimplificationReference(
      mesh: inRows ?? mesh, rows: rows, columns: columns, list: list, unitToCanvas: unitToCanvas,
      canvas: canvas, normals: isLit ? (inRows ?? mesh).normals(inBoundsOf: Self.size) : [],
      alternatesDiagonals: inRows != nil)
    let counts = SIMD2(Double(columns), Double(rows))
    let worst = reference.worst(parameter ?? { $0 * counts })
    #expect(worst.compared > 0 && worst.missing == 0, "\(name) \(worst)")
    #expect(worst.pixels <= 1.0 / 16 + 1e-4, "\(name) \(worst)")
    #expect(worst.depth <= Double(bounds.depth) + 1e-4, "\(name) \(worst)")
    #expect(worst.sine <= Self.step + 1e-4, "\(name) \(worst)")
    #expect(worst.brightness <= Self.step + 1e-6, "\(name) \(worst)")
    return Double(list.indices.count) / Double(6 * mesh.faces.count)
  }

  @Test(arguments: MeshPreset.all.map(\.name), [true, false])
  func presetsLookTheSame(_ name: String, isLit: Bool) throws {
    let preset = try MeshPreset.named(name)
    guard preset.parameters.contains(where: { $0.name == "rows" }) else { return }
    let mesh = try preset.mesh(["rows": 70, "columns": 80])
    guard mesh.vertices.count == 71 * 81 else { return }
    check(mesh, rows: 70, columns: 80, isLit: isLit, name)
  }

  /// Few triangles remain of plane surfaces and of surfaces bent along one axis, some of a ripple.
  @Test func smoothGridsLoseMostTriangles() throws {
    let flat = try Mesh.grid(rows: 90, columns: 110)
    #expect(check(flat, rows: 90, columns: 110) <= 0.001)
    let cylinder = try MeshPreset.named("cylinder").mesh(["rows": 90, "columns": 110])
    #expect(check(cylinder, rows: 90, columns: 110) < 0.1)
    let ripple = try Mesh.ripple {
      ($0.rows, $0.columns, $0.waves, $0.amplitude) = (160, 160, 1, 0.04)
    }
    #expect(check(ripple, rows: 160, columns: 160) < 0.4)
  }

  @Test(arguments: 0..<8)
  func smoothSurfacesLookTheSame(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let waves = (0..<4).map { _ in (0..<5).map { _ in Double.random(in: -1...1, using: &random) } }
    var mesh = try Mesh.grid(rows: 100, columns: 90) { from in
      var to = SIMD3<Double>(Double(from.x), Double(from.y), 0)
      for wave in waves {
        let value = sin(6 * (wave[0] * to.x + wave[1] * to.y) + 3 * wave[2])
        to += SIMD3(wave[3] * 0.03, wave[4] * 0.03, 0.06) * value
      }
      return SIMD3<Float>(to)
    }
    mesh.depthNormalization = .average
    let turn = Transform3D.rotation(
      .degrees(Double.random(in: -70...70, using: &random)),
      about: Point3D(
        Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random), 0.2))
    check(mesh, rows: 100, columns: 90, turn: turn, isLit: seed % 2 == 0, "\(seed)")
  }

  /// The vertices of a grid after subdivision are in another order, and its faces have two diagonals.
  @Test(arguments: 0..<6)
  func subdividedGridsLookTheSame(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(40 + seed))
    func number() -> Float { .random(in: -1...1, using: &random) }
    var control = try Mesh.grid(rows: 8, columns: 10) {
      SIMD3($0.x + 0.01 * number(), $0.y + 0.01 * number(), 0.04 * number())
    }
    control.depthNormalization = .average
    let mesh = try control.tessellated(steps: 3)
    let rows = try #require(mesh.subdividedGridInRows)
    let share = check(
      mesh, rows: 64, columns: 80, isLit: seed % 2 == 0, scale: 0.5, "\(seed)", inRows: rows)
    #expect(seed % 2 == 0 || share < 0.5, "\(share)")
  }

  /// The search tries low tolerances where large cells exceed the bounds by little.
  @Test func gentleWavesLoseMostTriangles() throws {
    for amplitude in [0.0004, 0.0006, 0.001] {
      let mesh = try Mesh.grid(rows: 200, columns: 200) { from in
        let wave = sin(9 * Double(from.x)) * cos(7 * Double(from.y))
        return SIMD3(from.x, from.y + Float(amplitude * wave), 0)
      }
      #expect(check(mesh, rows: 200, columns: 200, isLit: false) < 0.05, "\(amplitude)")
    }
  }

  /// Creases keep their position, and the plane parts beside them are simplified.
  @Test func creasesStay() throws {
    var roof = try Mesh.grid(rows: 80, columns: 80) { SIMD3($0.x, $0.y, 0.2 * abs($0.x + 0.3 * $0.y - 0.61)) }
    roof.depthNormalization = .average
    for isLit in [true, false] {
      let left = check(roof, rows: 80, columns: 80, isLit: isLit)
      #expect(left < 0.9)
    }
  }

  /// Every layer of a fold keeps its depth.
  @Test func foldsStay() throws {
    var mesh = try Mesh.grid(rows: 100, columns: 100) { from in
      let y = Double(from.y)
      return SIMD3(from.x, Float(0.5 + 0.3 * sin(y * 9)), Float(0.1 * y))
    }
    mesh.depthNormalization = .average
    #expect(check(mesh, rows: 100, columns: 100) < 0.5)
  }

  @Test func noiseIsNotSimplified() throws {
    var random = SplitMix64(seed: 7)
    let mesh = try Mesh.grid(rows: 80, columns: 80) { from in
      SIMD3(from.x, from.y, Float(Double.random(in: -0.02...0.02, using: &random)))
    }
    #expect(
      TriangleList(simplifying: mesh, inBoundsOf: Self.size, lit: true, Self.projection(mesh).bounds) == nil)
  }

  /// A bump in a plane: the cells around it keep their faces, and the surface has no gap.
  @Test func cellsThatKeepFacesFitTheirNeighbors() throws {
    var mesh = try Mesh.grid(rows: 96, columns: 96) { from in
      // The bump lies between the sampled lines.
      let (x, y) = (from.x - 0.345, from.y - 0.405)
      return SIMD3(from.x, from.y, max(0, 0.01 - 10 * (x * x + y * y)))
    }
    mesh.depthNormalization = .average
    #expect(check(mesh, rows: 96, columns: 96) < 0.5)
    let list = try #require(
      TriangleList(simplifying: mesh, inBoundsOf: Self.size, lit: true, Self.projection(mesh).bounds))
    for (a, b) in list.openEdges {
      let isBoundary = (a.x == b.x && (a.x == 0 || a.x == 1)) || (a.y == b.y && (a.y == 0 || a.y == 1))
      #expect(isBoundary, "\(a) \(b)")
    }
  }

  @Test func contentAndBrightnessAreBounded() throws {
    // Rotated content, not aligned with the axes of the grid.
    var vertices = try Mesh.grid(rows: 80, columns: 80).vertices
    for i in vertices.indices {
      vertices[i].from = SIMD2(
        0.2 + 0.4 * vertices[i].toX - 0.2 * vertices[i].toY,
        0.3 + 0.2 * vertices[i].toX + 0.4 * vertices[i].toY)
    }
    let faces = try Mesh.grid(rows: 80, columns: 80).faces
    let brightness = vertices.map { 1 + 0.5 * Float(sin(Double($0.toX) * 5)) }
    let turned = try Mesh(vertices: vertices, faces: faces, brightness: brightness)
    let left = check(turned, rows: 80, columns: 80) { from in
      let p = from - SIMD2(0.2, 0.3)
      return SIMD2(0.4 * p.x + 0.2 * p.y, 0.4 * p.y - 0.2 * p.x) / 0.2 * 80
    }
    #expect(left < 0.5)
    // Content that bends within a flat grid.
    for i in vertices.indices {
      vertices[i].from.x += 0.05 * Float(sin(Double(vertices[i].toX + vertices[i].toY) * 40))
    }
    let bent = try Mesh(vertices: vertices, faces: faces)
    let list = TriangleList(
      simplifying: bent, inBoundsOf: Self.size, lit: false, Self.projection(bent, isLit: false).bounds)
    #expect((list?.indices.count ?? 6 * 6400) > 6 * 1000)
  }

  /// Cells outside the canvas are left out; no visible part is missing.
  @Test func cellsOffTheCanvasAreLeftOut() throws {
    let ripple = try Mesh.ripple { ($0.rows, $0.columns, $0.waves) = (150, 150, 1) }
    let small = PixelSize(40, 30)
    let all = check(ripple, rows: 150, columns: 150)
    let some = check(ripple, rows: 150, columns: 150, canvas: small)
    #expect(some < all / 2)
  }

  /// Where a surface crosses the plane of the eye, cells keep their faces.
  @Test func cellsBehindTheEyeKeepTheirFaces() throws {
    var mesh = try Mesh.grid(rows: 90, columns: 90) { SIMD3($0.x, $0.y, 0) }
    mesh.depthNormalization = .average
    let turn = Transform3D.rotation(.degrees(80), about: Point3D(1, 0, 0)) * .translation(0, 0, 450)
    check(mesh, rows: 90, columns: 90, turn: turn)
  }

  /// The result does not depend on the number of threads.
  @Test func resultIsDeterministic() async throws {
    let ripple = try Mesh.ripple { ($0.rows, $0.columns, $0.waves) = (120, 120, 1) }
    let bounds = Self.projection(ripple).bounds
    func list() -> TriangleList? {
      TriangleList(simplifying: ripple, inBoundsOf: Self.size, lit: true, bounds)
    }
    let first = try #require(list())
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<6 {
        group.addTask {
          let other = TriangleList(simplifying: ripple, inBoundsOf: Self.size, lit: true, bounds)
          return other?.indices == first.indices && other?.vertices == first.vertices
            && other?.normals == first.normals
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  @Test func otherMeshesAreNotSimplified() throws {
    let grid = try Mesh.grid(rows: 80, columns: 80)
    let bounds = Self.projection(grid).bounds
    var bilinear = grid
    bilinear.faceInterpolation = .bilinear
    #expect(TriangleList(simplifying: bilinear, inBoundsOf: Self.size, lit: true, bounds) == nil)
    #expect(TriangleList(simplifying: grid, inBoundsOf: Self.size, lit: true, shading: .flat, bounds) == nil)
    let small = try Mesh.grid(rows: 20, columns: 20)
    #expect(TriangleList(simplifying: small, inBoundsOf: Self.size, lit: true, bounds) == nil)
    var turned = grid.faces
    turned.swapAt(3, 4)
    let other = try Mesh(vertices: grid.vertices, faces: turned)
    #expect(TriangleList(simplifying: other, inBoundsOf: Self.size, lit: true, bounds) == nil)
  }
}

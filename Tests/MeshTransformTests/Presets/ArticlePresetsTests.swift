import MeshTransform
import Testing

/// The two meshes of the article, against numbers computed apart from this code.
@Suite struct ArticlePresetsTests {
  /// `0.15 sin(3 pi t)^2 + 0.3 t` and `0.85 + 0.15 sin(3 pi t)^2 - 0.3 t`.
  @Test(arguments: [
    (0, 0, 0.85), (5, 0.165533008588991, 0.940533008588991), (13, 0.098423374455365, 0.753423374455365),
    (31, 0.341549287480466, 0.726549287480466), (40, 0.3, 0.55),
  ])
  func theWavyTransform(column: Int, top: Double, bottom: Double) throws {
    let mesh = try Mesh.wave()
    #expect(mesh.vertices.count == 82)
    #expect(mesh.depthNormalization == .none)
    let t = Float(column) / 40
    for (vertex, fromY, toY) in [
      (mesh.vertices[2 * column], Float(0), top), (mesh.vertices[2 * column + 1], 1, bottom),
    ] {
      #expect(vertex.from == SIMD2(t, fromY))
      #expect(vertex.toX == t)
      #expect(abs(vertex.toY - Float(toY)) < 1e-6)
      #expect(vertex.toZ == 0)
    }
  }

  @Test func theWavyTransformsFaces() throws {
    let faces = try Mesh.wave().faces
    #expect(faces.count == 40)
    #expect(faces[0] == Mesh.Face(0, 2, 3, 1))
    #expect(faces[39] == Mesh.Face(78, 80, 81, 79))
  }

  /// `0.05 sin(8 pi r)` at row and column of a 50 x 50 grid.
  /// Every column is straight, whatever the number of rows.
  @Test func rowsOfAWaveLieBetweenItsEdges() throws {
    let (one, five) = (try Mesh.wave(), try Mesh.wave { $0.rows = 5 })
    #expect(five.vertices.count == 6 * 41 && five.faces.count == 200)
    for vertex in five.vertices {
      let column = Int((vertex.fromX * 40).rounded())
      let (top, bottom) = (one.vertices[2 * column].to, one.vertices[2 * column + 1].to)
      #expect(abs(vertex.to - (top + (bottom - top) * vertex.fromY)).max() < 1e-6)
    }
  }

  @Test(arguments: [
    (25, 25, 0), (0, 0, -0.044051241035619), (25, 30, 0.029389262614624), (10, 44, -0.019396547378657),
  ])
  func theRipple(row: Int, column: Int, z: Double) throws {
    let mesh = try Mesh.ripple()
    #expect(mesh.vertices.count == 51 * 51)
    #expect(mesh.depthNormalization == .average)
    let vertex = mesh.vertices[row * 51 + column]
    #expect(vertex.from == SIMD2(Float(column) / 50, Float(row) / 50))
    #expect(SIMD2(vertex.toX, vertex.toY) == vertex.from)
    #expect(abs(vertex.toZ - Float(z)) < 1e-6)
  }

  /// A whole turn later the picture is the same; half a turn of the ripple is its negative.
  @Test func phasesRepeat() throws {
    let (wave, later) = (try Mesh.wave { $0.phase = 0.3 }, try Mesh.wave { $0.phase = 1.3 })
    for (a, b) in zip(wave.vertices, later.vertices) { #expect(abs(a.toY - b.toY) < 1e-6) }
    let (ripple, opposite) = (try Mesh.ripple(), try Mesh.ripple { $0.phase = 0.5 })
    for (a, b) in zip(ripple.vertices, opposite.vertices) { #expect(abs(a.toZ + b.toZ) < 1e-6) }
  }
}

import MeshFormats
import MeshTransform
import SceneDocument

/// A grid whose coordinates use every bit of a Float; some are outside the layer.
func randomGrid(rows: Int, columns: Int, seed: UInt64, isFlat: Bool = false) throws -> Mesh {
  var random = SplitMix(state: seed)
  return try Mesh.grid(rows: rows, columns: columns).mappingVertices { vertex, _ in
    Mesh.Vertex(
      from: SIMD2(.random(in: 0...1, using: &random), .random(in: 0...1, using: &random)),
      to: SIMD3(
        .random(in: -0.5...1.5, using: &random), .random(in: -0.5...1.5, using: &random),
        isFlat ? 0 : .random(in: -2...2, using: &random)))
  }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The error's description, or "no error" when nothing is thrown.
func words<Value>(_ body: () throws(DocumentError) -> Value) -> String {
  do throws(DocumentError) { _ = try body() } catch { return error.description }
  return "no error"
}

/// A seeded generator, which makes failures reproducible.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

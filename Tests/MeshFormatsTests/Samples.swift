import MeshFormats
import MeshTransform
import SceneDocument
import TestSupport

/// A grid whose coordinates use every bit of a Float; some are outside the layer.
func randomGrid(rows: Int, columns: Int, seed: UInt64, isFlat: Bool = false) throws -> Mesh {
  var random = SplitMix64(seed: seed)
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

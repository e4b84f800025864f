/// The compiled variants of the mesh pass. Compiling is among the slowest steps of a first picture, so each variant is
/// compiled when a scene first needs it, and kept.
final class MeshPassCache {
  private var passes: [MeshPass.Variant: MeshPass] = [:]

  func prepare(_ gl: GLContext, _ variant: MeshPass.Variant) throws(GLError) {
    if passes[variant] == nil { passes[variant] = try MeshPass(gl, variant) }
  }

  func removeAll() { passes = [:] }

  subscript(variant: MeshPass.Variant) -> MeshPass? { passes[variant] }
}

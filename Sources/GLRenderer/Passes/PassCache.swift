/// The compiled passes. Compiling is among the slowest steps of a first picture, so each variant is compiled when a scene
/// first needs it, and kept.
final class PassCache {
  private var meshes: [MeshPass.Variant: MeshPass] = [:]
  /// Nil until prepared.
  private(set) var lines: LinePass?
  /// Nil until prepared.
  private(set) var lists: FragmentLists?
  private var coordinates: [CoordinatePass.Variant: CoordinatePass] = [:]

  func prepare(_ gl: GLContext, _ variant: MeshPass.Variant) throws(GLError) {
    if meshes[variant] == nil { meshes[variant] = try MeshPass(gl, variant) }
  }

  func prepareLines(_ gl: GLContext) throws(GLError) {
    if lines == nil { lines = try LinePass(gl) }
  }

  func prepareLists(_ gl: GLContext) {
    if lists == nil { lists = FragmentLists(gl) }
  }

  /// Compiled at its first use.
  func coordinates(_ gl: GLContext, _ variant: CoordinatePass.Variant) throws(GLError) -> CoordinatePass {
    if let known = coordinates[variant] { return known }
    let made = try CoordinatePass(gl, variant)
    coordinates[variant] = made
    return made
  }

  func removeAll() { (meshes, lines, lists, coordinates) = ([:], nil, nil, [:]) }

  subscript(variant: MeshPass.Variant) -> MeshPass? { meshes[variant] }
}

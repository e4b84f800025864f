/// The GLSL sources of this folder, embedded at build time: one pair for each pass.
public enum Shaders {
  public static var meshVertex: String { String(decoding: PackageResources.mesh_vert_glsl, as: UTF8.self) }
  public static var meshFragment: String { String(decoding: PackageResources.mesh_frag_glsl, as: UTF8.self) }
  public static var linesVertex: String { String(decoding: PackageResources.lines_vert_glsl, as: UTF8.self) }
  public static var linesFragment: String {
    String(decoding: PackageResources.lines_frag_glsl, as: UTF8.self)
  }
}

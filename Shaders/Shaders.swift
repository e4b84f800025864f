/// The GLSL sources of this folder, embedded at build time.
public enum Shaders {
  public static var meshVertex: String { String(decoding: PackageResources.mesh_vert_glsl, as: UTF8.self) }
}

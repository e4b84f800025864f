/// The GLSL sources of this folder, embedded at build time: one pair for each pass.
public enum Shaders {
  /// With the light behind it.
  public static var meshVertex: String {
    text(PackageResources.mesh_vert_glsl) + text(PackageResources.light_glsl)
  }
  /// With the bilinear patch, the filter, the light and the list of fragments behind it: line numbers count on.
  public static var meshFragment: String {
    text(PackageResources.mesh_frag_glsl) + text(PackageResources.patch_glsl)
      + text(PackageResources.footprint_glsl) + text(PackageResources.light_glsl)
      + text(PackageResources.fragments_glsl)
  }
  public static var listsVertex: String { text(PackageResources.lists_vert_glsl) }
  public static var listsFragment: String { text(PackageResources.lists_frag_glsl) }
  public static var linesVertex: String { text(PackageResources.lines_vert_glsl) }
  public static var linesFragment: String { text(PackageResources.lines_frag_glsl) }
  public static var encodeFragment: String { text(PackageResources.encode_frag_glsl) }
  public static var mapVertex: String { text(PackageResources.map_vert_glsl) }
  /// With the bilinear patch behind it.
  public static var mapFragment: String {
    text(PackageResources.map_frag_glsl) + text(PackageResources.patch_glsl)
  }
  public static var screenVertex: String { text(PackageResources.screen_vert_glsl) }
  public static var partsVertex: String { text(PackageResources.parts_vert_glsl) }
  public static var partsFragment: String { text(PackageResources.parts_frag_glsl) }
  public static var averageFragment: String { text(PackageResources.average_frag_glsl) }
  public static var resolveFragment: String { text(PackageResources.resolve_frag_glsl) }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

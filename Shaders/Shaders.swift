/// The GLSL sources of this folder, embedded at build time: one pair for each pass.
public enum Shaders {
  /// With mesh-uniforms.glsl, followed by light.glsl.
  public static var meshVertex: String {
    withUniforms(PackageResources.mesh_vert_glsl) + text(PackageResources.light_glsl)
  }
  /// With mesh-uniforms.glsl, followed by corner-weights.glsl, content.glsl, footprint.glsl, light.glsl and
  /// a-buffer-fragments.glsl; line numbers continue.
  public static var meshFragment: String {
    withUniforms(PackageResources.mesh_frag_glsl) + text(PackageResources.corner_weights_glsl)
      + text(PackageResources.content_glsl) + text(PackageResources.footprint_glsl)
      + text(PackageResources.light_glsl) + text(PackageResources.a_buffer_fragments_glsl)
  }
  public static var aBufferVertex: String { text(PackageResources.a_buffer_vert_glsl) }
  public static var aBufferFragment: String { text(PackageResources.a_buffer_frag_glsl) }
  public static var linesVertex: String { text(PackageResources.lines_vert_glsl) }
  public static var linesFragment: String { text(PackageResources.lines_frag_glsl) }
  public static var encodeFragment: String { text(PackageResources.encode_frag_glsl) }
  public static var mapVertex: String { text(PackageResources.map_vert_glsl) }
  /// Followed by corner-weights.glsl.
  public static var mapFragment: String {
    text(PackageResources.map_frag_glsl) + text(PackageResources.corner_weights_glsl)
  }
  public static var screenVertex: String { text(PackageResources.screen_vert_glsl) }
  public static var edgeTilesVertex: String { text(PackageResources.edge_tiles_vert_glsl) }
  public static var edgeTilesFragment: String { text(PackageResources.edge_tiles_frag_glsl) }
  public static var edgePixelsCompute: String { text(PackageResources.edge_pixels_comp_glsl) }
  public static var blendFragment: String { text(PackageResources.blend_frag_glsl) }
  public static var blurFragment: String { text(PackageResources.blur_frag_glsl) }
  public static var contactShadowFragment: String { text(PackageResources.contact_shadow_frag_glsl) }
  public static var averageFragment: String { text(PackageResources.average_frag_glsl) }
  public static var halveFragment: String { text(PackageResources.halve_frag_glsl) }
  public static var resolveFragment: String { text(PackageResources.resolve_frag_glsl) }

  /// The text with mesh-uniforms.glsl in the place of the line that names it.
  private static func withUniforms(_ bytes: [UInt8]) -> String {
    text(bytes).replacing("// mesh-uniforms.glsl\n", with: text(PackageResources.mesh_uniforms_glsl))
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

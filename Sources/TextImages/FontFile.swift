import CPango
import MeshTransform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A font from a file, for texts that name it: nothing is installed, and no other text or program sees it.
///
/// The file's bytes stay in memory until the process ends, because Cairo keeps fonts by their paths; make one value for
/// each font, and use it for all of its texts.
public final class FontFile: @unchecked Sendable {
  /// The name in messages, such as the path.
  public let name: String
  /// The size of the file in bytes.
  public let byteCount: Int
  /// The installed fonts and the faces of the file. Fontconfig allows several threads to read a finished configuration.
  let config: OpaquePointer
  private let families: [Family]

  /// The faces of one family. Their names are replaced by an alias, so that no installed font of the same name is found
  /// before them.
  struct Family {
    let alias: String
    /// In all languages of the font.
    let names: [String]

    var name: String { names.first ?? "" }

    /// Whether a list separated by commas contains one of the names.
    func isNamed(in list: String) -> Bool {
      let requested = list.familyNames
      return names.map { $0.lowercased() }.contains { name in
        requested.contains { $0.isSameBytes(as: name) }
      }
    }
  }

  /// The most bytes of a font that should be read: 128 MiB.
  public static let byteLimit = 128 << 20

  static let faceLimit = 256

  /// Safe from any thread.
  ///
  /// - Parameter bytes: a TrueType or OpenType font, or a collection of them.
  /// - Throws: ``TextError``, if the bytes are not a font, if it has more than 256 faces, and if Pango or memory is
  ///   missing.
  public init(_ bytes: [UInt8], name: String) throws(TextError) {
    (self.name, byteCount) = (name, bytes.count)
    (config, families) = try FontLock.withLock { () throws(TextError) in try Self.load(bytes, name) }
  }

  /// The installed fonts with the faces of a file.
  private static func load(
    _ bytes: [UInt8], _ name: String
  ) throws(TextError) -> (config: OpaquePointer, families: [Family]) {
    if let reason = cpango_load() { throw .libraryMissing(String(cString: reason)) }
    try FontTables.check(bytes, name: name)
    let descriptor = cpango_memory_file(bytes, bytes.count)
    guard descriptor >= 0 else { throw .fontNotLoaded(name: name, String(cString: strerror(errno))) }
    let faces: FontFaces
    do throws(TextError) {
      faces = try FontFaces("/proc/self/fd/\(descriptor)", name: name, limit: faceLimit)
    } catch {
      // Nothing has kept the path.
      close(descriptor)
      throw error
    }
    guard let config = cpango_FcInitLoadConfigAndFonts(),
      let installed = cpango_FcConfigGetFonts(config, Int32(cpango_font_set_system))
    else { throw .fontNotLoaded(name: name, "Fontconfig has no configuration") }
    let families = faces.add(to: installed)
    guard draws(families[0].alias, config) else {
      cpango_FcConfigDestroy(config)
      throw .unsupportedFont(name: name)
    }
    return (config, families)
  }

  /// A context of Pango with the fonts of ``config``; the caller owns it.
  func makeContext() -> OpaquePointer { Self.makeContext(config) }

  private static func makeContext(_ config: OpaquePointer) -> OpaquePointer {
    let map = cpango_pango_cairo_font_map_new()
    defer { cpango_g_object_unref(UnsafeMutableRawPointer(map)) }
    cpango_pango_fc_font_map_set_config(map, config)
    return cpango_pango_font_map_create_context(map)
  }

  /// Whether Pango takes the first face, and HarfBuzz finds glyphs in it. HarfBuzz does not read all formats that
  /// Fontconfig lists, such as WOFF.
  /// - Parameter alias: the alias of its family.
  private static func draws(_ alias: String, _ config: OpaquePointer) -> Bool {
    let context = makeContext(config)
    defer { cpango_g_object_unref(UnsafeMutableRawPointer(context)) }
    let description = cpango_pango_font_description_from_string("12")
    defer { cpango_pango_font_description_free(description) }
    cpango_pango_font_description_set_family(description, alias)
    guard let font = cpango_pango_context_load_font(context, description) else { return false }
    defer { cpango_g_object_unref(UnsafeMutableRawPointer(font)) }
    guard FontDescription.family(of: font) == alias else { return false }
    return cpango_hb_face_get_glyph_count(cpango_hb_font_get_face(cpango_pango_font_get_hb_font(font))) > 0
  }

  deinit { FontLock.withLock { cpango_FcConfigDestroy(config) } }

  /// The first family that a list separated by commas names, or else that of the first face.
  func family(for list: String?) -> Family {
    for requested in list?.familyNames ?? [] {
      if let family = families.first(where: { $0.isNamed(in: requested) }) { return family }
    }
    return families[0]
  }
}

extension FontFile: Hashable {
  public static func == (a: FontFile, b: FontFile) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

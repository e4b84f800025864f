import ArgumentParser
import ImageFiles
import MeshFormats
import MeshTransform

/// The properties of an exported surface besides its mesh.
struct SurfaceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The PNG to show on the surface, embedded unchanged.", valueName: "file.png"))
  var image: String?

  @Option(
    help: ArgumentHelp(
      "The layer's size in points, which defines the proportions of the surface, of a preset, and of a mesh that is read "
        + "from glTF or fitted by --fit-mesh. Default: the image's, else 1x1.",
      valueName: "WxH"))
  var size: LayerSize?

  @Flag(help: "Show the colors of the picture without lighting (KHR_materials_unlit).")
  var unlit = false

  /// The maximum size of an embedded picture in bytes.
  private static let imageLimit = 256 << 20

  func options() throws(Failure) -> GLTFFile.Options {
    guard let image else {
      return GLTFFile.Options(layerSize: size?.size ?? Size(1, 1), isUnlit: unlit)
    }
    let file = InputFile(argument: image)
    let bytes: [UInt8]
    do { bytes = try file.readAll(limit: Self.imageLimit) } catch { throw Failure(error) }
    do {
      // The whole picture is decoded as a check: a viewer would fail at a damaged one without an error message.
      let picture = try PNG.read(from: .memory(bytes, name: file.description))
      let own = Size(Double(picture.size.width), Double(picture.size.height))
      return GLTFFile.Options(
        layerSize: size?.size ?? own,
        texture: GLTFFile.Texture(png: bytes, hasTransparency: picture.alpha != .opaque), isUnlit: unlit)
    } catch { throw Failure(error) }
  }

  /// - Parameter hasSize: whether the size has a use.
  /// - Throws: when a surface option is given although no surface is written.
  func refuse(except hasSize: Bool) throws {
    if image != nil || size != nil && !hasSize || unlit {
      throw ValidationError("--image, --size and --unlit apply only to glTF; use a .glb or .gltf output.")
    }
  }
}

/// "640x360", both above 0.
struct LayerSize: ExpressibleByArgument {
  let size: Size

  init?(argument: String) {
    let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map {
      Double(decimal: $0) ?? 0
    }
    guard sides.count == 2, sides.allSatisfy({ (1e-6...1e9).contains($0) }) else { return nil }
    size = Size(sides[0], sides[1])
  }
}

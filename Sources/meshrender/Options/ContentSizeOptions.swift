import ArgumentParser
import ImageFiles
import MeshTransform

/// The size of content, for commands that need nothing else of it, or a scene with the content.
struct ContentSizeOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The PNG, JPEG or WebP to deform, of which only the size matters, or a JSON scene; '-' is an image on standard input.",
      valueName: "input"))
  var input: String?

  @Option(
    help: ArgumentHelp("The size in pixels, such as 1920x1080, instead of an image.", valueName: "WxH"),
    transform: CanvasSize.init)
  var contentSize: CanvasSize?

  func validate() throws {
    switch (input, contentSize) {
    case (nil, nil):
      throw ValidationError("There is no content; use an image, a scene or --content-size.")
    case (_?, _?):
      throw ValidationError("There is both an image and a --content-size; use one of them.")
    case (_?, nil): break
    case (nil, let size?):
      guard PixelSize(whole: size.value) != nil else {
        throw ValidationError(
          "--content-size is \(size.value.width)x\(size.value.height); use whole pixels, such as 1920x1080.")
      }
    }
  }

  /// The scene; nil for other content.
  var scene: String? { input.flatMap { $0.lowercased().hasSuffix(".json") ? $0 : nil } }

  /// The size of an image, or that of the flag.
  func size(_ limits: ImageLimits) throws(Failure) -> PixelSize {
    let size: PixelSize
    if let contentSize, let whole = PixelSize(whole: contentSize.value) {
      size = whole
    } else {
      do throws(ImageFileError) {
        size = try ImageFile.readSize(from: InputFile(argument: input ?? "-"))
      } catch .movingPicture(let name, let kind) {
        throw Failure(
          .badData, "\(name.excerpt) is \(kind); use its size instead, as in --content-size 1920x1080")
      } catch {
        throw Failure(error)
      }
    }
    guard max(size.width, size.height) <= limits.side else {
      throw Failure(
        .badData,
        "the content is \(size) px, but the limit is \(limits.side)px per side; use a smaller one, "
          + "or raise it with --max-side")
    }
    guard size.area <= limits.pixels else {
      throw Failure(
        .badData,
        "the content is \(size) px, but the limit is \(limits.pixels) pixels; use a smaller one, "
          + "or raise it with --max-pixels")
    }
    return size
  }
}

extension PixelSize {
  /// Nil for fractions and for sizes beyond the limits of a picture.
  init?(whole size: Size) {
    guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height) else { return nil }
    self.init(Int(width), Int(height))
  }
}

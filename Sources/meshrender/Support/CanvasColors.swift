import ImageFiles
import MeshTransform
import SceneDocument

/// The color space of a canvas: how images and colors become its values, and the profile of its picture.
struct CanvasColors: Sendable {
  /// The conversion of images.
  let conversion: ColorConversion
  /// The profile of the picture; nil: that of its first image.
  let profile: ColorProfile?
  /// The conversion of single colors; nil for a canvas of sRGB.
  private let mapping: ColorMapping?

  /// Images keep their values.
  static let keep = CanvasColors(.keep)
  /// Images become sRGB.
  static let sRGB = CanvasColors(.convert(to: .sRGB))

  private init(_ conversion: ColorConversion) { (self.conversion, profile, mapping) = (conversion, nil, nil) }

  /// - Parameters:
  ///   - space: the name of a color space, or of an ICC file.
  ///   - isLinear: whether light is computed, which takes the curve of sRGB.
  ///   - file: finds an ICC file by its name; nil for a file that may not be read.
  init(space: String, isLinear: Bool, file: (String) -> InputFile?) throws(Failure) {
    guard !isLinear || [.sRGB, .displayP3].contains(ColorSpace(rawValue: space)) else {
      throw Failure(
        .badData,
        "linear light is computed with the curve of sRGB, and \(space.excerpt) may have another; use srgb or display-p3"
      )
    }
    let profile = try Self.profile(of: space, file: file)
    do { mapping = profile == .sRGB ? nil : try ColorMapping(to: profile, name: space) } catch {
      throw Failure(error)
    }
    (conversion, self.profile) = (.convert(to: profile), profile)
  }

  private static func profile(
    of space: String, file: (String) -> InputFile?
  ) throws(Failure) -> ColorProfile {
    if let named = ColorSpace(rawValue: space) {
      do { return try named.profile() } catch { throw Failure(error) }
    }
    guard space.contains(where: { $0 == "." || $0 == "/" }), let file = file(space) else {
      let hint = NearestName.hint(space, among: ColorSpace.allCases.map(\.rawValue))
      throw Failure(.badData, "\(space.excerpt) is neither a color space nor an ICC file; \(hint)")
    }
    do { return try ColorProfile(icc: file.readProfile(), name: file.description) } catch {
      throw Failure(error)
    }
  }

  func color(_ color: Color) -> Color { mapping.map { $0(color) } ?? color }

  /// A scene of sRGB colors with the values of the canvas; its images have them already.
  func applied(to scene: Scene) -> Scene { mapping.map { scene.mappingColors($0.callAsFunction) } ?? scene }
}

extension InputFile {
  /// The bytes of an ICC file, which has a few megabytes at the most.
  fileprivate func readProfile() throws(ImageFileError) -> [UInt8] {
    do { return try readAll(limit: 1 << 26) } catch { throw .input(error) }
  }
}

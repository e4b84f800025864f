import Foundation
import Testing

@testable import GLRenderer

/// The renderers of the tests. A test of one class's methods asks for that class by name; any other test asks for
/// ``any(programCache:tuning:adjust:)``.
extension Renderer {
  /// A renderer of whatever draws here. `MESHRENDER_TEST_CLASS=hardware` gives it the methods of a GPU, on llvmpipe as
  /// well; `software` those of a software rasterizer.
  static func any(
    programCache: ProgramCache? = nil, tuning: Tuning = Tuning(),
    adjust: (inout Capabilities) -> Void = { _ in }
  ) throws(GLError) -> Renderer {
    try Renderer(programCache: programCache, tuning: tuning) { capabilities in
      if let forcedClass { capabilities.deviceClass = forcedClass }
      adjust(&capabilities)
    }
  }

  /// A renderer with the methods of a software rasterizer, on a software rasterizer. A test that asks for it is left
  /// out where EGL lists none.
  static func software(
    tuning: Tuning = Tuning(), adjust: (inout Capabilities) -> Void = { _ in }
  ) throws -> Renderer {
    #if compiler(>=6.3)
      if !hasSoftware { try Test.cancel("there is no software rasterizer") }
    #endif
    return try Renderer(device: .software, tuning: tuning) { capabilities in
      capabilities.deviceClass = .software
      adjust(&capabilities)
    }
  }

  /// A renderer with the methods of a GPU, on whatever draws here.
  static func hardware(
    tuning: Tuning = Tuning(), adjust: (inout Capabilities) -> Void = { _ in }
  ) throws(GLError) -> Renderer {
    try Renderer(tuning: tuning) { capabilities in
      capabilities.deviceClass = .hardware
      adjust(&capabilities)
    }
  }

  /// Samples a pixel of pictures without a count of their own, where all of a picture has them.
  var defaultSamples: Int {
    capabilities.sampleCounts.last { (2...4).contains($0) } ?? 4
  }

  /// The error of levels where ``any(programCache:tuning:adjust:)`` averages samples or blends with an alpha of one half: a GPU
  /// rounds a mean either way, to 127 or 128.
  static let rounding: Double = anyClass == .hardware ? 1 : 0

  /// The samples of edges by ``any(programCache:tuning:adjust:)``, for pictures without a count of their own; nil where edges
  /// have their exact area.
  static let edgeSamples: Int? = anyClass == .hardware ? (try? any())?.defaultSamples : nil

  /// Whether the driver returns and accepts linked programs.
  static let keepsPrograms = (try? any())?.capabilities.programFormats.isEmpty == false

  private static let anyClass = (try? any())?.capabilities.deviceClass

  private static let hasSoftware = devices().contains(where: \.isSoftware)

  private static let forcedClass: DeviceClass? = {
    guard let name = ProcessInfo.processInfo.environment["MESHRENDER_TEST_CLASS"] else { return nil }
    let forced = DeviceClass.allCases.first { String(describing: $0) == name }
    precondition(forced != nil, "MESHRENDER_TEST_CLASS is '\(name)'; use software or hardware")
    return forced
  }()
}

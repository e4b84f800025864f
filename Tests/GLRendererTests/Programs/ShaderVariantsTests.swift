import Foundation
import MeshTransform
import Shaders
import Testing

@testable import GLRenderer
@testable import RenderGraph

/// Every program that the renderer can ask a driver for, as text.
///
/// `MESHRENDER_SHADERS` names a folder to write the texts to, for a validator that is no driver: `make drivers`.
struct ShaderVariantsTests {
  /// Without light, and each kind of light there is: highlights, lamps, one or several, of facets.
  private static let lit: [MeshVariant] = {
    var all = [MeshVariant(isLit: false, hasHighlights: false, hasPositionalLights: false)]
    for (highlights, lamps) in [(false, false), (false, true), (true, false), (true, true)] {
      for count in [nil, 1, 3] {
        for flat in [false, true] {
          var variant = MeshVariant(
            isLit: true, hasHighlights: highlights, hasPositionalLights: lamps, lightCount: count)
          (variant.isFlatShaded, variant.hasSpotLights) = (flat, lamps && !flat)
          all.append(variant)
          if highlights {
            variant.exponentSquarings = 5
            all.append(variant)
          }
          if count == 1, !flat || !highlights && !lamps {
            (variant.hasScalarLight, variant.hasSpotLights) = (true, false)
            all.append(variant)
          }
        }
      }
    }
    return all
  }()

  /// What a variant may be besides, each alone.
  private static func all<Value>(
    _ variants: [MeshVariant], _ property: WritableKeyPath<MeshVariant, Value>, _ values: [Value]
  ) -> [MeshVariant] {
    variants.flatMap { variant in
      values.map { value in
        var variant = variant
        variant[keyPath: property] = value
        return variant
      }
    }
  }

  private static func variants() -> [MeshVariant] {
    // All light with all shapes of faces and all filters.
    var shaped = all(lit, \.interpolation, Mesh.FaceInterpolation.allCases)
    for property in [\MeshVariant.hasBrightness, \.clipsContent] {
      shaped = all(shaped, property, [false, true])
    }
    shaped = all(shaped, \.filter, TextureFilter.allCases)
    // The rest has to do with what becomes of a color, of whatever light it is: with none and with one.
    var colored = shaped.filter {
      !$0.isLit || ($0.lightCount == 1 && !$0.hasHighlights && !$0.hasPositionalLights && !$0.isFlatShaded)
    }
    colored = all(colored, \.magnification, Layer.MagnificationFilter.allCases)
    for property in [\MeshVariant.isTinted, \.isSupersampled] {
      colored = all(colored, property, [false, true])
    }
    let minified = all(
      all(
        colored.filter { !$0.isLit && !$0.isTinted && $0.filter != .twoTaps && $0.filter != .anisotropic },
        \.magnification, Layer.MagnificationFilter.allCases),
      \.minification, [.linear, .trilinear])
    return shaped + colored + minified + all(minified + colored, \.isTiled, [true])
      + all(all(colored, \.isOpaquePart, [true]), \.isDeep, [false, true])
      + all(colored, \.usesABuffer, [true])
  }

  /// The texts of all programs, each pair once.
  private func programs(_ deviceClass: DeviceClass) throws -> Set<[String]> {
    let renderer = try Renderer.any { $0.deviceClass = deviceClass }
    let gl = renderer.gl
    var texts: Set<[String]> = []
    gl.enter()
    defer { gl.leave() }
    try gl.makeCurrent()
    gl.programs.taker = { texts.insert($0) }
    defer { gl.programs.taker = nil }
    var seen: Set<[String]> = []
    for variant in Self.variants() {
      // Faces that pixels interpolate have no vectors.
      if variant.needsLightVectors, variant.interpolatesFaces { continue }
      let defines =
        variant.defines(gl.capabilities) + variant.constants(gl.capabilities).map { "\($0) \($1)" }
      if seen.insert(defines).inserted { _ = try MeshPass(gl, variant) }
    }
    for interpolation in Mesh.FaceInterpolation.allCases {
      for (isForward, clipsContent) in [(true, false), (false, false), (false, true)] {
        let variant = CoordinatePass.Variant(
          interpolation: interpolation, clipsContent: clipsContent, isForward: isForward)
        _ = try CoordinatePass(gl, variant)
      }
    }
    for variant in [ABufferBlending.Variant.singleSampled, .perPixel, .perSample, .perSampleOfPoints] {
      _ = try ABufferBlending(gl, variant)
    }
    for samples in [2, 4, 8, 16] {
      _ = try ResolvePass(gl, samples: samples)
      _ = try TileResolvePass(gl, samples: samples)
      _ = try TileResolvePass(gl, samples: samples, isWeighted: true)
    }
    for mode in Layer.BlendMode.allCases { _ = try BlendPass(gl, mode) }
    for reduces in [false, true] { _ = try BlurPass(gl, reduces: reduces) }
    for step in ContactShadowPass.Step.allCases { _ = try ContactShadowPass(gl, step) }
    var mask = MeshVariant()
    mask.showsCanvasPixels = true
    for mode in Layer.MaskMode.allCases {
      mask.maskMode = mode
      _ = try MeshPass(gl, mask)
    }
    _ = try TileResolvePass(gl, samples: nil)
    for blending in [Canvas.Blending.encoded, .linear] {
      for depth in [Image.Depth.eight, .sixteen] {
        _ = try EdgePixelPass(gl, PixelFormat(blending: blending, depth: depth))
      }
    }
    _ = (try LinePass(gl), try EncodePass(gl), try AveragePass(gl))
    return texts
  }

  /// A define that no shader asks for is misspelled; and all of them are here for a validator.
  @Test func everyDefineMeansSomething() throws {
    let programs = try Set(DeviceClass.allCases.flatMap { try self.programs($0) })
    #expect(programs.count > 1000)
    for texts in programs {
      #expect(texts.allSatisfy { $0.hasPrefix("#version 310 es\n") })
    }
    // Those that the passes put behind the first line.
    var defines: Set<Substring> = []
    for texts in programs {
      var rest = texts[texts.count - 1].drop { $0 != "\n" }.dropFirst()
      while rest.hasPrefix("#define ") {
        let line = rest.prefix { $0 != "\n" }
        defines.insert(line.split(separator: " ")[1])
        rest = rest[line.endIndex...].dropFirst()
      }
    }
    #expect(defines.count > 10)
    let sources = [
      Shaders.meshVertex, Shaders.meshFragment, Shaders.mapFragment, Shaders.aBufferVertex,
      Shaders.aBufferFragment,
      Shaders.edgeTilesVertex, Shaders.edgeTilesFragment, Shaders.resolveFragment,
      Shaders.blendFragment, Shaders.blurFragment, Shaders.contactShadowFragment, Shaders.edgePixelsCompute,
    ]
    for define in defines { #expect(sources.contains { $0.contains(define) }, "\(define)") }
    guard let folder = ProcessInfo.processInfo.environment["MESHRENDER_SHADERS"] else { return }
    for (stage, suffix) in [(0, "vert"), (1, "frag"), (0, "comp")] {
      let texts = programs.filter { ($0.count == 1) == (suffix == "comp") }
      for (number, text) in Set(texts.map { $0[stage] }).sorted().enumerated() {
        try text.write(toFile: "\(folder)/\(number).\(suffix)", atomically: false, encoding: .utf8)
      }
    }
  }
}

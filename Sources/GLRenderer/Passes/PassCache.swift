import MeshTransform
import RenderGraph

/// The compiled passes. Compilation is among the slowest steps of a first picture, so each variant is compiled at its
/// first use and kept; of mesh passes, which have many variants, only the most recently used are kept.
final class PassCache {
  private let deviceClass: DeviceClass
  private var meshes: [MeshVariant: MeshPass] = [:]
  /// The number of the picture that last used a variant, counted by `picture`.
  private var lastUses: [MeshVariant: Int] = [:]
  private var picture = 0
  /// Number of mesh passes kept from one picture to the next. The driver's copy of one takes about 1 MiB; a scene uses
  /// a few.
  var meshCapacity = 96
  var meshCount: Int { meshes.count }
  /// Whether general variants stand for those of the picture.
  private var usesGeneralVariants = false
  /// The pass of mesh lines; nil until prepared.
  private(set) var lines: LinePass?
  /// The A-buffer; nil until prepared.
  private(set) var aBuffer: ABufferPass?
  private var encode: EncodePass?
  private var coordinates: [CoordinatePass.Variant: CoordinatePass] = [:]
  private var average: AveragePass?
  private var mip: MipPass?
  private var resolve: [Int: ResolvePass] = [:]
  private var blend: [Layer.BlendMode: BlendPass] = [:]
  private var blur: [Bool: BlurPass] = [:]
  private var contactShadow: [ContactShadowPass.Step: ContactShadowPass] = [:]
  private var tileResolve: [TileResolveKey: TileResolvePass] = [:]
  private var tileMask: TileResolvePass?
  private var edgePixels: [PixelFormat: EdgePixelPass] = [:]

  private struct TileResolveKey: Hashable {
    let samples: Int
    let isWeighted: Bool
  }

  init(_ deviceClass: DeviceClass) { self.deviceClass = deviceClass }

  /// Frees the least recently used mesh passes beyond the capacity. The context is current, and no picture is begun.
  /// - `usesGeneralVariants`: whether ``MeshVariant/general`` variants stand for those of the next picture.
  func beginFrame(usesGeneralVariants: Bool) {
    picture += 1
    self.usesGeneralVariants = usesGeneralVariants
    guard meshes.count > meshCapacity else { return }
    let oldest = lastUses.sorted { $0.value < $1.value }.dropLast(meshCapacity)
    for (variant, _) in oldest { (meshes[variant], lastUses[variant]) = (nil, nil) }
  }

  func prepare(_ gl: GLContext, _ variant: MeshVariant) throws(GLError) {
    let variant = drawn(variant)
    if meshes[variant] == nil { meshes[variant] = try MeshPass(gl, variant) }
    lastUses[variant] = picture
  }

  func prepareLines(_ gl: GLContext) throws(GLError) {
    if lines == nil { lines = try LinePass(gl) }
  }

  func prepareABuffer(_ gl: GLContext) {
    if aBuffer == nil { aBuffer = ABufferPass(gl) }
  }

  /// The pass, compiled at its first use.
  func encodePass(_ gl: GLContext) throws(GLError) -> EncodePass {
    if let encode { return encode }
    let made = try EncodePass(gl)
    encode = made
    return made
  }

  /// The pass, compiled at its first use.
  func averagePass(_ gl: GLContext) throws(GLError) -> AveragePass {
    if let average { return average }
    let made = try AveragePass(gl)
    average = made
    return made
  }

  /// The pass, compiled at its first use.
  func mipPass(_ gl: GLContext) throws(GLError) -> MipPass {
    if let mip { return mip }
    let made = try MipPass(gl)
    mip = made
    return made
  }

  /// The pass, compiled at its first use.
  func blendPass(_ gl: GLContext, _ mode: Layer.BlendMode) throws(GLError) -> BlendPass {
    if let known = blend[mode] { return known }
    let made = try BlendPass(gl, mode)
    blend[mode] = made
    return made
  }

  /// The pass, compiled at its first use.
  func blurPass(_ gl: GLContext, reduces: Bool) throws(GLError) -> BlurPass {
    if let known = blur[reduces] { return known }
    let made = try BlurPass(gl, reduces: reduces)
    blur[reduces] = made
    return made
  }

  /// The pass, compiled at its first use.
  func contactShadowPass(_ gl: GLContext, _ step: ContactShadowPass.Step) throws(GLError) -> ContactShadowPass
  {
    if let known = contactShadow[step] { return known }
    let made = try ContactShadowPass(gl, step)
    contactShadow[step] = made
    return made
  }

  /// The pass for this count of samples, compiled at its first use; nil where a blit averages them.
  func resolvePass(_ gl: GLContext, samples: Int) throws(GLError) -> ResolvePass? {
    guard gl.capabilities.resolvesByShader(samples: samples) else { return nil }
    if let known = resolve[samples] { return known }
    let made = try ResolvePass(gl, samples: samples)
    resolve[samples] = made
    return made
  }

  /// The pass, compiled at its first use.
  func tileResolvePass(_ gl: GLContext, samples: Int, isWeighted: Bool) throws(GLError) -> TileResolvePass {
    let key = TileResolveKey(samples: samples, isWeighted: isWeighted)
    if let known = tileResolve[key] { return known }
    let made = try TileResolvePass(gl, samples: samples, isWeighted: isWeighted)
    tileResolve[key] = made
    return made
  }

  /// The pass, compiled at its first use.
  func tileMaskPass(_ gl: GLContext) throws(GLError) -> TileResolvePass {
    if let tileMask { return tileMask }
    let made = try TileResolvePass(gl, samples: nil)
    tileMask = made
    return made
  }

  /// The pass, compiled at its first use.
  func edgePixelPass(_ gl: GLContext, _ format: PixelFormat) throws(GLError) -> EdgePixelPass {
    if let known = edgePixels[format] { return known }
    let made = try EdgePixelPass(gl, format)
    edgePixels[format] = made
    return made
  }

  /// The pass, compiled at its first use.
  func coordinates(_ gl: GLContext, _ variant: CoordinatePass.Variant) throws(GLError) -> CoordinatePass {
    if let known = coordinates[variant] { return known }
    let made = try CoordinatePass(gl, variant)
    coordinates[variant] = made
    return made
  }

  func removeAll() {
    (meshes, lines, aBuffer, encode, average, mip, resolve) = ([:], nil, nil, nil, nil, nil, [:])
    lastUses = [:]
    (coordinates, tileResolve, tileMask, edgePixels) = ([:], [:], nil, [:])
    (blend, blur, contactShadow) = ([:], [:], [:])
  }

  subscript(variant: MeshVariant) -> MeshPass? { meshes[drawn(variant)] }

  private func drawn(_ variant: MeshVariant) -> MeshVariant {
    usesGeneralVariants ? variant.general : variant.drawn(by: deviceClass)
  }
}

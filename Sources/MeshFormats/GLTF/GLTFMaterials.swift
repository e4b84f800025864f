import MeshTransform
import SceneDocument

/// The materials of a glTF file, each read once.
struct GLTFMaterials {
  private let values: [GLTFValue]
  private var known: [Int: GLTFTextureTransform] = [:]

  init(_ values: [GLTFValue]) { self.values = values }

  /// The transform of the texture coordinates of a primitive's material.
  mutating func textureTransform(_ material: GLTFValue?) throws(DocumentError) -> GLTFTextureTransform {
    guard let material else { return .identity }
    let index = try material.index(of: values.count, "materials")
    if let known = known[index] { return known }
    let transform = try GLTFTextureTransform(values[index])
    known[index] = transform
    return transform
  }
}

/// The texture coordinates of a material's picture: their set, and KHR_texture_transform.
struct GLTFTextureTransform {
  /// The number of the set: 0 for TEXCOORD_0.
  private(set) var coordinates = 0
  private var offset = SIMD2<Double>(0, 0), scale = SIMD2<Double>(1, 1)
  private var rotation = 0.0

  static let identity = GLTFTextureTransform()

  private init() {}

  init(_ material: GLTFValue) throws(DocumentError) {
    guard let surface = try material.members(["pbrMetallicRoughness"])["pbrMetallicRoughness"],
      let texture = try surface.members(["baseColorTexture"])["baseColorTexture"]
    else { return }
    let members = try texture.members(["texCoord", "extensions"])
    coordinates = try members["texCoord"]?.integer(in: 0...99) ?? 0
    guard
      let transform = try members["extensions"]?.members(["KHR_texture_transform"])["KHR_texture_transform"]
    else { return }
    let parts = try transform.members(["offset", "scale", "rotation", "texCoord"])
    if let pair = try parts["offset"]?.numbers(2) { offset = SIMD2(pair[0], pair[1]) }
    if let pair = try parts["scale"]?.numbers(2) { scale = SIMD2(pair[0], pair[1]) }
    if let angle = try parts["rotation"]?.number() { rotation = angle }
    if let set = try parts["texCoord"]?.integer(in: 0...99) { coordinates = set }
  }

  func apply(_ uv: SIMD2<Float>) -> SIMD2<Float> {
    if offset == .zero, scale == SIMD2(1, 1), rotation == 0 { return uv }
    let scaled = SIMD2<Double>(uv) * scale
    let (s, c) = Angle.radians(rotation).sineAndCosine
    return SIMD2<Float>(offset + SIMD2(c * scaled.x + s * scaled.y, c * scaled.y - s * scaled.x))
  }
}

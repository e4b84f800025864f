import CEGL
import MeshTransform

/// One layer on the GPU: triangles and texture, with what places and lights them. Owns the GL objects; a class because
/// a frame keeps a list of them.
final class LayerDrawable {
  let projection: LayerProjection
  let lighting: LightingUniforms
  let triangles: TriangleList
  let isOpaque: Bool
  let texture: Texture
  let vertexArray: VertexArray
  let indexBuffer: Buffer
  private let vertexBuffer: Buffer
  private let normalBuffer: Buffer

  init(_ gl: GLContext, _ layer: Layer, _ lights: [Light], _ projection: LayerProjection) throws(GLError) {
    self.projection = projection
    var lighting = LightingUniforms(lights, on: layer.surface)
    let content = layer.contents.texels
    isOpaque = content.alpha == .opaque

    let unitToCanvas = FloatMatrix(projection.unitToCanvas)
    var triangles = TriangleList(
      layer.mesh, inBoundsOf: layer.bounds.size, lit: lighting.variant.isLit)
    if !isOpaque { triangles.sortBackToFront(unitToCanvas) }
    self.triangles = triangles
    let minification = Minification(unitToCanvas, contentSize: content.size)
    let isMinified = minification.affects(triangles)
    texture = try Texture(gl, content, isMinified: isMinified)
    lighting.variant.isMinified = isMinified
    self.lighting = lighting

    vertexArray = VertexArray()
    vertexBuffer = try Buffer(gl, target: GL_ARRAY_BUFFER, triangles.vertices)
    let stride = MemoryLayout<Mesh.Vertex>.stride
    vertexArray.floats(0, components: 2, stride: stride, offset: 0)
    vertexArray.floats(1, components: 3, stride: stride, offset: 2 * MemoryLayout<Float>.stride)
    normalBuffer = try Buffer(gl, target: GL_ARRAY_BUFFER, triangles.normals)
    if normalBuffer.count > 0 {
      vertexArray.floats(2, components: 3, stride: MemoryLayout<Mesh.Normal>.stride, offset: 0)
    }
    indexBuffer = try Buffer(gl, target: GL_ELEMENT_ARRAY_BUFFER, triangles.indices)
    glBindVertexArray(0)
  }
}

@available(*, unavailable) extension LayerDrawable: Sendable {}

extension Layer.Contents {
  /// The pixels to put into a texture: opaque or premultiplied.
  fileprivate var texels: Image {
    switch self {
    case .none: return Image(size: PixelSize(1, 1), alpha: .premultiplied, bytes: [0, 0, 0, 0])
    case .image(let image): return image.premultiplied()
    case .gradient(let gradient): return gradient.image(size: PixelSize(256, 256))
    case .color(let color):
      func byte(_ value: Double) -> UInt8 { UInt8(min(max(value * 255, 0), 255).rounded()) }
      let alpha = byte(color.alpha)
      let bytes = [byte(color.red), byte(color.green), byte(color.blue), alpha]
      return Image(size: PixelSize(1, 1), alpha: alpha == 255 ? .opaque : .straight, bytes: bytes)
        .premultiplied()
    }
  }
}

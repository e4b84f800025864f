import CEGL
import MeshTransform
import Shaders

/// Draws one layer's triangles: its content, bent by its mesh and lit.
///
/// Opaque content is resolved by the depth buffer in any order; translucent content is blended from back to front
/// over what lies behind it. Of content that is opaque in part, that part can be drawn before, so that it hides what
/// lies behind it even where layers cross.
final class MeshPass {
  private let gl: GLContext
  private let program: ShaderProgram
  private let variant: Variant
  /// Nil where light is no more than one light.
  private var lightBlock: LightBlock?

  /// Which parts of the shaders a picture needs; the others are not even compiled.
  struct Variant: Hashable {
    var isLit: Bool
    var hasHighlights: Bool
    var hasPositionalLights: Bool
    /// Of lights that do more than add to the ambient sum, where their number is built into the shader: 1, or nil.
    var lightCount: Int?
    /// The one light is directional, changes all channels alike, and makes no highlights.
    var isGray = false
    /// Each facet has a normal of its own.
    var isFlatShaded = false
    /// Where light is computed: in each pixel or at the vertices.
    var isVertexLit = false
    var filter = ContentFilter.single
    var isTinted = false
    /// For content that is drawn larger than it is.
    var magnification = Layer.MagnificationFilter.linear
    /// The content has a picture twice as fine beside it, which is sampled where it is not drawn smaller.
    var isOversampled = false
    /// Draws opaque texels only.
    var isOpaquePart = false
    /// Keeps fragments in lists instead of drawing them.
    var isListed = false
    /// How the content lies in a face.
    var interpolation = Mesh.FaceInterpolation.triangles
    var hasBrightness = false
    /// Some of what is drawn lies outside the content.
    var isCut = false
    /// The content is made of the canvas's own pixels.
    var showsCanvasPixels = false
    /// Draws the nearest depth, and no color.
    var isMask = false
    /// Draws several fragments a pixel.
    var isSupersampled = false

    /// Whether every pixel must know its face's corners.
    var hasPatches: Bool {
      switch interpolation {
      case .triangles: false
      case .bilinear: true
      case .projective: isLit || hasBrightness || isCut
      }
    }

    /// Whether pixels must know where on the canvas they are.
    var needsTileOrigin: Bool { hasPatches || showsCanvasPixels }

    /// Whether the vertices hand the one light to their pixels.
    var handsLight: Bool { isLit && lightCount == 1 && !isVertexLit && !hasPatches }

    /// Whether the world is turned so that the light travels along -z.
    var isAlongLight: Bool { handsLight && !hasPositionalLights }

    func defines(_ capabilities: Capabilities) -> [String] {
      let all = [
        ("LIT", isLit), ("ONE_LIGHT", lightCount == 1), ("SPECULAR", hasHighlights),
        ("POSITIONAL", hasPositionalLights),
        ("HANDED_LIGHT", handsLight), ("ALONG_LIGHT", isAlongLight), ("GRAY_LIGHT", handsLight && isGray),
        ("VERTEX_LIGHT", isVertexLit), ("TINTED", isTinted),
        ("MINIFIED", filter > .pair), ("PAIR", filter == .pair), ("ROW", filter == .row),
        ("OPAQUE_PART", isOpaquePart),
        ("BRIGHT", hasBrightness), ("CUT", isCut),
        ("BILINEAR", interpolation == .bilinear), ("PROJECTIVE", interpolation == .projective),
        ("PATCH", hasPatches), ("FLAT", isFlatShaded && !hasPatches), ("SUPERSAMPLED", isSupersampled),
        ("LIST", isListed),
        ("CANVAS_PIXELS", showsCanvasPixels), ("MASK", isMask),
        ("NEAREST", magnification == .nearest), ("CUBIC", magnification == .cubic),
        ("OVERSAMPLED", isOversampled),
        ("SKIP_UNSEEN", filter > .pair && capabilities.skipsUnseen),
      ]
      return all.filter(\.1).map(\.0)
    }
  }

  init(_ gl: GLContext, _ variant: Variant) throws(GLError) {
    (self.gl, self.variant) = (gl, variant)
    if variant.isLit, variant.lightCount == nil { lightBlock = LightBlock(gl) }
    program = try ShaderProgram(
      gl, vertex: ShaderSource(file: "mesh.vert.glsl", text: Shaders.meshVertex),
      fragment: ShaderSource(file: "mesh.frag.glsl", text: Shaders.meshFragment),
      defines: variant.defines(gl.capabilities))
  }

  /// - `canvasToClip`: of the tile that is being drawn.
  /// - `place`: of fragments that are kept in lists.
  /// - `batch`: the triangles; nil for all, which no pair of samples is right for.
  /// - `parts`: only these parts of the tile, each in a place of its own.
  func draw(
    _ drawable: LayerDrawable, _ tile: PixelRect, canvasToClip: Transform3D,
    _ batch: LayerDrawable.Batch?, into place: FragmentLists.Place? = nil, parts: PartDrawing? = nil
  ) {
    glUseProgram(program.name)
    glEnable(GLenum(GL_DEPTH_TEST))
    let isOpaque = drawable.isOpaque || variant.isOpaquePart
    glDepthMask(GLboolean(isOpaque ? GL_TRUE : GL_FALSE))
    if isOpaque {
      glDisable(GLenum(GL_BLEND))
    } else {
      glEnable(GLenum(GL_BLEND))
      glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    }

    // The content's front is what faces the superlayer's viewer, also when the superlayer itself is seen mirrored.
    glFrontFace(GLenum(drawable.sheet.isMirrored ? GL_CW : GL_CCW))
    if drawable.cullsBack {
      glEnable(GLenum(GL_CULL_FACE))
      glCullFace(GLenum(GL_BACK))
    } else {
      glDisable(GLenum(GL_CULL_FACE))
    }

    let projection = drawable.projection
    set("unitToClip", FloatMatrix(projection.unitToCanvas * canvasToClip))
    if variant.isLit { setLighting(drawable.lighting, projection) }
    glActiveTexture(GLenum(GL_TEXTURE0))
    drawable.texture.bind(usingMipmaps: variant.filter == .mipmapped)
    glUniform1i(program.uniform("content"), 0)
    if variant.isOversampled {
      glUniform1i(program.uniform("oversampled"), drawable.bindOversampled(unit: 2))
    }
    let tint = drawable.sheet.tint
    if variant.isTinted { glUniform4f(program.uniform("tint"), tint.x, tint.y, tint.z, tint.w) }
    if let batch { set(batch.style) }

    glUniform1f(program.uniform("fineness"), Float(tile.fineness))
    if variant.hasPatches {
      glUniform1i(program.uniform("texelsPerFace"), drawable.geometry.bindFaces(unit: 1))
      glUniform1i(program.uniform("faces"), 1)
    }
    if case .canvasPixels(_, let x, let y) = drawable.sheet.content {
      glUniform2f(program.uniform("contentOrigin"), Float(x), Float(y))
    }
    let tileOrigin = variant.needsTileOrigin ? program.uniform("tileOrigin") : nil
    if let tileOrigin { glUniform2f(tileOrigin, Float(tile.x), Float(tile.y)) }

    place?.setUniforms(program)
    if variant.isMask {
      glColorMask(GLboolean(GL_FALSE), GLboolean(GL_FALSE), GLboolean(GL_FALSE), GLboolean(GL_FALSE))
    }
    defer {
      if variant.isMask {
        glColorMask(GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE))
      }
    }

    glBindVertexArray(drawable.geometry.vertexArray.name)
    let isFolded = isOpaque && drawable.isFoldedInPlane && !variant.isMask
    // Colors first, face over face, and then the depths of all of them.
    if isFolded { glDepthMask(GLboolean(GL_FALSE)) }
    drawTriangles(drawable, batch, parts)
    if isFolded {
      glDepthMask(GLboolean(GL_TRUE))
      glColorMask(GLboolean(GL_FALSE), GLboolean(GL_FALSE), GLboolean(GL_FALSE), GLboolean(GL_FALSE))
      drawTriangles(drawable, batch, parts)
      glColorMask(GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE))
    }
    if parts != nil { glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), drawable.geometry.indexBuffer.name) }
    glBindVertexArray(0)
  }

  private func drawTriangles(
    _ drawable: LayerDrawable, _ batch: LayerDrawable.Batch?, _ parts: PartDrawing?
  ) {
    if let parts {
      return parts.draw(tileOrigin: variant.needsTileOrigin ? program.uniform("tileOrigin") : nil)
    }
    let indices = batch?.indices ?? 0..<drawable.geometry.indexBuffer.count
    glDrawElements(
      GLenum(GL_TRIANGLES), GLsizei(indices.count), GLenum(GL_UNSIGNED_INT),
      UnsafeRawPointer(bitPattern: indices.lowerBound * MemoryLayout<UInt32>.stride))
  }

  private func set(_ style: TriangleStyle) {
    if variant.filter == .pair {
      let along = style.alongPixels / 4
      glUniform2f(program.uniform("along"), along.x, along.y)
    }
    if variant.isVertexLit { glUniform1f(program.uniform("side"), style.light == .backVertices ? -1 : 1) }
  }

  private func set(_ name: String, _ matrix: FloatMatrix) {
    glUniformMatrix4fv(program.uniform(name), 1, GLboolean(GL_FALSE), matrix.elements)
  }

  private func setLighting(_ lighting: LightingUniforms, _ projection: LayerProjection) {
    // Turned or not, light falls alike.
    let turn =
      variant.isAlongLight
      ? Transform3D(turningToMinusZ: SIMD3<Double>(lighting.lights[0].direction.xyz)) : .identity
    let pointsToWorld = projection.pointsToWorld * turn
    set("unitToWorld", FloatMatrix(projection.unitToPoints * pointsToWorld))
    glUniformMatrix3fv(
      program.uniform("normalToWorld"), 1, GLboolean(GL_FALSE),
      LightingUniforms.normalMatrix(pointsToWorld))
    let (from, base) = (projection.eye, (turn.row(0), turn.row(1), turn.row(2), turn.row(3)))
    let eye = SIMD4<Float>(base.0 * from.x + base.1 * from.y + base.2 * from.z + base.3 * from.w)
    glUniform4f(program.uniform("eye"), eye.x, eye.y, eye.z, eye.w)
    let ambient = lighting.ambient
    glUniform4f(program.uniform("ambient"), ambient.x, ambient.y, ambient.z, lighting.specularExponent)
    if let lightBlock {
      glUniform1i(program.uniform("lightCount"), GLint(lighting.lights.count))
      return lightBlock.bind(gl, lighting.lights)
    }
    for (field, value) in lighting.lights[0].fields {
      glUniform4f(program.uniform("lights[0].\(field)"), value.x, value.y, value.z, value.w)
    }
  }
}

@available(*, unavailable) extension MeshPass: Sendable {}

import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// Draws coordinates instead of colors.
final class CoordinatePass {
  /// The options that the shaders are compiled for.
  struct Variant: Hashable {
    /// Whether the target is the content and receives places on the canvas; else it is the canvas and receives points
    /// of the content.
    let isForward: Bool
    /// The variant of the mesh's own pass.
    let mesh: MeshVariant

    init(_ triangles: TriangleList, isForward: Bool) {
      self.init(
        interpolation: triangles.interpolation, clipsContent: triangles.needsContentClip && !isForward,
        isForward: isForward)
    }

    init(interpolation: Mesh.FaceInterpolation, clipsContent: Bool, isForward: Bool) {
      var mesh = MeshVariant(isLit: false, hasHighlights: false, hasPositionalLights: false)
      mesh.interpolation = interpolation
      mesh.clipsContent = clipsContent
      (self.mesh, self.isForward) = (mesh, isForward)
    }
  }

  private let state: StateCache
  private let program: ShaderProgram
  private let variant: Variant

  init(_ gl: GLContext, _ variant: Variant) throws(GLError) {
    (state, self.variant) = (gl.state, variant)
    if variant.isForward {
      program = try ShaderProgram(
        gl, vertex: ShaderSource(file: "map.vert.glsl", text: Shaders.mapVertex),
        fragment: ShaderSource(file: "map.frag.glsl", text: Shaders.mapFragment),
        defines: variant.mesh.defines(gl.capabilities, mayUseBlocks: false))
    } else {
      // The same shaders draw pictures, so that both agree on every pixel.
      program = try ShaderProgram(
        gl, vertex: ShaderSource(file: "mesh.vert.glsl", text: Shaders.meshVertex),
        fragment: ShaderSource(file: "mesh.frag.glsl", text: Shaders.meshFragment),
        defines: variant.mesh.defines(gl.capabilities, mayUseBlocks: false) + ["COORDINATES"])
    }
  }

  /// Draws the content's points at their places on the canvas.
  func draw(_ geometry: GeometryBuffers, _ tile: PixelRect, unitToClip: Transform3D) {
    begin(tile)
    set("unitToClip", unitToClip)
    setFaces(geometry, tile)
    drawTriangles(geometry)
  }

  /// Draws the places on the canvas, over the content.
  /// - `tile`: the tile in pixels of the content.
  func draw(
    _ geometry: GeometryBuffers, contentSize: PixelSize, _ tile: PixelRect, unitToCanvas: Transform3D,
    _ depths: CoordinateDepths
  ) {
    begin(tile)
    setFaces(geometry, tile)
    set("unitToCanvas", unitToCanvas)
    let (width, height) = (Float(tile.width), Float(tile.height))
    glUniform4f(
      program.uniform("contentToClip"), 2 * Float(contentSize.width) / width,
      2 * Float(contentSize.height) / height, -1 - 2 * Float(tile.x) / width, -1 - 2 * Float(tile.y) / height)
    glUniform1f(program.uniform("eyePlane"), depths.eyePlane)
    glUniform2f(program.uniform("depths"), depths.far, 1 / (depths.near - depths.far))
    drawTriangles(geometry)
  }

  private func begin(_ tile: PixelRect) {
    var pipeline = PipelineState(size: tile.size)
    (pipeline.depthTest, pipeline.writesDepth) = (.nearest, true)
    state.set(pipeline)
    glUseProgram(program.name)
  }

  private func setFaces(_ geometry: GeometryBuffers, _ tile: PixelRect) {
    guard variant.mesh.interpolatesFaces else { return }
    glUniform1i(program.uniform("texelsPerFace"), geometry.bindFaces(unit: 1))
    glUniform2f(program.uniform("tileOrigin"), Float(tile.x), Float(tile.y))
  }

  private func set(_ name: String, _ matrix: Transform3D) {
    glUniformMatrix4fv(program.uniform(name), 1, GLboolean(GL_FALSE), FloatMatrix(matrix).elements)
  }

  private func drawTriangles(_ geometry: GeometryBuffers) {
    glBindVertexArray(geometry.vertexArray)
    glDrawElements(
      GLenum(GL_TRIANGLES), GLsizei(geometry.indexBuffer.count), GLenum(GL_UNSIGNED_INT), nil)
    glBindVertexArray(0)
  }
}

@available(*, unavailable) extension CoordinatePass: Sendable {}

/// The depths on the canvas of the triangles that are drawn over the content.
struct CoordinateDepths {
  /// The depth range in points; `near` is larger than `far`.
  let far: Float, near: Float
  /// The least w in front of the eye; a vertex with less w counts as behind it.
  let eyePlane: Float

  init(_ range: DepthRange, _ vertices: ProjectedVertices) {
    let isEmpty = !(range.far <= range.near)
    // The range of a flat item is widened; every place on it then has one depth.
    (far, near) = isEmpty ? (0, 1) : (Float(range.far) - 1e-3, Float(range.near) + 1e-3)
    eyePlane = vertices.eyePlane
  }
}

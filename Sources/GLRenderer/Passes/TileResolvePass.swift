import CEGL
import RenderGraph
import Shaders
import SoftwareRaster

/// Fills the edge tiles of a canvas tile: copies those that were drawn with several samples a pixel into their places,
/// or masks these places beforehand.
final class TileResolvePass {
  private let state: StateCache
  private let program: ShaderProgram
  private let vertexArray = VertexArray()
  private var places: GLuint = 0
  /// The texture target of the texture that is read.
  private let target: GLenum

  /// - `samples`: the samples of each fragment, 1 for a texture that is not multisampled; nil for a mask, which writes
  ///   the nearest depth instead of colors.
  /// - `isWeighted`: whether samples are weighted by area where an edge crosses a pixel.
  init(_ gl: GLContext, samples: Int?, isWeighted: Bool = false) throws(GLError) {
    state = gl.state
    target = GLenum(samples == 1 ? GL_TEXTURE_2D : GL_TEXTURE_2D_MULTISAMPLE)
    program = try ShaderProgram(
      gl, vertex: ShaderSource(file: "edge-tiles.vert.glsl", text: Shaders.edgeTilesVertex),
      fragment: ShaderSource(file: "edge-tiles.frag.glsl", text: Shaders.edgeTilesFragment),
      defines: samples == nil ? ["MASK"] : isWeighted ? ["WEIGHTED"] : [],
      constants: samples.map { ["SAMPLES": $0] } ?? [:])
    glGenBuffers(1, &places)
    glBindVertexArray(vertexArray.name)
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), places)
    let stride = 6 * MemoryLayout<Float>.stride
    vertexArray.floats(0, components: 4, stride: stride, offset: 0)
    vertexArray.floats(1, components: 2, stride: stride, offset: 4 * MemoryLayout<Float>.stride)
    glVertexAttribDivisor(0, 1)
    glVertexAttribDivisor(1, 1)
    glBindVertexArray(0)
  }

  /// Copies edge tiles into the bound framebuffer, in which the canvas tile begins at zero.
  /// - `edgeTiles`: the edge tiles of the canvas tile.
  /// - `fragments`: the texture with their samples.
  /// - `coverage`: the sample weights; nil where all samples count equally.
  func draw(
    _ edgeTiles: [EdgeTile], _ tile: PixelRect, from fragments: GLuint, _ coverage: CoverageTextures? = nil
  ) {
    state.set(PipelineState(size: tile.size))
    glUseProgram(program.name)
    glActiveTexture(GLenum(GL_TEXTURE0))
    glBindTexture(target, fragments)
    glUniform1i(program.uniform("fragments"), 0)
    glUniform1i(program.uniform("supersamplingFactor"), GLint(tile.supersamplingFactor))
    if let coverage {
      coverage.bind(program)
      glUniform2f(program.uniform("origin"), Float(tile.x), Float(tile.y))
    }
    fill(edgeTiles, tile)
    glBindTexture(target, 0)
  }

  /// Masks edge tiles in the depths of the bound framebuffer.
  func draw(_ edgeTiles: [EdgeTile], _ tile: PixelRect) {
    var pipeline = PipelineState(size: tile.size)
    (pipeline.depthTest, pipeline.writesDepth, pipeline.writesColor) = (.always, true, false)
    state.set(pipeline)
    glUseProgram(program.name)
    fill(edgeTiles, tile)
  }

  private func fill(_ edgeTiles: [EdgeTile], _ tile: PixelRect) {
    glUniform2f(program.uniform("pixelsToClip"), 2 / Float(tile.width), 2 / Float(tile.height))
    let values = edgeTiles.flatMap { edgeTile in
      let area = edgeTile.area
      return [area.x - tile.x, area.y - tile.y, area.width, area.height, edgeTile.x, edgeTile.y].map {
        Float($0)
      }
    }
    glBindVertexArray(vertexArray.name)
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), places)
    values.withUnsafeBytes {
      glBufferData(GLenum(GL_ARRAY_BUFFER), $0.count, $0.baseAddress, GLenum(GL_STREAM_DRAW))
    }
    glDrawArraysInstanced(GLenum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(edgeTiles.count))
    glBindVertexArray(0)
  }

  deinit {
    withUnsafePointer(to: places) { glDeleteBuffers(1, $0) }
  }
}

@available(*, unavailable) extension TileResolvePass: Sendable {}

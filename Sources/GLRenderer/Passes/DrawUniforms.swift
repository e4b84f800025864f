import CEGL
import MeshTransform
import RenderGraph

/// The values of a draw call for the mesh shader: the fields of mesh-uniforms.glsl in the layout std140.
struct DrawUniforms {
  var unitToClip: FloatMatrix
  var unitToWorld = FloatMatrix(.identity)
  var normalToWorld: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) = (.zero, .zero, .zero)
  var ambient = SIMD4<Float>.zero
  var eye = SIMD4<Float>.zero
  var scalarLight = SIMD4<Float>.zero
  var tint: SIMD4<Float>
  /// The place of a light; the supersampling factor in w.
  var lightPosition = SIMD4<Float>(0, 0, 0, 1)
  var along = SIMD2<Float>.zero
  var contentOrigin = SIMD2<Float>.zero
  var texelsPerFace: Int32 = 0
  var lightCount: Int32 = 0
  private var normalScale = SIMD4<Float>.zero
  private var gridSize = SIMD4<Int32>.zero

  init(
    _ resident: ResidentCommand, _ variant: MeshVariant, _ tile: PixelRect, canvasToClip: Transform3D,
    _ key: BatchKey?
  ) {
    let command = resident.command
    unitToClip = FloatMatrix(command.projection.unitToCanvas * canvasToClip)
    tint = command.item.tint
    lightPosition.w = Float(tile.supersamplingFactor)
    if variant.filter == .twoTaps, let key { along = key.alongPixels / 4 }
    if case .canvasPixels(_, let x, let y) = command.item.content {
      contentOrigin = SIMD2(Float(x), Float(y))
    }
    if variant.isLit { setLight(command.lighting, variant, command.projection) }
  }

  /// The values of a batch, whose vertices are on the canvas.
  init(_ tile: PixelRect, canvasToClip: Transform3D) {
    unitToClip = FloatMatrix(canvasToClip)
    tint = .zero
    lightPosition.w = Float(tile.supersamplingFactor)
  }

  mutating func set(_ grid: NormalGrid) {
    normalScale = SIMD4(grid.scale, 0)
    gridSize = SIMD4(Int32(grid.width), Int32(grid.height), 0, 0)
  }

  private mutating func setLight(
    _ lighting: LightingUniforms, _ variant: MeshVariant, _ projection: LayerProjection
  ) {
    let scalar =
      variant.hasScalarLight ? lighting.scalarLight(interpolatesFaces: variant.interpolatesFaces) : nil
    // The shader's world space: with a scalar light, the space in which a directional light travels along -z.
    let rotation = scalar?.worldToLight ?? .identity
    let pointsToWorld = projection.pointsToWorld * rotation
    unitToWorld = FloatMatrix(projection.unitToPoints * pointsToWorld)
    let m = LightingUniforms.normalMatrix(pointsToWorld)
    normalToWorld = (SIMD4(m[0], m[1], m[2], 0), SIMD4(m[3], m[4], m[5], 0), SIMD4(m[6], m[7], m[8], 0))
    let turned = rotation.transform(Point3D(projection.eye.x, projection.eye.y, projection.eye.z))
    eye = SIMD4(Float(turned.x), Float(turned.y), Float(turned.z), Float(projection.eye.w))
    if let scalar {
      scalarLight = scalar.parts
      lightPosition = SIMD4(scalar.position, lightPosition.w)
    }
    ambient = SIMD4(lighting.ambient, lighting.specularExponent)
    lightCount = Int32(lighting.lights.count)
  }
}

/// The locations of ``DrawUniforms`` in a program without blocks; -1 for those that it does not use.
struct DrawUniformLocations {
  private let unitToClip, unitToWorld, normalToWorld, ambient, eye, scalarLight, tint, lightPosition: GLint
  private let supersamplingFactor, along, contentOrigin, texelsPerFace, lightCount: GLint

  init(_ program: borrowing ShaderProgram) {
    unitToClip = program.uniform("unitToClip")
    unitToWorld = program.uniform("unitToWorld")
    normalToWorld = program.uniform("normalToWorld")
    ambient = program.uniform("ambient")
    eye = program.uniform("eye")
    scalarLight = program.uniform("scalarLight")
    tint = program.uniform("tint")
    lightPosition = program.uniform("lightPosition")
    supersamplingFactor = program.uniform("supersamplingFactor")
    along = program.uniform("along")
    contentOrigin = program.uniform("contentOrigin")
    texelsPerFace = program.uniform("texelsPerFace")
    lightCount = program.uniform("lightCount")
  }

  /// Sets the uniforms of the program in use.
  func set(_ values: DrawUniforms) {
    matrix(unitToClip, values.unitToClip)
    matrix(unitToWorld, values.unitToWorld)
    if normalToWorld >= 0 {
      let (x, y, z) = values.normalToWorld
      let elements = [x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z]
      glUniformMatrix3fv(normalToWorld, 1, GLboolean(GL_FALSE), elements)
    }
    vector(ambient, values.ambient)
    vector(eye, values.eye)
    vector(scalarLight, values.scalarLight)
    vector(tint, values.tint)
    let position = values.lightPosition
    if lightPosition >= 0 { glUniform3f(lightPosition, position.x, position.y, position.z) }
    if supersamplingFactor >= 0 { glUniform1f(supersamplingFactor, position.w) }
    if along >= 0 { glUniform2f(along, values.along.x, values.along.y) }
    if contentOrigin >= 0 { glUniform2f(contentOrigin, values.contentOrigin.x, values.contentOrigin.y) }
    if texelsPerFace >= 0 { glUniform1i(texelsPerFace, values.texelsPerFace) }
    if lightCount >= 0 { glUniform1i(lightCount, values.lightCount) }
  }

  private func matrix(_ location: GLint, _ matrix: FloatMatrix) {
    guard location >= 0 else { return }
    withUnsafeBytes(of: matrix.rows) {
      glUniformMatrix4fv(
        location, 1, GLboolean(GL_FALSE), $0.bindMemory(to: GLfloat.self).baseAddress)
    }
  }

  private func vector(_ location: GLint, _ value: SIMD4<Float>) {
    if location >= 0 { glUniform4f(location, value.x, value.y, value.z, value.w) }
  }
}

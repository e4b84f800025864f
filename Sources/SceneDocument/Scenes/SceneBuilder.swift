import MeshTransform

extension SceneFile {
  /// The scene with all its resources.
  ///
  /// - `margin`: added around the outline that a canvas fits, in points.
  public func scene(resources: some SceneResources, margin: Double = 0) throws(DocumentError) -> Scene {
    var builder = SceneBuilder(file: self, resources: resources)
    var scene = try builder.scene()
    if canvas.fit { try builder.fit(&scene, to: scene.outline(), margin: margin) }
    return scene
  }
}

/// Builds layers from descriptions; requests each resource once.
struct SceneBuilder<Resources: SceneResources> {
  let file: SceneFile
  let resources: Resources
  var maps: [ByteString: Image] = [:]
  private var firstFrames: [MovingContent: Image] = [:]
  var meshFiles: [ByteString: [UInt8]] = [:]
  /// The key includes the layer's size, because some formats depend on its aspect.
  var meshes: [MeshKey: MorphableMesh] = [:]
  var texts: [SceneText: SceneTextImage] = [:]
  var pieces: [SceneText: SceneTextPieces] = [:]
  /// The sublayers that are parts of a split text, by the path of its layer.
  var splitTexts: [LayerPath: Range<Int>] = [:]
  /// The values of the animations of parts of texts so far.
  var staggeredValues = 0
  /// The sentences about presets that have been reported.
  var warnings: Set<ByteString> = []
  /// The number of warnings found, equal ones included: each takes about a millisecond.
  var warningCount = 0
  static var warningLimit: Int { 100 }
  /// The key meshes built so far.
  var motion = AnimationCounts()
  /// The most faults to keep; 0: the first one is thrown.
  private let faultLimit: Int
  /// The faults behind which building went on.
  private(set) var faults: [DocumentError] = []

  struct MeshKey: Hashable {
    let path: String, placement: MeshPlacement, layerSize: Size
  }

  init(file: SceneFile, resources: Resources, faultLimit: Int = 0) {
    (self.file, self.resources, self.faultLimit) = (file, resources, faultLimit)
  }

  /// Does a part of the work; where faults are kept, also keeps its own.
  mutating func attempt(_ work: (inout Self) throws(DocumentError) -> Void) throws(DocumentError) {
    do { try work(&self) } catch {
      guard faults.count < faultLimit else { throw error }
      faults.append(error)
    }
  }

  /// The scene without animations, before its canvas is fitted.
  mutating func scene() throws(DocumentError) -> Scene {
    let canvas = file.canvas.canvas
    let scene = Scene(
      canvas: canvas, layers: try layers(file.layers, scale: canvas.scale, at: "layers", under: nil),
      lights: file.lights)
    guard faults.isEmpty else { return scene }
    do { try scene.validate() } catch {
      throw file.fault("\(error.problem)", at: error.path.map(file.path) ?? "")
    }
    return scene
  }

  /// Sets the canvas that fits an outline; nil is an empty outline.
  ///
  /// - `margin`: added around the outline, in points.
  mutating func fit(_ scene: inout Scene, to outline: Rect?, margin: Double) throws(DocumentError) {
    guard let outline = outline?.outset(by: margin, margin) else {
      throw file.fault(
        "there is no outline to fit: nothing is visible, or something is behind the eye; "
          + "set a size, or a larger perspective distance", at: "canvas.fit")
    }
    let description = file.canvas
    guard let canvas = scene.canvas.fitted(to: outline, size: description.size, padding: description.padding)
    else {
      throw file.fault("the padding leaves no room in the size; use less", at: "canvas.padding")
    }
    let isLarger = canvas.scale > scene.canvas.scale
    scene.canvas = canvas
    if isLarger { try redrawTexts(&scene.layers, file.layers, scale: canvas.scale, at: "layers", under: nil) }
  }

  /// - `scale`: the scale of the superlayer in pixels per point.
  /// - `superlayer`: the path of the superlayer; nil for the top level.
  /// - `bounds`: the bounds of the superlayer.
  private mutating func layers(
    _ descriptions: [LayerDescription], scale: Double, at path: String, under superlayer: LayerPath?,
    within bounds: Rect = .zero
  ) throws(DocumentError) -> [Layer] {
    var layers: [Layer] = []
    layers.reserveCapacity(descriptions.count)
    for (index, description) in descriptions.enumerated() {
      let place = description.path(at: index, among: path)
      let tree = superlayer?.sublayer(index) ?? LayerPath(index)
      layers.append(try layer(description, scale: scale, at: place, tree, within: bounds))
    }
    return layers
  }

  /// - `path`: in the file, for errors.
  /// - `tree`: in the scene.
  private mutating func layer(
    _ description: LayerDescription, scale: Double, at path: String, _ tree: LayerPath, within bounds: Rect
  ) throws(DocumentError) -> Layer {
    var layer = description.layer
    let scale = description.scale(within: scale)
    if description.fillsSuperlayer {
      layer.bounds = Rect(origin: .zero, size: bounds.size)
      layer.position = Point(
        bounds.minX + layer.anchorPoint.x * bounds.size.width,
        bounds.minY + layer.anchorPoint.y * bounds.size.height)
    }
    // Lines of a text break at the bounds, which a frame sets with the transform. What the size and the mesh of a layer
    // with faults lead to is not known.
    if description.isSized, !description.isFaulty {
      try attempt { builder throws(DocumentError) in try builder.place(&layer, description, at: path) }
    }
    var (natural, isRemapped) = (Size(0, 0), false)
    try attempt { builder throws(DocumentError) in
      natural = try builder.show(description, scale: scale, on: &layer, at: path)
      guard let map = description.exactMap else { return }
      isRemapped = try builder.remap(&layer, map, description, at: path)
    }
    if !description.isFaulty {
      if !description.isSized {
        layer.bounds = Rect(origin: .zero, size: natural)
        try attempt { builder throws(DocumentError) in try builder.place(&layer, description, at: path) }
      }
      try attempt { builder throws(DocumentError) in
        guard var mesh = description.mesh else { return }
        if isRemapped {
          guard mesh.displacement != nil else { return }
          mesh.source = .grid
        }
        layer.mesh = try builder.mesh(
          mesh, layerSize: layer.bounds.size, content: layer.contentSize(scale: scale),
          offset: description.offset, at: path + ".mesh")
      }
    }
    if description.flattensLight, case .image(let image) = layer.contents {
      layer.contents = .image(image.withEvenLight(within: layer.mesh))
    }
    layer.sublayers = try layers(
      description.sublayers, scale: scale, at: path + ".sublayers", under: tree, within: layer.bounds)
    if faults.isEmpty, let displacement = description.mesh?.displacement {
      let image = try map(displacement.image, at: path + ".mesh.displacement")
      if let shade = layer.shading(by: displacement.displacement, image) { layer.sublayers.append(shade) }
    }
    if faults.isEmpty, case .text(let text) = description.contents, text.split != nil {
      let parts = try self.parts(of: text, scale: scale, in: layer, description, at: path + ".contents")
      splitTexts[tree] = layer.sublayers.count..<layer.sublayers.count + parts.count
      layer.sublayers += parts
    }
    return layer
  }

  /// Sets the contents of a layer, whose bounds are known unless they have the size of the contents.
  /// - Returns: the natural size of the contents in points; zero without one.
  private mutating func show(
    _ description: LayerDescription, scale: Double, on layer: inout Layer, at path: String
  ) throws(DocumentError) -> Size {
    switch description.contents {
    case .none: layer.contents = .none
    case .color(let color): layer.contents = .color(color)
    case .gradient(let gradient): layer.contents = .gradient(gradient)
    case .image(let reference):
      return show(
        try firstFrame(
          MovingContent(.image(reference.path)), offset: reference.offset,
          at: description.isPath ? path : path + ".contents.image"), on: &layer)
    case .moving(let content):
      let path = path + ".contents.\(content.source.key)"
      return show(try firstFrame(content, offset: description.offset, at: path), on: &layer)
    case .text(let text):
      if description.isSized, !description.hasGravity { layer.contentsGravity = .center }
      return try show(text, scale: scale, on: &layer, description, at: path + ".contents")
    }
    return Size(0, 0)
  }

  /// - Returns: the natural size of the image in points, for a layer without bounds.
  private func show(_ image: Image, on layer: inout Layer) -> Size {
    layer.contents = .image(image)
    return Size(
      Double(image.size.width) * layer.contentsRect.size.width / layer.contentsScale,
      Double(image.size.height) * layer.contentsRect.size.height / layer.contentsScale)
  }

  private func place(_ layer: inout Layer, _ description: LayerDescription, at path: String)
    throws(DocumentError)
  {
    let size = description.frame?.size ?? layer.bounds.size
    func value(_ transform: TransformDescription, _ key: String) throws(DocumentError) -> Transform3D {
      do { return try transform.value(layerSize: size) } catch {
        throw fault(error.description, offset: description.offset, at: "\(path).\(key)")
      }
    }
    if let transform = description.transform { layer.transform = try value(transform, "transform") }
    if let transform = description.sublayerTransform {
      layer.sublayerTransform = try value(transform, "sublayerTransform")
    }
    if let frame = description.frame { layer.frame = frame }
  }

  private mutating func firstFrame(
    _ content: MovingContent, offset: Int, at path: String
  ) throws(DocumentError) -> Image {
    if let image = firstFrames[content] { return image }
    do throws(SceneResourceError) {
      let image = try resources.firstFrame(content)
      firstFrames[content] = image
      return image
    } catch { throw fault(error.description, offset: offset, at: path) }
  }

  func fault(_ problem: String, offset: Int, at path: String) -> DocumentError {
    file.fault(problem, offset: offset, at: path)
  }
}

extension LayerDescription {
  /// Pixels per point inside the layer: a mesh deforms a picture at the layer's own scale.
  func scale(within scale: Double) -> Double {
    mesh == nil ? scale : scale * (layer.rasterizationScale ?? 1)
  }
}

extension Layer {
  /// The size of the content in pixels: that of an image, else that of the layer.
  func contentSize(scale: Double) -> PixelSize {
    if case .image(let image) = contents { return image.size }
    return bounds.size.pixels(scale: scale)
  }
}

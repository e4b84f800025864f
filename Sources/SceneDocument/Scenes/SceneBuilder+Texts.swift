import MeshTransform

extension SceneBuilder {
  /// Shows a text on a layer; a split text has sublayers in place of contents.
  /// - `path`: of the contents.
  /// - Returns: the natural size in points.
  mutating func show(
    _ text: SceneText, scale: Double, on layer: inout Layer, _ description: LayerDescription, at path: String
  ) throws(DocumentError) -> Size {
    guard text.split == nil else {
      layer.contents = .none
      return try pieces(of: text, scale: scale, in: layer, description, at: path).size
    }
    let (text, scale) = description.placed(text, in: layer).drawn(at: scale)
    let drawn: SceneTextImage
    if let known = texts[text] {
      drawn = known
    } else {
      do throws(SceneResourceError) { drawn = try resources.text(text, scale: scale) } catch {
        throw fault(error.description, offset: description.offset, at: "\(path).\(error.key ?? "text")")
      }
      texts[text] = drawn
    }
    (layer.contents, layer.contentsScale) = (.image(drawn.image), scale)
    return drawn.size
  }

  /// The parts of a split text as sublayers of its layer, which has its bounds.
  /// - `path`: of the contents.
  mutating func parts(
    of text: SceneText, scale: Double, in layer: Layer, _ description: LayerDescription, at path: String
  ) throws(DocumentError) -> [Layer] {
    let drawn = try pieces(of: text, scale: scale, in: layer, description, at: path)
    let origin = layer.contentsFrame(of: drawn.size).origin
    return drawn.pieces.map { piece in
      var part = Layer(
        bounds: Rect(origin: .zero, size: piece.frame.size),
        position: Point(origin.x + piece.frame.midX, origin.y + piece.frame.midY),
        contents: .image(piece.image))
      (part.name, part.contentsScale) = (piece.text, text.drawn(at: scale).scale)
      (part.magnificationFilter, part.minificationFilter) = (
        layer.magnificationFilter, layer.minificationFilter
      )
      return part
    }
  }

  private mutating func pieces(
    of text: SceneText, scale: Double, in layer: Layer, _ description: LayerDescription, at path: String
  ) throws(DocumentError) -> SceneTextPieces {
    let (text, scale) = description.placed(text, in: layer).drawn(at: scale)
    if let drawn = pieces[text] { return drawn }
    do throws(SceneResourceError) {
      let drawn = try resources.textPieces(text, scale: scale)
      pieces[text] = drawn
      return drawn
    } catch {
      throw fault(error.description, offset: description.offset, at: "\(path).\(error.key ?? "text")")
    }
  }

  /// Draws the texts at a higher scale, without changing the layers' geometry beyond the rounding to pixels of parts.
  mutating func redrawTexts(
    _ layers: inout [Layer], _ descriptions: [LayerDescription], scale: Double, at path: String,
    under superlayer: LayerPath?
  ) throws(DocumentError) {
    for index in descriptions.indices {
      let description = descriptions[index]
      let (place, tree) = (
        description.path(at: index, among: path), superlayer?.sublayer(index) ?? LayerPath(index)
      )
      let scale = description.scale(within: scale)
      if case .text(let text) = description.contents, text.scale == nil {
        if let range = splitTexts[tree] {
          let parts = try self.parts(
            of: text, scale: scale, in: layers[index], description, at: place + ".contents")
          layers[index].sublayers.replaceSubrange(range, with: parts)
        } else {
          _ = try show(text, scale: scale, on: &layers[index], description, at: place + ".contents")
        }
      }
      try redrawTexts(
        &layers[index].sublayers, description.sublayers, scale: scale, at: place + ".sublayers", under: tree)
    }
  }
}

extension SceneText {
  /// The text with the scale at which it is drawn, in pixels per point. A scale beyond the range of the text renderer is
  /// clamped; the texture is scaled instead.
  func drawn(at scale: Double) -> (text: SceneText, scale: Double) {
    var text = self
    let scale = text.scale ?? min(max(scale, 0.01), 64)
    text.scale = scale
    return (text, scale)
  }
}

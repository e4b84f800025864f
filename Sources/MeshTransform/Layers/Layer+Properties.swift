extension Layer {
  /// The properties of a layer, in the order of scene files. Transforms, meshes, lights and sublayers are handled
  /// separately.
  package static let properties =
    [boundsProperty, positionProperty] + placement + contentsPlacement + looks + shadow + border
    + [backgroundProperty, rasterizationProperty, depthProperty]

  package static let boundsProperty = Property<Layer>(
    "bounds", .rect(\.bounds, .coordinates), "the visible rectangle in layer points")

  package static let positionProperty = Property<Layer>(
    "position", .point(\.position, .coordinates), "the position of the anchor point in the superlayer")

  package static let placement: [Property<Layer>] = [
    Property("zPosition", .number(\.zPosition, .coordinates), "the anchor point's depth in the superlayer"),
    Property(
      "anchorPoint", .point(\.anchorPoint, .unitCoordinates),
      "the point of the layer that is at the position, in unit space: [0, 0] is the upper left corner of the bounds, [1, 1] "
        + "the lower right one"),
    Property("anchorPointZ", .number(\.anchorPointZ, .coordinates), "the anchor point's depth in the layer"),
  ]

  /// The keys inside `contents` of a scene file.
  package static let contentsPlacement: [Property<Layer>] = [
    Property(
      "contentsGravity", key: "gravity", .choice(\.contentsGravity),
      "the place and size of an image in the bounds"),
    Property(
      "contentsRect", key: "rect", .rect(\.contentsRect, .unitCoordinates),
      "the shown part of an image, x, y, width and height in unit space, where [0, 0, 1, 1] is the whole image"
    ),
    Property(
      "contentsScale", key: "scale", .number(\.contentsScale, NumberRange(1e-6...1e6)),
      "pixels of an image per layer point"),
    Property(
      "contentsCenter", key: "center", .rect(\.contentsCenter, .unitCoordinates),
      "the part of an image that is stretched, in the unit space of the shown part; corners keep their size"),
  ]

  package static let looks: [Property<Layer>] = [
    Property(
      "magnificationFilter", .choice(\.magnificationFilter), "the filter for magnified images"),
    Property("minificationFilter", .choice(\.minificationFilter), "the filter for minified images"),
    Property(
      "opacity", .number(\.opacity, NumberRange(0...1)),
      "the opacity of the layer with its sublayers, as one picture; 0 is invisible"),
    Property(
      "blendMode", .choice(\.blendMode), "how the layer combines with its backdrop, as in CSS"),
    Property("isHidden", .flag(\.isHidden), "whether the layer and its sublayers are hidden"),
    Property("isDoubleSided", .flag(\.isDoubleSided), "whether the layer is visible from behind"),
    Property(
      "masksToBounds", .flag(\.masksToBounds),
      "whether contents and sublayers are clipped to the bounds; blended sublayers then blend with one another only"
    ),
    Property(
      "maskMode", .choice(\.maskMode), "whether the layer masks its superlayer, and by what"),
    Property(
      "isBackContents", .flag(\.isBackContents), "whether the layer is shown on the back of its superlayer",
      isAnimatable: false),
    Property(
      "cornerRadius", .number(\.cornerRadius, .lengths),
      "the radius of the corners of background, border and mask"),
  ]

  package static let shadow: [Property<Layer>] = [
    Property("shadowColor", .color(\.shadowColor), "the color of the shadow"),
    Property(
      "shadowOpacity", .number(\.shadowOpacity, NumberRange(0...1)), "the opacity of the shadow; 0 is none"),
    Property(
      "shadowRadius", .number(\.shadowRadius, .lengths),
      "the standard deviation of the shadow's blur, in the superlayer"),
    Property(
      "shadowOffset", .point(\.shadowOffset, .coordinates),
      "the offset of the shadow from the layer, in the superlayer, y down"),
    Property(
      "contactShadowOpacity", .number(\.contactShadowOpacity, NumberRange(0...1)),
      "the opacity of the shadow that lifted parts of the mesh cast onto the layer's plane; 0 is none"),
    Property(
      "contactShadowSpread", .number(\.contactShadowSpread, NumberRange(0...100)),
      "the standard deviation of that shadow's blur, for each point of height"),
    Property(
      "contactShadowOffset", .point(\.contactShadowOffset, NumberRange(-100...100)),
      "the offset of that shadow from the part that casts it, for each point of height, y down"),
  ]

  /// The keys inside `border` of a scene file.
  package static let border: [Property<Layer>] = [
    Property(
      "borderWidth", key: "width", .number(\.borderWidth, .lengths),
      "the width, inward from the edge of the bounds"),
    Property("borderColor", key: "color", .color(\.borderColor), "the color of the border"),
  ]

  package static let backgroundProperty = Property<Layer>(
    "backgroundColor", .optionalColor(\.backgroundColor), "the color behind the contents")

  package static let rasterizationProperty = Property<Layer>(
    "rasterizationScale", .optionalNumber(\.rasterizationScale, NumberRange(1e-3...1e3), absent: 1),
    "texels per point of the texture of a layer with a mesh, as a multiple of the superlayer's scale")

  package static let depthProperty = Property<Layer>(
    "depth", .choice(\.depth),
    "how sublayers hide one another"
  )
}

extension NumberRange {
  /// Coordinates far beyond any picture, with squares in range.
  static let coordinates = NumberRange(-1e9...1e9, .points)
  static let lengths = NumberRange(0...1e9, .points)
  static let unitCoordinates = NumberRange(-1e6...1e6)
}

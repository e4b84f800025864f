import Foundation
import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Groups that a mesh bends: flattened into a texture, which keeps the detail of what is drawn without one.
struct BentGroupTests {
  private static let side = 160.0
  private static let canvas = Canvas(frame: Rect(0, 0, side, side))
  private static let bounds = Rect(0, 0, 128, 128)

  /// A mesh of the group.
  enum Bend: String, CaseIterable {
    /// One face that moves the content by fractions of a pixel.
    case shifted
    /// A flat mesh of many faces, each of which moves a little.
    case gentle
    /// A cylinder's part seen from the front: no pixel grows, most shrink by up to 1/50.
    case curved

    func mesh(_ contentAngle: Double = 0) throws -> Mesh {
      let (sine, cosine) = (Float(sin(contentAngle * .pi / 180)), Float(cos(contentAngle * .pi / 180)))
      let count = self == .shifted ? 1 : 12
      let mesh = try Mesh.grid(rows: count, columns: count) { p in
        switch self {
        case .shifted: SIMD3(p.x + 0.3 / 128, p.y + 0.4 / 128, 0)
        case .gentle: SIMD3(p.x + 0.004 * sin(7 * p.y), p.y + 0.004 * sin(9 * p.x), 0)
        case .curved: SIMD3(0.5 + sin((p.x - 0.5) * 0.4) / 0.4, p.y, cos((p.x - 0.5) * 0.4) / 0.4 - 2.5)
        }
      }
      // The content turns the other way where its points turn one way.
      return try Mesh(
        vertices: mesh.vertices.map { vertex in
          let d = vertex.from - 0.5
          return Mesh.Vertex(
            from: SIMD2(0.5 + cosine * d.x + sine * d.y, 0.5 - sine * d.x + cosine * d.y), to: vertex.to)
        }, faces: mesh.faces)
    }
  }

  private func layer(_ mesh: Mesh?, turned angle: Double) -> Layer {
    var layer = Layer(bounds: Self.bounds, position: Point(Self.side / 2, Self.side / 2))
    (layer.mesh, layer.transform) = (mesh, .rotation(.degrees(angle)))
    return layer
  }

  /// A group whose only sublayer is an image that is turned in it.
  private func group(_ image: Image, _ mesh: Mesh, inner: Double, outer: Double) -> Layer {
    var group = layer(mesh, turned: outer)
    var content = Layer(bounds: Self.bounds, position: Point(64, 64), contents: .image(image))
    content.transform = .rotation(.degrees(inner))
    (group.sublayers, group.opacity) = ([content], 0.999)
    return group
  }

  /// The same without a texture in between: the image is bent by a mesh that also turns it.
  private func direct(_ image: Image, _ bend: Bend, inner: Double, outer: Double) throws -> Layer {
    var layer = try layer(bend.mesh(inner), turned: outer)
    layer.contents = .image(image)
    return layer
  }

  private func picture(_ layer: Layer, by renderer: Renderer) throws -> Image {
    try Scene(canvas: Self.canvas, layers: [layer]).rendered(by: renderer, samples: 4)
  }

  /// The variance of green in the disk around a picture's middle that both pictures cover.
  private func detail(_ picture: Image) -> Double {
    let (width, height) = (picture.size.width, picture.size.height)
    var (count, sum, squares) = (0.0, 0.0, 0.0)
    for y in 0..<height {
      for x in 0..<width where hypot(Double(2 * x + 1 - width), Double(2 * y + 1 - height)) < 116 {
        let value = Double(picture[x, y].y)
        (count, sum, squares) = (count + 1, sum + value, squares + value * value)
      }
    }
    return squares / count - (sum / count) * (sum / count)
  }

  /// Where pixels are long in the content, since it is seen from the side.
  @Test(arguments: [35.0, 50, 65]) func tiltedContentKeepsItsDetail(_ tilt: Double) throws {
    let renderer = try Renderer.any()
    let image = Image.noise(128, 128)
    func tilted(_ layer: Layer) throws -> Double {
      var layer = layer
      layer.transform = .rotation(.degrees(tilt), about: Point3D(1, 0, 0))
      return try detail(picture(layer, by: renderer).cropped(x: 40, y: 65, width: 80, height: 30))
    }
    let whole = try tilted(direct(image, .gentle, inner: 30, outer: 0))
    let kept = try tilted(group(image, Bend.gentle.mesh(), inner: 30, outer: 0)) / whole
    #expect((0.97...1.03).contains(kept), "\(tilt) degrees: \(kept)")
  }

  /// However the content is turned in the group and the group on the canvas.
  @Test(arguments: Bend.allCases) func turnedContentKeepsItsDetail(_ bend: Bend) throws {
    let renderer = try Renderer.any()
    let image = Image.noise(128, 128)
    for outer in [0.0, 30] {
      for inner in [15.0, 30, 45] {
        let whole = try detail(picture(direct(image, bend, inner: inner, outer: outer), by: renderer))
        let bent = try detail(picture(group(image, bend.mesh(), inner: inner, outer: outer), by: renderer))
        let kept = bent / whole
        #expect((0.97...1.03).contains(kept), "\(bend), \(inner) in a group at \(outer) degrees: \(kept)")
      }
    }
  }

  /// What the texture holds texel by texel is no softer than without a texture in between.
  @Test(arguments: Bend.allCases) func alignedContentLosesNothing(_ bend: Bend) throws {
    let renderer = try Renderer.any()
    let image = Image.noise(128, 128)
    for outer in [0.0, 30] {
      let whole = try detail(picture(direct(image, bend, inner: 0, outer: outer), by: renderer))
      let bent = try detail(picture(group(image, bend.mesh(), inner: 0, outer: outer), by: renderer))
      #expect(bent >= 0.995 * whole, "\(bend) at \(outer) degrees: \(bent / whole)")
    }
  }

  /// Where a mesh leaves content in its place, it is there to the bit, whatever the rest of the mesh does.
  @Test func contentAtRestStays() throws {
    let image = Image.noise(128, 128)
    let mesh = try Mesh.grid(rows: 1, columns: 2) { p in
      SIMD3(p.x == 1 ? 1.1 : p.x, p.y + (p.x == 1 ? 0.05 : 0), 0)
    }
    var group = group(image, mesh, inner: 0, outer: 0)
    group.opacity = 1
    let picture = try picture(group, by: Renderer.any())
    let difference = ImageDifference(picture) { x, y in
      (16..<79).contains(x) && (16..<144).contains(y) ? SIMD4<Double>(image[x - 16, y - 16]) : nil
    }
    #expect(difference.isWithin(.exact), "\(difference)")
    #expect(picture[130, 80].w == 255)
  }

  /// An edge in the group is as wide as a pixel, as it is without a mesh; it hardly overshoots.
  @Test func edgesAreAsSharpAsWithoutAMesh() throws {
    var content = Layer(Rect(30, 20, 60, 80), Color(red: 0.25, green: 0.75, blue: 0.5))
    content.transform = .rotation(.degrees(20))
    func picture(_ mesh: Mesh?) throws -> Image {
      var group = layer(mesh, turned: 0)
      (group.backgroundColor, group.sublayers) = (Color(red: 0.75, green: 0.25, blue: 0.5), [content])
      return try Scene(canvas: Self.canvas, layers: [group]).rendered(samples: 16)
    }
    var flat = layer(nil, turned: 0)
    flat.position = Point(80.3, 80.4)
    (flat.backgroundColor, flat.sublayers) = (Color(red: 0.75, green: 0.25, blue: 0.5), [content])
    let whole = try Scene(canvas: Self.canvas, layers: [flat]).rendered(samples: 16)
    let difference = try ImageDifference(picture(Bend.shifted.mesh()), whole)
    #expect(difference.isWithin(.within(max: 16, mean: 0.06)), "\(difference)")
  }

  /// A texture within a texture within a texture: each is drawn for a few pictures of the next one, not for all of all.
  @Test func nestedMeshesStayAffordable() throws {
    let image = Image.noise(128, 128)
    var inner = group(image, try Bend.gentle.mesh(), inner: 10, outer: 0)
    for _ in 0..<7 {
      var outer = layer(try Bend.gentle.mesh(), turned: 0)
      (inner.position, inner.transform) = (Point(64, 64), .rotation(.degrees(3)))
      outer.sublayers = [inner]
      inner = outer
    }
    let renderer = try Renderer.any()
    let single = try picture(direct(image, .gentle, inner: 10, outer: 0), by: renderer)
    var options = RenderOptions(samples: 4)
    // As many pixels as there are in the pictures that must be, and no more than a fourth of those that may be finer.
    options.limits.pictureArea = 8 * 128 * 128
    let scene = Scene(canvas: Self.canvas, layers: [inner])
    let coarse = try renderer.render(scene, options: options)
    options.limits.pictureArea *= 64
    let fine = try renderer.render(scene, options: options)
    #expect(detail(fine) > 0.95 * detail(single) && detail(coarse) < 0.5 * detail(fine))
    // The second time nothing is drawn into them.
    let before = renderer.statistics
    #expect(try renderer.render(scene, options: options) == fine)
    #expect((renderer.statistics - before).uploadedBytes <= 13 * 13 * 32 + 144 * 24)
  }

  /// Images that fill a bent layer are sampled once: a mask gives the picture of an image with that alpha.
  @Test(arguments: [128, 192, 96, 251]) func maskedImagesAreSampledOnce(side: Int) throws {
    let image = Image.noise(side, side)
    func alpha(_ x: Int, _ y: Int) -> UInt8 {
      UInt8(clamping: 255 * (x + y) / (2 * side) + (x % 16) * (y % 9))
    }
    let mask = Image(side, side, alpha: .straight) { x, y in Pixel(255, 255, 255, alpha(x, y)) }
    let cut = Image(side, side, alpha: .straight) { x, y in
      Pixel(image[x, y].x, image[x, y].y, image[x, y].z, alpha(x, y))
    }
    let renderer = try Renderer.any()
    for bend in Bend.allCases {
      for outer in [0.0, 30] {
        var masked = try direct(image, bend, inner: 0, outer: outer)
        var layer = Layer(bounds: Self.bounds, position: Point(64, 64), contents: .image(mask))
        layer.maskMode = .alpha
        masked.sublayers = [layer]
        let plain = try picture(direct(cut, bend, inner: 0, outer: outer), by: renderer)
        let product = try ImageDifference(picture(masked, by: renderer), plain)
        #expect(product.isWithin(1), "\(bend) at \(outer) degrees: \(product)")
        // With a color behind it, the layer has a texture.
        masked.backgroundColor = .clear
        let difference = try ImageDifference(picture(masked, by: renderer), plain)
        #expect(
          difference.isWithin(.within(max: 8, mean: 0.25)), "\(bend) at \(outer) degrees: \(difference)")
      }
    }
  }

  /// Nearest texels are the texture's own.
  @Test func nearestTexelsStay() throws {
    let image = Image.noise(128, 128)
    var group = group(image, try Bend.gentle.mesh(), inner: 0, outer: 30)
    (group.opacity, group.magnificationFilter) = (1, .nearest)
    var plain = try direct(image, .gentle, inner: 0, outer: 30)
    plain.magnificationFilter = .nearest
    let renderer = try Renderer.any()
    let difference = try ImageDifference(picture(group, by: renderer), picture(plain, by: renderer))
    #expect(difference.isWithin(1), "\(difference)")
  }
}

import MeshTransform
import Testing

@testable import GLRenderer
@testable import TestSupport

/// Blended layers in trees, meshes, groups and masks. Scripts/check-compositing.sh compares the modes themselves with
/// Skia.
struct BlendModeTests {
  private let gray = Color(red: 0.6, green: 0.4, blue: 0.2)
  private let yellow = Color(red: 1, green: 0.8, blue: 0)
  /// The product of the two colors.
  private let product = Pixel(153, 82, 0, 255)

  private func scene(_ layers: [Layer], background: Color = .clear, size: Double = 64) -> Scene {
    Scene(canvas: Canvas(frame: Rect(0, 0, size, size), background: background), layers: layers)
  }

  /// The photo below, and a label of 24 points in the middle.
  private func layers(_ mode: Layer.BlendMode = .multiply) -> (photo: Layer, label: Layer) {
    var label = Layer(Rect(20, 20, 24, 24), yellow)
    label.blendMode = mode
    return (Layer(Rect(0, 0, 64, 64), gray), label)
  }

  private func isNear(_ a: Pixel, _ b: Pixel, _ limit: Int = 1) -> Bool {
    (0..<4).allSatisfy { abs(Int(a[$0]) - Int(b[$0])) <= limit }
  }

  @Test(arguments: [1, 4, 16, 64]) func blendsWithWhatIsBehind(samples: Int) throws {
    let (photo, label) = layers()
    let above = Layer(Rect(30, 30, 4, 4), .pureGreen)
    let picture = try scene([photo, label, above]).rendered(samples: samples)
    #expect(isNear(picture[25, 25], product))
    #expect(isNear(picture[5, 5], Pixel(153, 102, 51, 255)))
    #expect(picture[32, 32] == Pixel(0, 255, 0, 255))
  }

  /// The background of the canvas is behind all layers; with nothing behind it a layer stays as it is.
  @Test func blendsWithTheBackground() throws {
    let label = layers().label
    #expect(isNear(try scene([label], background: gray).rendered()[32, 32], product))
    let alone = try scene([label]).rendered()
    #expect(alone[32, 32] == Pixel(255, 204, 0, 255))
    #expect(alone[5, 5] == .zero)
  }

  /// Wherever a blended layer is in space, what comes before it in the list is behind it.
  @Test func orderBeatsDepth() throws {
    var (photo, label) = layers()
    photo.zPosition = 20
    #expect(isNear(try scene([photo, label]).rendered()[32, 32], product))
    #expect(isNear(try scene([label, photo]).rendered()[32, 32], Pixel(153, 102, 51, 255)))
    label.transform = .rotation(.degrees(40), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 200)
    #expect(isNear(try scene([photo, label]).rendered()[32, 32], product))
  }

  @Test func opacityFades() throws {
    var (photo, label) = layers()
    label.opacity = 0.5
    // The mean of both colors.
    #expect(isNear(try scene([photo, label]).rendered()[32, 32], Pixel(153, 92, 26, 255)))
  }

  /// A mesh bends the blended layer; its edges are antialiased.
  @Test func bentLayersBlend() throws {
    var (photo, label) = layers()
    label.mesh = try Mesh.grid(rows: 4, columns: 4) { SIMD3($0.x + 0.2 * $0.y, $0.y, 0.3 * $0.x) }
    let picture = try scene([photo, label]).rendered()
    #expect(isNear(picture[32, 32], product))
    for y in 0..<64 {
      for x in 0..<64 where !isNear(picture[x, y], Pixel(153, 102, 51, 255)) {
        let pixel = picture[x, y]
        #expect(pixel.x == 153 && (81...102).contains(pixel.y) && pixel.w == 255)
      }
    }
  }

  /// A layer that is nothing but a folder does not isolate; groups, meshes and blended layers do.
  @Test func groupsIsolate() throws {
    let (photo, label) = layers()
    func inside(_ change: (inout Layer) -> Void) throws -> Pixel {
      var holder = Layer(Rect(0, 0, 64, 64), .clear)
      holder.contents = .none
      holder.sublayers = [label]
      change(&holder)
      return try scene([photo, holder]).rendered()[32, 32]
    }
    #expect(isNear(try inside { _ in }, product))
    let covered = Pixel(255, 204, 0, 255)
    #expect(try inside { $0.mesh = try? Mesh.grid(rows: 1, columns: 1) } == covered)
    // The lighter of the covering color and the photo, channel by channel.
    #expect(try inside { $0.blendMode = .lighten } == Pixel(255, 204, 51, 255))
    // Half of it over the photo.
    let faded = try inside {
      $0.opacity = 0.5
      $0.sublayers.insert(Layer(Rect(0, 0, 4, 4), .pureRed), at: 0)
    }
    #expect(isNear(faded, Pixel(204, 153, 26, 255)))
  }

  /// Also a group of one layer is one picture: with an opacity, however deep the blended layer is in it, and with a clip,
  /// whether or not it cuts something off.
  @Test func groupsOfOneLayerIsolate() throws {
    let brown = Color(red: 192.0 / 255, green: 128.0 / 255, blue: 64.0 / 255)
    var label = Layer(Rect(16, 16, 32, 32), Color(red: 64.0 / 255, green: 96.0 / 255, blue: 1))
    func drawn(_ depth: Int, _ change: (inout Layer) -> Void) throws -> Pixel {
      var group = label
      for _ in 0..<depth {
        var holder = Layer(Rect(0, 0, 64, 64), .clear)
        (holder.contents, holder.sublayers) = (.none, [group])
        group = holder
      }
      change(&group)
      return try scene([group], background: brown).rendered()[32, 32]
    }
    for mode in [Layer.BlendMode.multiply, .difference, .plusLighter] {
      label.blendMode = mode
      for depth in 1...3 {
        let faded = try drawn(depth) { $0.opacity = 0.7 }
        #expect(isNear(faded, Pixel(102, 106, 198, 255)), "\(mode), \(depth): \(faded)")
        for radius in [0.0, 8] {
          let clipped = try drawn(depth) { ($0.masksToBounds, $0.cornerRadius) = (true, radius) }
          #expect(isNear(clipped, Pixel(64, 96, 255, 255)), "\(mode), \(depth), \(radius): \(clipped)")
        }
      }
    }
    // A clip of layers that cover their backdrop stays free.
    label.blendMode = .normal
    var clip = Layer(Rect(0, 0, 64, 64), .clear)
    (clip.contents, clip.sublayers, clip.masksToBounds) = (.none, [label], true)
    #expect(try !Renderer.any().describe(scene([clip])).contains("offscreen"))
  }

  /// A shadow deep in a group of one layer fades with the group: it does not show through the layer that throws it.
  @Test(arguments: [1, 2]) func shadowsFadeWithGroupsOfOneLayer(depth: Int) throws {
    var group = Layer(Rect(16, 16, 32, 32), yellow)
    (group.shadowOpacity, group.shadowRadius, group.shadowOffset) = (1, 0, Point(0, 0))
    for _ in 0..<depth {
      var holder = Layer(Rect(0, 0, 64, 64), .clear)
      (holder.contents, holder.sublayers) = (.none, [group])
      group = holder
    }
    group.opacity = 0.5
    #expect(isNear(try scene([group], background: .white).rendered()[32, 32], Pixel(255, 230, 128, 255)))
  }

  /// A blended or shadowed sublayer does not lift its superlayer out of the order of depths.
  @Test func superlayersKeepTheirDepth() throws {
    let (_, label) = layers()
    var folder = Layer(Rect(0, 0, 64, 64), gray)
    folder.zPosition = 10
    let behind = Layer(Rect(0, 0, 64, 64), .pureBlue)
    folder.sublayers = [label]
    #expect(isNear(try scene([folder, behind]).rendered()[32, 32], product))
    #expect(isNear(try scene([folder, behind]).rendered()[5, 5], Pixel(153, 102, 51, 255)))
    (folder.sublayers[0].blendMode, folder.sublayers[0].shadowOpacity) = (.normal, 1)
    #expect(isNear(try scene([folder, behind]).rendered()[5, 5], Pixel(153, 102, 51, 255)))
  }

  /// Inside of a bent group, of which four renderings are drawn, and with a mask.
  @Test func blendsInGroups() throws {
    let (photo, label) = layers()
    var group = Layer(Rect(0, 0, 64, 64), .clear)
    group.contents = .none
    group.sublayers = [photo, label, Layer(Rect(30, 30, 4, 4), .pureGreen)]
    group.mesh = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y + 0.03 * $0.x, 0) }
    let bent = try scene([group]).rendered()
    #expect(isNear(bent[25, 27], product))
    #expect(isNear(bent[5, 10], Pixel(153, 102, 51, 255)))
    (group.mesh, group.masksToBounds, group.cornerRadius) = (nil, true, 32)
    group.sublayers[1] = Layer(Rect(-10, -10, 84, 84), yellow)
    group.sublayers[1].blendMode = .multiply
    // What comes after a blended layer is masked, too.
    group.sublayers[2] = Layer(Rect(-10, 40, 84, 40), .pureGreen)
    let masked = try scene([group]).rendered()
    #expect(isNear(masked[16, 32], product))
    #expect(masked[32, 50] == Pixel(0, 255, 0, 255))
    #expect(masked[1, 1] == .zero)
    #expect(masked[62, 62] == .zero)
  }

  /// Frames do not depend on the frames before them.
  @Test func framesAreIndependent() throws {
    let renderer = try Renderer.any()
    var (photo, label) = layers(.difference)
    label.mesh = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, 0.1 * $0.x) }
    var pictures: [Image] = []
    for step in 0..<6 {
      photo.contents = .color(step % 2 == 0 ? gray : yellow)
      label.position.x = 32 + Double(step % 3) * 5
      let scene = scene([photo, label, label])
      pictures.append(try scene.rendered(by: renderer))
      #expect(try scene.rendered() == pictures[step])
    }
    // Twice the same frame makes no new objects.
    let scene = scene([photo, label, label])
    _ = try scene.rendered(by: renderer)
    let before = renderer.statistics
    _ = try scene.rendered(by: renderer)
    #expect(renderer.statistics.textures == before.textures)
    #expect(renderer.statistics.framebuffers == before.framebuffers)
  }

  /// Many blended layers share a few textures, and the picture equals that of the layers drawn one after the other.
  @Test func manyLayersTakeFewTextures() throws {
    let renderer = try Renderer.any()
    // Modes that do not enlarge differences of rounding.
    let modes: [Layer.BlendMode] = [.multiply, .screen, .overlay, .darken]
    let labels = (0..<24).map { number in
      var label = Layer(
        Rect(2 + Double(number) * 2, 4 + Double(number % 5) * 8, 12, 20), [yellow, gray][number % 2])
      (label.blendMode, label.opacity) = (modes[number % modes.count], 0.8)
      label.transform = .rotation(.degrees(7 * Double(number)))
      return label
    }
    let photo = Layer(Rect(0, 0, 64, 64), gray)
    let before = renderer.statistics
    let all = try scene([photo] + labels).rendered(by: renderer)
    let made = renderer.statistics.textures - before.textures
    #expect(made < 24, "\(made) textures")
    // The reference: each layer is drawn on the picture of the layers before it.
    var picture = try scene([photo]).rendered()
    for label in labels {
      let below = Layer(bounds: Rect(0, 0, 64, 64), position: Point(32, 32), contents: .image(picture))
      picture = try scene([below, label]).rendered()
    }
    let difference = ImageDifference(all, picture)
    #expect(difference.isWithin(.within(max: 6, mean: 0.1)), "\(difference)")
  }

  /// A canvas in several tiles is blended as a whole.
  @Test func tiledCanvasesBlend() throws {
    let frame = Rect(0, 0, 9000, 20)
    var label = Layer(Rect(8180, 4, 24, 12), yellow)
    label.blendMode = .multiply
    let layers = [Layer(frame, gray), label, Layer(Rect(8190, 8, 4, 4), .pureBlue)]
    let picture = try Scene(canvas: Canvas(frame: frame), layers: layers).rendered(samples: 1)
    for x in 8182..<8202 {
      #expect(isNear(picture[x, 6], product))
      #expect(isNear(picture[x, 1], Pixel(153, 102, 51, 255)))
    }
    #expect((8190..<8194).allSatisfy { picture[$0, 9] == Pixel(0, 0, 255, 255) })
  }

  @Test func tooLargeCanvasesSaySo() throws {
    let photo = Layer(Rect(0, 0, 9000, 9000), gray)
    var label = Layer(Rect(0, 0, 9000, 9000), yellow)
    label.blendMode = .multiply
    let renderer = try Renderer.any()
    let limit = min(renderer.capabilities.maxTextureSize, RenderOptions().limits.canvasSide)
    let scene = scene([photo, label], size: 9000)
    #expect(throws: RenderError.backdropSize(PixelSize(9000, 9000), limit: limit)) {
      _ = try renderer.describe(scene)
    }
  }

  /// The backdrop of a small layer is drawn in its pixels only: the same picture as with the whole backdrop.
  @Test(arguments: [Layer.BlendMode.multiply, .difference, .plusLighter], [1, 4])
  func partsOfBackdropsAreEnough(_ mode: Layer.BlendMode, _ samples: Int) throws {
    var photo = Layer(Rect(0, 0, 128, 128), .clear)
    photo.contents = .image(.noise(128, 128))
    var label = Layer(Rect(20, 30, 40, 30), yellow)
    (label.blendMode, label.transform) = (mode, .rotation(.degrees(30)))
    var other = Layer(Rect(40, 40, 50, 20), Color(red: 0.2, green: 0.5, blue: 1, alpha: 0.5))
    (other.blendMode, other.cornerRadius) = (mode, 8)
    let scene = scene([photo, label, other], size: 128)
    let renderer = try Renderer.any()
    let picture = try renderer.render(scene, options: RenderOptions(samples: samples))
    let exact = try renderer.render(scene, options: RenderOptions(samples: samples, isExact: true))
    #expect(picture.bytes == exact.bytes)
    let parts = try renderer.describe(scene, options: RenderOptions(samples: samples))
    #expect(parts.contains("backdrop") && !parts.contains("backdrop, 128x128 px"), "\(parts)")
  }
}

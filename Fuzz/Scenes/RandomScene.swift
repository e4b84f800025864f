import MeshTransform
import TestSupport

/// Writes scene files of random trees: layers in layers, meshes, masks, groups, lights, translucent and extreme values.
///
/// Most numbers are sensible, so that most scenes draw something; one in thirty is extreme.
struct RandomScene {
  private var random: SplitMix64
  private var layersLeft: Int

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    layersLeft = Int.random(in: 1...9, using: &random)
  }

  /// The text of the scene file, of a canvas with at most 64 by 64 pixels.
  mutating func text() -> String {
    var canvas = ["size": "[64, 64]", "blending": choice("\"encoded\"", "\"linear\"")]
    if chance(3) { canvas["background"] = color() }
    if chance(8) { canvas["fit"] = "true" }
    if chance(3) { canvas["depth"] = choice("\"shared\"", "\"ordered\"") }
    var fields = ["canvas": object(canvas)]
    var layers: [String] = []
    repeat { layers.append(layer(depth: 1)) } while layersLeft > 0
    fields["layers"] = list(layers)
    if chance(2) { fields["lights"] = list((0..<Int.random(in: 1...3, using: &random)).map { _ in light() }) }
    return object(fields)
  }

  private mutating func layer(depth: Int) -> String {
    layersLeft -= 1
    var fields = [
      "bounds": "[\(number(0)), \(number(0)), \(number(40)), \(number(40))]",
      "position": "[\(number(32)), \(number(32))]",
    ]
    if chance(2) { fields["contents"] = contents() }
    if chance(3) { fields["backgroundColor"] = color() }
    if chance(2) { fields["transform"] = "\"\(transform())\"" }
    if chance(8) { fields["sublayerTransform"] = "\"perspective(\(positive(300)))\"" }
    if chance(4) { fields["zPosition"] = number(0) }
    if chance(6) { fields["anchorPoint"] = "[\(number(0.5)), \(number(0.5))]" }
    if chance(3) { fields["opacity"] = unit() }
    if chance(3) { fields["cornerRadius"] = positive(8) }
    if chance(5) { fields["border"] = object(["width": positive(2), "color": color()]) }
    if chance(4) { fields["masksToBounds"] = "true" }
    if chance(5) {
      fields["blendMode"] = choice("\"multiply\"", "\"hue\"", "\"color-dodge\"", "\"plus-lighter\"")
    }
    if chance(5) { fields["isDoubleSided"] = "false" }
    if chance(20) { fields["isHidden"] = "true" }
    if chance(8) { fields["rasterizationScale"] = positive(2) }
    if chance(8) { fields["magnificationFilter"] = choice("\"nearest\"", "\"linear\"", "\"cubic\"") }
    if chance(8) { fields["minificationFilter"] = choice("\"linear\"", "\"trilinear\"") }
    if chance(3) { fields["mesh"] = mesh() }
    if chance(5) { fields["lights"] = list([light()]) }
    if chance(5) {
      fields["surface"] = object([
        "specular": unit(), "exponent": positive(20), "shading": choice("\"flat\"", "\"smooth\""),
      ])
    }
    var sublayers: [String] = []
    while layersLeft > 0, depth < 6, chance(2) { sublayers.append(layer(depth: depth + 1)) }
    if !sublayers.isEmpty { fields["sublayers"] = list(sublayers) }
    if layersLeft > 0, depth < 6, chance(8) {
      fields["mask"] = layer(depth: depth + 1)
    } else if chance(12) {
      let mode = choice("\"luminance\"", "\"inverted-alpha\"", "\"inverted-luminance\"")
      fields["mask"] = object(["contents": contents(), "maskMode": mode])
    }
    if layersLeft > 0, depth < 6, chance(10) { fields["backContents"] = layer(depth: depth + 1) }
    if chance(6) {
      fields["shadowOpacity"] = unit()
      fields["shadowRadius"] = positive(choice("2", "40") == "2" ? 2 : 40)
      fields["shadowOffset"] = "[\(number(0)), \(number(0))]"
    }
    if chance(6) {
      fields["contactShadowOpacity"] = unit()
      fields["contactShadowSpread"] = positive(1)
    }
    if chance(6) { fields["depth"] = choice("\"shared\"", "\"ordered\"") }
    return object(fields)
  }

  private mutating func contents() -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return object(["color": color()])
    case 1:
      let stops = [0.0, 0.4, 1].map { object(["location": "\($0)", "color": color()]) }
      return object(["gradient": object(["type": choice("\"axial\"", "\"radial\""), "stops": list(stops)])])
    case 2 where chance(3): return object(["text": "\"ab\"", "fontSize": positive(12), "color": color()])
    default:
      var fields = ["image": choice("\"opaque\"", "\"translucent\"")]
      if chance(3) { fields["gravity"] = choice("\"resizeAspect\"", "\"topLeft\"", "\"center\"") }
      if chance(4) { fields["rect"] = "[\(number(0)), \(number(0)), \(number(1)), \(number(1))]" }
      if chance(4) { fields["scale"] = positive(1) }
      return object(fields)
    }
  }

  private mutating func mesh() -> String {
    var fields: [String: String] = [:]
    if chance(2), let preset = MeshPreset.all.randomElement(using: &random) {
      fields["preset"] = "\"\(preset.name)\""
      for parameter in preset.parameters {
        if let name = parameter.names.randomElement(using: &random) {
          fields[parameter.name] = "\"\(name)\""
        } else if parameter.isInteger {
          let least = Int(max(parameter.range.lowerBound, 1))
          let range = least...max(least, Int(min(parameter.range.upperBound, 9)))
          fields[parameter.name] = "\(Int.random(in: range, using: &random))"
        } else if chance(2) {
          let value = parameter.defaultValue + Double.random(in: -1...1, using: &random)
          fields[parameter.name] =
            "\(min(max(value, parameter.range.lowerBound), parameter.range.upperBound))"
        }
      }
    } else {
      let side = Int.random(in: 1...4, using: &random)
      let points = (0...side).flatMap { y in (0...side).map { x in (x: x, y: y) } }
      fields["vertices"] = list(
        points.map { point in
          let (x, y) = (Double(point.x) / Double(side), Double(point.y) / Double(side))
          return "[\(x), \(y), \(near(x)), \(near(y)), \(near(0))]"
        })
      fields["faces"] = list(
        (0..<side * side).map { face in
          let corner = face / side * (side + 1) + face % side
          let indices = "[\(corner), \(corner + 1), \(corner + side + 2), \(corner + side + 1)]"
          return chance(6) ? object(["indices": indices, "creases": "[1, 0, 2.5, 0.5]"]) : indices
        })
      fields["depthNormalization"] = choice("\"none\"", "\"width\"", "\"average\"")
    }
    if chance(3) { fields["subdivisionSteps"] = choice("1", "2", "-1") }
    if chance(4) { fields["replicatesEdges"] = "true" }
    if chance(4) { fields["faceInterpolation"] = choice("\"bilinear\"", "\"projective\"") }
    return object(fields)
  }

  private mutating func transform() -> String {
    var functions: [String] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      functions.append(
        choice(
          "perspective(\(positive(300)))", "rotateX(\(number(50))deg)", "rotateY(\(number(-60))deg)",
          "rotate(\(number(45))deg)", "translate3d(\(number(0)), \(number(0)), \(number(0)))",
          "scale(\(number(1)), \(number(1)))", "skewX(\(number(20))deg)"))
    }
    return functions.joined(separator: " ")
  }

  private mutating func light() -> String {
    let kind = choice("ambient", "directional", "point", "spot")
    var fields = ["type": "\"\(kind)\"", "color": color()]
    if kind == "directional" || kind == "spot" {
      fields["direction"] = "[\(near(0)), \(near(0.2)), \(near(-1))]"
      fields["specularIntensity"] = unit()
    }
    if kind == "point" || kind == "spot" {
      fields["position"] = "[\(number(32)), \(number(32)), \(number(50))]"
      if chance(2) { fields["falloff"] = positive(1) }
    }
    if kind == "spot" { fields["coneAngle"] = "\(Int.random(in: 0...90, using: &random))" }
    return object(fields)
  }
}

extension RandomScene {
  private static let extremes = [
    0, -0.0, .leastNonzeroMagnitude, 1e-30, 1e-6, -1, 255.5, 4096, 16_385, 1e5, -1e5, 1e6, -1e6, 1e6, 1e15,
  ]

  /// Around a usual value, as a JSON number; sometimes extreme.
  private mutating func number(_ usual: Double) -> String {
    if chance(30) { return "\(Self.extremes.randomElement(using: &random)!)" }
    return "\(usual + Double.random(in: -20...20, using: &random) * (abs(usual) < 2 ? 0.05 : 1))"
  }

  private mutating func positive(_ usual: Double) -> String {
    if chance(30) { return "\(abs(Self.extremes.randomElement(using: &random)!))" }
    return "\(usual * Double.random(in: 0.2...2, using: &random))"
  }

  private mutating func near(_ value: Double) -> String {
    chance(40) ? number(value) : "\(value + Double.random(in: -0.3...0.3, using: &random))"
  }

  private mutating func unit() -> String { choice("0", "1", "0.999", "0.5", "0.01") }

  private mutating func color() -> String {
    let alpha = choice("1", "0.5", "0.02", "0")
    return
      "\"rgba(\(Int.random(in: 0...255, using: &random)), \(Int.random(in: 0...255, using: &random)), 90, \(alpha))\""
  }

  /// True once in so many times.
  private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private mutating func choice(_ options: String...) -> String { options.randomElement(using: &random)! }

  private func object(_ fields: [String: String]) -> String {
    "{\(fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}"
  }

  private func list(_ elements: [String]) -> String { "[\(elements.joined(separator: ", "))]" }
}

import ArgumentParser
import MeshTransform
import SceneDocument

/// Lists the kinds of light and the surface properties as text or JSON.
struct Lights: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lights",
    abstract: "List the keys, defaults, ranges and formulas of lights and surfaces.",
    discussion: """
      EXAMPLES
        meshrender lights
        meshrender lights spot
      """)

  @Argument(help: ArgumentHelp("Only this kind: ambient, directional, point or spot.", valueName: "kind"))
  var kind: Light.Kind?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let kinds = kind.map { [$0] } ?? Light.Kind.allCases
    if json {
      let lights = kinds.map { kind in
        JSONText.object([
          ("kind", JSONText.string(kind.rawValue)), ("summary", JSONText.string(kind.summary)),
          ("properties", Light.properties(of: kind).json(at: Light(kind))),
        ])
      }
      let surface = Surface.properties.json(at: Surface())
      return try Console.report(
        JSONText.object([("lights", JSONText.array(lights)), ("surface", surface)]))
    }
    var parts = kinds.map { kind in
      "\(kind.rawValue): \(kind.summary)\n" + Light.properties(of: kind).table(at: Light(kind))
    }
    if kind == nil {
      parts.append(
        "surface: how a layer reflects light (--surface)\n"
          + Surface.properties.table(at: Surface()))
      parts.append(Self.formulas)
    }
    try Console.report(parts.joined(separator: "\n\n"))
  }

  /// The formulas of the model, formatted for a terminal.
  private static let formulas = """
    The sum over all lights, at each pixel and for each channel:
        content * (ambient * sum of A + diffuse * sum of S D max(0, N.L))
          + coverage * specular * sum of S H max(0, R.V)^exponent, at most coverage
      A, D, H     the light's color * intensity * ambient-, diffuse-, specularIntensity
      N, L, V, R  unit vectors: the normal on the side seen, to the light, to the eye,
                  and L mirrored at N; no highlight where N.L <= 0
      S           1, for point and spot lights 1 / (1 + falloff * (d / falloffDistance)^2)
                  at distance d; for spots also times t^2 (3 - 2t), where t goes evenly
                  with the cosine of the angle to the axis from 0 at coneAngle
                  to 1 at coneAngle * (1 - coneEdgeSoftness)
    The default light does not change a flat, untilted layer. Positions and directions are
    in points of the superlayer. Values are sRGB-encoded ones as in Core Animation, or
    amounts of light with --linear, colors then being decoded first.
    """
}

extension Light.Kind: ExpressibleByArgument {}

extension Array {
  fileprivate func table<Target>(at defaults: Target) -> String where Element == Property<Target> {
    func name(_ property: Element) -> String {
      property.name + (property.shortName.map { ", \($0)" } ?? "")
    }
    let width = map { name($0).count }.max() ?? 0
    return map { property in
      "    \(name(property).padded(to: width))  \(property.text(of: defaults).padded(to: 6))"
        + "  \(property.summary) (\(property.values))"
    }.joined(separator: "\n")
  }

  fileprivate func json<Target>(at defaults: Target) -> String where Element == Property<Target> {
    JSONText.array(
      map { property in
        JSONText.object(
          [("name", JSONText.string(property.name))]
            + (property.shortName.map { [("short", JSONText.string($0))] } ?? [])
            + [
              ("summary", JSONText.string(property.summary)),
              ("default", JSONText.string(property.text(of: defaults))),
              ("values", JSONText.string(property.values)),
            ])
      })
  }
}

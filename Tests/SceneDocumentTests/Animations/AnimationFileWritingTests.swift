import MeshTransform
import SceneDocument
import TestSupport
import Testing

/// Written animations read back equal, number for number.
@Suite struct AnimationFileWritingTests {
  private static let written = [
    "{\"keyPath\": \"opacity\", \"to\": 0.1, \"name\": \"a\\\"b\", \"duration\": 0, \"fillMode\": \"removed\"}",
    """
    {"keyPath": "zPosition", "from": 1, "by": 2e-7, "beginTime": 3, "timeOffset": -1, "speed": -0.3,
     "repeatDuration": "infinite", "autoreverses": true, "additive": true, "cumulative": true, "removalTime": 7}
    """,
    "{\"keyPath\": \"transform.rotation.y\", \"values\": [\"10deg\", \"-0.1deg\", \"33.333333333333336deg\", \"1.2345rad\"]}",
    "{\"keyPath\": \"transform.rotation\", \"from\": \"3.3rad\", \"to\": \"1e7deg\", \"spring\": {\"damping\": 3}}",
    "{\"keyPath\": \"transform\", \"to\": \"translate(10%, 3px) rotateX(7deg)\", \"timing\": \"steps(3, jump-both)\"}",
    "{\"keyPath\": \"borderColor\", \"values\": [\"red\", [0.1, 0.2, 0.3, 0.4]], \"timing\": [[0.1, 0, 0.3, 1]]}",
    """
    {"keyPath": "position", "values": [[0, 1], [2, 3], [4, 5]], "timing": "ease", "timingFunctions":
     ["easeIn", "step-start"], "keyTimes": [0, 0.1, 1], "calculationMode": "cubic", "tensionValues": [0, 0.5, 0],
     "continuityValues": [1, 0, -1], "biasValues": [0, 0, 1]}
    """,
    """
    {"animations": [{"animations": [{"keyPath": "isHidden", "to": true}]},
     {"gestures": [{"time": 0.1, "rotation": 7, "scale": 1.1, "around": [1, 2]}, {"time": 1, "startOver": true}]}],
     "duration": 3}
    """,
    "{\"keyPath\": \"mesh\", \"from\": {\"preset\": \"ripple\", \"rows\": 2, \"columns\": 2}, \"to\": {\"file\": \"m\"}}",
    "{\"keyPath\": \"mesh\", \"to\": \(MadeUpResources.quad)}",
    "{\"keyPath\": \"bounds\", \"to\": [0, 0, 3, 4], \"repeatCount\": 2.5}",
    "{\"keyPath\": \"lights[0].coneAngle\", \"from\": \"0.4rad\", \"to\": 33.1}",
    "{\"keyPath\": \"opacity\", \"from\": 0, \"stagger\": \"50ms\"}",
    "{\"keyPath\": \"opacity\", \"from\": 0, \"stagger\": 0, \"staggerOrder\": \"edges\", \"duration\": 2}",
  ]

  @Test(arguments: written)
  func textsReadBack(_ animation: String) throws {
    let source = scene(
      animations: animation,
      layer:
        "\"lights\": [{\"type\": \"spot\"}], \"mesh\": \(MadeUpResources.quad), \"contents\": {\"text\": \"ab\", \"split\": \"glyphs\"}"
    )
    let file = try SceneFile(Array(source.utf8), name: "s")
    let text = file.text
    let again = try SceneFile(Array(text.utf8), name: "s")
    #expect(again.text == text)
    // The model may refuse it; if it accepts it, both results are equal.
    let made = try? file.animatedScene(resources: MadeUpResources())
    let remade = try? again.animatedScene(resources: MadeUpResources())
    #expect(made?.animations == remade?.animations)
    #expect(made != nil || animation.contains("\"file\""), "\(animation)")
  }

  @Test func anglesKeepEveryBit() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<300 {
      let radians = Double.random(in: -20...20, using: &random)
      let plan = AnimationDescription(
        .change(
          try AnimatedProperty(keyPath: "transform.rotation"), .init(to: .value(.number(radians)))))
      var layer = LayerDescription()
      (layer.hasBounds, layer.animations) = (true, [plan])
      var canvas = CanvasDescription()
      canvas.size = Size(1, 1)
      let text = SceneFile(canvas: canvas, layers: [layer]).text
      let read = try animated(text).animations[LayerPath(0)]
      guard case .change(_, let ends) = read?.first?.action else {
        Issue.record("\(text)")
        return
      }
      #expect(ends.to == .number(radians))
    }
  }

  @Test func theScenesOwnAreWritten() throws {
    let text = try SceneFile(Array(SceneFile.animatedStarter.utf8), name: "s").text
    let again = try SceneFile(Array(text.utf8), name: "s")
    #expect(again.text == text && again.animations.count == 1)
  }

  @Test func theSchemaKnowsThem() {
    for key in [
      "\"animations\"", "\"keyPath\"", "\"animationValue\"", "\"gestures\"", "\"cubicPaced\"", "\"infinite\"",
    ] {
      #expect(SceneSchema.scene.contains(key), "\(key)")
    }
  }
}

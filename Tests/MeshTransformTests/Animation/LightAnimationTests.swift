import MeshTransform
import Testing

@Suite struct LightAnimationTests {
  @Test func lightsOfTheSceneAndOfALayerMove() throws {
    var scene = Scene.card { $0.lights = [Light(.ambient), Light(.spot)] }
    scene.lights = [Light(.point)]
    let animated = try AnimatedScene(
      scene,
      animations: [
        nil: [
          .change(
            try AnimatedProperty(keyPath: "lights[0].position"), to: .point3D(Point3D(10, 20, 30)),
            timing: .filled(2))
        ],
        LayerPath(0): [
          .change(
            try AnimatedProperty(keyPath: "lights[1].coneAngle"), to: .number(15), timing: .filled(2))
        ],
      ])
    let middle = try animated.scene(at: 1)
    #expect(middle.lights[0].position == Point3D(5, 10, 15))
    #expect(abs(middle.card.lights[1].coneAngle.degrees - 30) < 1e-9)
    #expect(middle.card.lights[0] == Light(.ambient))
  }

  @Test func surfacesChange() throws {
    let scene = try AnimatedScene(
      .change(try AnimatedProperty(keyPath: "surface.specular"), to: .number(1), timing: .filled(2)),
      .change(try AnimatedProperty(keyPath: "surface.exponent"), to: .number(2), timing: .filled(2)))
    #expect(try scene.card(at: 1).surface == Surface(specular: 0.5, specularExponent: 17))
  }

  @Test func aDirectionThatVanishesOnTheWayIsNamedWithItsTime() throws {
    let flip = Animation.change(
      try AnimatedProperty(keyPath: "lights[0].direction"), to: .point3D(Point3D(0, 0, 1)), timing: .filled(2)
    )
    let scene = try AnimatedScene(flip) { $0.lights = [Light()] }
    _ = try scene.scene(at: 0.9)
    let error = #expect(throws: AnimationError.self) { try scene.scene(at: 1) }
    #expect(
      error?.description == "layer 'card' (layers[0]): at 1.0 s: lights[0]: direction is (0, 0, 0); "
        + "use the direction in which the light travels, such as (0, 0, -1) into the screen")
  }

  @Test func namesLightsThatAreNotThere() throws {
    let property = try AnimatedProperty(keyPath: "lights[2].intensity")
    let place = "layer 'card' (layers[0]): animations[0]: "
    #expect(
      message(.change(property, to: .number(1))) == place + "there is no lights[2]; add a light first")
    #expect(
      message(.change(property, to: .number(1))) { $0.lights = [Light()] } == place
        + "there is no lights[2]; there are 1 lights, counted from 0")
  }
}

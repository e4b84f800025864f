import MeshTransform
import SceneDocument
import Testing

@Suite struct LightSpecTests {
  @Test func directional() throws {
    let text = "directional:direction=0.3/0.5/-1,ambient=0.2,diffuse=0.8,specular=1,color=#fff,intensity=1"
    var expected = Light.directional(Point3D(0.3, 0.5, -1))
    (expected.ambientIntensity, expected.diffuseIntensity) = (0.2, 0.8)
    #expect(try LightSpec.parseLight(text) == expected)
    #expect(try LightSpec.parseLight("directional") == Light())
  }

  @Test func ambientPointAndSpot() throws {
    var ambient = Light(.ambient)
    ambient.intensity = 0.3
    #expect(try LightSpec.parseLight("Ambient:intensity=0.3") == ambient)
    var point = Light(.point)
    (point.position, point.falloff, point.falloffDistance) = (Point3D(100, 50, 200), 1, 300)
    #expect(try LightSpec.parseLight("point:position=100/50/200,falloff=1,falloffDistance=300") == point)
    #expect(try LightSpec.parseLight("point:position=100 50 200,falloff=1,distance=300") == point)
    var spot = Light(.spot)
    (spot.position, spot.direction) = (Point3D(1, 2, 3), Point3D(0, 1, -1))
    (spot.coneAngle, spot.coneEdgeSoftness, spot.isEnabled) = (.degrees(30), 0.3, false)
    for angle in ["30", "30deg"] {
      let text = "spot:position=1/2/3,direction=0/1/-1,coneAngle=\(angle),softness=0.3,enabled=false"
      #expect(try LightSpec.parseLight(text) == spot)
    }
  }

  @Test func surface() throws {
    let expected = Surface(ambient: 0.5, diffuse: 0.75, specular: 0.3, specularExponent: 20)
    #expect(try LightSpec.parseSurface("ambient=0.5,diffuse=0.75,specular=0.3,exponent=20") == expected)
    #expect(try LightSpec.parseSurface("specular=0.3,specularExponent=20").specularExponent == 20)
  }

  @Test(arguments: [
    ("directonal", 1, "did you mean \"directional\"?"), ("sun", 1, "use ambient, directional, point or spot"),
    ("spot:coneangel=30", 6, "did you mean \"coneAngle\"?"),
    ("ambient:direction=0/0/1", 9, "is not a key of an ambient light"),
    ("directional:ambient=1,ambientIntensity=1", 23, "ambientIntensity and ambient are the same"),
    ("directional:ambient=-1", 21, "ambient is \"-1\"; use 0...1000000"),
    ("directional:direction=0/0/0", 23, "in which the light travels"),
    ("directional:direction=1/2", 23, "3 numbers separated by slashes, as 1/2/3"),
    ("directional:direction=1/2/3/", 23, "3 numbers"), ("directional:direction=1//2/3", 23, "3 numbers"),
    ("spot:cone=91", 11, "use 0...90 degrees"), ("spot:cone=1px", 11, "use degrees"),
    ("spot:enabled=maybe", 14, "use true or false"), ("spot:color=oragne", 12, "did you mean \"orange\"?"),
    ("point:falloffDistance=0", 23, "points"),
  ])
  func errorsNamePlaceAndCorrection(_ text: String, _ column: Int, _ words: String) {
    let error = #expect(throws: SyntaxError.self) { try LightSpec.parseLight(text) }
    #expect(error?.column == column && error?.problem.contains(words) == true, "\(error as Any)")
  }

  @Test func flatShading() throws {
    #expect(try LightSpec.parseSurface("shading=flat,exponent=5").shading == .flat)
    #expect(throws: SyntaxError.self) { try LightSpec.parseSurface("shading=round") }
  }

  @Test func surfaceErrors() {
    let error = #expect(throws: SyntaxError.self) { try LightSpec.parseSurface("specular=0.3,exponent=0") }
    #expect(
      error?.description
        == "surface \"specular=0.3,exponent=0\", column 23: exponent is \"0\"; use more than 0, up to 1000000"
    )
  }
}

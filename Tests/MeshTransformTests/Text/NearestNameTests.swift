import MeshTransform
import Testing

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("riple", "ripple"), ("RIPPLE", "ripple"), ("rippel", "ripple"), ("wav", "wave"), ("wvae", "wave"),
    ("cornerpin", "cornerPin"), ("k3", "k1"),
  ])
  func findsWhatWasMeant(typed: String, meant: String) {
    #expect(NearestName.match(typed, in: ["ripple", "wave", "cornerPin", "k1"]) == meant)
  }

  @Test(arguments: ["", "x-ray", "completely", String(repeating: "wave", count: 100_000)])
  func findsNothingFarAway(typed: String) {
    #expect(NearestName.match(typed, in: ["ripple", "wave", ""]) == nil)
  }

  @Test func anAbbreviationIsTheOnlyLongerName() {
    let names = ["mesh.amplitude", "mesh.angle", "mesh.angleEnd"]
    #expect(NearestName.match("mesh.amp", in: names) == "mesh.amplitude")
    #expect(NearestName.match("mesh.a", in: names) == nil)
  }

  @Test func theFirstOfEquallyNearNamesWins() {
    #expect(NearestName.match("rowz", in: ["rowx", "rowy"]) == "rowx")
    #expect(NearestName.match("rows", in: [String]()) == nil)
  }
}

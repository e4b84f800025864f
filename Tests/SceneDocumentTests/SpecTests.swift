import MeshTransform
import SceneDocument
import Testing

@Suite struct SpecTests {
  @Test func readsNameAndEntries() throws {
    let spec = try Spec.parse(" ripple : amplitude = 0.05, waves=4,tint=rgb(1, 2, 3)", subject: "mesh")
    #expect(spec.name == "ripple" && spec.nameColumn == 2)
    #expect(spec.entries.map(\.key) == ["amplitude", "waves", "tint"])
    #expect(spec.entries.map(\.value) == ["0.05", "4", "rgb(1, 2, 3)"])
    #expect(spec.entries.map(\.keyColumn) == [11, 29, 37])
    #expect(try spec["amplitude"]?.number() == 0.05)
    #expect(try spec["waves"]?.integer() == 4)
    #expect(try spec["tint"]?.color() == Color(red: 1 / 255.0, green: 2 / 255.0, blue: 3 / 255.0))
    #expect(try Spec.parse("ripple", subject: "mesh").entries.isEmpty)
  }

  @Test func aColonAloneMarksAPreset() throws {
    let spec = try Spec.parse(mesh: "wave:")
    #expect(spec.name == "wave" && spec.entries.isEmpty)
  }

  @Test func theStyleOfAMeshStandsWithoutItsKey() throws {
    for text in ["style:fish,bend=0.5", "style: fish , bend=0.5", "style:style=fish,bend=0.5"] {
      let spec = try Spec.parse(mesh: text)
      let parameter = try #require(try MeshPreset.named("style").parameters.first)
      #expect(spec.name == "style" && spec.entries.map(\.key) == ["style", "bend"], "\(text)")
      #expect(try spec.entries[0].value(of: parameter) == 9 && spec.entries[1].number() == 0.5)
    }
    for (text, column, words) in [
      ("style:fish,arc", 12, "\"arc\" has no value"), ("style:bend=1,arc", 14, "\"arc\" has no value"),
      ("style:fish,style=arc", 12, "\"style\" is given twice"), ("ripple:fish", 8, "\"fish\" has no value"),
      ("style:,", 7, "a key=value is missing"), ("style: bend=1,", 15, "a key=value is missing"),
    ] {
      let error = #expect(throws: SyntaxError.self) { try Spec.parse(mesh: text) }
      #expect(error?.column == column && error?.problem.contains(words) == true, "\(error as Any)")
    }
    let parameter = try #require(try MeshPreset.named("style").parameters.first)
    for (name, words) in [("Fsh", "did you mean \"fish\"?"), ("sphere", "use arc, arcLower")] {
      let entry = try Spec.parse(mesh: "style:\(name)").entries[0]
      let error = #expect(throws: SyntaxError.self) { try entry.value(of: parameter) }
      #expect(error?.column == 7 && error?.problem.contains(words) == true, "\(error as Any)")
    }
  }

  @Test func valuesHaveForms() throws {
    let spec = try Spec.parse(unnamed: "v=1/-2.5/3e1,w=1 2 / 3,p=4/5,a=30,b=0.5turn,on=yes", subject: "test")
    #expect(try spec["v"]?.point3D() == Point3D(1, -2.5, 30))
    #expect(try spec["w"]?.point3D() == Point3D(1, 2, 3))
    #expect(try spec["p"]?.point() == Point(4, 5))
    #expect(try spec["a"]?.angle() == .degrees(30))
    #expect(try spec["b"]?.angle() == .degrees(180))
    #expect(try spec["on"]?.boolean() == true)
  }

  @Test(arguments: [
    ("", 1, "the name is missing"), (":a=1", 1, "the name is missing"), ("x:", 3, "a key=value is missing"),
    ("x:a=1,", 7, "a key=value is missing"), ("x:a=1,,b=2", 7, "a key=value is missing"),
    ("x:abc", 3, "\"abc\" has no value; write key=value"), ("x:=3", 3, "the key before \"=\" is missing"),
    ("x:a=", 5, "the value of \"a\" is missing"), ("x:a=1,b=2,a=3", 11, "\"a\" is given twice"),
  ])
  func formErrors(_ text: String, _ column: Int, _ words: String) {
    let error = #expect(throws: SyntaxError.self) { try Spec.parse(text, subject: "mesh") }
    #expect(error?.column == column && error?.problem.contains(words) == true, "\(error as Any)")
  }

  @Test(arguments: ["x", "1x", "1e999", "--1", "", "nan", "inf", "0x10"])
  func notANumber(_ value: String) throws {
    guard let entry = try? Spec.parse(unnamed: "k=\(value)", subject: "test")["k"] else { return }
    let error = #expect(throws: SyntaxError.self) { try entry.number() }
    #expect(error?.column == 3)
    #expect(throws: SyntaxError.self) { try entry.integer() }
    #expect(throws: SyntaxError.self) { try entry.point3D() }
    #expect(throws: SyntaxError.self) { try entry.boolean() }
    #expect(throws: SyntaxError.self) { try entry.color() }
  }

  @Test func wholeNumbersStayWhole() throws {
    for value in ["1.5", "1e300", "-9e18"] {
      let entry = try Spec.parse(unnamed: "k=\(value)", subject: "test").entries[0]
      if value == "-9e18" {
        #expect(try entry.integer() == -9_000_000_000_000_000_000)
      } else {
        #expect(throws: SyntaxError.self) { try entry.integer() }
      }
    }
  }

  @Test func endlessTextIsRefused() {
    let text = "x:" + (0..<100_000).map { "a\($0)=1" }.joined(separator: ",")
    let error = #expect(throws: SyntaxError.self) { try Spec.parse(text, subject: "mesh") }
    #expect(error?.problem.contains("use 10000 at most") == true)
  }
}

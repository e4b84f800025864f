import Testing
import YAML

@Suite struct YAMLValueTests {
  private func parse(_ text: String, limits: YAMLValue.Limits = .init()) throws(YAMLError) -> YAMLValue {
    try YAMLValue.parse(Array(text.utf8), limits: limits)
  }

  @Test func opencvsFileStorageIsRead() throws {
    let root = try parse(
      """
      %YAML:1.0
      ---
      calibration_time: "Tue 01"
      camera_matrix: !!opencv-matrix
         rows: 1
         cols: 4
         dt: d
         data: [ 5.5e+02, 0., -.Inf,
             .Nan ]
      """)
    #expect(root["calibration_time"]?.string == "Tue 01")
    let matrix = try #require(root["camera_matrix"])
    #expect(matrix.tag == "tag:yaml.org,2002:opencv-matrix" && matrix.line == 4)
    #expect(matrix["rows"]?.integer == 1)
    let numbers = try #require(matrix["data"]?.numbers)
    #expect(numbers[..<3] == [550, 0, -.infinity] && numbers[3].isNaN && numbers.count == 4)
  }

  @Test func jsonIsYAML() throws {
    let root = try parse(#"{"a": {"b": [1, 2.5], "c": ["x", 3]}, "d": [[1, 0], [0, 1]], "e": []}"#)
    #expect(root["a"]?["b"]?.kind == .numbers([1, 2.5]))
    #expect(root["a"]?["c"]?.elements.map(\.string) == ["x", "3"])
    #expect(root["a"]?["c"]?.numbers == nil)
    #expect(root["d"]?.numbers == [1, 0, 0, 1])
    #expect(root["e"]?.numbers == [] && root["missing"] == nil)
  }

  @Test(arguments: [
    ("1e3", 1000.0), ("+.5", 0.5), ("-2.", -2), ("007", 7), ("1_000", nil), ("0x10", nil), ("e5", nil),
    ("nan", nil), ("inf", nil), (".inf", .infinity), ("1e999", nil), ("--1", nil), ("1.2.3", nil),
  ])
  func numbersAreDecimal(_ text: String, _ expected: Double?) throws {
    #expect(try parse("a: \(text)")["a"]?.number == expected)
  }

  @Test(arguments: [
    ("", "the text is empty"),
    ("a: &x [1]\nb: *x", "line 2: aliases are not read; write the value out in place of '*'"),
    ("a: 1\na: 2", "line 2: the key 'a' is given twice; keep one"),
    ("[a]: 1", "line 1: a key is not a text; use a name"),
    ("a: [1, 2\nb: 3", "line 2: this is no valid YAML: did not find expected ',' or ']'"),
  ])
  func faultsHaveALine(_ text: String, _ expected: String) {
    let error = #expect(throws: YAMLError.self) { try parse(text) }
    #expect(error?.description == expected)
  }

  @Test func limitsHold() {
    let texts = [
      String(repeating: "[", count: 100_000), String(repeating: "{a: ", count: 100_000),
      String(repeating: "- a\n", count: 100_001), String(repeating: "a:\n- ", count: 60_000),
    ]
    for text in texts { #expect(throws: YAMLError.self) { try parse(text) } }
    var limits = YAMLValue.Limits()
    limits.numbers = 3
    #expect(throws: YAMLError.self) { try parse("[1, 2, 3, 4]", limits: limits) }
    #expect((try? parse("[1, 2, 3]", limits: limits))?.numbers == [1, 2, 3])
  }
}

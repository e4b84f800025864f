import Testing

@testable import SceneDocument

struct KeyOffsetsTests {
  /// Few keys and many are found alike.
  @Test(arguments: [1, 32, 33, 34, 500]) func keysAreFound(_ count: Int) {
    var keys = KeyOffsets()
    let areNew = (0..<count).map { keys.insert("key \($0)", at: 10 * $0) }
    #expect(!areNew.contains(false))
    for index in 0..<count { #expect(keys["key \(index)"] == 10 * index) }
    #expect(keys["key \(count)"] == nil)
    let isNew = keys.insert("key \(count - 1)", at: 7)
    #expect(!isNew && keys["key \(count - 1)"] == 7)
    #expect(keys.entries.map(\.key) == (0..<count).map { "key \($0)" })
  }

  /// Keys that Unicode takes for equal are different where their bytes are.
  @Test func bytesCount() {
    var keys = KeyOffsets()
    let areNew = [keys.insert("\u{E9}", at: 1), keys.insert("e\u{301}", at: 2)]
    #expect(areNew == [true, true])
    #expect(keys["\u{E9}"] == 1 && keys["e\u{301}"] == 2)
  }

  @Test func repeatedKeysAreFaultsHoweverMany() {
    for count in [2, 40] {
      let members = (0..<count).map { "\"// \($0)\": \"\"" } + ["\"// 1\": \"\""]
      let text = "{" + members.joined(separator: ", ") + "}"
      #expect(throws: DocumentError.self) { try SceneFile(Array(text.utf8), name: "scene.json") }
      let (_, faults) = SceneFile.examine(Array(text.utf8), name: "scene.json", faultLimit: 9)
      #expect(faults.contains { $0.description.contains("the key \"// 1\" is repeated") }, "\(faults)")
    }
  }
}

/// The answers of a terminal to ``question(kitty:)``.
struct TerminalAnswers: Hashable {
  /// Whether kitty's protocol draws pictures here.
  private(set) var kitty = false
  private(set) var sixel = false
  private(set) var cell: Terminal.Cell?

  /// The question: kitty's about a picture of one pixel, the size of a character (XTWINOPS 16), the device attributes
  /// (DA1). All terminals answer the last one.
  static func question(kitty: Bool) -> [UInt8] {
    Array(((kitty ? "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" : "") + "\u{1B}[16t\u{1B}[c").utf8)
  }

  /// Whether the last answer has come.
  static func isComplete(_ bytes: [UInt8]) -> Bool { controls(in: bytes).contains { $0.final == "c" } }

  init(_ bytes: [UInt8]) {
    // `ESC _ G i=31;OK ESC \`
    kitty = String(decoding: bytes, as: UTF8.self).contains("\u{1B}_Gi=31;OK")
    for control in Self.controls(in: bytes) {
      switch control.final {
      // The first number is the class of the terminal; 4 stands for sixels.
      case "c": sixel = control.numbers.dropFirst().contains(4)
      case "t" where control.numbers.count == 3 && control.numbers[0] == 6:
        let (height, width) = (control.numbers[1], control.numbers[2])
        if 1...1000 ~= height, 1...1000 ~= width { cell = Terminal.Cell(width: width, height: height) }
      default: break
      }
    }
  }

  /// Control sequences, `ESC [ ? 6 2 ; 4 c`, with their numbers and their last character.
  private static func controls(in bytes: [UInt8]) -> [(numbers: [Int], final: Character)] {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: "\u{1B}[", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      let parameters = part.prefix { $0.isASCII && ($0.isNumber || ";?".contains($0)) }
      guard let final = part.dropFirst(parameters.count).first else { return nil }
      return (parameters.drop { $0 == "?" }.split(separator: ";").compactMap { Int($0) }, final)
    }
  }
}

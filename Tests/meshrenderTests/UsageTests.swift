import Testing

@testable import meshrender

/// Exit code 64: the arguments are invalid, and the error names valid ones.
struct UsageTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let arguments: [String], part: String
    init(_ arguments: String..., says part: String) { (self.arguments, self.part) = (arguments, part) }
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Fault("--widht", "3", says: "'--widht'"),
    Fault("--fitt", says: "'--fit'"),
    Fault("--mesh", "riple", says: "'ripple'"),
    Fault("--mesh", "ripple:amplitud=1", says: "'amplitude'"),
    Fault("--mesh", "ripple:,", says: "column 8"),
    Fault("--mesh=ripple:waves=x", says: "column 14"),
    Fault("--background", "bluu", says: "\"blue\""),
    Fault("--transform", "rotateX(45)", says: "column 9"),
    Fault("--transform", "", says: "--transform"),
    Fault("--light", "sun", says: "directional"),
    Fault("--light", "directional:direction=1/2", says: "column"),
    Fault("--surface", "shiny=1", says: "specular"),
    Fault("--text", "both", says: "both an image and a --text"),
    Fault("--font", "Serif", says: "--text"),
    Fault("--mesh", "wave", "--samples", "3", says: "auto, 1, 4, 16 or 64"),
    Fault("--mesh", "wave", "--samples", "many", says: "auto, 1, 4, 16 or 64"),
    Fault("--mesh", "wave", "--samples", "0", says: "auto, 1, 4, 16 or 64"),
    Fault("--mesh", "wave", "--samples", "256", says: "16, 64"),
    Fault("--magnification-filter", "bicubic", says: "'cubic'"),
    Fault("--mesh", "wave", "--device", "99", says: "auto, surfaceless"),
    Fault("--mesh", "wave", "--device", "/dev/null", says: "auto, surfaceless"),
    Fault("--mesh", "wave", "--device", "renderD128", says: "auto, surfaceless"),
    Fault("--scale", "0", says: "--scale"),
    Fault("--scale", "nan", says: "--scale"),
    Fault("--padding", "-3", says: "--padding is -3.0"),
    Fault("--size", "0x0", says: "800x600"),
    Fault("--size", "100", says: "800x600"),
    Fault("--size", "40000x1", says: "--max-side"),
    Fault("--size", "1e300x1", says: "--max-side"),
    Fault("--size", "1e300x1e300", "--fit", says: "--max-side"),
    Fault("--size", "30000x30000", "--max-pixels", "200000000", says: "the limit is 800000000"),
    Fault("--size", "9x9", "--max-side", "9223372036854775807", says: "--max-side"),
    Fault("--padding", "1e308", says: "--max-side"),
    Fault("--fit", "--size", "10x10", "--padding", "5", says: "leaves no room"),
    Fault("--fit", "--transform", "perspective(3) rotateY(70deg)", says: "behind the eye"),
    Fault("--replicate-edges", says: "--mesh"),
    Fault("--quiet", "--verbose", says: "contradict"),
  ])
  func isExplained(_ fault: Fault) throws {
    let folder = try Folder()
    try folder.writePicture(8, 6, to: "in.png")
    try folder.write("as it was", to: "out.png")
    try expectFailure(
      64, fault.part, in: folder, arguments: ["render", "in.png", "-o", "out.png"] + fault.arguments)
  }

  /// No option answers a value with its help text.
  @Test func everyOptionSaysWhatItTakes() throws {
    var count = 0
    for command in Meshrender.configuration.subcommands where command.configuration.shouldDisplay {
      let table = OptionTable(of: command)
      for (name, index) in table.indices where name.hasPrefix("--") && table.options[index].hasValue {
        var sentence = ""
        do { _ = try CommandLineParser.parse([command._commandName, "\(name)=~"]) } catch {
          sentence = ((error as? Failure) ?? Failure(parsing: error)).sentence
        }
        guard sentence.contains("'~'") else { continue }
        count += 1
        #expect(
          !sentence.contains("expected:") && !sentence.contains("says what it takes")
            && !sentence.contains(table.options[index].help.prefix(24)),
          "\(command._commandName) \(name): \(sentence)")
      }
    }
    #expect(count > 60, "\(count)")
  }

  @Test(arguments: [
    Fault(says: "no output"),
    Fault("-o", "out.gif", says: "out.png"),
    Fault("-o", "out.jpg", "--depth", "16", says: "--depth 16"),
    Fault("-o", "out.jpg", "--quality", "0", says: "1...100"),
    Fault("-o", "out.png", "--quality", "80", says: "--format jpeg"),
    Fault("-o", "out.jpg", "--format", "tiff", says: "--format"),
    Fault("-o", "a.b.tiff", says: "a.b.png"),
    Fault("-o", "out.png", "second.png", says: "'second.png'"),
    Fault("--mesh", "-", "-o", "out.png", says: "standard input"),
  ])
  func ofTheStreamsIsExplained(_ fault: Fault) throws {
    let folder = try Folder()
    try expectFailure(64, fault.part, in: folder, arguments: ["render", "-"] + fault.arguments)
  }

  @Test(arguments: [
    Fault("render", "-o", "out.png", says: "use an image"),
    Fault("render", "--text", "", "-o", "out.png", says: "empty"),
    Fault("render", "--text", "a", "--font-size=-3", "-o", "out.png", says: "font size"),
    Fault("render", "--text", "a", "--scale=1e300", "-o", "out.png", says: "scale"),
    Fault("rendre", says: "'rendre'"),
    Fault("meshes", "riple", says: "'ripple'"),
    Fault("validate", says: "<file>"),
    Fault("validate", "-", "--limit", "0", says: "--limit"),
  ])
  func ofOtherCommandsIsExplained(_ fault: Fault) throws {
    try expectFailure(64, fault.part, in: Folder(), arguments: fault.arguments)
  }
}

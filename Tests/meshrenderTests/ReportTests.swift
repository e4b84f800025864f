import Foundation
import Testing

/// The reports on standard output: help, lists and others.
struct ReportTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func json(_ arguments: String...) throws -> Any {
    let run = try Tool.start(arguments, in: folder).wait()
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    return try JSONSerialization.jsonObject(with: Data(run.output), options: .fragmentsAllowed)
  }

  /// The reference has all commands with the help of each flag, and all its lists are filled.
  @Test func reference() throws {
    let reference = try #require(try json("reference") as? [String: Any])
    for key in [
      "objects", "presets", "lights", "surface", "keyPaths", "transforms", "timing", "animationOptions",
      "colors", "formats", "exitCodes", "environment",
    ] {
      let entries = try #require(reference[key] as? [[String: Any]], "\(key)")
      #expect(!entries.isEmpty, "\(key)")
      for entry in entries {
        let summary = entry["summary"] as? String ?? ""
        #expect(summary.hasSuffix("."), "\(key): \(entry)")
      }
    }
    let tree = try #require((reference["commandLine"] as? [String: Any])?["command"] as? [String: Any])
    let commands = try #require(tree["subcommands"] as? [[String: Any]])
    #expect(commands.contains { $0["commandName"] as? String == "render" })
    // The command help is the parser's own.
    for command in commands
    where command["shouldDisplay"] as? Bool == true && command["commandName"] as? String != "help" {
      let arguments = command["arguments"] as? [[String: Any]] ?? []
      for argument in arguments where argument["shouldDisplay"] as? Bool == true {
        #expect(argument["abstract"] as? String != nil, "\(argument)")
      }
    }
  }

  @Test func meshes() throws {
    let all = try #require(try json("meshes", "--json") as? [[String: Any]])
    #expect(all.count > 5)
    let names = all.compactMap { $0["name"] as? String }
    let list = try Tool.run("meshes", in: folder).text
    for name in names { #expect(list.contains("\(name): ")) }
    #expect(try Tool.run("meshes", "ripple", in: folder).text.hasPrefix("ripple: "))
    #expect((try json("meshes", "ripple", "--json") as? [Any])?.count == 1)
    let style = try #require((try json("meshes", "style", "--json") as? [[String: Any]])?.first)
    let shape = try #require((style["parameters"] as? [[String: Any]])?.first)
    #expect(shape["default"] as? String == "arc" && (shape["names"] as? [String])?.count == 15)
    #expect(
      try Tool.run("meshes", "style", in: folder).text.contains("(arc, arcLower, arcUpper, arch, bulge,"))
  }

  @Test func lights() throws {
    let all = try #require(try json("lights", "--json") as? [String: Any])
    let lights = try #require(all["lights"] as? [[String: Any]])
    #expect(lights.compactMap { $0["kind"] as? String } == ["ambient", "directional", "point", "spot"])
    let list = try Tool.run("lights", in: folder).text
    for light in lights {
      for property in try #require(light["properties"] as? [[String: Any]]) {
        // Both names of each listed property are accepted.
        let value = try #require(property["default"] as? String)
        for name in [property["name"], property["short"]].compactMap({ $0 as? String }) {
          #expect(list.contains(name))
          let option = "\(try #require(light["kind"] as? String)):\(name)=\(value)"
          let run = try Tool.run(
            "render", "--text", "x", "--light", option, "--print-scene", in: folder)
          #expect(run.code == 0, "\(option): \(run.words)")
        }
      }
    }
    #expect(list.contains("surface: ") && list.contains("The sum over all lights"))
    #expect(try Tool.run("lights", "spot", in: folder).text.hasPrefix("spot: "))
    #expect(try Tool.run("lights", "lamp", in: folder).code == 64)
  }

  @Test func info() throws {
    let info = try #require(try json("info", "--json") as? [String: Any])
    #expect((info["sampleCounts"] as? [Int])?.first == 1)
    #expect(info["supersampledCounts"] is [Int])
    for device in try #require(info["devices"] as? [[String: Any]]) {
      #expect(device["index"] is Int && device["software"] is Bool)
      #expect(device["renderNode"] is String || device["renderNode"] is NSNull)
    }
    #expect(try Tool.run("info", in: folder).text.contains("renderer"))
  }

  @Test func validate() throws {
    try folder.write(MeshFileTests.flat, to: "a \"quoted\" name.json")
    let good = try #require(try json("validate", "--json", "a \"quoted\" name.json") as? [String: Any])
    #expect(good["valid"] as? Bool == true && good["vertices"] as? Int == 4)
    try folder.write("{\"vertices\": [[0,0,0,0,0]], \"faces\": [[0,1,2,3]]}", to: "bad.json")
    let run = try Tool.run("validate", "--json", "bad.json", in: folder)
    #expect(run.code == 65 && run.words.isEmpty)
    let bad = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    #expect(bad["valid"] as? Bool == false && (bad["errors"] as? [String])?.isEmpty == false)
  }

  @Test(arguments: [
    ["help"], ["help", "render"], ["help", "animate"], ["help", "meshes"], ["help", "lights"],
    ["help", "validate"],
    ["help", "info"], ["help", "warm"],
    ["help", "new"], ["help", "convert"],
    ["help", "schema"],
  ])
  func helpFitsAScreenAndItsExamplesRun(arguments: [String]) throws {
    let help = try Tool.start(arguments, in: folder, environment: ["COLUMNS": "80"]).wait()
    #expect(help.code == 0 && help.words.isEmpty)
    for line in help.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }

    // Indented lines after EXAMPLE, up to the first empty one.
    let lines = help.text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("EXAMPLE") })
    let examples = lines[(start + 1)...].prefix { !$0.isEmpty }.joined(separator: "\n")
    #expect(examples.contains("meshrender "))
    let script = "set -e; meshrender() { '\(Tool.path)' \"$@\"; }\n\(examples)\n"
    // The render examples depend on each other, so they run in one folder.
    let run = try Tool.start(["-c", script], in: folder, executable: "/bin/bash").wait()
    #expect(run.code == 0, "\(examples)\n\(run.words)")
    #expect(!run.words.contains("Error"), "\(run.words)")
    for name in try folder.entries() where name.hasSuffix(".png") {
      #expect(try folder.image(name).ink != nil)
    }
  }
}

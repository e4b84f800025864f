import Foundation
import Testing

struct VersionTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  @Test func theVersionIsThatOfTheChangelog() throws {
    let run = try Tool.run("--version", in: folder)
    #expect(run.code == 0 && run.words.isEmpty)
    let changelog = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../CHANGELOG.md")
    let text = try String(contentsOf: changelog.standardized, encoding: .utf8)
    let sections = text.matches(of: #/(?m)^## ([0-9]+\.[0-9]+\.[0-9]+) /#)
    #expect("\(sections[0].1)\n" == run.text)
  }

  /// The states by name; the first line is the tool's.
  private func report(_ environment: [String: String] = [:]) throws -> [String: String] {
    let run = try Tool.run("--version", "--verbose", in: folder, environment: environment)
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect("\(lines[0])\n" == "meshrender \(try Tool.run("--version", in: folder).text)")
    return Dictionary(
      uniqueKeysWithValues: lines.dropFirst().map { line in
        (line.prefix(15).trimmingCharacters(in: .whitespaces), String(line.dropFirst(15)))
      })
  }

  @Test func verboseListsWhatIsInUse() throws {
    let report = try report()
    #expect(
      Set(report.keys) == [
        "Swift", "glibc", "libpng", "zlib", "EGL", "libjpeg-turbo", "Little CMS", "Pango", "HarfBuzz",
        "Cairo", "libhyphen", "libyaml", "libwebp", "libwebpdemux", "libwebpmux", "libimagequant", "libsixel",
        "OpenSSL",
        "ffmpeg", "ffprobe", "driver",
      ])
    for name in ["glibc", "libpng", "zlib", "Little CMS", "Pango", "HarfBuzz", "Cairo", "libwebp", "OpenSSL"]
    {
      #expect(
        report[name]?.firstMatch(of: #/^[1-9][0-9]*\.[0-9.]+/#) != nil, "\(name): \(report[name] ?? "")")
    }
    for name in ["EGL", "libjpeg-turbo", "OpenSSL"] {
      let path = report[name]?.split(separator: " ").last.map(String.init) ?? ""
      #expect(FileManager.default.fileExists(atPath: path), "\(name): \(path)")
    }
    #expect(report["driver"]?.contains("OpenGL ES 3") == true)
  }

  @Test func whatIsMissingIsALine() throws {
    let libraries = try Folder()
    for name in ["libEGL.so.1", "liblcms2.so.2", "libwebpmux.so.3"] { try libraries.write("", to: name) }
    let report = try report(["LD_LIBRARY_PATH": libraries.path, "PATH": libraries.path])
    for (name, package) in [
      "EGL": "libegl1", "Little CMS": "liblcms2-2", "libwebpmux": "libwebpmux3", "ffmpeg": "ffmpeg",
      "driver": "libegl1 libgl1-mesa-dri",
    ] {
      let state = report[name] ?? ""
      #expect(state.hasPrefix("missing: ") && state.contains("apt install \(package)"), "\(name): \(state)")
    }
    #expect(report["Pango"]?.hasPrefix("1.") == true && report["libwebpdemux"]?.hasPrefix("missing") == false)
  }

  @Test func aProgramThatReportsNothingIsALine() throws {
    let programs = try Folder()
    try programs.writeProgram("exit 1", to: "ffmpeg")
    #expect(try report(["PATH": programs.path])["ffmpeg"] == "does not report a version")
  }
}

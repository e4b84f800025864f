import Foundation
import Testing

/// Points, boxes and polygons through the flags of a picture and through scenes.
struct ProjectTests {
  private struct Place: Decodable, Equatable {
    let canvas: [Double]?, content: [Double]?, side: String?, visible: Bool, inside: Bool, frame: Int?,
      id: Int?
    let all: [Place]?
  }

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.writePicture(60, 40, to: "in.png")
    return folder
  }

  private func run(_ arguments: [String], _ list: String, in folder: Folder) throws -> Run {
    try folder.write(list, to: "list")
    return try Tool.start(["project"] + arguments, in: folder, input: folder.file("list")).wait()
  }

  private func places(_ arguments: [String], _ list: String, in folder: Folder) throws -> [Place] {
    let run = try run(arguments, list, in: folder)
    #expect(run.code == 0, "\(run.words)")
    return try run.text.split(separator: "\n").map {
      try JSONDecoder().decode(Place.self, from: Data($0.utf8))
    }
  }

  @Test func pointsOfAnImageOnItsCanvas() throws {
    let folder = try folder()
    // Ten points of padding, two pixels for each.
    let flags = ["in.png", "--padding", "10", "--scale", "2"]
    let found = try places(
      flags, "{\"x\": 0, \"y\": 0, \"id\": 7}\n\n{\"id\": 8, \"y\": 40, \"x\": 60}\n{\"x\": 90, \"y\": 20}\n",
      in: folder)
    #expect(found.map(\.canvas) == [[20, 20], [140, 100], [200, 60]])
    #expect(found.map(\.id) == [7, 8, nil] && found.map(\.side) == ["front", "front", "front"])
    #expect(found.map(\.visible) == [true, true, false] && found.map(\.inside) == [true, true, false])
    let back = try places(flags + ["--inverse"], "{\"x\": 20, \"y\": 20}\n{\"x\": 2, \"y\": 3}", in: folder)
    #expect(back.map(\.content) == [[0, 0], [-9, -8.5]] && back.map(\.inside) == [true, false])
  }

  /// A picture of 100 x 50 points that is turned by a quarter around its middle.
  @Test func boxesAndPolygonsKeepTheirKeys() throws {
    let folder = try folder()
    let flags = ["in.png", "--transform", "rotate(90deg)", "--size", "100x100"]
    let run = try run(
      flags, #"{"label": "a b", "box": [0, 0, 10, 20]}"# + "\n" + #"{"polygon": [[0, 0], [10, 0], [0, 20]]}"#,
      in: folder)
    // (x, y) from the middle becomes (-y, x): (0, 0) is at (70, 20).
    #expect(
      run.text == """
        {"label": "a b", "box": [0, 0, 10, 20], "canvas": [50, 20, 20, 10], "side": "front", "visible": true, "inside": true}
        {"polygon": [[0, 0], [10, 0], [0, 20]], "canvas": [[70, 20], [70, 30], [50, 20]], "side": "front", "visible": true, "inside": true}

        """, "\(run.words)")
  }

  @Test func aTable() throws {
    let folder = try folder()
    let run = try run(
      ["in.png", "--padding", "5"], "name;x;Y;note\r\n\"a;b\";1;2;\n c ;70;-3;\"say \"\"no\"\"\"\n",
      in: folder)
    #expect(
      run.text == """
        name;x;Y;note;canvas_x;canvas_y;side;visible;inside
        "a;b";1;2;;6;7;front;true;true
         c ;70;-3;"say ""no""\";75;2;front;false;false

        """, "\(run.words)")
    // What it writes goes back by its own columns.
    try folder.write(run.text, to: "out.csv")
    let back = try Tool.run("project", "in.png", "out.csv", "--padding", "5", "--inverse", in: folder)
    #expect(back.text.hasPrefix("name;x;Y;note;content_x;content_y;"), "\(back.words)")
    #expect(back.text.contains("\"a;b\";1;2;;1;2;front"))
    // Without a header, and as JSON Lines.
    try folder.write("3,4,z\n", to: "bare.csv")
    let json = try Tool.run("project", "in.png", "bare.csv", "-o", "o.jsonl", in: folder)
    let written = String(decoding: try folder.bytes("o.jsonl"), as: UTF8.self)
    #expect(
      json.code == 0 && written.hasPrefix(#"{"x": 3, "y": 4, "column3": "z", "canvas": [3, 4], "#),
      "\(written)")
  }

  /// Longer than what is read at once, with blank lines, and rows of several lines.
  @Test(arguments: [false, true])
  func longListsKeepTheirOrder(isTable: Bool) throws {
    let folder = try folder()
    let count = 10_000
    let rows = (0..<count).map { index in
      let row =
        isTable
        ? "\(index % 30);\(index % 20);\(index % 7 == 0 ? "\"a\nb;\"" : "plain");\(index)"
        : "{\"x\": \(index % 30), \"y\": \(index % 20), \"id\": \(index)}"
      return (index % 100 == 99 ? "\n" : "") + row
    }
    let header = isTable ? "sep=;\nx;y;text;id\n" : ""
    let run = try run(["in.png"], header + rows.joined(separator: "\n") + "\n", in: folder)
    let written = isTable ? run.text.replacing("\"a\nb;\"", with: "ab") : run.text
    let lines = written.split(separator: "\n").dropFirst(isTable ? 1 : 0)
    #expect(run.code == 0 && lines.count == count, "\(run.words)")
    for (index, line) in lines.enumerated() {
      let place =
        isTable
        ? ";\(index);\(index % 30);\(index % 20);" : "\"id\": \(index), \"canvas\": [\(index % 30), "
      #expect(line.contains(place), "\(line)")
    }
    // The lines before a fault are written.
    let fault = isTable ? "1;two;;\n" : "{\"x\": 1}\n"
    let torn = try self.run(["in.png"], header + rows.joined(separator: "\n") + "\n" + fault, in: folder)
    let place = header.count { $0 == "\n" } + rows.joined(separator: "\n").count { $0 == "\n" } + 2
    #expect(torn.code == 65 && torn.text == run.text, "\(torn.words)")
    #expect(torn.words.contains(":\(place):"), "\(torn.words), not \(place)")
  }

  @Test func throughAMeshAndBack() throws {
    let folder = try folder()
    let flags = [
      "in.png", "--mesh", "pageCurl:amount=0.4", "--transform", "perspective(400) rotateX(20deg)", "--fit",
    ]
    let list = (0..<200).map {
      "{\"x\": \(Double($0 % 20) * 3 + 0.5), \"y\": \(Double($0 / 20) * 4 + 0.5), \"id\": \($0)}"
    }
    .joined(separator: "\n")
    let there = try run(flags, list, in: folder)
    #expect(there.code == 0, "\(there.words)")
    try folder.write(there.text, to: "there.jsonl")
    let back = try Tool.start(["project"] + flags + ["there.jsonl", "--inverse", "--all"], in: folder).wait()
    let found = try back.text.split(separator: "\n").map {
      try JSONDecoder().decode(Place.self, from: Data($0.utf8))
    }
    #expect(found.count == 200, "\(back.words)")
    for (index, place) in found.enumerated() {
      let (x, y) = (Double(index % 20) * 3 + 0.5, Double(index / 20) * 4 + 0.5)
      let isThere = (place.all ?? []).contains { other in
        other.content.map { abs($0[0] - x) < 1e-3 && abs($0[1] - y) < 1e-3 } ?? false
      }
      #expect(isThere && place.id == index, "\(x), \(y)")
    }
  }

  /// Visible is what 'hit' finds, and the picture shows the pixel there.
  @Test func visibleIsWhatAHitFinds() throws {
    let folder = try folder()
    try folder.write(
      """
      {"canvas": {"size": [80, 60], "scale": 2}, "layers": [
        {"name": "card", "bounds": [0, 0, 60, 40], "position": [40, 30], "contents": {"image": "in.png"},
         "mesh": {"preset": "wave"}, "transform": "perspective(300) rotateY(30deg)",
         "sublayers": [{"name": "label", "bounds": [0, 0, 20, 10], "position": [30, 20], "contents": {"color": "red"},
                        "mesh": {"preset": "swirl"}}]},
        {"name": "patch", "bounds": [0, 0, 12, 12], "position": [30, 30], "contents": {"color": "lime"}}]}
      """, to: "s.json")
    let list = (0..<300).map { index in
      let layer = index % 2 == 0 ? "card" : "card/label"
      let (w, h) = index % 2 == 0 ? (60.0, 40.0) : (20.0, 10.0)
      return
        "{\"layer\": \"\(layer)\", \"x\": \(w * (Double(index % 17) + 0.5) / 17), \"y\": \(h * (Double(index % 13) + 0.5) / 13)}"
    }
    let found = try places(["s.json"], list.joined(separator: "\n"), in: folder)
    try #require(found.count == 300)
    let points = found.map { "\($0.canvas?[0] ?? -1),\($0.canvas?[1] ?? -1)" }
    try folder.write(points.joined(separator: "\n"), to: "points")
    let hits = try Tool.run("hit", "s.json", in: folder, input: folder.file("points")).text.split(
      separator: "\n")
    try #require(hits.count == 300)
    for (index, place) in found.enumerated() {
      let layer = index % 2 == 0 ? "\"card\"" : "\"card/label\""
      #expect(place.visible == hits[index].contains("\"layer\": \(layer)"), "\(list[index]): \(hits[index])")
    }
    #expect(found.count(where: \.visible) > 100 && found.contains { !$0.visible })
  }

  @Test func timesAndFrames() throws {
    let folder = try folder()
    try folder.write(
      """
      {"canvas": {"size": [80, 60]}, "layers": [
        {"name": "card", "bounds": [0, 0, 20, 20], "position": [10, 10], "contents": {"color": "red"},
         "animations": [{"keyPath": "position", "from": [10, 10], "to": [50, 10], "duration": 1}]}]}
      """, to: "s.json")
    let point = "{\"x\": 5, \"y\": 5}"
    #expect(try places(["s.json", "--time", "500ms"], point, in: folder).map(\.canvas) == [[25, 5]])
    #expect(
      try places(["s.json", "--time", "500ms", "--units", "unit"], "{\"x\": 1, \"y\": 1}", in: folder).map(
        \.canvas) == [[40, 20]])
    let clip = try places(["s.json", "--fps", "2"], point + "\n{\"x\": 0, \"y\": 0}\n", in: folder)
    #expect(clip.map(\.frame) == [1, 1, 2, 2, 3, 3])
    #expect(clip.map(\.canvas) == [[5, 5], [0, 0], [25, 5], [20, 0], [45, 5], [40, 0]])
    let last = try places(["s.json", "--fps", "2", "--frames", "3.."], point, in: folder)
    #expect(last.map(\.canvas) == [[45, 5]] && last.map(\.frame) == [3])
    // The mesh of an image moves by itself, as in 'animate'.
    let flag = try places(
      ["in.png", "--mesh", "flag", "--fps", "2", "--duration", "1s"], "{\"x\": 30, \"y\": 20}", in: folder)
    #expect(flag.count == 2 && flag[0].canvas != flag[1].canvas)
  }

  @Test func hitsAtATime() throws {
    let folder = try folder()
    try folder.write(
      """
      {"canvas": {"size": [80, 60]}, "layers": [
        {"name": "card", "bounds": [0, 0, 20, 20], "position": [10, 10], "contents": {"color": "red"},
         "animations": [{"keyPath": "position", "from": [10, 10], "to": [50, 10], "duration": 1}]}]}
      """, to: "s.json")
    let still = try Tool.run("hit", "s.json", "45,5", in: folder)
    #expect(still.text.contains("\"hits\": []"), "\(still.words)")
    let later = try Tool.run("hit", "s.json", "--time", "1s", "45,5", in: folder)
    #expect(
      later.text.contains("\"layer\": \"card\"") && later.text.contains("\"point\": [5, 5]"), "\(later.words)"
    )
  }

  @Test(arguments: [
    ("{\"x\": 1}", "list:1:1: the line has no \"y\""),
    ("{\"x\": 1, \"y\": 2}\n{\"x\": \"a\", \"y\": 1}", ":2:"),
    ("{\"box\": [1, 2, -3, 4]}", "0 or more"), ("{\"polygon\": [[0, 0], [1, 1]]}", "three or more"),
    ("{\"x\": 1, \"y\": 2, \"box\": [0, 0, 1, 1]}", "several shapes"), ("[1, 2]", ":1:1:"),
    ("{\"x\": 1e999, \"y\": 0}", ":1:"), ("{\"x\": 1, \"y\": 2", ":1:"),
    ("{\"x\": 1, \"x\": 2, \"y\": 3}", "repeated"),
    ("x,y\n1,2\n3\n", ":3: the row has 1 fields"), ("x,y\n1,two\n", ":2: y is \"two\""),
    ("a,b\n1,2\n", "no column x"),
    ("x,y\n\"1,2\n", ":2: the quotation marks"),
    ("x,y,n\n1,2,\"a\nb\n", ":2: the quotation marks"), ("x,y,n\n\"1\n\",2,\"a\n", ":3: the quotation marks"),
    ("x,y,n\n1,2,\u{FFFD}\n1,2,3,4", ":3:"),
    ("{\"x\": 1, \"y\": 2, \"layer\": \"b\"}", ":1: the scene has no layer \"b\""),
  ])
  func wrongListsHaveOneSentence(list: String, words: String) throws {
    let folder = try folder()
    try folder.write(list, to: "list")
    let run = try Tool.start(["project", "in.png", "list"], in: folder).wait()
    let isOneLine = run.words.hasPrefix("Error: list") && run.words.filter { $0 == "\n" }.count == 1
    #expect(run.code == 65 && isOneLine && run.words.contains(words), "\(run.words)")
  }

  @Test(arguments: [
    (["project", "in.png", "list.csv", "--all"], 64, "--all needs JSON Lines"),
    (["project", "in.png", "list.jsonl", "-o", "o.csv"], 64, "JSON Lines"),
    (["project", "in.png", "list.jsonl", "-o", "list.jsonl"], 64, "also an input"),
    (["project", "in.png", "list.jsonl", "--time", "1", "--fps", "3"], 64, "--time selects one picture"),
    (["project", "-", "-"], 64, "standard input"), (["project", "in.png", "none.jsonl"], 66, "none.jsonl"),
    (["project", "in.png", "."], 66, "directory"),
  ])
  func wrongUsage(arguments: [String], code: Int32, words: String) throws {
    let folder = try folder()
    try folder.write("x,y\n1,2\n", to: "list.csv")
    try folder.write("{\"x\": 1, \"y\": 2}\n", to: "list.jsonl")
    try expectFailure(code, words, in: folder, arguments: arguments)
  }

  /// A job of a batch writes what the command writes, also of a scene in place and of a clip.
  @Test func jobsOfABatch() throws {
    let folder = try Folder()
    try folder.writePicture(60, 40, to: "in.png")
    try folder.write("x,y\n10,20\n50,30\n", to: "points.csv")
    let scene =
      #"{"canvas": {"size": [60, 40]}, "layers": [{"name": "card", "frame": [5, 5, 50, 30], "contents": {"color": "red"}}]}"#
    try folder.write(scene, to: "scene.json")
    try folder.write(
      """
      {"id": "a", "command": "project", "input": "in.png", "mesh": "wave", "points": "points.csv", "output": "a.csv"}
      {"id": "b", "command": "project", "scene": \(scene), "set": {"card.opacity": 0.5}, "points": "points.csv", "output": "b.csv"}
      {"id": "c", "command": "project", "input": "in.png", "points": "none.csv", "output": "c.csv"}

      """, to: "jobs.jsonl")
    let run = try Tool.start(["batch", "jobs.jsonl", "--quiet"], in: folder).wait()
    #expect(run.text.split(separator: "\n").count { $0.contains("\"done\"") } == 2, "\(run.text)")
    #expect(run.text.contains("none.csv"), "\(run.text)")
    #expect(try !folder.entries().contains("c.csv"))
    for (name, arguments) in [
      ("a", ["in.png", "points.csv", "--mesh", "wave"]), ("b", ["scene.json", "points.csv"]),
    ] {
      let alone = try Tool.start(["project"] + arguments + ["-o", "alone.csv"], in: folder).wait()
      #expect(alone.code == 0, "\(alone.words)")
      #expect(try folder.bytes("\(name).csv") == folder.bytes("alone.csv"))
    }
  }
}

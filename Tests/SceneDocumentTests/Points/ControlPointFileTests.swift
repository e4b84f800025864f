import MeshTransform
import Testing

@testable import SceneDocument

/// Pairs of points in the forms of other programs.
@Suite struct ControlPointFileTests {
  private func read(
    _ text: String, _ units: ControlPointFile.Units = .pixels
  ) throws(DocumentError) -> ControlPointFile {
    try ControlPointFile(
      Array(text.utf8), name: "p.csv", units: units, contentSize: Size(640, 480), canvasSize: Size(1000, 500))
  }

  private static let expected = [
    ControlPoint(content: Point(10, 20), canvas: Point(30.5, 40)),
    ControlPoint(content: Point(600, 25), canvas: Point(580, -4e1)),
  ]

  @Test(arguments: [
    (ControlPointFile.Form.table, "10,20,30.5,40\n600,25,580,-4e1\n"),
    (.table, "x,y,X,Y\r\n10,20,30.5,40\r\n600,25,580,-40"),
    (.table, "name;Y;X;y;x\na;40;30.5;20;10\n\"b;c\";-40;580;25;600\n"),
    (.table, "# measured\n10 20  30.5 40\n600 25  580 -40\n"),
    (.table, "10\t20\t30.5\t40\n600\t25\t580\t-40\n"),
    (.table, "id,content_x,content_y,canvas_x,canvas_y,side\n1,10,20,30.5,40,front\n2,600,25,580,-40,back\n"),
    (.table, "x,y,canvas_x,canvas_y\n10,20,30.5,40\n600,25,580,-40\n"),
    (.json, "[[10, 20, 30.5, 40], {\"from\": [600, 25], \"to\": [580, -40], \"id\": 3}]"),
    (
      .json,
      "{\"x\": 10, \"y\": 20, \"canvas\": [30.5, 40], \"side\": \"front\"}\n\n{\"content\": [600, 25], \"canvas\": [580, -40]}\n"
    ),
    (.imageMagick, "10,20 30.5,40  600,25 580,-40"), (.imageMagick, "10,20,30.5,40,\n600,25,\n580,-40"),
    (
      .bigWarp,
      "\"Pt-0\",\"true\",\"9.5\",\"19.5\",\"30.0\",\"39.5\"\n\"Pt-1\",\"false\",\"1\",\"2\",\"3\",\"4\"\n\"Pt-2\",\"true\",\"599.5\",\"24.5\",\"579.5\",\"-40.5\"\n"
    ),
  ])
  func pairsOfEachForm(form: ControlPointFile.Form, text: String) throws {
    let file = try read(text)
    #expect(file.form == form && file.points == Self.expected, "\(file)")
  }

  @Test func units() throws {
    let file = try read("0.5,0.25,0.1,1\n1,1,0,0", .unit)
    #expect(file.points[0] == ControlPoint(content: Point(320, 120), canvas: Point(100, 500)))
  }

  @Test(arguments: [
    "[[[0, 0], [50, 2], [99, 0]], [[1, 80], [50, 85], [98, 82]]]",
    "row,column,x,y\n0,0,0,0\n0,1,50,2\n0,2,99,0\n1,0,1,80\n1,1,50,85\n1,2,98,82\n",
  ])
  func grids(text: String) throws {
    let file = try read(text)
    #expect(file.form == .grid && file.points.count == 6)
    #expect(file.points[1] == ControlPoint(content: Point(320, 0), canvas: Point(50, 2)))
    #expect(file.points[5] == ControlPoint(content: Point(640, 480), canvas: Point(98, 82)))
  }

  /// The four corners of a picture of 640 x 480 on a map whose y grows to the north, at two meters a pixel.
  @Test(arguments: [
    (
      ControlPointFile.Form.qgis,
      "#CRS: EPSG:32632\nmapX,mapY,sourceX,sourceY,enable,dX,dY,residual\n5000,9000,0,-0,1,0,0,0\n6280,9000,640,0,1,0,0,0\n"
        + "6280,8040,640,-480,1,0,0,0\n1,1,1,-1,0,0,0,0\n5000,8040,0,-480,1,0,0,0\n"
    ),
    (
      .gdal,
      "gdal_translate -gcp 0 0 5000 9000 -gcp 640 0 6280 9000 -gcp 640 480 6280 8040 12.5 -gcp 0 480 5000 8040 in.tif o.tif"
    ),
    (
      .gdal,
      "GCP[  0]: Id=1, Info=\n          (0,0) -> (5000,9000,0)\nGCP[  1]: Id=2, Info=\n          (640,0) -> (6280,9000,0)\n"
        + "          (640,480) -> (6280,8040,0)\n          (0,480) -> (5000,8040,0)\n"
    ),
  ])
  func mapsHaveNorthAtTheTop(form: ControlPointFile.Form, text: String) throws {
    let file = try read(text)
    #expect(file.form == form && file.points.count == 4)
    for point in file.points {
      let offset = point.canvas - point.content
      #expect(abs(offset.x) < 1e-9 && abs(offset.y) < 1e-9, "\(point)")
    }
  }

  @Test(arguments: [
    ("", "no points"), ("x,y,X,Y\n", "no points"), ("1,2,3\n4,5,6\n", "6 numbers"),
    ("1,2,3,four\n", "header"),
    ("1,2,3,4\n5,6,7\n", "7 numbers"), ("x,y,X,Y\n1,2,3,b\n", "p.csv:2:1: field 4 is \"b\""),
    ("x,y,X,Y\n1,2,3,1e300\n", "-1e9...1e9"), ("x,y,X,Y\n1,2,3\n", "3 fields"),
    ("a,b,c,d\n1,2,3,4\n", "content_x"),
    ("x,y,X,Y\n\"1,2,3,4\n", "closed"), ("[[1, 2, 3]]", "3 numbers"), ("[[[0, 0]]]", "1 places"),
    ("[[[0, 0], [1, 1]], [[0, 0]]]", "1 places"),
    ("{\"x\": 1, \"y\": 2}", "p.csv:1:1: the point has no \"canvas\""),
    ("{\"x\": 1, \"y\": 2, \"canvas\": [1, 2]}\n{\"x\": \"a\"}", "p.csv:2:7"), ("(1,2) -> (3)", "3 numbers"),
    ("\u{0}\u{1}", "binary"), ("1,2,3,4\n1,2,3,nan\n", "nan"),
  ])
  func faultsHaveOneSentence(text: String, words: String) {
    let error = #expect(throws: DocumentError.self) { try read(text) }
    let sentence = error.map { "\($0)" } ?? ""
    #expect(sentence.contains(words) && !sentence.contains("\n"), "\(sentence)")
  }
}

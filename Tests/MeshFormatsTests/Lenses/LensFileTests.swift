import MeshFormats
import MeshTransform
import SceneDocument
import Testing

/// The forms of calibration files besides those of LensOracleTests, and files at fault.
@Suite struct LensFileTests {
  private func read(
    _ text: String, model: LensFile.Model? = nil, camera: String? = nil, size: Size = Size(640, 480)
  ) throws(DocumentError) -> LensModel {
    try LensFile.read(
      Array(text.utf8), name: "c", options: .init(model: model, camera: camera, pictureSize: size))
  }

  private static let matrix = "camera_matrix: {rows: 3, cols: 3, data: [500, 0, 320, 0, 510, 240, 0, 0, 1]}\n"

  @Test func xmlAndJSONAreTheYAML() throws {
    let yaml = try read(
      "%YAML:1.0\nimage_width: 640\nimage_height: 480\n" + Self.matrix
        + "distortion_coefficients: {rows: 1, cols: 5, data: [-0.3, 0.1, 0.001, 0.002, 0.01]}\n")
    let xml = try read(
      """
      <?xml version="1.0"?>
      <opencv_storage>
      <!-- from a calibration -->
      <image_width>640</image_width>
      <image_height>480</image_height>
      <camera_matrix type_id="opencv-matrix"><rows>3</rows><cols>3</cols><dt>d</dt>
        <data>500. 0. 320. 0. 510. 240.
          0. 0. 1.</data></camera_matrix>
      <distortion_coefficients type_id="opencv-matrix"><rows>1</rows><cols>5</cols><dt>d</dt>
        <data>-3.0e-01 0.1 0.001 0.002 0.01</data></distortion_coefficients>
      </opencv_storage>
      """)
    let json = try read(
      """
      {"image_width": 640, "image_height": 480,
       "camera_matrix": {"type_id": "opencv-matrix", "rows": 3, "cols": 3, "dt": "d",
         "data": [500, 0, 320, 0, 510, 240, 0, 0, 1]},
       "distortion_coefficients": {"type_id": "opencv-matrix", "rows": 1, "cols": 5, "dt": "d",
         "data": [-0.3, 0.1, 0.001, 0.002, 0.01]}}
      """)
    #expect(yaml == xml && yaml == json && yaml.size == PixelSize(640, 480))
    let lines = try read(
      "# a lens\nfx=500 fy=510, cx=320; cy = 240\nwidth=640, height=480\nk1=-0.3\nk2=0.1\np1=0.001 p2=0.002\nk3=0.01\n"
    )
    // The rational model with zeros in the denominator is the same function.
    #expect(lines.camera == yaml.camera && lines.size == yaml.size)
    for point in [SIMD2(0.2, -0.3), SIMD2(0.5, 0.4)] { #expect(lines.distort(point) == yaml.distort(point)) }
  }

  @Test func stereoFilesHaveTwoCameras() throws {
    let text = """
      M1: {data: [500, 0, 320, 0, 500, 240, 0, 0, 1]}
      D1: {data: [-0.3, 0.1, 0, 0]}
      M2: {data: [600, 0, 320, 0, 600, 240, 0, 0, 1]}
      D2: {data: [-0.2, 0.1, 0, 0]}
      """
    #expect(try read(text, camera: "2").camera.focalLength.x == 600)
    #expect(throws: DocumentError.self) { try read(text) }
  }

  @Test func colmapsCamerasAreChosenByTheirNumbers() throws {
    let text = "# Camera list\n7 PINHOLE 640 480 500 510 320 240\n9 SIMPLE_RADIAL 640 480 500 320 240 0.1\n"
    let camera = try read(text, camera: "7").camera
    #expect(camera == CameraMatrix(focalLength: SIMD2(500, 510), principalPoint: SIMD2(319.5, 239.5)))
    let error = #expect(throws: DocumentError.self) { try read(text) }
    #expect(error?.description == "c: there are 2 cameras; choose one with camera=, from 7, 9")
  }

  /// Hugin's polynomial about half the shorter side, at a field of view of 50 degrees: the pixel at radius
  /// `r (a r^3 + b r^2 + c r + d)`, computed by hand.
  @Test func huginsPolynomialIsOfTheShorterSide() throws {
    let text = """
      # hugin project file
      p f0 w3000 h1500 v70 n"TIFF_m"
      m i6
      i w4000 h3000 f0 v50 Ra0 Rb0 a0.01 b-0.05 c0.02 d12 e-7 r0 p0 y0 n"a b.jpg"
      i w4000 h3000 f0 v=0 a=0 b=0 c=0 d=0 e=0 r0 p0 y20 n"c.jpg"
      """
    let lens = try read(text)
    #expect(lens.size == PixelSize(4000, 3000))
    let center = SIMD2(1999.5 + 12, 1499.5 - 7)
    for offset in [SIMD2(300.0, 400), SIMD2(-900.0, 1200)] {
      let r = (offset * offset).sum().squareRoot() / 1500
      let expected = center + offset * (0.01 * r * r * r - 0.05 * r * r + 0.02 * r + 1.02)
      let pixel = lens.camera.pixel(of: lens.distort(lens.camera.point(of: center + offset)))
      #expect(((pixel - expected) * (pixel - expected)).sum() < 1e-16)
    }
  }

  /// ImageMagick's own formula, with a radius of 1 at half the shorter side: `-distort Barrel "A B C D X Y"`.
  @Test(arguments: [
    ("0.1 -0.2 0.05", SIMD4(0.1, -0.2, 0.05, 1.05), SIMD2(320.0, 240), false),
    ("Barrel 0.1,-0.2,0.05,1.1", SIMD4(0.1, -0.2, 0.05, 1.1), SIMD2(320.0, 240), false),
    ("BarrelInverse \"0.1 0.2 0.05 1 300 250\"", SIMD4(0.1, 0.2, 0.05, 1), SIMD2(300.0, 250), true),
  ])
  func imageMagicksArguments(_ text: String, _ c: SIMD4<Double>, _ center: SIMD2<Double>, isInverse: Bool)
    throws
  {
    let lens = try read(text)
    for offset in [SIMD2(100.0, 50), SIMD2(-200.0, 120)] {
      let r = (offset * offset).sum().squareRoot() / 240
      let factor = ((c.x * r + c.y) * r + c.z) * r + c.w
      let expected = center + (isInverse ? offset / factor : offset * factor) - 0.5
      let pixel = lens.camera.pixel(of: lens.distort(lens.camera.point(of: center - 0.5 + offset)))
      #expect(((pixel - expected) * (pixel - expected)).sum() < 1e-16)
    }
  }

  @Test func fisheyeIsAskedForOrStated() throws {
    let coefficients = "distortion_coefficients: {data: [0.1, 0.02, 0.003, 0.0004]}\n"
    let asked = try read(Self.matrix + coefficients, model: .fisheye)
    #expect(asked.distortion == .fisheye([0.1, 0.02, 0.003, 0.0004]))
    #expect(try read(Self.matrix + coefficients + "fisheye_model: 1\n") == asked)
    #expect(try read(Self.matrix + coefficients + "distortion_model: equidistant\n") == asked)
    #expect(try read(Self.matrix + coefficients).distortion == .openCV(.init([0.1, 0.02, 0.003, 0.0004])))
  }

  static let faults = [
    ("", "the file is empty"), ("\u{0}", "binary data"), ("hello", "not a calibration file"),
    ("image_width: 640", "the camera matrix is missing"),
    (matrix + "distortion_coefficients: [0.1, 0.2, 0.3]", "there are 3 distortion coefficients"),
    (matrix + "distortion_coefficients: [.nan, 0.2, 0, 0]", "number 1 of the distortion coefficients is nan"),
    (
      matrix + "distortion_model: wobbly\ndistortion_coefficients: [1, 0, 0, 0]",
      "distortion model wobbly is unknown"
    ),
    ("camera_matrix: [.nan, 0, 1, 0, 1, 1, 0, 0, 1]", "not finite"),
    ("camera_matrix: [0, 0, 1, 0, 1, 1, 0, 0, 1]", "the focal length is 0"),
    ("camera_matrix: [1, 2, 3]", "has 3 numbers"),
    ("camera_matrix: {rows: 3, cols: 3, data: [1, 2, 3]}", "3 rows and 3 columns, but 3 numbers"),
    ("camera_matrix: [500, 0, 320, 0, 500, 240, 0, 0", "no valid YAML"),
    (matrix + "image_width: 0\nimage_height: 480", "0 x 480 pixels"),
    ("cam0:\n  intrinsics: [1, 2, 3]", "there are 3 intrinsics"),
    (
      "cam0:\n  camera_model: omni\n  intrinsics: [1, 500, 500, 320, 240]",
      "the camera model omni is not read"
    ),
    ("cam0:\n  distortion_model: x\n  intrinsics: [500, 500, 320, 240]", "the distortion model x is unknown"),
    ("1 PINHOLE 640 480 500", "PINHOLE has 1 parameters; use 4"), ("1 WIDE 640 480 500", "WIDE is not read"),
    ("1 PINHOLE 640 480 500 nan 1 1", "nan is not a finite number"),
    ("1 PINHOLE 1e9 480 500 1 1 1", "not a calibration file"), ("k1=0.1", "the focal length is missing"),
    ("fx=500\nk9=1", "k9 is not a key"), ("fx=500\nk1=", "k1 is "), ("fx=500 fx=5", "fx is given twice"),
    ("fx=inf", "fx is inf; use a finite number"), ("a=0.1\nk1=0.1", "k1 does not belong"),
    ("0.1 0.2", "there are 2 numbers"), ("Barrel a b c", "a is not a finite number"),
    ("i w400 h300 v50 f1\np w1", "the projection of the lens is f1"),
    ("i w400 h300 f0\np w1", "the image has no v"),
    ("i w400 h300 f0 v200\np w1", "less than 180"), ("<a>", "the element <a> has no end"),
    ("<opencv_storage><k>1</opencv_storage>", "ends <k>"), ("<x></x>", "is not OpenCV's"),
    ("fx=500\nk1=-1e6\nk2=1e6\nmodel=wide", "the model wide is unknown"),
  ]

  @Test(arguments: faults)
  func faultsAreOneSentence(_ text: String, _ part: String) {
    let error = #expect(throws: DocumentError.self, "\(text)") { try read(text) }
    let sentence = error?.description ?? ""
    #expect(sentence.hasPrefix("c:") && sentence.contains(part) && !sentence.contains("\n"), "\(sentence)")
  }

  @Test func everyTruncationIsALensOrASentence() throws {
    for camera in try LensOracleTests.cameras().prefix(12) {
      let bytes = Array(camera.file.utf8)
      for end in stride(from: 0, to: bytes.count, by: 7) {
        do throws(DocumentError) {
          _ = try LensFile.read(
            Array(bytes[..<end]), name: "c", options: .init(pictureSize: Size(640, 480)))
        } catch { #expect(!error.description.contains("\n")) }
      }
    }
  }
}

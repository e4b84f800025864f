import CheckedNumbers
import MeshTransform
import SceneDocument
import YAML

extension LensReader {
  /// A camera in a tree of keys and values: Kalibr's camchain, ROS's camera_info, or OpenCV's FileStorage.
  func tree(_ root: YAMLValue) throws(DocumentError) -> LensModel {
    guard !root.members.isEmpty else {
      throw error("this is not a calibration file; use one of the forms: \(LensFile.forms)", line: root.line)
    }
    let chain = root.members.filter { $0.value["intrinsics"] != nil }
    if !chain.isEmpty {
      let cameras = chain.map {
        (name: $0.key.hasPrefix("cam") ? String($0.key.dropFirst(3)) : $0.key, camera: $0.value)
      }
      return try kalibr(try choose(cameras))
    }
    return try matrixAndCoefficients(root)
  }

  /// The value of the first key of a list, whatever the case of its letters and the underscores in it. Keys of files with
  /// several cameras end in a number, `M1` and `M2`.
  private func value(
    _ names: [String], in root: YAMLValue, isOfCamera: Bool = true
  ) throws(DocumentError) -> YAMLValue? {
    func find(_ name: String) -> YAMLValue? {
      root.members.first { member in
        member.key.lowercased().filter { $0 != "_" && $0 != " " && $0 != "-" } == name
      }?.value
    }
    guard isOfCamera else { return names.lazy.compactMap(find).first }
    for name in names {
      if let camera = options.camera, let found = find(name + camera) { return found }
      guard options.camera == nil else { continue }
      if let found = find(name) { return found }
      if let found = find(name + "1") {
        guard find(name + "2") == nil else {
          throw error("there are several cameras; choose one with camera=1 or camera=2")
        }
        return found
      }
    }
    return nil
  }

  /// The numbers of a list, or of OpenCV's matrix with rows, cols and data.
  private func numbers(_ value: YAMLValue, _ what: String) throws(DocumentError) -> [Double] {
    guard let numbers = (value["data"] ?? value).numbers else {
      throw error("\(what) is not a list of numbers; write \(what): {data: [...]}", line: value.line)
    }
    if let rows = value["rows"]?.integer, let columns = value["cols"]?.integer {
      let (count, isTooLarge) = rows.multipliedReportingOverflow(by: columns)
      guard !isTooLarge, count == numbers.count else {
        throw error(
          "\(what) has \(rows) rows and \(columns) columns, but \(numbers.count) numbers; complete the file",
          line: value.line)
      }
    }
    return numbers
  }

  private func matrixAndCoefficients(_ root: YAMLValue) throws(DocumentError) -> LensModel {
    let matrixNames = ["cameramatrix", "k", "m", "mtx", "cameraintrinsics", "intrinsicmatrix", "intrinsics"]
    guard let matrix = try value(matrixNames, in: root) else {
      throw error(
        "the camera matrix is missing; add camera_matrix: {rows: 3, cols: 3, data: [fx, 0, cx, 0, fy, cy, 0, 0, 1]}"
      )
    }
    let k = try numbers(matrix, "the camera matrix")
    guard k.count == 9 else {
      throw error(
        "the camera matrix has \(k.count) numbers; use the 9 of fx 0 cx, 0 fy cy, 0 0 1", line: matrix.line)
    }
    guard k.allSatisfy(\.isFinite) else {
      throw error("the camera matrix has a number that is not finite; correct it", line: matrix.line)
    }
    guard k[8] == 1, k[3] == 0, k[6] == 0, k[7] == 0 else {
      throw error(
        "the camera matrix is not of the form fx s cx, 0 fy cy, 0 0 1; correct it", line: matrix.line)
    }
    let camera = CameraMatrix(
      focalLength: SIMD2(k[0], k[4]), principalPoint: SIMD2(k[2], k[5]), skew: k[1])
    let names = ["distortioncoefficients", "distcoeffs", "distcoeff", "distortion", "dist", "distcoefs", "d"]
    let found = try value(names, in: root)
    let coefficients = try found.map { value throws(DocumentError) in
      try numbers(value, "the distortion coefficients")
    }
    return try model(
      camera, distortion(coefficients ?? [], root, line: found?.line), size: size(root), line: matrix.line)
  }

  private func distortion(
    _ coefficients: [Double], _ root: YAMLValue, line: Int?
  ) throws(DocumentError) -> LensDistortion {
    if let stated = root["distortion_model"] {
      let name = stated.string ?? ""
      try refuseModel(name)
      switch name {
      case "plumb_bob", "rational_polynomial", "radtan": return try openCV(coefficients, line: line)
      case "equidistant", "fisheye", "equi": return try fisheye(coefficients, line: line)
      case "none", "": return .none
      default:
        throw error(
          "the distortion model \(name.excerpt) is unknown; use plumb_bob, rational_polynomial or equidistant",
          line: stated.line)
      }
    }
    let isFisheye = root["fisheye_model"]?.number.map { $0 != 0 } ?? false
    switch options.model {
    case .fisheye: return try fisheye(coefficients, line: line)
    case .opencv: return try openCV(coefficients, line: line)
    case nil: return isFisheye ? try fisheye(coefficients, line: line) : try openCV(coefficients, line: line)
    case let model?:
      throw error("model=\(model.rawValue) does not apply to a camera matrix; use opencv or fisheye")
    }
  }

  private func size(_ root: YAMLValue) throws(DocumentError) -> PixelSize? {
    let width = try value(["imagewidth", "width"], in: root, isOfCamera: false)
    let height = try value(["imageheight", "height"], in: root, isOfCamera: false)
    if let width, let height {
      return try size(width.number ?? .nan, height.number ?? .nan, line: width.line)
    }
    let names = ["imagesize", "resolution", "imgsize", "imageresolution"]
    guard let pair = try value(names, in: root, isOfCamera: false) else { return nil }
    guard let numbers = (pair["data"] ?? pair).numbers, numbers.count == 2 else {
      throw error("the size of the picture is not two numbers, its width and its height", line: pair.line)
    }
    return try size(numbers[0], numbers[1], line: pair.line)
  }

  /// A camera of Kalibr's camchain: fu fv pu pv, and the coefficients of its distortion model.
  private func kalibr(_ camera: YAMLValue) throws(DocumentError) -> LensModel {
    func text(_ key: String) -> String { camera[key]?.string ?? "" }
    let kind = text("camera_model")
    let stated = text("distortion_model")
    try refuseModel(stated)
    let line = camera["intrinsics"]?.line ?? camera.line
    let intrinsics = try checked(camera["intrinsics"]?.numbers ?? [], "the intrinsics", line: line)
    let own = kind == "eucm" ? 2 : 0
    guard ["pinhole", "eucm", ""].contains(kind) else {
      throw error(
        "the camera model \(kind.excerpt) is not read; use pinhole or eucm",
        line: camera["camera_model"]?.line)
    }
    guard intrinsics.count == own + 4 else {
      throw error(
        "there are \(intrinsics.count) intrinsics; use \(own + 4), with fu, fv, pu and pv at the end",
        line: line)
    }
    let coefficients = camera["distortion_coeffs"]?.numbers ?? []
    let place = camera["distortion_coeffs"]?.line ?? line
    let distortion: LensDistortion
    switch stated {
    case _ where kind == "eucm":
      guard ["none", ""].contains(stated) else {
        throw error(
          "the camera model eucm is read with the distortion model none; this is \(stated.excerpt)",
          line: place)
      }
      distortion = .extendedUnified(alpha: intrinsics[0], beta: intrinsics[1])
    case "radtan": distortion = try openCV(coefficients, line: place)
    case "equi", "equidistant": distortion = try fisheye(coefficients, line: place)
    case "fov":
      guard coefficients.count == 1 else {
        throw error(
          "there are \(coefficients.count) distortion coefficients; the model fov has 1", line: place)
      }
      distortion = .fieldOfView(try checked(coefficients, "the distortion coefficients", line: place)[0])
    case "none", "": distortion = .none
    default:
      throw error(
        "the distortion model \(stated.excerpt) is unknown; use radtan, equi, fov or none",
        line: camera["distortion_model"]?.line)
    }
    let matrix = CameraMatrix(
      focalLength: SIMD2(intrinsics[own], intrinsics[own + 1]),
      principalPoint: SIMD2(intrinsics[own + 2], intrinsics[own + 3]))
    return try model(matrix, distortion, size: size(camera), line: line)
  }
}

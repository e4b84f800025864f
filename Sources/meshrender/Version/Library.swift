import CAnimation
import CDigest
import CEGL
import CHyphen
import CJPEG
import CLCMS
import CLoad
import CPango
import CSixel
import CWebP
import CYAML
import Glibc

/// A library that the tool loads at its first use.
struct Library {
  /// How a library states its version.
  enum VersionForm {
    /// "1.50.12".
    case text
    /// 21700 is 2.17.0.
    case decimal
    /// 2140 is 2.14.
    case thousandths
    /// 0x010204 is 1.2.4.
    case bytes
    /// 0x30000110 is 3.0.17.
    case openSSL
    /// Only in the name of its file.
    case file
  }

  let name: String
  /// The name by which the dynamic loader finds it.
  let file: UnsafePointer<CChar>
  /// The function that returns the version, of the library or of one that it depends on.
  let function: String
  let form: VersionForm
  /// The package of Debian 12 that has it.
  let package: String

  init(
    _ name: String, _ file: UnsafePointer<CChar>, _ function: String, _ form: VersionForm, in package: String
  ) {
    (self.name, self.file, self.function, self.form, self.package) = (name, file, function, form, package)
  }

  static var all: [Library] {
    [
      Library("EGL", cegl_library(), "eglInitialize", .file, in: "libegl1"),
      Library("libjpeg-turbo", cjpeg_library(), "jpeg_std_error", .file, in: "libjpeg62-turbo"),
      Library("Little CMS", clcms_library(), "cmsGetEncodedCMMversion", .thousandths, in: "liblcms2-2"),
      Library("Pango", cpango_library(), "pango_version_string", .text, in: "libpangocairo-1.0-0"),
      Library("HarfBuzz", cpango_library(), "hb_version_string", .text, in: "libpangocairo-1.0-0"),
      Library("Cairo", cpango_library(), "cairo_version_string", .text, in: "libpangocairo-1.0-0"),
      Library("libhyphen", chyphen_library(), "hnj_hyphen_load", .file, in: "libhyphen0"),
      Library("libwebp", cwebp_reader_library(), "WebPGetDecoderVersion", .bytes, in: "libwebpdemux2"),
      Library("libwebpdemux", cwebp_reader_library(), "WebPGetDemuxVersion", .bytes, in: "libwebpdemux2"),
      Library("libwebpmux", cwebp_writer_library(), "WebPGetMuxVersion", .bytes, in: "libwebpmux3"),
      Library("libimagequant", canimation_quantizer_library(), "liq_version", .decimal, in: "libimagequant0"),
      Library("libsixel", csixel_library(), "sixel_encode", .file, in: "libsixel1"),
      Library("libyaml", cyaml_library(), "yaml_get_version_string", .text, in: "libyaml-0-2"),
      Library("OpenSSL", cdigest_library(), "OpenSSL_version_num", .openSSL, in: "libssl3"),
    ]
  }

  /// The version and the path, or the dynamic loader's words and the package to install.
  var state: String {
    var problem: UnsafePointer<CChar>?
    guard let handle = load_library(file, &problem) else {
      let words = problem.map { String(cString: $0) } ?? String(cString: file)
      return "missing: \(words) (apt install \(package))"
    }
    let path = library_path(handle, function).flatMap { realpath($0, nil) }
    defer { free(path) }
    let place = path.map { String(cString: $0) } ?? String(cString: file)
    return version(handle).map { "\($0.padded(to: 8)) \(place)" } ?? place
  }

  private func version(_ handle: UnsafeMutableRawPointer) -> String? {
    let number = { Int(library_version_number(handle, function)) }
    switch form {
    case .text: return library_version_text(handle, function).map { String(cString: $0) }
    case .decimal: return dotted(number(), 10_000, 100, 1, modulo: 100)
    case .thousandths: return dotted(number(), 1000, 10, modulo: 100)
    case .bytes: return dotted(number(), 1 << 16, 1 << 8, 1, modulo: 1 << 8)
    case .openSSL: return dotted(number(), 1 << 28, 1 << 20, 1 << 4, modulo: 1 << 8)
    case .file: return nil
    }
  }

  private func dotted(_ number: Int, _ units: Int..., modulo: Int) -> String? {
    number > 0 ? units.map { String(number / $0 % modulo) }.joined(separator: ".") : nil
  }
}

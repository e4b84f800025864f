extension SceneFile {
  /// A scene to start from, with comments; it names no files.
  public static let starter = """
    {
      "//": "Keys that begin with // are comments. Lengths are points, y runs down, z toward you.",
      "canvas": { "size": [480, 320], "scale": 2, "background": "#f4f1ea" },
      "layers": [
        {
          "name": "card",
          "//": "The middle of the bounds lies at the position. Instead of a color: \\"image\\": \\"photo.png\\".",
          "bounds": [0, 0, 280, 170],
          "position": [240, 160],
          "transform": "perspective(900) rotateX(25deg) rotateY(-20deg)",
          "contents": { "color": "#3a7ca5" },
          "mesh": { "preset": "wave", "//": "'meshrender meshes' lists all presets and their parameters." },
          "surface": { "specular": 0.3, "exponent": 20 }
        },
        {
          "name": "label",
          "//": "Without bounds, a text or an image has its own size.",
          "position": [240, 160],
          "zPosition": 40,
          "transform": "perspective(900) rotateX(25deg) rotateY(-20deg)",
          "contents": { "text": "Hello, mesh", "font": "DejaVu Sans Bold", "fontSize": 36, "color": "white" }
        }
      ],
      "lights": [
        { "type": "directional", "direction": [0.4, 0.5, -1], "ambientIntensity": 0.35, "diffuseIntensity": 0.75 }
      ]
    }

    """
}

extension SceneFile {
  /// A starter scene with comments; it names no files.
  public static let starter = """
    {
      "//": "Keys that begin with // are comments. Lengths are points, y points down, z toward you.",
      "canvas": { "size": [480, 320], "scale": 2, "background": "#f4f1ea" },
      "layers": [
        {
          "name": "card",
          "//": "The center of the bounds is at the position. Instead of a color: \\"image\\": \\"photo.png\\".",
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

  /// An animated starter scene: a ripple that loops in two seconds, and a swinging label.
  public static let animatedStarter = """
    {
      "//": "meshrender animate draws a clip of this. Times are in seconds.",
      "canvas": { "size": [480, 320], "scale": 1, "background": "#f4f1ea" },
      "layers": [
        {
          "name": "card",
          "bounds": [0, 0, 280, 170],
          "position": [240, 160],
          "transform": "perspective(900) rotateX(25deg) rotateY(-20deg)",
          "contents": { "color": "#3a7ca5" },
          "mesh": { "preset": "ripple", "amplitude": 0.04, "waves": 3 },
          "surface": { "specular": 0.3, "exponent": 20 },
          "animations": [
            {
              "//": "Any parameter of the mesh's preset can move. As 0 and 1 look alike, the loop has no seam.",
              "keyPath": "mesh.phase", "from": 0, "to": 1, "duration": 2, "repeatCount": "infinite"
            }
          ]
        },
        {
          "name": "label",
          "position": [240, 160],
          "zPosition": 90,
          "contents": { "text": "Hello, mesh", "font": "DejaVu Sans Bold", "fontSize": 36, "color": "white" },
          "animations": [
            {
              "//": "There and back. A rotation has a unit: deg, rad, grad or turn.",
              "keyPath": "transform.rotation.z", "from": "-6deg", "to": "6deg", "timing": "ease-in-out", "duration": "1s",
              "autoreverses": true, "repeatCount": "infinite"
            }
          ]
        }
      ],
      "lights": [
        { "type": "directional", "direction": [0.4, 0.5, -1], "ambientIntensity": 0.35, "diffuseIntensity": 0.75 }
      ],
      "animations": [
        {
          "//": "The scene's own animations are those of its lights.",
          "keyPath": "lights[0].direction", "values": [[0.4, 0.5, -1], [-0.4, 0.5, -1], [0.4, 0.5, -1]],
          "duration": 2, "repeatCount": "infinite"
        }
      ]
    }

    """
}

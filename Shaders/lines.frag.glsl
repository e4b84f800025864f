#version 310 es
// lines.frag: a line or a round dot. Its alpha is the share that it covers of a fragment's width, measured across it.
precision highp float;
precision highp int;
in vec2 vOffset;      // canvas pixels from the center
uniform float radius; // canvas pixels
uniform float soft;   // canvas pixels a side of a fragment
uniform vec4 color;   // premultiplied
layout(location = 0) out vec4 fragColor;  // premultiplied

void main() {
    // Derivatives are not used, since those of a distance vanish in the middle of a line.
    float r = length(vOffset);
    float covered = min(r + 0.5 * soft, radius) - max(r - 0.5 * soft, -radius);
    fragColor = color * clamp(covered / soft, 0.0, 1.0);
}

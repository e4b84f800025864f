#version 310 es
// lines.frag: a line or a round dot with soft edges.
precision highp float;
precision highp int;
in vec2 vOffset;  // 0 in the middle, length 1 at the edge
uniform vec4 color;  // premultiplied
layout(location = 0) out vec4 fragColor;  // premultiplied

void main() {
    float r = length(vOffset);
    fragColor = color * clamp((1.0 - r) / max(fwidth(r), 1e-6) + 0.5, 0.0, 1.0);
}

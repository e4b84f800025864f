#version 310 es
// lines.vert: a corner of a line or a dot, already in canvas pixels, to clip space.
precision highp float;
precision highp int;
layout(location = 0) in vec2 position;  // canvas pixels
layout(location = 1) in vec2 offset;    // across the mark, -1...1; a line has no y
layout(location = 2) in vec4 color;     // premultiplied
uniform vec4 canvasToClip;              // scale x, y, offset x, y
out vec2 vOffset;
out vec4 vColor;

void main() {
    gl_Position = vec4(position * canvasToClip.xy + canvasToClip.zw, 0.0, 1.0);
    vOffset = offset;
    vColor = color;
}

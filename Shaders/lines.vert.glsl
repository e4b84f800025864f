#version 310 es
// lines.vert: transforms one of the four corners around a line or a dot from canvas pixels to clip space.
precision highp float;
precision highp int;
layout(location = 0) in vec4 ends;  // canvas pixels: from xy to zw; both the same for a dot
uniform float radius;               // canvas pixels: half a line's width
uniform vec4 canvasToClip;          // scale x, y, offset x, y
out vec2 vOffset;  // canvas pixels from the center

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    // Half a pixel for the soft edge, and the distance of the farthest sample from the center of a pixel.
    float outer = radius + 1.25;
    vec2 along = ends.zw - ends.xy;
    bool isDot = along == vec2(0.0);
    vec2 side = isDot ? vec2(0.0) : normalize(vec2(-along.y, along.x));
    vec2 position = isDot ? ends.xy + corner * outer : (corner.x < 0.0 ? ends.xy : ends.zw) + side * corner.y * outer;
    gl_Position = vec4(position * canvasToClip.xy + canvasToClip.zw, 0.0, 1.0);
    vOffset = vec2(isDot ? corner.x : 0.0, corner.y) * outer;
}

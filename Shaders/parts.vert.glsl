#version 310 es
// parts.vert: one rectangle of a tile for each instance.
precision highp float;
precision highp int;
layout(location = 0) in vec4 area;   // of the tile, in pixels: first x, first y, width, height
layout(location = 1) in vec2 place;  // of its first pixel in the target of parts
uniform vec2 pixelsToClip;
flat out ivec2 vOffset;  // from the tile's pixels to those of the target of parts

void main() {
    vec2 corner = area.xy + area.zw * vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vOffset = ivec2(place - area.xy);
    gl_Position = vec4(corner * pixelsToClip - 1.0, 1.0, 1.0);  // nearest of all
}

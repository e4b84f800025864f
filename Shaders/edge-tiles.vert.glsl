#version 310 es
// edge-tiles.vert: the rectangle of one edge tile for each instance.
precision highp float;
precision highp int;
layout(location = 0) in vec4 area;   // pixels of the canvas tile: left, top, width, height
layout(location = 1) in vec2 place;  // pixels of the tile atlas: left, top
uniform vec2 pixelsToClip;
flat out ivec2 vOffset;  // from pixels of the canvas tile to pixels of the atlas

void main() {
    vec2 corner = area.xy + area.zw * vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vOffset = ivec2(place - area.xy);
    gl_Position = vec4(corner * pixelsToClip - 1.0, 1.0, 1.0);  // the nearest depth
}

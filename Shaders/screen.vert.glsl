#version 310 es
// screen.vert: one triangle that covers the whole target, without attributes.
precision highp float;
precision highp int;
// Always (0, 0), which the compiler must not know: then the fragment shaders have the inputs of edge-tiles.frag.
// llvmpipe compiles code for each set of inputs in every process.
flat out ivec2 vOffset;

void main() {
    vOffset = ivec2(gl_VertexID >> 2, gl_VertexID >> 3);
    gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}

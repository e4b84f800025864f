#version 310 es
// map.vert: places a mesh vertex at its point of the content, with its position on the canvas.
precision highp float;
precision highp int;
layout(location = 0) in vec2 from;  // unit layer space: the content's point
layout(location = 1) in vec3 to;    // unit layer space with depth: its mapped position
#ifdef PROJECTIVE
layout(location = 4) in float weight;  // of the homogeneous content point
#endif

uniform vec4 contentToClip;  // of unit layer space: scale x, y, offset x, y
#ifdef CORNER_WEIGHTS
// Eight texels for each face, side by side: values of its corners 0...3, in the order in which main reads them.
layout(binding = 1) uniform highp sampler2D faces;
flat out vec4 vAcross;
flat out vec4 vDown;
flat out vec4 vFar;
flat out vec4 vDepth;
flat out vec4 vPlaceX;
flat out vec4 vPlaceY;
flat out vec4 vPlaceZ;
flat out vec4 vPlaceW;
#else
uniform mat4 unitToCanvas;   // to pixels, z in points
out vec4 vPlace;             // homogeneous canvas pixels
#endif

void main() {
    gl_Position = vec4(from * contentToClip.xy + contentToClip.zw, 0.0, 1.0);
#ifdef CORNER_WEIGHTS
    int first = (gl_VertexID >> 2) * 8;
    int width = textureSize(faces, 0).x;
    ivec2 texel = ivec2(first % width, first / width);
    vAcross = texelFetch(faces, texel, 0);
    vDown = texelFetch(faces, texel + ivec2(1, 0), 0);
    vFar = texelFetch(faces, texel + ivec2(2, 0), 0);
    vDepth = texelFetch(faces, texel + ivec2(3, 0), 0);
    vPlaceX = texelFetch(faces, texel + ivec2(4, 0), 0);
    vPlaceY = texelFetch(faces, texel + ivec2(5, 0), 0);
    vPlaceZ = texelFetch(faces, texel + ivec2(6, 0), 0);
    vPlaceW = texelFetch(faces, texel + ivec2(7, 0), 0);
#else
    vPlace = unitToCanvas * vec4(to, 1.0);
#ifdef PROJECTIVE
    // (from * weight, weight) is linear over the face, hence (to / weight, 1 / weight) over its content.
    vPlace /= weight;
#endif
#endif
}

#version 310 es
// mesh.vert: transforms a mesh vertex to clip space, and to world space where it is lit.
precision highp float;
precision highp int;
#define VERTEX_STAGE
// mesh-uniforms.glsl
#ifdef BATCHED
// The image of the unit square in homogeneous canvas pixels, which `unitToClip` maps: its first corner, and its sides.
layout(location = 0) in vec4 origin;
layout(location = 1) in vec4 across;
layout(location = 2) in vec4 down;
layout(location = 3) in vec4 tintOfItem;
#define POSITION (across * from.x + down * from.y + origin)
#else
layout(location = 0) in vec2 from;  // unit layer space: the content's point
layout(location = 1) in vec3 to;    // unit layer space with depth: its mapped position
#define POSITION vec4(to, 1.0)
#endif
#ifdef LIT
#ifdef GRID_NORMALS
layout(location = 6) in vec3 right;  // the places of the neighbors, in the way of `to`; undefined beyond the border
layout(location = 7) in vec3 belowRight;
layout(location = 8) in vec3 below;
layout(location = 9) in vec3 left;
layout(location = 10) in vec3 aboveLeft;
layout(location = 11) in vec3 above;

vec3 edge(vec3 neighbor, bool exists) { return exists ? (neighbor - to) * normalScale : vec3(0.0); }

// The sum of the normals of the triangles around the vertex, each as long as its area: see Mesh.normals(inBoundsOf:).
vec3 vertexNormal() {
    int column = gl_VertexID % gridSize.x;
    int row = gl_VertexID / gridSize.x;
    bvec4 inside = bvec4(column + 1 < gridSize.x, row + 1 < gridSize.y, column > 0, row > 0);
    vec3 r = edge(right, inside.x);
    vec3 br = edge(belowRight, inside.x && inside.y);
    vec3 b = edge(below, inside.y);
    vec3 l = edge(left, inside.z);
    vec3 al = edge(aboveLeft, inside.z && inside.w);
    vec3 a = edge(above, inside.w);
    vec3 sum = cross(r, br) + cross(br, b) + cross(b, l) + cross(l, al) + cross(al, a) + cross(a, r);
    float largest = max(max(abs(sum.x), abs(sum.y)), abs(sum.z));
    return largest > 0.0 && !isinf(largest) ? normalize(sum / largest) : vec3(0.0, 0.0, 1.0);
}
#else
layout(location = 2) in vec3 normal;  // layer points, on the content's front
vec3 vertexNormal() { return normal; }
#endif
#endif
#ifdef BRIGHT
layout(location = 3) in float brightness;  // a factor for the content's colors
#endif
#ifdef PROJECTIVE
layout(location = 4) in float weight;  // of the homogeneous content point
#endif

// Several programs draw the same surface and must compute the same depths.
invariant gl_Position;

#ifdef PROJECTIVE
out vec3 vContent;
#elif !defined(BILINEAR)
out vec2 vTexcoord;
#endif

#ifdef CORNER_WEIGHTS
// A few texels for each face, side by side: values of its corners 0...3, in the order in which readFace reads them.
layout(binding = 1) uniform highp sampler2D faces;
flat out vec4 vAcross;
flat out vec4 vDown;
flat out vec4 vFar;
flat out vec4 vDepth;
#ifdef BILINEAR
flat out vec4 vContentX;
flat out vec4 vContentY;
#endif
#ifdef CUT
flat out vec4 vCutSides;
#endif
#ifdef BRIGHT
flat out vec4 vBrightness;
#endif
#ifdef LIT
flat out vec4 vToX;
flat out vec4 vToY;
flat out vec4 vToZ;
flat out vec4 vNormalX;
flat out vec4 vNormalY;
flat out vec4 vNormalZ;
#endif

ivec2 nextTexel;

vec4 next() {
    vec4 texel = texelFetch(faces, nextTexel, 0);
    nextTexel.x++;
    return texel;
}

void readFace() {
    int width = textureSize(faces, 0).x;
    int first = (gl_VertexID >> 2) * texelsPerFace;
    nextTexel = ivec2(first % width, first / width);
    vAcross = next();
    vDown = next();
    vFar = next();
    vDepth = next();
#ifdef BILINEAR
    vContentX = next();
    vContentY = next();
#endif
#ifdef CUT
    vCutSides = next();
#endif
#ifdef BRIGHT
    vBrightness = next();
#endif
#ifdef LIT
    vToX = next();
    vToY = next();
    vToZ = next();
    vNormalX = next();
    vNormalY = next();
    vNormalZ = next();
#endif
}
#else
#ifdef TINTED
flat out vec4 vTint;
#endif
#ifdef TWO_TAPS
flat out vec2 vAlong;
#endif
#ifdef BRIGHT
out float vBrightness;
#endif
#ifdef LIT
#ifndef LIGHT_VECTORS
out vec3 vPosition;
#endif
#ifndef FLAT
out vec3 vNormal;
#endif
#endif
#endif

void writeLightVectors(vec3 position);
void writeLightVaryings();  // light.glsl

void main() {
#ifdef BATCHED
    // Corners 0...3 in perimeter order.
    vec2 from = vec2(gl_VertexID == 1 || gl_VertexID == 2, gl_VertexID >= 2);
#endif
    gl_Position = unitToClip * POSITION;
#ifdef MASK
    gl_Position.z = gl_Position.w;  // the nearest depth
#endif
#ifdef PROJECTIVE
    vContent = vec3(from * weight, weight);
#elif !defined(BILINEAR)
    vTexcoord = from;
#endif
#ifdef CORNER_WEIGHTS
    readFace();
#else
#ifdef BRIGHT
    vBrightness = brightness;
#endif
#ifdef TINTED
#ifdef BATCHED
    vTint = tintOfItem;
#else
    vTint = tint;
#endif
#endif
#ifdef TWO_TAPS
    vAlong = along;
#endif
#ifdef LIGHT_VARYINGS
    writeLightVaryings();
#endif
#ifdef LIT
    vec3 position = (unitToWorld * vec4(to, 1.0)).xyz;
#ifdef LIGHT_VECTORS
    writeLightVectors(position);
#else
    vPosition = position;
#endif
#ifndef FLAT
    vNormal = normalToWorld * vertexNormal();
#endif
#endif
#endif
}

#version 310 es
// mesh.frag: the content's texel, lit by Phong's model. Alpha is coverage, so light scales rgb only.
// With COORDINATES: the point of the content instead, in floats. With A_BUFFER: stores the fragment in the A-buffer.
#if defined(A_BUFFER) || defined(SKIP_UNSEEN)
#ifdef GL_OES_sample_variables
#extension GL_OES_sample_variables : require
#endif
#endif
#ifdef A_BUFFER
#ifdef GL_OES_geometry_shader
#extension GL_OES_geometry_shader : require
#elif defined(GL_EXT_geometry_shader)
#extension GL_EXT_geometry_shader : require
#endif
#endif
precision highp float;
precision highp int;
precision highp sampler2D;
// mesh-uniforms.glsl
layout(binding = 0) uniform sampler2D content;  // premultiplied, linear, clamped to the edge
#ifdef TINTED
#ifdef CORNER_WEIGHTS
#define TINT tint
#else
flat in vec4 vTint;
#define TINT vTint
#endif
#endif
#ifdef A_BUFFER
void store(vec4 color, vec2 slope);  // a-buffer-fragments.glsl
#else
layout(location = 0) out vec4 fragColor;  // premultiplied; for COORDINATES x, y, 0, 1
#endif

// A point of the content in unit layer space, and its change from pixel to pixel.
struct ContentPoint { vec2 point; vec2 dx; vec2 dy; };
// The weights of a face's corners in a pixel, and their change from pixel to pixel.
struct CornerWeights { vec4 weights; vec4 dx; vec4 dy; };
#ifdef CORNER_WEIGHTS
CornerWeights cornerWeights();  // corner-weights.glsl
#endif

#ifdef SUPERSAMPLED
// The vector from the fragment to the center of its pixel, in fragments. Content is sampled there, once for all
// fragments of the pixel, so that the number of fragments affects edges only.
vec2 toPixel() { return 0.5 * supersamplingFactor - mod(floor(gl_FragCoord.xy), supersamplingFactor) - 0.5; }
#define PIXEL(value) ((value) + dFdx(value) * toPixel().x + dFdy(value) * toPixel().y)
#define PER_PIXEL(change) ((change) * supersamplingFactor)
#else
#define PIXEL(value) (value)
#define PER_PIXEL(change) (change)
#endif

#ifdef PROJECTIVE
in vec3 vContent;  // homogeneous
#elif defined(BILINEAR)
flat in vec4 vContentX;  // of the corners 0...3
flat in vec4 vContentY;
#else
in vec2 vTexcoord;
#endif

ContentPoint contentPoint(CornerWeights face) {
#ifdef PROJECTIVE
    vec3 content = PIXEL(vContent);
    vec2 point = content.xy / content.z;
    vec3 dx = PER_PIXEL(dFdx(vContent));
    vec3 dy = PER_PIXEL(dFdy(vContent));
    return ContentPoint(point, (dx.xy - point * dx.z) / content.z, (dy.xy - point * dy.z) / content.z);
#elif defined(BILINEAR)
    return ContentPoint(
        vec2(dot(vContentX, face.weights), dot(vContentY, face.weights)),
        vec2(dot(vContentX, face.dx), dot(vContentY, face.dx)),
        vec2(dot(vContentX, face.dy), dot(vContentY, face.dy)));
#else
    return ContentPoint(PIXEL(vTexcoord), PER_PIXEL(dFdx(vTexcoord)), PER_PIXEL(dFdy(vTexcoord)));
#endif
}

#ifdef CUT
flat in vec4 vCutSides;  // 1 for the sides of the content that the face crosses: left, right, top, bottom

// The share of the pixel inside the content, for a straight edge at that distance.
float coverage(ContentPoint at) {
    vec2 perPixel = max(sqrt(at.dx * at.dx + at.dy * at.dy), 1e-9);
    vec4 inside = vec4(at.point, 1.0 - at.point).xzyw / perPixel.xxyy + 0.5;
    inside = clamp(max(inside, (1.0 - vCutSides) * 1e3), 0.0, 1.0);
    return min(min(inside.x, inside.y), min(inside.z, inside.w));
}
#endif

#ifdef BRIGHT
#ifdef CORNER_WEIGHTS
flat in vec4 vBrightness;
float brightness(CornerWeights face) { return dot(vBrightness, face.weights); }
#else
in float vBrightness;
float brightness(CornerWeights face) { return vBrightness; }
#endif
#endif

#ifdef LIT
struct Shade { vec3 diffuse; vec3 specular; };
Shade phong(vec3 position, vec3 n, vec3 v);  // light.glsl
vec3 toViewer(vec3 position);
Shade scalarShade();

#ifdef CORNER_WEIGHTS
flat in vec4 vToX;  // unit layer space with depth
flat in vec4 vToY;
flat in vec4 vToZ;
flat in vec4 vNormalX;  // layer points, on the content's front
flat in vec4 vNormalY;
flat in vec4 vNormalZ;
#else
#ifndef LIGHT_VECTORS
in vec3 vPosition;  // world space
#endif
#ifndef FLAT
in vec3 vNormal;    // world space, on the content's front; any length
#endif
#endif

#ifndef LIGHT_VECTORS
// The point of the surface in world space.
vec3 surfacePoint(CornerWeights face) {
#ifdef CORNER_WEIGHTS
    vec3 to = vec3(dot(vToX, face.weights), dot(vToY, face.weights), dot(vToZ, face.weights));
    return (unitToWorld * vec4(to, 1.0)).xyz;
#else
    return vPosition;
#endif
}

// The unit normal on the side that the viewer sees; v is the unit vector from the surface to the viewer.
vec3 normal(CornerWeights face, vec3 v) {
#ifdef FLAT
    vec3 n = cross(dFdx(vPosition), dFdy(vPosition));
    float square = dot(n, n);
    if (square == 0.0) return v;  // a degenerate facet
    return n * (dot(n, v) < 0.0 ? -inversesqrt(square) : inversesqrt(square));
#else
#ifdef CORNER_WEIGHTS
    vec3 mean = vec3(dot(vNormalX, face.weights), dot(vNormalY, face.weights), dot(vNormalZ, face.weights));
    vec3 n = normalize(normalToWorld * mean);
#else
    vec3 n = normalize(vNormal);
#endif
    return gl_FrontFacing ? n : -n;
#endif
}
#endif
#endif

vec4 contentTexel(ContentPoint at);  // footprint.glsl

void main() {
#ifdef CORNER_WEIGHTS
    CornerWeights face = cornerWeights();
#else
    CornerWeights face = CornerWeights(vec4(0.0), vec4(0.0), vec4(0.0));
#endif
    ContentPoint at = contentPoint(face);
#ifdef COORDINATES
#ifdef CUT
    if (coverage(at) < 0.5) discard;
#endif
    fragColor = vec4(at.point, 0.0, 1.0);
#else
    // Derivatives are undefined after a discard, so all of them are taken before the first one.
    vec4 texel = contentTexel(at);
#ifdef A_BUFFER
    vec2 slope = vec2(dFdx(gl_FragCoord.z), dFdy(gl_FragCoord.z));
#endif
#if defined(LIT) && !defined(LIGHT_VECTORS)
    vec3 position = surfacePoint(face);
    vec3 v = toViewer(position);
    vec3 n = normal(face, v);
#endif
#ifdef TINTED
    texel *= TINT;
#endif
#ifdef CUT
    texel *= coverage(at);
    if (texel.a == 0.0) discard;
#endif
#ifdef BRIGHT
    texel.rgb = min(texel.rgb * max(brightness(face), 0.0), vec3(texel.a));
#endif
#ifdef OPAQUE_PART
#ifdef DEEP
    if (texel.a < 65534.5 / 65535.0) discard;
#else
    if (texel.a < 254.5 / 255.0) discard;
#endif
#endif
#ifdef LIT
#ifdef LIGHT_VECTORS
    Shade shade = scalarShade();
#else
    Shade shade = phong(position, n, v);
#endif
    texel.rgb = texel.rgb * shade.diffuse + texel.a * shade.specular;
    texel.rgb = min(texel.rgb, vec3(texel.a));
#endif
#ifdef SHARE
    // The share of the backdrop that the mask keeps.
#ifdef LUMINANCE
    texel = vec4(dot(texel.rgb, vec3(0.2126, 0.7152, 0.0722)));
#endif
#ifdef SHADE
    texel = vec4(dot(texel.rgb, vec3(0.2126, 0.7152, 0.0722)) + 1.0 - texel.a);
#endif
#ifdef INVERTED
    texel = vec4(1.0 - texel.a);
#endif
#endif
#ifdef A_BUFFER
    store(texel, slope);
#else
    fragColor = texel;
#endif
#endif
}

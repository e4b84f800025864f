// footprint.glsl: the content under a pixel; joined to mesh.frag.
#ifdef CANVAS_PIXELS
uniform vec2 contentOrigin;  // canvas pixels
uniform vec2 tileOrigin;     // canvas pixels
#ifndef SUPERSAMPLED
const float supersamplingFactor = 1.0;
#endif

vec4 contentTexel(Spot at) {
    ivec2 texel = ivec2(floor(gl_FragCoord.xy / supersamplingFactor) + tileOrigin - contentOrigin);
    return texelFetch(content, clamp(texel, ivec2(0), textureSize(content, 0) - 1), 0);
}
#else
#if defined(NEAREST) || defined(CUBIC)
#define MAGNIFIED
#endif

#ifdef OVERSAMPLED
// The content's picture, drawn at four places half a texel apart: texel (2x + i, 2y + j) of a grid twice as fine is texel
// (x, y) of the quadrant in column i and row j. Each takes in as much as a texel of the content, and every other is one.
uniform sampler2D oversampled;

// The weights as below, with a = -0.65: of all a that makes the least error where the grid has turned white noise, which keeps
// 0.99 of its variance. With a = -1/2 it keeps 0.96, on the content's own grid 0.77, and bilinear there 0.56.
vec4 cubicWeights(float t) {
    float s = 1.0 - t;
    return vec4(
        -0.65 * t * s * s, t * t * (1.35 * t - 2.35) + 1.0, s * s * (1.35 * s - 2.35) + 1.0, -0.65 * s * t * t);
}

vec4 magnified(vec2 point) {
    ivec2 size = textureSize(oversampled, 0);
    // The first texel's center is the content's, and so is the last one's.
    vec2 place = point * vec2(size) - 1.0;
    vec2 first = floor(place);
    vec4 across = cubicWeights(place.x - first.x);
    vec4 down = cubicWeights(place.y - first.y);
    ivec4 columns = clamp(ivec4(first.x) + ivec4(-1, 0, 1, 2), 0, size.x - 2);
    ivec4 rows = clamp(ivec4(first.y) + ivec4(-1, 0, 1, 2), 0, size.y - 2);
    columns = (columns >> 1) + (columns & 1) * (size.x >> 1);
    rows = (rows >> 1) + (rows & 1) * (size.y >> 1);
    vec4 sum = vec4(0.0);
    for (int y = 0; y < 4; y++) {
        vec4 row = vec4(0.0);
        for (int x = 0; x < 4; x++) row += across[x] * texelFetch(oversampled, ivec2(columns[x], rows[y]), 0);
        sum += down[y] * row;
    }
    sum = max(sum, 0.0) / max(sum.a, 1.0);
    return vec4(min(sum.rgb, vec3(sum.a)), sum.a);
}
#else
#ifdef MAGNIFIED
vec4 texelAt(ivec2 at) { return texelFetch(content, clamp(at, ivec2(0), textureSize(content, 0) - 1), 0); }
#endif

#ifdef NEAREST
vec4 magnified(vec2 point) { return texelAt(ivec2(floor(point * vec2(textureSize(content, 0))))); }
#elif defined(CUBIC)
// The weights of the four texels around a place, which lies `t` from the second to the third (Catmull and Rom 1974, A Class
// of Local Interpolating Splines; Keys 1981, a = -1/2). At 0 they are 0, 1, 0, 0: texel by pixel nothing changes.
vec4 cubicWeights(float t) {
    return 0.5 * vec4(
        t * (t * (2.0 - t) - 1.0), t * t * (3.0 * t - 5.0) + 2.0, t * (t * (4.0 - 3.0 * t) + 1.0), t * t * (t - 1.0));
}

vec4 magnified(vec2 point) {
    vec2 place = point * vec2(textureSize(content, 0)) - 0.5;
    vec2 first = floor(place);
    vec4 across = cubicWeights(place.x - first.x);
    vec4 down = cubicWeights(place.y - first.y);
    vec4 sum = vec4(0.0);
    for (int y = 0; y < 4; y++) {
        vec4 row = vec4(0.0);
        for (int x = 0; x < 4; x++) row += across[x] * texelAt(ivec2(first) + ivec2(x - 1, y - 1));
        sum += down[y] * row;
    }
    // Where alpha overshoots, colors do by as much: cut off alone they would ring.
    sum = max(sum, 0.0) / max(sum.a, 1.0);
    return vec4(min(sum.rgb, vec3(sum.a)), sum.a);
}
#endif
#endif

#ifdef MINIFIED
// Whether any sample of the pixel is the triangle's, and nothing that has been drawn lies before it.
#ifdef SKIP_UNSEEN
bool isSeen() { return gl_SampleMaskIn[0] != 0; }
#else
bool isSeen() { return true; }
#endif

// A sample reaches a little farther than a texel. Against the mean over a pixel's whole area, of white noise at 1, the root of
// the mean square error of one is 0 for a pixel of one texel, 0.03 for 1.1 texels by 1, 0.07 for 1.2, 0.08 for 1.25; of two
// 0.10, 0.09, 0.08 and 0.07, and 0.02 for 2.2. So one more is taken from so much over a whole number on; rounding does not
// change the number where pixels are texels.
const float slack = 0.22;
// The side of a pixel, in texels, from which on smaller levels of the content are sampled. From there to 2 texels the largest
// level passes into the next one, of which alone a pixel of 2 texels is sampled: of the largest one, whatever its share,
// moire would be left.
const float reach = 1.1;
#ifdef ROW
const float maxTaps = 64.0;  // only where a face is seen edge-on
#else
const float maxTaps = 32.0;
#endif

// The footprint of a pixel in the content is an ellipse of texels, and its half axes are the singular values of the
// derivatives (Heckbert 1989, Fundamentals of Texture Mapping and Image Warping). Trilinear samples as wide as the short
// axis stand in a row along the long one (McCormack et al. 1999, Feline). A driver's own anisotropic filter may do the
// same, but llvmpipe's blurs content that is not minified at all; here that is one bilinear sample, exactly.
vec4 contentTexel(Spot at) {
    vec2 size = vec2(textureSize(content, 0));
    // Where a face is folded its derivatives have no end; their squares must have one.
    vec2 dx = clamp(at.dx, -16.0, 16.0) * size;
    vec2 dy = clamp(at.dy, -16.0, 16.0) * size;
    // Squared, the axes are the eigenvalues of [xx xy; xy yy].
    float xx = dx.x * dx.x + dy.x * dy.x;
    float yy = dx.y * dx.y + dy.y * dy.y;
    float xy = dx.x * dx.y + dy.x * dy.y;
    float mean = 0.5 * (xx + yy);
    float spread = length(vec2(0.5 * (xx - yy), xy));
    float longest = sqrt(mean + spread);
#ifdef ROW
    float taps = clamp(ceil(longest - slack), 1.0, maxTaps);
#else
    // Of the texels that are sampled: of the largest picture, or of one that is smaller.
    float shortest = sqrt(max(mean - spread, 0.0));
    float side = min(shortest, 1.0 + (shortest - reach) / (2.0 - reach));
    side = max(side, max(longest / maxTaps, 1.0));
    float taps = max(ceil(longest / side - slack), 1.0);
    float level = log2(side);
#endif

    // The eigenvector of the larger eigenvalue, from the row that cancels nothing; of no length where all are one.
    vec2 along = xx >= yy ? vec2(0.5 * (xx - yy) + spread, xy) : vec2(xy, 0.5 * (yy - xx) + spread);
    vec2 stride = along * inversesqrt(max(dot(along, along), 1e-30)) * (longest / taps) / size;
    vec2 point = at.point - stride * (0.5 * (taps - 1.0));
    vec4 sum = vec4(0.0);
    float tap = 0.0;
    // The only texture lookup: software renderers run both sides of a branch, and a loop once more than it is asked for
    // unless it asks at its end.
    do {
#ifdef ROW
        sum += texture(content, point);  // which has no smaller levels
#else
        sum += textureLod(content, point, level);
#endif
        point += stride;
        tap++;
    } while (tap < taps && isSeen());
#ifdef OVERSAMPLED
    // The same row, up to six samples long, of the finer picture. Where pixels grow wider than a sample reaches, up to 1.5
    // texels, or longer, from 4 texels to 6, it passes into the other.
#ifdef ROW
    float width = 1.0;
#else
    float width = max(shortest, 1.0);
#endif
    float share = clamp((log2(1.5) - log2(width)) / log2(1.25), 0.0, 1.0) * clamp(3.0 - 0.5 * longest, 0.0, 1.0);
    float fineTaps = share > 0.0 ? taps : 1.0;
    vec2 place = at.point - stride * (0.5 * (taps - 1.0));
    vec4 fine = vec4(0.0);
    tap = 0.0;
    do {
        fine += magnified(place);
        place += stride;
        tap++;
    } while (tap < fineTaps && isSeen());
    return mix(sum / taps, fine / fineTaps, share);
#elif defined(MAGNIFIED)
    // One filter passes into the other while a pixel grows from 1 to the square root of 2 texels.
    return mix(sum / taps, magnified(at.point), clamp(1.0 - 2.0 * log2(max(longest, 1.0)), 0.0, 1.0));
#else
    return sum / taps;
#endif
}
#elif defined(PAIR)
// The two samples that the row has where pixels are a little over one texel long to a little over two. What it finds out
// for each pixel is known here: how many they are, and across which pixels they lie. That saves a third of a pixel's time
// (1080p, llvmpipe: 300 frames of one sample take 12.6 s of one core, of these two 16.1, of the row 22.5).
flat in vec2 vAlong;  // pixels: a quarter of one, along which it is longest in the content

vec4 contentTexel(Spot at) {
    vec2 stride = at.dx * vAlong.x + at.dy * vAlong.y;
    return 0.5 * (texture(content, at.point - stride) + texture(content, at.point + stride));
}
#elif defined(MAGNIFIED)
vec4 contentTexel(Spot at) { return magnified(at.point); }
#else
vec4 contentTexel(Spot at) { return texture(content, at.point); }
#endif
#endif

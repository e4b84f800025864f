// footprint.glsl: the content's color in the footprint of a pixel; appended to mesh.frag.
#ifdef CANVAS_PIXELS
vec4 contentTexel(ContentPoint at) {
#ifdef SUPERSAMPLED
    vec2 pixel = floor(gl_FragCoord.xy / supersamplingFactor);
#else
    vec2 pixel = floor(gl_FragCoord.xy);
#endif
    ivec2 texel = ivec2(pixel + tileOrigin - contentOrigin);
    return texelFetch(content, clamp(texel, ivec2(0), textureSize(content, 0) - 1), 0);
}
#else
#if defined(NEAREST) || defined(CUBIC)
#define MAGNIFIED
#endif

#ifdef OVERSAMPLED
// The content, drawn at four positions half a texel apart: texel (2x + i, 2y + j) of a grid twice as fine is texel (x,
// y) of the quadrant in column i and row j. Each texel covers the area of a texel of the content.
layout(binding = 2) uniform sampler2D oversampled;

// Keys' cubic weights with a = -0.65, which has the smallest error for white noise that the grid rotates: 0.99 of the
// variance is kept. With a = -1/2 it is 0.96, on the content's own grid 0.77, and with bilinear filtering there 0.56.
vec4 cubicWeights(float t) {
    float s = 1.0 - t;
    return vec4(
        -0.65 * t * s * s, t * t * (1.35 * t - 2.35) + 1.0, s * s * (1.35 * s - 2.35) + 1.0, -0.65 * s * t * t);
}

vec4 magnified(vec2 point) {
    ivec2 size = textureSize(oversampled, 0);
    // The centers of the first and the last texel are those of the content.
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
#ifdef NEAREST
vec4 magnified(vec2 point) { return texelAt(ivec2(floor(point * vec2(contentSize())))); }
#elif defined(CUBIC)
// The weights of the four texels around a position that lies `t` between the second and the third (Catmull and Rom
// 1974, A Class of Local Interpolating Splines; Keys 1981, a = -1/2). At t = 0 they are 0, 1, 0, 0, so that texels at
// pixel centers stay unchanged.
vec4 cubicWeights(float t) {
    return 0.5 * vec4(
        t * (t * (2.0 - t) - 1.0), t * t * (3.0 * t - 5.0) + 2.0, t * (t * (4.0 - 3.0 * t) + 1.0), t * t * (t - 1.0));
}

vec4 magnified(vec2 point) {
    vec2 place = point * vec2(contentSize()) - 0.5;
    vec2 first = floor(place);
    vec4 across = cubicWeights(place.x - first.x);
    vec4 down = cubicWeights(place.y - first.y);
    vec4 sum = vec4(0.0);
    for (int y = 0; y < 4; y++) {
        vec4 row = vec4(0.0);
        for (int x = 0; x < 4; x++) row += across[x] * texelAt(ivec2(first) + ivec2(x - 1, y - 1));
        sum += down[y] * row;
    }
    // Where alpha overshoots, the premultiplied colors overshoot by as much and are divided by it too.
    sum = max(sum, 0.0) / max(sum.a, 1.0);
    return vec4(min(sum.rgb, vec3(sum.a)), sum.a);
}
#endif
#endif

#ifdef ANISOTROPIC
// Whether the triangle covers a visible sample of the pixel.
#ifdef SKIP_UNSEEN
bool isSeen() { return gl_SampleMaskIn[0] != 0; }
#else
bool isSeen() { return true; }
#endif

// Texels of a pixel's length beyond a whole number of taps that need no further tap, since a bilinear tap extends a
// little beyond a texel. The root mean square error against the mean over the pixel's area, for white noise of variance
// 1: with one tap 0 for a pixel of one texel, 0.03 for 1.1 x 1 texels, 0.07 for 1.2, 0.08 for 1.25; with two taps 0.10,
// 0.09, 0.08 and 0.07, and 0.02 for 2.2. Rounding errors do not change the number of taps where pixels equal texels.
const float tapTolerance = 0.22;
// The side of a pixel in texels above which mipmaps are sampled. From there to 2 texels the first level blends into the
// second, which alone is sampled for a pixel of 2 texels: any share of the first would leave moire.
const float firstMipmapSide = 1.1;
#ifdef MIPMAPPED
const float maxTaps = 32.0;
#else
const float maxTaps = 64.0;  // reached only where a face is seen edge-on
#endif

// The footprint of a pixel in the content is an ellipse, whose half axes in texels are the singular values of the
// derivatives (Heckbert 1989, Fundamentals of Texture Mapping and Image Warping). Trilinear taps as wide as the short
// axis lie in a line along the long axis (McCormack et al. 1999, Feline). llvmpipe's own anisotropic filter blurs
// content that is not minified; here such content gets exactly one bilinear tap.
vec4 contentTexel(ContentPoint at) {
    vec2 size = vec2(contentSize());
    // At a fold the derivatives may be infinite; the squares below must be finite.
    vec2 dx = clamp(at.dx, -16.0, 16.0) * size;
    vec2 dy = clamp(at.dy, -16.0, 16.0) * size;
    // The squares of the axes are the eigenvalues of [xx xy; xy yy].
    float xx = dx.x * dx.x + dy.x * dy.x;
    float yy = dx.y * dx.y + dy.y * dy.y;
    float xy = dx.x * dx.y + dy.x * dy.y;
    float mean = 0.5 * (xx + yy);
    float spread = length(vec2(0.5 * (xx - yy), xy));
    float longest = sqrt(mean + spread);
#ifdef MIPMAPPED
    // The side of the texels that are sampled, in texels of the first level.
    float shortest = sqrt(max(mean - spread, 0.0));
    float side = min(shortest, 1.0 + (shortest - firstMipmapSide) / (2.0 - firstMipmapSide));
    side = max(side, max(longest / maxTaps, 1.0));
    float taps = max(ceil(longest / side - tapTolerance), 1.0);
    float level = log2(side);
#else
    float taps = clamp(ceil(longest - tapTolerance), 1.0, maxTaps);
#endif

    // The eigenvector of the larger eigenvalue, from the row without cancellation; zero where both eigenvalues are
    // equal.
    vec2 along = xx >= yy ? vec2(0.5 * (xx - yy) + spread, xy) : vec2(xy, 0.5 * (yy - xx) + spread);
    vec2 stride = along * inversesqrt(max(dot(along, along), 1e-30)) * (longest / taps) / size;
    vec2 point = at.point - stride * (0.5 * (taps - 1.0));
    vec4 sum = vec4(0.0);
    float tap = 0.0;
    // Software rasterizers execute both sides of a branch, so there is one lookup; and they execute a loop that tests
    // its condition at the start once more than needed.
    do {
#ifdef MIPMAPPED
        sum += contentAt(point, level);
#else
        sum += contentAt(point);  // the texture has no mipmaps
#endif
        point += stride;
        tap++;
    } while (tap < taps && isSeen());
#ifdef OVERSAMPLED
    // The same line of taps, at most six, in the finer texture. The two blend where pixels become wider than a tap, up
    // to 1.5 texels, or longer, from 4 to 6 texels.
#ifdef MIPMAPPED
    float width = max(shortest, 1.0);
#else
    float width = 1.0;
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
    // The filters blend where a pixel is 1 to sqrt(2) texels long.
    return mix(sum / taps, magnified(at.point), clamp(1.0 - 2.0 * log2(max(longest, 1.0)), 0.0, 1.0));
#else
    return sum / taps;
#endif
}
#elif defined(TWO_TAPS)
// The two taps of the anisotropic filter where pixels are 1.22 to 2.22 texels long. Their number and direction are
// known for the whole triangle, which saves a third of a pixel's time.
flat in vec2 vAlong;  // a quarter of a pixel, in the direction in which it is longest in the content

vec4 contentTexel(ContentPoint at) {
    vec2 stride = at.dx * vAlong.x + at.dy * vAlong.y;
    return 0.5 * (contentAt(at.point - stride) + contentAt(at.point + stride));
}
#elif defined(TRILINEAR) && !defined(MAGNIFIED) && !defined(TILED)
// The device's own filter, with its level of detail: for an unlit pixel llvmpipe takes 0.85 of the time that it takes with
// the level of detail below. Derivatives are explicit where those of the sampled point are not those of the pixel.
vec4 contentTexel(ContentPoint at) {
#if defined(SUPERSAMPLED) || defined(PROJECTIVE) || defined(BILINEAR)
    return textureGrad(content, at.point, clamp(at.dx, -16.0, 16.0), clamp(at.dy, -16.0, 16.0));
#else
    return texture(content, at.point);
#endif
}
#elif defined(TRILINEAR) || defined(LINEAR)
// The level of detail is that of OpenGL ES 3.0, section 3.8.10: by the longer side of a pixel in texels.
vec4 contentTexel(ContentPoint at) {
    vec2 size = vec2(contentSize());
    vec2 dx = clamp(at.dx, -16.0, 16.0) * size;
    vec2 dy = clamp(at.dy, -16.0, 16.0) * size;
    float level = 0.5 * log2(max(max(dot(dx, dx), dot(dy, dy)), 1.0));
#ifdef TRILINEAR
    vec4 minified = contentAt(at.point, level);
#else
    vec4 minified = contentAt(at.point);  // the texture has no mipmaps
#endif
#ifdef MAGNIFIED
    if (level == 0.0) return magnified(at.point);
#endif
    return minified;
}
#elif defined(MAGNIFIED)
vec4 contentTexel(ContentPoint at) { return magnified(at.point); }
#else
vec4 contentTexel(ContentPoint at) { return contentAt(at.point); }
#endif
#endif

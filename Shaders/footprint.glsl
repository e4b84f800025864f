// footprint.glsl: the content under a pixel; joined to mesh.frag.
#ifdef MINIFIED
const float maxTaps = 16.0;

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
    float shortest = max(sqrt(max(mean - spread, 0.0)), max(longest / maxTaps, 1.0));
    // Two percent of slack: rounding must not blur what is drawn texel by pixel.
    float taps = max(ceil(longest / shortest - 0.02), 1.0);
    float level = longest > 1.02 ? log2(shortest) : 0.0;

    // The eigenvector of the larger eigenvalue, from the row that cancels nothing; of no length where all are one.
    vec2 along = xx >= yy ? vec2(0.5 * (xx - yy) + spread, xy) : vec2(xy, 0.5 * (yy - xx) + spread);
    vec2 stride = along * inversesqrt(max(dot(along, along), 1e-30)) * (longest / taps) / size;
    vec2 point = at.point - stride * (0.5 * (taps - 1.0));
    vec4 sum = vec4(0.0);
    // The only texture lookup: software renderers run both sides of a branch.
    for (float tap = 0.0; tap < taps; tap++) {
        sum += textureLod(content, point, level);
        point += stride;
    }
    return sum / taps;
}
#else
vec4 contentTexel(Spot at) { return texture(content, at.point); }
#endif

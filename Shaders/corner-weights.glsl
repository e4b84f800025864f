// corner-weights.glsl: the position of a pixel in its face; appended to mesh.frag and map.frag.
#ifdef CORNER_WEIGHTS
// The corners 0...3: canvas pixels, w and depth, all times w and up to a common factor.
flat in vec4 vAcross;
flat in vec4 vDown;
flat in vec4 vFar;
flat in vec4 vDepth;
float crossed(vec2 p, vec2 q) { return p.x * q.y - p.y * q.x; }

vec4 weightsAt(vec2 p) {
    vec2 q = 1.0 - p;
    return vec4(q.x * q.y, p.x * q.y, p.x * p.y, q.x * p.y);
}

// The distance from the face's center: at most 0.5 in the face, large behind the eye.
float distanceFromCenter(vec2 p) {
    vec2 away = abs(p - 0.5);
    return max(away.x, away.y) + (dot(vFar, weightsAt(p)) > 0.0 ? 0.0 : 100.0);
}

// The point (u, v) of the bilinear patch is the mean of the corners with the weights (1-u)(1-v), u(1-v), uv, (1-u)v. It
// is visible at the pixel at which the weighted mean of the corners' offsets is zero. Offsets are homogeneous, so
// perspective is exact. Eliminating u from the two bilinear equations leaves a quadratic equation in v.
CornerWeights cornerWeights() {
#ifdef SUPERSAMPLED
    vec2 place = floor(gl_FragCoord.xy / supersamplingFactor) + 0.5 + tileOrigin;
#else
    vec2 place = gl_FragCoord.xy + tileOrigin;
#endif
    vec4 x = vAcross - place.x * vFar;
    vec4 y = vDown - place.y * vFar;
    vec2 a = vec2(x.x, y.x);
    vec2 b = vec2(x.y, y.y) - a;
    vec2 c = vec2(x.w, y.w) - a;
    vec2 d = vec2(x.z, y.z) - a - b - c;

    // (a + c v) x (b + d v) = 0. The first root has no cancellation, also where the other one is infinite.
    float square = crossed(c, d);
    float linear = crossed(a, d) + crossed(c, b);
    float constant = crossed(a, b);
    float root = sqrt(max(linear * linear - 4.0 * square * constant, 0.0));
    float far = -0.5 * (linear + (linear < 0.0 ? -root : root));
    vec2 v = vec2(far == 0.0 ? 0.5 : constant / far, square == 0.0 ? 16.0 : far / square);
    v = clamp(v, -16.0, 16.0);
    vec2 along1 = b + d * v.x;
    vec2 along2 = b + d * v.y;
    vec2 u = -vec2(dot(a + c * v.x, along1), dot(a + c * v.y, along2));
    u = clamp(u / max(vec2(dot(along1, along1), dot(along2, along2)), 1e-30), -16.0, 16.0);

    // Where the face folds, both points lie in it, and the one nearer to the viewer counts; else the one closer to the
    // center.
    vec2 point = vec2(u.x, v.x);
    vec2 other = vec2(u.y, v.y);
    float distance1 = distanceFromCenter(point);
    float distance2 = distanceFromCenter(other);
    bool takesOther = distance2 < distance1;
    if (max(distance1, distance2) <= 0.5) {
        vec4 weights1 = weightsAt(point);
        vec4 weights2 = weightsAt(other);
        float near1 = dot(vDepth, weights1) / dot(vFar, weights1);
        float nearer = dot(vDepth, weights2) / dot(vFar, weights2) - near1;
        if (abs(nearer) > 1e-3 + 1e-5 * abs(near1)) takesOther = nearer > 0.0;
    }
    // The center of a pixel may lie a little outside of the part that the face covers.
    point = clamp(takesOther ? other : point, -1.0, 2.0);

    // The change of u and v from pixel to pixel, by implicit differentiation.
    vec4 weights = weightsAt(point);
    vec2 byU = b + d * point.y;
    vec2 byV = c + d * point.x;
    float area = crossed(byU, byV);
    float scale = dot(vFar, weights) / (area < 0.0 ? min(area, -1e-20) : max(area, 1e-20));
    vec4 weightsByU = vec4(point.y - 1.0, 1.0 - point.y, point.y, -point.y);
    vec4 weightsByV = vec4(point.x - 1.0, -point.x, point.x, 1.0 - point.x);
    return CornerWeights(
        weights, scale * (byV.y * weightsByU - byU.y * weightsByV), scale * (byU.x * weightsByV - byV.x * weightsByU));
}
#endif

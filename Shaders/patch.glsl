// patch.glsl: where in a face a pixel lies; joined to mesh.frag.
#ifdef PATCH
// Of the corners 0...3: canvas pixels, depth and w, all times w and up to a common factor.
flat in vec4 vAcross;
flat in vec4 vDown;
flat in vec4 vFar;
flat in vec4 vDepth;
uniform vec2 tileOrigin;  // canvas pixels

float crossed(vec2 p, vec2 q) { return p.x * q.y - p.y * q.x; }

vec4 sharesAt(vec2 p) {
    vec2 q = 1.0 - p;
    return vec4(q.x * q.y, p.x * q.y, p.x * p.y, q.x * p.y);
}

// How far from the face's middle: at most 0.5 in the face, large behind the eye.
float distanceOf(vec2 p) {
    vec2 away = abs(p - 0.5);
    return max(away.x, away.y) + (dot(vFar, sharesAt(p)) > 0.0 ? 0.0 : 100.0);
}

// The point (u, v) of the bilinear patch is the corners' mean by the shares (1-u)(1-v), u(1-v), uv, (1-u)v. It is seen at
// the pixel where the mean of the corners' offsets from there is zero. Offsets are homogeneous, so that perspective is
// exact; of the two bilinear equations in u and v, a quadratic one in v is left.
Patch facePatch() {
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

    // (a + c v) x (b + d v) = 0; first the root that cancels nothing, also where the other is at infinity.
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

    // Where the face is folded both lie in it: then the nearer to the viewer. Else the one closer to its middle.
    vec2 point = vec2(u.x, v.x);
    vec2 other = vec2(u.y, v.y);
    float distance1 = distanceOf(point);
    float distance2 = distanceOf(other);
    bool takesOther = distance2 < distance1;
    if (max(distance1, distance2) <= 0.5) {
        vec4 shares1 = sharesAt(point);
        vec4 shares2 = sharesAt(other);
        float near1 = dot(vDepth, shares1) / dot(vFar, shares1);
        float nearer = dot(vDepth, shares2) / dot(vFar, shares2) - near1;
        if (abs(nearer) > 1e-3 + 1e-5 * abs(near1)) takesOther = nearer > 0.0;
    }
    // A pixel's middle may lie a little outside of what the face covers of the pixel.
    point = clamp(takesOther ? other : point, -1.0, 2.0);

    // How u and v change from pixel to pixel, by implicit differentiation.
    vec4 shares = sharesAt(point);
    vec2 byU = b + d * point.y;
    vec2 byV = c + d * point.x;
    float area = crossed(byU, byV);
    float scale = dot(vFar, shares) / (area < 0.0 ? min(area, -1e-20) : max(area, 1e-20));
    vec4 sharesByU = vec4(point.y - 1.0, 1.0 - point.y, point.y, -point.y);
    vec4 sharesByV = vec4(point.x - 1.0, -point.x, point.x, 1.0 - point.x);
    return Patch(
        shares, scale * (byV.y * sharesByU - byU.y * sharesByV), scale * (byU.x * sharesByV - byV.x * sharesByU));
}
#endif

// refine: what OpenSubdiv makes of a mesh, for OpenSubdivTests to compare with.
//
// In, on standard input: steps; the number of vertices, then six numbers each; the number of faces, then for each its
// number of corners and their indices; the number of creases, then two vertices and a sharpness each.
// Out: the number of vertices after these steps, then for each its six numbers and the three of its limit normal (not
// of unit length); the number of faces, then four indices each.
#include <opensubdiv/far/primvarRefiner.h>
#include <opensubdiv/far/topologyDescriptor.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

using namespace OpenSubdiv;

// Sums in double, so that what is compared with errs less than what is compared.
struct Vertex {
    double v[6];
    void Clear(void * = nullptr) { for (double &x : v) x = 0; }
    void AddWithWeight(Vertex const &other, double weight) {
        for (int i = 0; i < 6; ++i) v[i] += weight * other.v[i];
    }
};

static double number() {
    double x;
    if (scanf("%lf", &x) != 1) { fprintf(stderr, "refine: the input ends early\n"); exit(65); }
    return x;
}

static int integer() { return int(number()); }

int main() {
    int steps = integer();
    std::vector<Vertex> net(integer());
    for (Vertex &vertex : net) for (double &x : vertex.v) x = number();
    std::vector<int> counts(integer()), indices;
    for (int &count : counts) {
        count = integer();
        for (int i = 0; i < count; ++i) indices.push_back(integer());
    }
    std::vector<int> ends;
    std::vector<float> sharpness(integer());
    for (float &s : sharpness) {
        ends.push_back(integer());
        ends.push_back(integer());
        s = float(number());
    }

    Far::TopologyDescriptor descriptor;
    descriptor.numVertices = int(net.size());
    descriptor.numFaces = int(counts.size());
    descriptor.numVertsPerFace = counts.data();
    descriptor.vertIndicesPerFace = indices.data();
    descriptor.numCreases = int(sharpness.size());
    descriptor.creaseVertexIndexPairs = ends.data();
    descriptor.creaseWeights = sharpness.data();
    Sdc::Options options;
    options.SetVtxBoundaryInterpolation(Sdc::Options::VTX_BOUNDARY_EDGE_AND_CORNER);
    using Factory = Far::TopologyRefinerFactory<Far::TopologyDescriptor>;
    std::unique_ptr<Far::TopologyRefiner> refiner(
        Factory::Create(descriptor, Factory::Options(Sdc::SCHEME_CATMARK, options)));
    if (!refiner) { fprintf(stderr, "refine: OpenSubdiv refuses the mesh\n"); return 65; }
    Far::TopologyRefiner::UniformOptions uniform(steps);
    uniform.fullTopologyInLastLevel = true;  // limit normals need it
    refiner->RefineUniform(uniform);

    Far::PrimvarRefinerReal<double> primvars(*refiner);
    for (int level = 1; level <= steps; ++level) {
        std::vector<Vertex> refined(refiner->GetLevel(level).GetNumVertices());
        primvars.Interpolate(level, net, refined);
        net.swap(refined);
    }
    std::vector<Vertex> limit(net.size()), u(net.size()), v(net.size());
    primvars.Limit(net, limit, u, v);

    Far::TopologyLevel const &last = refiner->GetLevel(steps);
    printf("%d\n", last.GetNumVertices());
    for (int i = 0; i < last.GetNumVertices(); ++i) {
        for (double x : net[i].v) printf("%.12g ", x);
        double const *a = u[i].v + 2, *b = v[i].v + 2;  // a vertex is from x, y; to x, y, z; brightness
        printf("%.9g %.9g %.9g\n", a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
    }
    printf("%d\n", last.GetNumFaces());
    for (int f = 0; f < last.GetNumFaces(); ++f) {
        Far::ConstIndexArray const corners = last.GetFaceVertices(f);
        printf("%d %d %d %d\n", corners[0], corners[1], corners[2], corners[3]);
    }
}

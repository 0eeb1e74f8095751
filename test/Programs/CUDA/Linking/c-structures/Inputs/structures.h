/* Structures that functions of C take and return by value. */
#ifdef __CUDACC__
#define FUNCTION extern "C" __host__ __device__
#else
#define FUNCTION
#endif

typedef struct {
  float x, y;
} Point;
typedef struct {
  int n;
  float w;
  double d;
} Mixed;
typedef struct {
  double v[3];
  int k;
} Big;
typedef struct {
  signed char a;
  short b;
} Small;
typedef struct {
  Point p;
  float z;
} Nested;
typedef struct {
  long long a, b;
} Pair;

FUNCTION Point turn(Point p) {
  Point result = {-p.y, p.x};
  return result;
}
FUNCTION Mixed scale(Mixed m, int by) {
  m.n *= by;
  m.w *= by;
  m.d *= by;
  return m;
}
FUNCTION Big make_big(double first, int k) {
  Big result = {{first, first + 1, first + 2}, k};
  return result;
}
FUNCTION double sum_big(Big b) { return b.v[0] + b.v[1] + b.v[2] + b.k; }
FUNCTION Small exchange(Small s) {
  Small result = {(signed char)s.b, s.a};
  return result;
}
FUNCTION float sum_nested(Nested n) { return n.p.x + n.p.y + n.z; }
FUNCTION Pair add_pairs(Pair x, const Pair *y) {
  x.a += y->a;
  x.b += y->b;
  return x;
}
/* One register is left when the pair comes: all of it is in memory, and the
 * next integer has the register. */
FUNCTION long long crowded(int a, int b, int c, int d, int e, Pair p, int f,
                           Mixed m, double x) {
  return a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * p.a +
         1000000 * p.b + 10000000 * f + 100000000LL * (m.n + (int)(m.d + x));
}

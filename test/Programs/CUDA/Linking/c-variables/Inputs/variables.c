/* A variable that C defines, and one that Fortran does. */
int steps = 40;
extern double Factor;
extern int table[4];
int next_step(int i) { return steps + table[i]; }
double scaled(double x) { return Factor * x; }
void set_factor(double x) { Factor = x; }

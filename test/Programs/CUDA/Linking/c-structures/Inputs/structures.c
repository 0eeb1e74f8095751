#include "structures.h"

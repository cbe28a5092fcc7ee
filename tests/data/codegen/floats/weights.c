/* Written by cmlir. */
#include "weights.h"


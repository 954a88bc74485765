#pragma once

// Pixel kernels with run-time dispatch. Each has a Swift twin that the tests compare it with.
#include "blend.h"
#include "checksum.h"
#include "convert.h"
#include "turn.h"
#include "warp.h"

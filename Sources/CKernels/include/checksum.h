#pragma once

#include <stddef.h>
#include <stdint.h>

/// CRC-32 of ZIP and PNG (ISO/IEC 15948, annex D), eight bytes at a time.
uint32_t guise_crc32(const uint8_t *bytes, size_t count);

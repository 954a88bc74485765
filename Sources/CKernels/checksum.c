#include "checksum.h"

#include <pthread.h>

/// table[k][b]: what byte b does to the sum when k more bytes follow it.
static uint32_t table[8][256];
static pthread_once_t table_once = PTHREAD_ONCE_INIT;

static void make_table(void) {
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t value = byte;
    for (int bit = 0; bit < 8; bit++) value = value & 1 ? 0xEDB88320u ^ (value >> 1) : value >> 1;
    table[0][byte] = value;
  }
  for (int k = 1; k < 8; k++) {
    for (int byte = 0; byte < 256; byte++) {
      uint32_t value = table[k - 1][byte];
      table[k][byte] = table[0][value & 0xFF] ^ (value >> 8);
    }
  }
}

uint32_t guise_crc32(const uint8_t *bytes, size_t count) {
  pthread_once(&table_once, make_table);
  uint32_t sum = ~0u;
  for (; count >= 8; bytes += 8, count -= 8) {
    uint32_t low = sum ^ ((uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                          (uint32_t)bytes[3] << 24);
    sum = table[7][low & 0xFF] ^ table[6][low >> 8 & 0xFF] ^ table[5][low >> 16 & 0xFF] ^
          table[4][low >> 24] ^ table[3][bytes[4]] ^ table[2][bytes[5]] ^ table[1][bytes[6]] ^
          table[0][bytes[7]];
  }
  for (; count > 0; bytes++, count--) sum = table[0][(sum ^ *bytes) & 0xFF] ^ (sum >> 8);
  return ~sum;
}

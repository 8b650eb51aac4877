// The compressed bitmaps of a split index (EWAH): which entries of the shared index are gone, and which were replaced.

export interface IndexBitmap {
  /** 1 for each bit that is set. */
  readonly bits: Uint8Array;
  /** Where the bitmap ends in the file. */
  readonly end: number;
}

const BYTES_OF_WORD = 8;
const BITS_OF_WORD = 64;

/**
 * Reads the bitmap that starts at a place; undefined if it is malformed or has more than `most` bits. Of its words of 64 bits, one says
 * how many words of only zeros or ones come next, and how many after those are in the file as they are.
 */
export function readIndexBitmap(bytes: DataView, start: number, most: number): IndexBitmap | undefined {
  if (start + 8 > bytes.byteLength) {
    return undefined;
  }
  const size = bytes.getUint32(start);
  const words = bytes.getUint32(start + 4);
  const first = start + 8;
  // After the words comes the place of the last one that counts others.
  const end = first + words * BYTES_OF_WORD + 4;
  if (size > most || end > bytes.byteLength) {
    return undefined;
  }
  // What is set beyond the size is lost, as it should be.
  const bits = new Uint8Array(size);
  let bit = 0;
  let word = 0;
  while (word < words) {
    const at = first + word * BYTES_OF_WORD;
    const [high, low] = [bytes.getUint32(at), bytes.getUint32(at + 4)];
    const run = ((high & 1) * 0x8000_0000 + (low >>> 1)) * BITS_OF_WORD;
    const literals = high >>> 1;
    if (word + 1 + literals > words) {
      return undefined;
    }
    bits.fill(low & 1, bit, bit + run);
    bit += run;
    for (let place = at + BYTES_OF_WORD; place < at + (1 + literals) * BYTES_OF_WORD; place += BYTES_OF_WORD) {
      setBits(bits, bit, bytes.getUint32(place + 4));
      setBits(bits, bit + 32, bytes.getUint32(place));
      bit += BITS_OF_WORD;
    }
    word += 1 + literals;
  }
  return { bits, end };
}

function setBits(bits: Uint8Array, first: number, word: number): void {
  for (let rest = word, bit = first; rest !== 0; rest >>>= 1, bit += 1) {
    bits[bit] = rest & 1;
  }
}

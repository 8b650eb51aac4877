// Sorts names where they lie, packed, byte by byte. Making a string of each would take several times the memory, and sorting a
// million strings takes a second in which the event loop stands still.

/** So few names are sorted by comparing them: a pass over all possible bytes would take longer. */
const FEW = 24;

/** How many names to handle in one go: about a millisecond. */
const STRIDE = 16_384;

/** A byte, or the end of a name. */
const BUCKETS = 257;

/** The bytes of all names, one after the other, and where each of them starts. */
export interface NameBytes {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/** Some of the names, from one index to another, that have their first bytes in common. */
interface Part {
  readonly start: number;
  readonly end: number;
  /** How many bytes they have in common. */
  readonly at: number;
}

/** The indexes of the names in byte order. Yields about every millisecond, so that whoever asks can let other work go on. */
export function* sortNames(names: NameBytes): Generator<void, Uint32Array> {
  const order = new Uint32Array(names.starts.length - 1).map((_, index) => index);
  const parts: Part[] = [{ start: 0, end: order.length, at: 0 }];
  const spare = new Uint32Array(order.length);
  let handled = 0;
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (part.end - part.start <= FEW) {
      sortFew(names, order, part);
    } else {
      for (const size of split(names, order, spare, part, parts)) {
        handled += size;
        if (handled >= STRIDE) {
          handled = 0;
          yield;
        }
      }
    }
  }
  return order;
}

/** Sorts a part by its next byte, and adds the parts that have this one in common, too. Yields how many names it has handled. */
function* split(
  names: NameBytes,
  order: Uint32Array,
  spare: Uint32Array,
  part: Part,
  parts: Part[],
): Generator<number, void> {
  const { start, end, at } = part;
  const places = new Uint32Array(BUCKETS + 1);
  for (let from = start; from < end; from += STRIDE) {
    countBytes(names, order, part, from, places);
    yield Math.min(STRIDE, end - from);
  }
  if (places.includes(end - start)) {
    let common = Infinity;
    for (let from = start; from < end; from += STRIDE) {
      common = countCommon(names, order, part, from, common);
      yield Math.min(STRIDE, end - from);
    }
    // All of them end here only if there is a name twice.
    if (common > at) {
      parts.push({ start, end, at: common });
    }
    return;
  }
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    const [first, size] = [places[bucket] as number, places[bucket + 1] as number];
    places[bucket + 1] = first + size;
    if (size > 1 && bucket > 0) {
      parts.push({ start: start + first, end: start + first + size, at: at + 1 });
    }
  }
  for (let from = start; from < end; from += STRIDE) {
    moveByByte(names, order, spare, part, from, places);
    yield Math.min(STRIDE, end - from);
  }
  order.set(spare.subarray(start, end), start);
}

/** Counts how many names have each byte next. The count of a byte is put where the start of its names will be. */
function countBytes(names: NameBytes, order: Uint32Array, { end, at }: Part, from: number, counts: Uint32Array): void {
  const to = Math.min(from + STRIDE, end);
  for (let place = from; place < to; place += 1) {
    const bucket = byteAt(names, order[place] as number, at);
    counts[bucket + 1] = (counts[bucket + 1] as number) + 1;
  }
}

function moveByByte(
  names: NameBytes,
  order: Uint32Array,
  spare: Uint32Array,
  { start, end, at }: Part,
  from: number,
  places: Uint32Array,
): void {
  const to = Math.min(from + STRIDE, end);
  for (let place = from; place < to; place += 1) {
    const index = order[place] as number;
    const bucket = byteAt(names, index, at);
    const next = places[bucket] as number;
    spare[start + next] = index;
    places[bucket] = next + 1;
  }
}

/** How many bytes some names have in common with the first of their part: at most `most`. */
function countCommon(
  names: NameBytes,
  order: Uint32Array,
  { start, end, at }: Part,
  from: number,
  most: number,
): number {
  const first = order[start] as number;
  const to = Math.min(from + STRIDE, end);
  let common = Math.min(most, (names.starts[first + 1] as number) - (names.starts[first] as number));
  for (let place = from; place < to; place += 1) {
    const index = order[place] as number;
    let same = at;
    while (same < common && byteAt(names, index, same) === byteAt(names, first, same)) {
      same += 1;
    }
    common = same;
  }
  return common;
}

function sortFew(names: NameBytes, order: Uint32Array, { start, end, at }: Part): void {
  for (let place = start + 1; place < end; place += 1) {
    const index = order[place] as number;
    let free = place;
    while (free > start && comesBefore(names, index, order[free - 1] as number, at)) {
      order[free] = order[free - 1] as number;
      free -= 1;
    }
    order[free] = index;
  }
}

function comesBefore(names: NameBytes, one: number, other: number, from: number): boolean {
  for (let at = from; ; at += 1) {
    const byte = byteAt(names, one, at);
    const difference = byte - byteAt(names, other, at);
    if (difference !== 0 || byte === 0) {
      return difference < 0;
    }
  }
}

/** One byte of a name, plus one; 0 after its end. */
function byteAt({ bytes, starts }: NameBytes, index: number, at: number): number {
  const place = (starts[index] as number) + at;
  return place < (starts[index + 1] as number) ? (bytes[place] as number) + 1 : 0;
}

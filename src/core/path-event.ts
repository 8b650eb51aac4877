// The events of a walk in the order of whole paths: an entry is shown, or a directory is entered.
import type { ByteString } from "./byte-string.ts";
import type { Visit } from "./visit.ts";

/** Returns the key of a path. It must start with the key of every directory on that path. */
export type PathKey = (path: ByteString) => ByteString;

/** The order of paths as they are. Entries of one directory are in the order of their names. */
export const wholePath: PathKey = (path) => path;

export interface PathEvent {
  readonly key: ByteString;
  readonly visit: Visit;
  /** The last component of the path. */
  readonly name: ByteString;
  readonly enters: boolean;
}

export type EventOrder = (a: PathEvent, b: PathEvent) => number;

/** The order of events when paths are sorted by these keys. */
export function eventOrder(keyOf: PathKey): EventOrder {
  return (a, b) => {
    if (a.key !== b.key) {
      return a.key < b.key ? -1 : 1;
    }
    // A directory is entered before anything deeper than it is shown.
    const levelA = a.enters ? a.visit.depth + 0.5 : a.visit.depth;
    const levelB = b.enters ? b.visit.depth + 0.5 : b.visit.depth;
    return levelA === levelB ? compareBreadth(a.visit.path, b.visit.path, keyOf) : levelA - levelB;
  };
}

/** Inserts an item into a list sorted by the items' events, with the first one at the end. */
export function insertByEvent<Item>(
  items: Item[],
  item: Item,
  eventOf: (item: Item) => PathEvent,
  order: EventOrder,
): void {
  const event = eventOf(item);
  const first = items.at(-1);
  if (first === undefined || order(eventOf(first), event) >= 0) {
    // It usually comes first.
    items.push(item);
    return;
  }
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (order(eventOf(items[middle] as Item), event) < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  items.splice(low, 0, item);
}

/** Compares two paths of the same level as a breadth-first collection orders them: by the first component that differs. */
function compareBreadth(a: ByteString, b: ByteString, keyOf: PathKey): number {
  if (a === b) {
    return 0;
  }
  const [prefixA, prefixB] = firstToDiffer(a, b);
  const keyA = keyOf(prefixA);
  const keyB = keyOf(prefixB);
  return keyA === keyB
    ? Number(prefixA > prefixB) - Number(prefixA < prefixB)
    : Number(keyA > keyB) - Number(keyA < keyB);
}

/** Both paths up to the end of the first component that differs. */
function firstToDiffer(a: ByteString, b: ByteString): [ByteString, ByteString] {
  let at = 0;
  while (a.charCodeAt(at) === b.charCodeAt(at)) {
    at += 1;
  }
  const endOf = (path: string) => {
    const slash = path.indexOf("/", at);
    return slash === -1 ? path.length : slash;
  };
  return [a.slice(0, endOf(a)) as ByteString, b.slice(0, endOf(b)) as ByteString];
}

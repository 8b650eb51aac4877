// Maps whose values are made when they are first needed.

/** The value of a key in a map. If there is none yet, makes one and keeps it. */
export function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) {
    return known;
  }
  const made = make();
  map.set(key, made);
  return made;
}

// Goes on with a value at once if it is known. Awaiting it would take a turn of the queue each time, and listings get many values
// that are known in all but rare cases.

/** What `goOn` makes of the value; a promise only if the value is one, or if `goOn` returns one. */
export function whenKnown<Value, Result>(
  value: Promise<Value> | Value,
  goOn: (value: Value) => Promise<Result> | Result,
): Promise<Result> | Result {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

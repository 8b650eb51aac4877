// Numbers for people.

/** A whole number with a comma after the thousands, in every locale. */
export function writeNumber(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

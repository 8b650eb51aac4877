// Arguments that a host or a framework has parsed already, as the JSON text that a tool takes.

/** The JSON text of arguments. No arguments are an empty object. */
export function writeArguments(input: unknown): string {
  try {
    return JSON.stringify(input === undefined ? {} : input) as string;
  } catch {
    // Nested too deep for the stack, or no JSON at all. The tool refuses a text in place of an object, and says so.
    return '"something that is no JSON"';
  }
}

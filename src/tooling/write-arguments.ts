// Turns arguments that a host or a framework has already parsed back into the JSON text that a tool expects.

/** The JSON text of arguments. Missing arguments become an empty object. */
export function writeArguments(input: unknown): string {
  try {
    return JSON.stringify(input === undefined ? {} : input) as string;
  } catch {
    // Nested too deep for the stack, or not JSON at all. The tool refuses a string where it expects an object, and says so.
    return '"something that is no JSON"';
  }
}

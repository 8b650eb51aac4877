// Creates directories by the bytes of their path. Needs nothing of the project: the proof of the frameworks uses it, too.
import fs from "node:fs";

/** Creates a directory and those above it. By text where that is enough: Deno creates none by bytes. */
export function makeDirectories(location: Buffer): void {
  const text = location.toString();
  fs.mkdirSync(Buffer.from(text).equals(location) ? text : location, { recursive: true });
}

// Writes a path of any bytes in the form that the tools accept, for the command line.
import { toByteString, toExactText, type ByteString } from "../core/byte-string.ts";
import { quoteName } from "./quote-name.ts";

/** A path as `dir_path` accepts it: a component that is not valid UTF-8, or that would read as quoted, is in quotes. */
export function renderBytePath(path: Uint8Array): string {
  return (toByteString(path).split("/") as ByteString[])
    .map((name) => {
      const text = name.startsWith('"') ? undefined : toExactText(name);
      return text ?? quoteName(name, undefined);
    })
    .join("/");
}

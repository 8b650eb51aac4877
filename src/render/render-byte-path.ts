// A path of any bytes as the tools take it, for faces that are given one.
import { toByteString, toExactText, type ByteString } from "../core/byte-string.ts";
import { quoteName } from "./quote-name.ts";

/** A path as `dir_path` takes it: a component that is no UTF-8, or that would read as quoted, in quotes. */
export function renderBytePath(path: Uint8Array): string {
  return (toByteString(path).split("/") as ByteString[])
    .map((name) => {
      const text = name.startsWith('"') ? undefined : toExactText(name);
      return text ?? quoteName(name, undefined);
    })
    .join("/");
}

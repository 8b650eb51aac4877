// A model's tree from plain names: `a/` is a directory, anything else a file.
import { toByteString } from "../../src/core/byte-string.ts";
import type { ModelEntry } from "./model.ts";

export function modelTree(...paths: readonly string[]): ModelEntry[] {
  return paths.map((text) => {
    const path = toByteString(text.replace(/\/$/, ""));
    return { path, kind: text.endsWith("/") ? "directory" : "file" };
  });
}

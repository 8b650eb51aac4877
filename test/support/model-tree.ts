// A model's tree from plain names: `a/` is a directory, anything else a file.
import type { ModelEntry } from "./model.ts";

export function modelTree(...paths: readonly string[]): ModelEntry[] {
  return paths.map((text) => {
    const path = text.replace(/\/$/, "");
    return { path, kind: text.endsWith("/") ? "directory" : "file" };
  });
}

// What the page needs to know before it can ask for anything: the roots, and the tools with their arguments, of which it makes forms.
import { isAbsolute, resolve } from "node:path";

import { nameOf, type Argument } from "../tooling/argument.ts";
import { VERSION } from "../tooling/version.ts";
import { TOOLS } from "../tools/tool-list.ts";

export interface About {
  readonly version: string;
  /** The directories that may be listed, as `dir_path` takes them. */
  readonly roots: readonly string[];
  readonly tools: readonly ToolForm[];
}

export interface ToolForm {
  readonly name: string;
  readonly fields: readonly Field[];
}

/** An argument, with its name in the JSON of a call. */
export type Field = Argument & { readonly name: string };

/** `toolNames`: the tools that are on offer. */
export function aboutRoots(roots: readonly string[], toolNames: readonly string[]): About {
  const tools = TOOLS.filter(({ name }) => toolNames.includes(name)).map(({ name, arguments: declared }) => ({
    name,
    fields: Object.entries(declared).map(([field, argument]) => ({ ...argument, name: nameOf(field, argument) })),
  }));
  return { version: VERSION, roots: roots.map(toDirPath), tools };
}

/** A root in the form that `dir_path` takes. Names that begin with a quote are quoted, or they would be read as quoted names. */
function toDirPath(root: string): string {
  const absolute = isAbsolute(root) ? resolve(root) : root;
  return absolute.replaceAll(/(?<=\/)"[^/]*/g, (name) => JSON.stringify(name));
}

// What the page needs to know before it can ask for anything: the roots, and the tools as forms, made from their declarations.
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

/** A tool as a form. */
export interface ToolForm {
  readonly name: string;
  readonly arguments: readonly ArgumentField[];
}

/** An argument as a field of a form. */
export interface ArgumentField {
  /** The name in the JSON of a call. */
  readonly name: string;
  readonly kind: Argument["kind"];
  /** What it means, for people. */
  readonly about: string;
  readonly choices?: readonly string[];
  /** What stands in its field while it is empty: the default, or what the values are. */
  readonly hint: string;
}

export function aboutRoots(roots: readonly string[]): About {
  const tools = TOOLS.map((tool): ToolForm => {
    const fields = Object.entries(tool.arguments).map(([field, argument]) =>
      toField(nameOf(field, argument), argument),
    );
    return { name: tool.name, arguments: fields };
  });
  return { version: VERSION, roots: roots.map(toDirPath), tools };
}

/** A root in the form that `dir_path` takes. Names that begin with a quote are quoted, or they would be read as quoted names. */
function toDirPath(root: string): string {
  const absolute = isAbsolute(root) ? resolve(root) : root;
  return absolute.replaceAll(/(?<=\/)"[^/]*/g, (name) => JSON.stringify(name));
}

function toField(name: string, argument: Argument): ArgumentField {
  return {
    name,
    kind: argument.kind,
    about: argument.forPeople,
    ...(argument.kind === "choice" && { choices: argument.choices }),
    hint:
      argument.kind === "texts"
        ? `${argument.placeholder}s`
        : String(argument.default ?? argument.defaultInWords ?? ""),
  };
}

// The tools as forms of the page, made from their declarations.
import { nameOf, originalsOf, type Arguments } from "../tooling/argument.ts";
import { createToolRouter } from "../tools/create-tool-router.ts";
import { TOOLS } from "../tools/tool-list.ts";
import type { ArgumentField, ToolForm } from "./web-messages.ts";

/** A form for each tool, in the order of the list. */
export function toolForms(): ToolForm[] {
  const specs = createToolRouter().specs();
  return TOOLS.map((tool) => ({
    name: tool.name,
    description: specs.find(({ name }) => name === tool.name)?.description ?? "",
    originals: tool.originals ?? [],
    arguments: toFields(tool.arguments, originalsOf(tool.arguments)),
  }));
}

function toFields(declared: Arguments, originals: Arguments): ArgumentField[] {
  return Object.entries(declared).map(([field, argument]) => ({
    name: nameOf(field, argument),
    kind: argument.kind,
    about: argument.forPeople,
    isRequired: argument.isRequired === true,
    isOriginal: field in originals,
    ...(argument.kind === "choice" && { choices: argument.choices }),
    ...(argument.default !== undefined && { default: argument.default }),
  }));
}

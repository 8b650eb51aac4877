// Calls to every tool in the list, made from its declared arguments: each argument once right, and once wrong.
import { nameOf, type Argument } from "../../src/tooling/argument.ts";
import { TOOLS } from "../../src/tools/tool-list.ts";
import type { ParityCall } from "./parity-calls.ts";

/** The calls. `${ROOT}` stands for the folder of a tree, as in the table of calls. */
export function declaredCalls(): ParityCall[] {
  return TOOLS.flatMap((tool) => {
    const declared = Object.entries(tool.arguments);
    const required = Object.fromEntries(
      declared
        .filter(([field, { isRequired }]) => isRequired === true || field === "dirPath")
        .map(([field, it]) => [nameOf(field, it), "${ROOT}"]),
    );
    const call = (name: string, fields: object): ParityCall => ({
      name: `${tool.name}: ${name}`,
      tool: tool.name,
      arguments: JSON.stringify({ ...required, ...fields }),
    });
    return [
      call("what it requires, and no more", {}),
      ...declared.flatMap(([field, argument]) => {
        const name = nameOf(field, argument);
        const wrong = call(`${name}, not what it should be`, { [name]: { an: "object" } });
        return argument.isRequired === true ? [wrong] : [call(name, { [name]: valueFor(argument) }), wrong];
      }),
    ];
  });
}

function valueFor(argument: Argument): unknown {
  switch (argument.kind) {
    case "count":
    case "integer":
      return 2;
    case "flag":
      return !argument.default;
    case "choice":
      return argument.choices.at(-1);
    case "texts":
      return ["*.md"];
    case "text":
      return "docs/";
  }
}

// The tables in the documents that say what the tools take and which options the command has, made from the declarations, and what the
// tools and the command print, made by running them. `npm run tables` writes both; `test/documents.test.ts` fails if one is out of date.
import { optionsOf, type Option } from "../src/cli/option-table.ts";
import { COMMANDS } from "../src/cli/command-line.ts";
import { nameOf, type Argument } from "../src/tooling/argument.ts";
import { TOOLS } from "../src/tools/tool-list.ts";
import { renderOutput } from "./document-outputs.ts";

/** The documents that have tables or outputs. */
export const DOCUMENTS: readonly string[] = [
  "README.md",
  "docs/maps.md",
  "docs/mcp.md",
  "docs/terminal.md",
  "docs/tools.md",
  "docs/web.md",
];

/**
 * A table between its markers: `<!-- table: list_dir -->` for a tool, `<!-- table: dirleaf mcp -->` for a command, and
 * `<!-- table: dirleaf map, beside list -->` for the options that a command has and another has not, or says otherwise.
 */
const TABLE = /(<!-- table: ([^\n]+?) -->\n)[^]*?(<!-- end of table -->)/g;

/** What is printed, below its marker: `<!-- output: dirleaf tokens /django -->`, `<!-- output: map_dir {"dir_path":"/django"} -->`. */
const OUTPUT = /(<!-- output: ([^\n]+?) -->\n)\n```\n(?:(?!```)[^\n]*\n)*```\n/g;

/** A document with its tables and outputs as they should be. */
export async function writeTables(document: string): Promise<string> {
  const outputs = new Map<string, string>();
  for (const [, , call = ""] of document.matchAll(OUTPUT)) {
    outputs.set(call, await renderOutput(call));
  }
  return document
    .replaceAll(TABLE, (_, start: string, name: string, end: string) => `${start}\n${renderTable(name)}\n\n${end}`)
    .replaceAll(OUTPUT, (_, start: string, call: string) => `${start}\n\`\`\`\n${outputs.get(call)}\n\`\`\`\n`);
}

function renderTable(name: string): string {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (tool !== undefined) {
    const rows = Object.entries(tool.arguments).map(([field, argument]) => renderArgument(field, argument));
    return [`| \`${name}\` | default | |`, "|---|---|---|", ...rows].join("\n");
  }
  const [, commandName = "", otherName] = /^dirleaf (\w+)(?:, beside (\w+))?$/.exec(name) ?? [];
  const known = otherName === undefined ? [] : optionRows(otherName);
  const rows = optionRows(commandName).filter((row) => !known.includes(row));
  return ["| option | default | |", "|---|---|---|", ...rows].join("\n");
}

function optionRows(commandName: string): string[] {
  const command = COMMANDS.find(({ name }) => name === commandName);
  if (command === undefined) {
    throw new Error(`no tool and no command is called '${commandName}'`);
  }
  return optionsOf(command.name).map(renderOption);
}

function renderArgument(field: string, argument: Argument): string {
  const byDefault = argument.defaultInWords ?? argument.default;
  const shown = byDefault === undefined ? "–" : toCode(String(byDefault));
  const choices = argument.kind === "choice" ? `: ${argument.choices.map(toCode).join(", ")}` : "";
  const required = argument.isRequired === true ? "required" : shown;
  return `| ${toCode(nameOf(field, argument))} | ${required} | ${argument.forPeople}${choices} |`;
}

function renderOption(option: Option): string {
  const { name, letter, placeholder, help, choices } = option;
  const names = letter === undefined ? [`--${name}`] : [`--${name}`, `-${letter}`];
  const shown = names.map((flag) => toCode(placeholder === undefined ? flag : `${flag} <${placeholder}>`)).join(", ");
  const words = [help, choices?.map(toCode).join(", ")].filter((part) => part !== undefined && part !== "").join(": ");
  return `| ${shown} | ${option.default === undefined ? "–" : toCode(option.default)} | ${words} |`;
}

function toCode(text: string): string {
  return `\`${text}\``;
}

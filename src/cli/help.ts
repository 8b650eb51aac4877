// What `--help` and `dirleaf help` print, made from the tables of commands and options.
import { optionsOf, type Option } from "./option-table.ts";
import { chosenOperand } from "./parse-options.ts";
import { type CommandLine, type CommandName, COMMANDS, namedCommands } from "./command-line.ts";

const NOTES: Readonly<Partial<Record<CommandName, string>>> = {
  map: `
Prints the best picture of a whole tree that fits within a token budget.
src/ (9) is closed, with 9 entries below it; walk-* (4) is a fold of 4 entries.

  dirleaf map src                    opens what is closed
  dirleaf map src --fold 'walk-*'    opens a fold
  dirleaf ./map                      lists a directory of that name
`,
  find: `
Finds files and directories whose paths match the words best; without words
all files, the newest first. A word is part of a name, in any case and form, or
a glob in quotes. Each word counts by itself; 'a b' in quotes needs both.

  dirleaf find staff roles           in the working directory
  dirleaf find '*.sql' -C db         in another one
  dirleaf find -- -dash              a word that begins with a dash
`,
  tokens: `
Shows how large the tools' answers about a directory are, for calls without
other arguments. Tokens are estimated.
`,
  call: `
Runs a tool with the arguments that a model would send, and prints its answer.

  dirleaf call map_dir '{"dir_path":"src","budget":200}'
  echo '{"dir_path":"."}' | dirleaf call list_dir -
`,
  schema: `
Prints the tools as JSON, as a model sees them: names, descriptions, arguments.
`,
  web: `
Serves a page on this machine that shows trees, maps and searches, next to what
a model sees of them and what that costs. Nothing outside the roots is listed
(default: the working directory).

  dirleaf web ~/code ~/notes         two trees
`,
  mcp: `
Serves the tools to MCP hosts, over standard input and output or over HTTP.
Nothing outside the roots is listed (default: the working directory). Options
for tool arguments are defaults for calls that leave them out.
`,
  setup: `
Prints the commands of a host that install these tools in it and remove them
again, and what lets them run without asking. It changes nothing. Without a
host: those that are on the PATH.

  dirleaf setup codex
`,
  completion: `
Prints a script that completes commands and options:

  bash: source <(dirleaf completion bash)      in ~/.bashrc
  zsh:  source <(dirleaf completion zsh)       in ~/.zshrc, after compinit
  fish: dirleaf completion fish | source       in ~/.config/fish/config.fish
`,
};

/** The help on the command that was named, or on the listing. Throws a `UsageError`. */
export function renderHelpOn(command: CommandLine): string {
  return renderHelp((chosenOperand(command, "at most one command") ?? "list") as CommandName);
}

/** The help on a command. */
export function renderHelp(name: CommandName): string {
  const options = toColumns(optionsOf(name).map((option) => [writeOption(option), describeOption(option)] as const));
  if (name === "list") {
    const commands = toColumns(
      namedCommands().map((command) => [`${command.name} ${command.operands}`, command.help] as const),
    );
    return `Usage: dirleaf [dir…]              on a terminal, a map that fits the window
       dirleaf [options] [dir…]    a listing; in a pipe without options, too
       dirleaf <command> …         'dirleaf help <command>' says more

Options:\n${options}\nCommands:\n${commands}`;
  }
  const operands = COMMANDS.find((command) => command.name === name)?.operands;
  return `Usage: dirleaf ${name} [options] ${operands}\n${NOTES[name] ?? ""}\nOptions:\n${options}`;
}

function toColumns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, help]) => `  ${name.padEnd(width)}  ${help}\n`).join("");
}

function writeOption({ name, letter, placeholder, kind }: Option): string {
  return `${letter === undefined ? "" : `-${letter}, `}--${name}${kind === "flag" ? "" : ` <${placeholder}>`}`;
}

function describeOption({ help, choices, default: byDefault }: Option): string {
  if (choices !== undefined) {
    const words = choices.map((word) => (word === byDefault ? `${word} (default)` : word)).join(", ");
    return help === "" ? words : `${help}: ${words}`;
  }
  return byDefault === undefined ? help : `${help} (default ${byDefault})`;
}

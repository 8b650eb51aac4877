// What `--help` prints: one screen per command, made from the option table.
import { COMMANDS, optionsOf, type CommandLine, type CommandName, type OptionLine } from "./option-table.ts";

const OPTION_WIDTH = 20;
const COMMAND_WIDTH = 22;

/** Two options that share a line, so that all of them fit on one screen, and that line. */
const PAIRS: readonly (readonly [first: string, second: string, shown: string, help: string])[] = [
  ["offset", "limit", "-n, --limit <n>", "entries (default 25, or the window); --offset <n> first"],
  ["order", "after", "--order <order>", "breadth (default) or tree; --after <path> goes on"],
  ["include", "exclude", "--include <glob>", "only these; -I, --exclude <glob> not; repeatable"],
  ["hidden", "no-hidden", "-a, --[no-]hidden", "show dot names, or leave them out"],
  ["newest", "modified-within", "--newest", "newest first, with ages; --modified-within 2d: no older"],
  ["long", "details", "-l, --long", "size, time and link target; --details in brackets"],
  ["sort", "map", "--sort <by>", "with --long: name, size, time;  -m  maps, like 'map'"],
  ["all", "json", "--all", "everything, as one tree; --json prints lines of JSON"],
  ["max-bytes", "max-indexed", "--max-bytes <n>", "of an answer (10000); --max-indexed <n> entries (1000)"],
  ["token", "token-file", "--token-file <file>", "clients' bearer token; or DIRLEAF_TOKEN, or --token"],
  ["endpoint", "region", "--endpoint <url>", "the store of s3://bucket/prefix; --region <name> of it"],
  ["help", "version", "-h, --help", "show help;  -V, --version  show the version"],
];

const NOTES: Readonly<Partial<Record<CommandName, string>>> = {
  map: `
Prints the best picture of a whole tree that fits in a budget of tokens.
src/ (9) is closed, with 9 entries below it; walk-* (4) is a fold of 4 entries.

  dirleaf map src                    opens what is closed
  dirleaf map src --fold 'walk-*'    opens a fold
  dirleaf ./map                      lists a directory of that name
`,
  find: `
Finds files and directories whose paths fit the words best; without
words all files, the newest first. A word is a part of a name, in any case and
form, or a glob in quotes.

  dirleaf find staff roles           in the working directory
  dirleaf find '*.sql' -C db         in another one
  dirleaf find -- -dash              a word that begins with a dash
  dirleaf ./find                     lists a directory of that name
`,
  tokens: `
Prints what a model would pay for a directory: in tokens, as estimated, for an
answer of each tool, and for those of the reference MCP server.

  dirleaf ./tokens                   lists a directory of that name
`,
  call: `
Runs a tool with the JSON that a model would send, and prints what the model
would be shown. '-' reads the JSON from standard input.

  dirleaf call list_dir '{"dir_path":"/repo","depth":1}'
  dirleaf call list_directory '{"path":".","recursive":true}'
`,
  schema: `
Prints the function-tool spec of a tool, or of all tools as an array.
`,
  mcp: `
Serves the tools to MCP hosts, on standard input and output or on HTTP. Nothing
outside the roots is listed (default: the working directory).
`,
  web: `
Shows the trees below the roots (default: the working directory) on a page in
the browser, and beside them exactly what a model is shown. Only this machine
can open the page, and only by the address that is printed.

  dirleaf ./web                      lists a directory of that name
`,
  completion: `
Prints a script that completes commands and options:

  bash: source <(dirleaf completion bash)      in ~/.bashrc
  zsh:  source <(dirleaf completion zsh)       in ~/.zshrc, after compinit
  fish: dirleaf completion fish | source       in ~/.config/fish/config.fish
`,
};

/** The help of a command. */
export function renderHelp(name: CommandName): string {
  const options = optionsOf(name);
  if (name === "list") {
    return `${[
      "Usage: dirleaf [options] [dir…]      lists a directory as an agent sees it",
      "",
      ...renderOptions(options),
      // In the place of an empty line: a screen has 24.
      "Commands: dirleaf <command> …        'dirleaf help <command>' tells more",
      ...COMMANDS.filter((command) => command.name !== "list" && command.name !== "help").map(renderCommand),
    ].join("\n")}\n`;
  }
  const command = COMMANDS.find((line) => line.name === name) as CommandLine;
  const usage = `Usage: dirleaf ${name} ${["mcp", "map", "find", "tokens", "web"].includes(name) ? "[options] " : ""}${command.operands}\n`;
  // For a server they are defaults; for a map they are what it is asked for.
  const isDefault = ({ argument }: OptionLine) => name === "mcp" && argument !== undefined;
  const lines = [
    ...renderOptions(options.filter((option) => !isDefault(option))),
    ...renderDefaults(options.filter(isDefault)),
  ];
  return `${usage}${NOTES[name] ?? ""}\nOptions:\n${lines.join("\n")}\n`;
}

function renderOptions(options: readonly OptionLine[]): string[] {
  const names = new Set(options.map(({ name }) => name));
  const pairs = PAIRS.filter(([first, second]) => names.has(first) && names.has(second));
  return options
    .filter(({ name }) => !pairs.some(([, second]) => second === name))
    .map((option) => {
      const [, , shown = nameOf(option), help = describe(option)] =
        pairs.find(([first]) => first === option.name) ?? [];
      return toLine(shown, help);
    });
}

/** The options of a server that are defaults of arguments, all on one line: `dirleaf --help` says what each means. */
function renderDefaults(options: readonly OptionLine[]): string[] {
  const names = options.map(({ name, value }) => (value === undefined ? `--${name}` : `--${name} <${value}>`));
  return names.length === 0 ? [] : [`  ${names.join(" ")}`, toLine("", "default for calls that do not say")];
}

function nameOf({ name, short, value }: OptionLine): string {
  const letters = Array.from(short ?? "", (letter) => `-${letter}, `).join("");
  return `${letters}--${name}${value === undefined ? "" : ` <${value}>`}`;
}

function describe(option: OptionLine): string {
  const { help, choices } = option;
  const marked = choices?.map((choice) => (choice === option.default ? `${choice} (default)` : choice)).join(", ");
  if (marked !== undefined) {
    return help === "" ? marked : `${help}: ${marked}`;
  }
  return option.default === undefined ? help : `${help} (default ${option.default})`;
}

function renderCommand({ name, operands, help }: CommandLine): string {
  return `  ${`${name} ${operands}`.padEnd(COMMAND_WIDTH)}  ${help}`;
}

function toLine(name: string, help: string): string {
  return `  ${name.padEnd(OPTION_WIDTH)}  ${help}`;
}

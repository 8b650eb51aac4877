// What `--help` prints: one screen per command, made from the option table.
import { COMMANDS, optionsOf, type CommandLine, type CommandName, type OptionLine } from "./option-table.ts";

const OPTION_WIDTH = 20;
const COMMAND_WIDTH = 22;

/** Options that share a line, so that all of them fit on one screen. */
const PAIRS: readonly { readonly first: string; readonly second: string; shown: string; help: string }[] = [
  {
    first: "offset",
    second: "limit",
    shown: "-n, --limit <n>",
    help: "entries (default 25, or the window); --offset <n> first",
  },
  {
    first: "order",
    second: "after",
    shown: "--order <order>",
    help: "breadth (default) or tree; --after <path> goes on",
  },
  {
    first: "include",
    second: "exclude",
    shown: "--include <glob>",
    help: "only these; -I, --exclude <glob> not; repeatable",
  },
  {
    first: "hidden",
    second: "no-hidden",
    shown: "-a, --[no-]hidden",
    help: "show dot names, or leave them out (default: show)",
  },
  {
    first: "long",
    second: "details",
    shown: "-l, --long",
    help: "size, time and link target; --details in brackets",
  },
  { first: "sort", second: "map", shown: "--sort <by>", help: "with --long: name, size, time;  -m  maps, like 'map'" },
  { first: "all", second: "json", shown: "--all", help: "everything, as one tree; --json prints lines of JSON" },
  {
    first: "max-bytes",
    second: "max-indexed",
    shown: "--max-bytes <n>",
    help: "of an answer (10000); --max-indexed <n> entries (1000)",
  },
  {
    first: "token",
    second: "token-file",
    shown: "--token-file <file>",
    help: "clients' bearer token; or DIRLEAF_TOKEN, or --token",
  },
  {
    first: "endpoint",
    second: "region",
    shown: "--endpoint <url>",
    help: "the store of s3://bucket/prefix; --region <name> of it",
  },
  { first: "help", second: "version", shown: "-h, --help", help: "show help;  -V, --version  show the version" },
];

const NOTES: Readonly<Record<CommandName, string>> = {
  list: "",
  map: `
Prints the best picture of a whole tree that fits in a budget of tokens.
src/ (9) is closed, with 9 entries below it; walk-* (4) is a fold of 4 entries.

  dirleaf map src                    opens what is closed
  dirleaf map src --fold 'walk-*'    opens a fold
  dirleaf ./map                      lists a directory of that name
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
  help: "",
};

/** The help of a command. */
export function renderHelp(name: CommandName): string {
  const options = optionsOf(name);
  if (name === "list") {
    return `${[
      "Usage: dirleaf [options] [dir…]      lists a directory as an agent sees it",
      "       dirleaf <command> …           'dirleaf help <command>' tells more",
      "",
      ...renderOptions(options),
      "",
      ...COMMANDS.filter((command) => command.name !== "list" && command.name !== "help").map(renderCommand),
    ].join("\n")}\n${NOTES.list}`;
  }
  const command = COMMANDS.find((line) => line.name === name) as CommandLine;
  const usage = `Usage: dirleaf ${name} ${name === "mcp" || name === "map" || name === "web" ? "[options] " : ""}${command.operands}\n`;
  // For a server they are defaults; for a map they are what it is asked for.
  const isDefault = ({ argument }: OptionLine) => name === "mcp" && argument !== undefined;
  const lines = [
    ...renderOptions(options.filter((option) => !isDefault(option))),
    ...renderDefaults(options.filter(isDefault)),
  ];
  return `${usage}${NOTES[name]}\nOptions:\n${lines.join("\n")}\n`;
}

function renderOptions(options: readonly OptionLine[]): string[] {
  const names = new Set(options.map(({ name }) => name));
  const pairs = PAIRS.filter(({ first, second }) => names.has(first) && names.has(second));
  return options
    .filter(({ name }) => !pairs.some(({ second }) => second === name))
    .map((option) => {
      const pair = pairs.find(({ first }) => first === option.name);
      return pair === undefined ? toLine(nameOf(option), describe(option)) : toLine(pair.shown, pair.help);
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

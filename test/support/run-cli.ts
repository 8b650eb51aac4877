// Runs the command to its end, with pipes or in a real pseudo-terminal.
import { spawn, spawnSync } from "node:child_process";
import { text as readText } from "node:stream/consumers";

import { isQuick } from "./deep.ts";
import { needProgram, type Skip } from "./needs.ts";
import { commandFile, startCommand, startHere, type StartedCommand } from "./started-command.ts";

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What was sent to a terminal. */
export interface Screen {
  readonly status: number | null;
  /** Everything that was sent, with `\n` where the terminal had `\r\n`. */
  readonly sent: string;
  /** The same without a progress line that was removed again, which a command shows on a busy machine. */
  readonly text: string;
}

export interface Cli {
  /** The bundle, for Node to run. */
  readonly bundle: string;
  /** The same for a copy of the bundle. */
  at(bundle: string): Cli;
  run(args: readonly string[], options?: RunOptions): Outcome;
  /**
   * Runs a shell command in a pseudo-terminal; `$NODE` and `$DIRLEAF` are the words that start the command. `onText` gets
   * what was sent so far.
   */
  inTerminal(script: string, options?: RunOptions, onText?: (text: string) => void): Promise<Screen>;
}

/** Runs the command, in `npm test` without its own process. */
export async function runCli(
  args: readonly string[],
  { cwd, input = "" }: Omit<RunOptions, "env"> = {},
): Promise<Outcome> {
  return readToEnd(startCommand(args, cwd), input);
}

async function readToEnd(command: StartedCommand, input = ""): Promise<Outcome> {
  command.stdin.end(input);
  const [status, stdout, stderr] = await Promise.all([
    command.ended,
    readText(command.stdout),
    readText(command.stderr),
  ]);
  return { status, stdout, stderr };
}

export interface WindowOptions extends Omit<RunOptions, "input"> {
  readonly rows?: number;
  readonly columns?: number;
  /**
   * Whether errors are part of the text.
   * @default false
   */
  readonly withErrors?: boolean;
}

/** Runs the command in a terminal: in `npm test` in this process, whose output only says that it is one. */
export async function runInWindow(
  skip: Skip,
  words: readonly string[],
  { cwd = process.cwd(), env = {}, rows, columns, withErrors = false }: WindowOptions,
): Promise<Omit<Screen, "sent">> {
  if (isQuick()) {
    const window = { rows, columns, env: { ...TERMINAL, ...env } };
    const { status, stdout, stderr } = await readToEnd(startHere(words, cwd, window));
    return { status, text: withErrors ? stdout + stderr : stdout };
  }
  needProgram(skip, "script");
  // `stty` would complain of columns that are no number, in a line on the terminal.
  const size = rows === undefined ? "" : `stty rows ${rows} cols ${columns ?? 80};`;
  const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const script = `${size} "$NODE" "$DIRLEAF" ${quoted} ${withErrors ? "" : "2>/dev/null"}`;
  return inTerminal(script, commandFile(), { cwd, env });
}

/** The command as the package ships it, bundled before the run. */
export function shippedCli(): Cli {
  return cliOf(commandFile());
}

function cliOf(bundle: string): Cli {
  return {
    bundle,
    at: cliOf,
    run(args, { cwd, input: given, env } = {}) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [bundle, ...args], {
        encoding: "utf8",
        cwd,
        input: given,
        env: { ...process.env, ...env },
        maxBuffer: 2 ** 28,
      });
      return { status, stdout, stderr };
    },
    inTerminal: (script, options, onText) => inTerminal(script, bundle, options, onText),
  };
}

const TERMINAL = { PATH: process.env["PATH"], TERM: "xterm" };

async function inTerminal(
  script: string,
  bundle: string,
  { cwd, env }: RunOptions = {},
  onText: (text: string) => void = () => {},
): Promise<Screen> {
  // From util-linux, which every Debian has. It returns the exit code of its command as a shell does.
  const child = spawn("script", ["-qec", script, "/dev/null"], {
    cwd,
    env: {
      ...TERMINAL,
      SHELL: "/bin/sh",
      NODE: process.execPath,
      DIRLEAF: bundle,
      ...env,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let screen = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    screen += chunk;
    onText(screen);
  });
  const status = await new Promise<number | null>((resolve) => {
    child.on("close", resolve);
  });
  const sent = screen.replaceAll("\r\n", "\n");
  return { status, sent, text: sent.replaceAll(REMOVED_PROGRESS, "") };
}

const REMOVED_PROGRESS = /(?:\r\d+ director(?:y|ies), \d+ entries read *)+\r +\r/g;

/** What sets a colour or a weight on a terminal. */
// oxlint-disable-next-line no-control-regex
export const COLOUR: RegExp = /\x1b\[[\d;]*m/g;

/** The characters that control a terminal, except line feeds, and some of those that nobody sees. */
export const ACTING: RegExp =
  // oxlint-disable-next-line no-control-regex
  /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\u{e0001}]/u;

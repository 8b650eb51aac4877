// Runs the command as a process: the bundle that the package ships, in a pipe or in a real pseudo-terminal.
import { spawn, spawnSync } from "node:child_process";

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What a terminal was sent. */
export interface Screen {
  readonly status: number | null;
  /** Everything, with `\n` where the terminal had `\r\n`. */
  readonly text: string;
}

export interface Cli {
  /** The bundle, for Node to run. */
  readonly bundle: string;
  /** The same of a copy of the bundle. */
  at(bundle: string): Cli;
  run(args: readonly string[], options?: RunOptions): { status: number | null; stdout: string; stderr: string };
  /**
   * Runs a shell command in a pseudo-terminal; `$NODE` and `$DIRLEAF` are the words that start the command. `onText` is
   * told what was sent so far, and may type.
   */
  inTerminal(script: string, options?: RunOptions, onText?: TerminalReader): Promise<Screen>;
}

export type TerminalReader = (text: string, type: (keys: string) => void) => void;

/** The command as the package ships it, bundled before the run. */
export function shippedCli(): Cli {
  const bundle = process.env["DIRLEAF_TEST_COMMAND"];
  if (bundle === undefined) {
    throw new Error("the command was not bundled; what went wrong is told where the run began");
  }
  return cliOf(bundle);
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

async function inTerminal(
  script: string,
  bundle: string,
  { cwd, env }: RunOptions = {},
  onText: TerminalReader = () => {},
): Promise<Screen> {
  // Of util-linux, which every Debian has. It gives the exit code of what it runs as a shell does.
  const child = spawn("script", ["-qec", script, "/dev/null"], {
    cwd,
    env: {
      PATH: process.env["PATH"],
      TERM: "xterm",
      SHELL: "/bin/sh",
      NODE: process.execPath,
      DIRLEAF: bundle,
      ...env,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    onText(text, (keys) => child.stdin.write(keys));
  });
  const status = await new Promise<number | null>((resolve) => {
    child.on("close", resolve);
  });
  return { status, text: text.replaceAll("\r\n", "\n") };
}

/** The characters that act on a terminal, but for line feeds. */
// eslint-disable-next-line no-control-regex
export const ACTING: RegExp = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

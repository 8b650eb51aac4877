// Starts `dirleaf web` as a user does, and reads the address that it prints.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const PATIENCE_MS = 20_000;
const NOBODY = 65_534;

/** A process with these options can't read what is locked, even if we could. */
export function withoutRights() {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

/**
 * @param {string} command The built command line.
 * @param {string | string[]} roots The server runs in the first one.
 * @param {NodeJS.ProcessEnv} [env] If it is given, the browser is opened, too.
 * @returns {Promise<{ address: string, url: string, token: string, port: string, stop(): Promise<number> }>}
 */
export async function startWeb(command, roots, env) {
  const [cwd, ...others] = [roots].flat();
  const words = [command, "web", ...(env === undefined ? ["--no-open"] : []), cwd, ...others];
  const child = spawn(process.execPath, words, {
    cwd,
    env: env ?? process.env,
    stdio: ["ignore", "pipe", "inherit"],
    ...withoutRights(),
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise((resolve) => {
    child.once("exit", resolve);
  }).finally(() => process.off("exit", kill));
  const stop = () => {
    child.kill("SIGINT");
    return ended;
  };
  const timer = setTimeout(kill, PATIENCE_MS);
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url, port, token] = /^(http:\/\/127\.0\.0\.1:(\d+)\/)#([\w-]{43})$/.exec(line) ?? [];
    if (url !== undefined) {
      clearTimeout(timer);
      return { address: line, url, token, port, stop };
    }
  }
  throw new Error("dirleaf web ended without an address");
}

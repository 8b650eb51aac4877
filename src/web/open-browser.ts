// Opens the page in the user's browser. The address holds the token, and all users of the machine can read a program's command line, so the
// browser is given a file that only its user can read and that leads to the address.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** The program that opens a file, and its arguments before the file. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** How long a browser may take before we tell the user to open the page by hand. */
const OPEN_MS = 5000;

const NOT_OPENED = "the browser has not opened the page: open the printed address yourself";

/**
 * Tries to open an address, and calls `say` if that seems not to work. Call the returned function when the page is open, and at
 * the end: it removes the file.
 */
export function openBrowser(
  address: string,
  say: (line: string) => void,
  platform: NodeJS.Platform = process.platform,
): () => void {
  if (isWsl()) {
    // A browser of Windows would be started, which can't read our file.
    say("no browser is opened in WSL: open the printed address yourself");
    return () => {};
  }
  const file = writeFile(address);
  if (file === undefined) {
    say(NOT_OPENED);
    return () => {};
  }
  const [program, ...words] = OPENERS[platform] ?? ["xdg-open"];
  const child = spawn(program, [...words, pathToFileURL(file).href], { stdio: "ignore", detached: true });
  // There is no such program on a machine without a desktop.
  child.on("error", () => {});
  child.unref();
  // A browser in a sandbox (snap, flatpak) can't read the file, and does not tell us.
  const timer = setTimeout(() => say(NOT_OPENED), OPEN_MS);
  return () => {
    clearTimeout(timer);
    removeFile(file);
  };
}

function isWsl(): boolean {
  return process.env["WSL_DISTRO_NAME"] !== undefined || /microsoft/i.test(os.release());
}

/** Writes a file that leads to the address, or returns undefined if it can't. Only we may enter what `mkdtemp` makes. */
function writeFile(address: string): string | undefined {
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>dirleaf</title>
<a href="${address}">Open dirleaf</a>
`;
  try {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-")), "open.html");
    fs.writeFileSync(file, page, { mode: 0o600, flag: "wx" });
    return file;
  } catch {
    return undefined;
  }
}

/** Removes the file and its directory, and nothing else that may be in there: somebody could have replaced the directory. */
function removeFile(file: string): void {
  try {
    fs.rmSync(file, { force: true });
    fs.rmdirSync(path.dirname(file));
  } catch {
    // It is gone, or in use: then it is removed at the end.
  }
}

// Opens an address in the user's browser.
import { spawn } from "node:child_process";

/** The program that opens an address, and the words before it. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Tries to open an address. Whether it works is not known: the address is printed in any case. */
export function openBrowser(url: string, platform: NodeJS.Platform = process.platform): void {
  const [program, ...words] = OPENERS[platform] ?? ["xdg-open"];
  const child = spawn(program, [...words, url], { stdio: "ignore", detached: true });
  // There is no such program on a machine without a desktop.
  child.on("error", () => {});
  child.unref();
}

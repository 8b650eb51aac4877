// What the runtimes list: the workspace, and directories that some of them once got wrong. Our own Node creates all of it, because not every
// runtime can.
import fs from "node:fs";
import path from "node:path";

import { makeWorkspace } from "../workspace.mjs";

/** A directory of more than 256 KiB, which is not read in one go. Names beyond ASCII and beyond U+FFFF. */
const HUGE = 20_000;

/** Some names that are no text. */
const ODD_NAMES = ["bad\xff", "bad\xfe", "dir\xff/in"];

export function makePlaces(folder) {
  const workspace = makeWorkspace(folder);
  const [huge, odd] = ["huge", "odd"].map((name) => path.join(folder, name));
  fs.mkdirSync(huge);
  const nameOf = (index) => path.join(huge, `name ${index} größe \u{10000}`);
  fs.writeFileSync(nameOf(0), "");
  for (let index = 1; index < HUGE; index += 1) {
    // Linking takes a tenth of the time of creating.
    fs.linkSync(nameOf(0), nameOf(index));
  }
  fs.mkdirSync(odd);
  for (const name of ODD_NAMES) {
    const location = Buffer.concat([Buffer.from(`${odd}/`), Buffer.from(name, "latin1")]);
    fs.mkdirSync(location.subarray(0, location.lastIndexOf("/")), { recursive: true });
    fs.writeFileSync(location, "");
  }
  return { workspace, huge, odd };
}

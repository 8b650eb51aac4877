// The third-party programs that test the server: installs them, and says how to run each.
import fs from "node:fs";
import path from "node:path";

import { findNewerNode, installLocked } from "../../packaging/install-locked.mjs";

/** The conformance suite does not start on an older one. */
const NODE_MAJOR = 24;

const ENTRIES = {
  conformance: "@modelcontextprotocol/conformance/dist/index.js",
  inspector: "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
};

/** Installs the programs. Returns the Node to run them with, and their files. */
export function installPrograms() {
  const modules = installLocked(path.join(import.meta.dirname, "programs"));
  const programs = { node: findNewerNode(modules, NODE_MAJOR) };
  for (const [name, entry] of Object.entries(ENTRIES)) {
    programs[name] = path.join(modules, entry);
    if (!fs.existsSync(programs[name])) {
      throw new Error(
        `${name} was installed, but has no ${entry}: remove proofs/protocol/programs/node_modules, run again`,
      );
    }
  }
  return programs;
}

// The reference server, the token counter and other finders: packages that those who only build and test don't need. They are installed into
// `bench/reference/` and `bench/finders/` when they are first needed, in exactly the versions that the lock files name.
import { installLocked } from "../scripts/install-locked.mjs";
import { beside } from "./harness.mjs";

const FOLDER = beside("reference/");

/** The packages of the reference, which are also a tree to list. */
export const REFERENCE_MODULES = `${FOLDER}node_modules`;

/** What says which packages they are. */
export const REFERENCE_LOCK = `${FOLDER}package-lock.json`;

/** The program of the reference server. */
export const REFERENCE_SERVER = `${REFERENCE_MODULES}/@modelcontextprotocol/server-filesystem/dist/index.js`;

/** The finders that the economy rows show beside ours, in a folder of their own: what is in the reference's is listed itself. */
export const FINDER_MODULES = beside("finders/node_modules");

export function installReference() {
  [FOLDER, beside("finders/")].forEach((folder) => installLocked(folder));
}

/** Returns a function that counts the tokens of a text in the encoding o200k. */
export async function loadTokenizer() {
  const { countTokens } = await import(`${REFERENCE_MODULES}/gpt-tokenizer/esm/encoding/o200k_base.js`);
  return countTokens;
}

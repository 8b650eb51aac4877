// Where the client works, as Codex tells it to a server that asks: with every call, in the request's metadata.
import { fileURLToPath } from "node:url";

/** The capability by which a server asks for it, and the key under which it comes. */
export const SANDBOX_STATE = "codex/sandbox-state-meta";

/** The working directory of the client, or nothing where it does not tell a local one. */
export function readClientDirectory(meta: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const state = meta?.[SANDBOX_STATE];
  const url = typeof state === "object" && state !== null && "sandboxCwd" in state ? state.sandboxCwd : undefined;
  if (typeof url !== "string") {
    return undefined;
  }
  try {
    const directory = fileURLToPath(url);
    return directory.includes("\0") ? undefined : directory;
  } catch {
    return undefined;
  }
}

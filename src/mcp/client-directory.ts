// The client's working directory. Codex sends it to servers that ask for it, with every call, in the request's metadata.
import { fileURLToPath } from "node:url";

/** The capability by which a server asks for it, and the metadata key that carries it. */
export const SANDBOX_STATE = "codex/sandbox-state-meta";

/** The client's working directory, or undefined if it does not send a local one. */
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

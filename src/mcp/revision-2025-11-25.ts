// The protocol up to 2025-11-25: a handshake opens a connection.
import { invalidParams } from "./messages.ts";
import type { HttpRefusal, Revision } from "./revision.ts";

const VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"];

export const HANDSHAKE: Revision = {
  versions: VERSIONS,
  hasHandshake: true,
  methods: {
    ping: () => ({}),
    initialize({ params }, { capabilities, identity, instructions }) {
      const requested = params?.["protocolVersion"];
      if (typeof requested !== "string") {
        return invalidParams("protocolVersion must be a string");
      }
      const protocolVersion = VERSIONS.includes(requested) ? requested : VERSIONS[0];
      return { protocolVersion, capabilities, serverInfo: identity, instructions };
    },
  },
  completeResult: (_method, result) => result,
  findMistake: () => undefined,
  findHeaderMistake({ method }, { accept = "", "mcp-protocol-version": version }) {
    if (!accept.includes("application/json") || !accept.includes("text/event-stream")) {
      return refuse(406, "Not Acceptable: Client must accept both application/json and text/event-stream");
    }
    if (method !== "initialize" && version !== undefined && !VERSIONS.includes(version as string)) {
      const supported = `supported versions: ${VERSIONS.join(", ")}`;
      return refuse(400, `Bad Request: Unsupported protocol version: ${String(version)} (${supported})`);
    }
    return undefined;
  },
};

function refuse(status: number, message: string): HttpRefusal {
  return { status, failure: { code: -32_000, message } };
}

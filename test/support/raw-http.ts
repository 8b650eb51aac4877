// Raw HTTP over a socket: requests that no client would send, and connections that are dropped or never read.
import net from "node:net";

export const TOKEN = "a-token-of-enough-characters";

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  /** A header that is undefined is left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/** A call to `list_dir`, as JSON. */
export function listDirCall(directory: string, more: object = {}): string {
  const params = { name: "list_dir", arguments: { dir_path: directory, ...more } };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
}

/** The text of a request with the token. */
export function writeRequest({ method = "POST", path = "/mcp", headers = {}, body = "" }: RawRequest): string {
  const all = {
    host: "localhost",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${TOKEN}`,
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}`));
  return `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

/** Connects, from `localAddress` if one is given. An error only ends the connection. */
export async function connectRaw(url: string, localAddress?: string): Promise<net.Socket> {
  const { hostname, port } = new URL(url);
  const socket = net.connect({ host: hostname, port: Number(port), ...(localAddress && { localAddress }) });
  await new Promise<void>((resolve) => {
    socket.once("connect", resolve).once("close", () => resolve());
    socket.on("error", () => {});
  });
  return socket;
}

/** Sends a request on a new connection and returns everything that comes back, which is "" if the connection was refused. */
export async function ask(url: string, request: RawRequest, localAddress?: string): Promise<string> {
  const socket = await connectRaw(url, localAddress);
  let text = "";
  socket.setEncoding("utf8").on("data", (data: string) => (text += data));
  socket.write(writeRequest({ ...request, headers: { connection: "close", ...request.headers } }));
  await new Promise<void>((resolve) => {
    if (socket.closed) {
      resolve();
    }
    socket.once("close", () => resolve());
  });
  return text;
}

// Sits between a host and our server on HTTP: a reverse proxy on loopback that passes bytes on unchanged, and logs every
// protocol message with the side that sent it.
import fs from "node:fs";
import http from "node:http";

/**
 * @param {string} target The address of our server.
 * @param {string} log
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function startLoggingProxy(target, log) {
  const { port, pathname } = new URL(target);
  const proxy = http.createServer((request, response) => {
    collect(request, (text) => write(log, "client", text));
    const { method, url, headers } = request;
    // The Host header stays as the host wrote it, because our server checks it.
    const onward = http.request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      const refused = (answer.statusCode ?? 0) >= 400;
      collect(answer, (text) =>
        refused ? write(log, "status", `${method} ${url}: ${answer.statusCode} ${text}`) : write(log, "server", text),
      );
      answer.pipe(response);
    });
    onward.on("error", (error) => {
      write(log, "status", `${method} ${url}: ${error.message}`);
      response.destroy();
    });
    // A client of the new era cancels a call by closing the response.
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise((resolve) => {
    proxy.listen(0, "127.0.0.1", () => resolve(undefined));
  });
  const address = /** @type {import("node:net").AddressInfo} */ (proxy.address());
  return {
    url: `http://127.0.0.1:${address.port}${pathname}`,
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

/**
 * @param {http.IncomingMessage} stream
 * @param {(text: string) => void} take
 */
function collect(stream, take) {
  /** @type {Buffer[]} */
  const chunks = [];
  stream.on("data", (chunk) => chunks.push(chunk));
  stream.on("close", () => take(Buffer.concat(chunks).toString()));
}

/**
 * The messages of a body: one as JSON, or the data of an event stream.
 * @param {string} log
 * @param {string} side
 * @param {string} text
 */
function write(log, side, text) {
  const events = [...text.matchAll(/^data: ?(.+)$/gm)].map(([, data]) => data);
  for (const line of events.length > 0 ? events : [text]) {
    if (line !== undefined && line !== "") {
      fs.appendFileSync(log, `${JSON.stringify({ side, line })}\n`);
    }
  }
}

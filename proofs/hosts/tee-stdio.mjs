// Sits between a host and our server on stdio: `node tee-stdio.mjs <log> <program> [words…]`. Passes bytes on unchanged, and
// logs every line of the protocol with the side that sent it.
import { spawn } from "node:child_process";
import fs from "node:fs";

const [log = "", program = "", ...words] = process.argv.slice(2);
const server = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });

/**
 * @param {NodeJS.ReadableStream} from
 * @param {NodeJS.WritableStream} to
 * @param {"client" | "server"} side
 */
function pass(from, to, side) {
  let rest = Buffer.alloc(0);
  from.on("data", (/** @type {Buffer} */ chunk) => {
    to.write(chunk);
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      write(side, rest.subarray(0, end).toString());
      rest = rest.subarray(end + 1);
    }
  });
  from.on("end", () => {
    if (rest.length > 0) {
      write(side, rest.toString());
    }
    to.end();
  });
  // Writing fails if the other side is gone, which we notice anyway.
  to.on("error", () => {});
}

/**
 * @param {string} side
 * @param {string} line
 */
function write(side, line) {
  fs.appendFileSync(log, `${JSON.stringify({ side, line })}\n`);
}

pass(process.stdin, server.stdin, "client");
pass(server.stdout, process.stdout, "server");
for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"])) {
  process.on(signal, () => server.kill(signal));
}
server.on("error", (error) => {
  write("server", `could not start: ${error.message}`);
  process.exitCode = 1;
});
server.on("close", (code) => {
  process.exitCode = code ?? 1;
  // The host may keep its end open forever.
  process.stdin.destroy();
});

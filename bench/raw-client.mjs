// A client that writes HTTP by hand, so that it can also send what no library sends. It keeps its connection open, has one
// request under way, and notices bytes that nobody asked for.
import net from "node:net";

/** @typedef {{ status: number, body: string }} Answer */

/** The longest that any answer may take: a call waits for 30 seconds at most, and runs for 10. */
const PATIENCE_MS = 60_000;

/** The server closed the connection, or it broke, before there was a whole answer. */
export class ConnectionClosed extends Error {}

/** Neither an answer nor the end of the connection came. */
export class NoAnswer extends Error {}

export class RawClient {
  #port;
  #onSurplus;
  /** @type {net.Socket | undefined} */
  #socket;
  /** @type {Buffer} */
  #received = Buffer.alloc(0);
  /** @type {((isClosed: boolean) => void) | undefined} */
  #onReceived;
  /** Whether something was sent whose answer nobody waits for, but which may come all the same. */
  #isIndifferent = false;

  /**
   * @param {number} port
   * @param {() => void} onSurplus Runs if there are bytes after an answer.
   */
  constructor(port, onSurplus) {
    this.#port = port;
    this.#onSurplus = onSurplus;
  }

  /**
   * Sends a request and waits for its answer. Rejects with `ConnectionClosed` or `NoAnswer`.
   * @param {string} text
   * @returns {Promise<Answer>}
   */
  ask(text) {
    this.#write(text);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        // Or a late answer would be taken for that of the next request.
        this.leave();
        reject(new NoAnswer());
      }, PATIENCE_MS);
      const finish = (/** @type {() => void} */ settle) => {
        clearTimeout(timer);
        this.#onReceived = undefined;
        settle();
      };
      this.#onReceived = (isClosed) => {
        const answer = readAnswer(this.#received, isClosed);
        if (answer !== undefined) {
          this.#received = this.#received.subarray(answer.length);
          finish(() => resolve(answer));
          this.#expectNoMore();
          if (answer.isLast) {
            this.leave();
          }
        } else if (isClosed) {
          finish(() => reject(new ConnectionClosed()));
        }
      };
    });
  }

  /**
   * Sends bytes without waiting for anything.
   * @param {string} text
   */
  send(text) {
    this.#isIndifferent = true;
    this.#write(text);
  }

  /** Drops the connection, whatever is under way on it. */
  leave() {
    this.#isIndifferent = false;
    this.#onReceived = undefined;
    this.#received = Buffer.alloc(0);
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  /** @param {string} text */
  #write(text) {
    this.#socket ??= this.#connect();
    this.#socket.write(text);
  }

  #connect() {
    const socket = net.connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    this.#received = Buffer.alloc(0);
    socket.on("data", (data) => {
      if (socket === this.#socket) {
        this.#received = Buffer.concat([this.#received, data]);
        const read = this.#onReceived ?? (() => this.#expectNoMore());
        read(false);
      }
    });
    // What went wrong does not matter: the connection is over.
    socket.on("error", () => {});
    socket.once("close", () => {
      if (socket === this.#socket) {
        this.#socket = undefined;
        this.#onReceived?.(true);
      }
    });
    return socket;
  }

  #expectNoMore() {
    if (this.#received.length > 0 && !this.#isIndifferent) {
      this.#onSurplus();
    }
    this.#received = Buffer.alloc(0);
  }
}

/**
 * The answer at the start of these bytes, or undefined if it is not complete.
 * @param {Buffer} bytes
 * @param {boolean} isClosed
 * @returns {Answer & { length: number, isLast: boolean } | undefined} `isLast` if the connection ends with it.
 */
function readAnswer(bytes, isClosed) {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd === -1) {
    return undefined;
  }
  const head = bytes.toString("latin1", 0, headEnd);
  const status = Number(head.slice(9, 12));
  const isLast = /^connection: *close/im.test(head);
  const start = headEnd + 4;
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    const body = bytes.toString("utf8", start, end);
    return bytes.length < end ? undefined : { status, body, length: end, isLast };
  }
  if (/^transfer-encoding: *chunked/im.test(head)) {
    const chunked = readChunks(bytes, start);
    return chunked && { status, ...chunked, isLast };
  }
  return isClosed ? { status, body: bytes.toString("utf8", start), length: bytes.length, isLast } : undefined;
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @returns {{ body: string, length: number } | undefined}
 */
function readChunks(bytes, start) {
  const parts = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const size = lineEnd === -1 ? Number.NaN : Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (!(bytes.length >= end + 2)) {
      return undefined;
    }
    if (size === 0) {
      return { body: Buffer.concat(parts).toString("utf8"), length: end + 2 };
    }
    parts.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

// Lines of a stream, however its bytes are cut into pieces and however often there is no room for more.
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { SharedReads } from "../../src/operator/shared-reads.ts";
import { Engine } from "../../src/mcp/engine.ts";
import { LineConnection } from "../../src/mcp/line-connection.ts";

/** How many requests a connection answers at once. */
const MOST_OPEN = 256;

/** A connection whose calls wait until they are let go. */
function connect() {
  let held: (() => void)[] = [];
  let isOpen = false;
  const call = async () => {
    if (!isOpen) {
      await new Promise<void>((resolve) => held.push(resolve));
    }
    return {};
  };
  const toJSON = () => {
    throw new Error("a bug");
  };
  const definition = { name: "wait", toJSON };
  const engine = new Engine({
    identity: { name: "test", version: "1" },
    instructions: "",
    capabilities: {},
    tools: [{ definition, call }],
    prompts: [],
    resources: [],
  });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const connection = new LineConnection(engine, input, output, new SharedReads(), () => {});
  let text = "";
  output.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  return {
    input,
    connection,
    running: () => held.length,
    letGo() {
      isOpen = true;
      held.forEach((resolve) => resolve());
      held = [];
    },
    /** The ids of the answers so far. */
    answers: () => text.split("\n").flatMap((line) => (line === "" ? [] : [(JSON.parse(line) as { id: unknown }).id])),
  };
}

function request(id: string | number, method = "ping"): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params: { name: "wait" } });
}

async function turn(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

describe("a connection", () => {
  test("handles every line once and in order, however it is split", async () => {
    const anyId = fc.string({ unit: fc.constantFrom("a", " ", "é", "\u{1f600}"), maxLength: 6 });
    const anyBreak = fc.constantFrom("\n", "\r\n", "\n\n", " \n", "\n \n");
    const anyCuts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(anyId, { maxLength: 12 }), anyBreak, anyCuts, async (ids, end, cuts) => {
        const { input, connection, answers } = connect();
        const bytes = Buffer.from(ids.map((id) => request(id)).join(end));
        for (let start = 0, piece = 0; start < bytes.length; piece += 1) {
          const length = cuts[piece % cuts.length] as number;
          input.write(bytes.subarray(start, start + length));
          start += length;
          await turn();
        }
        input.end();
        await connection.ended;
        await connection.idle();
        await connection.flushed();
        await turn();
        expect(answers()).toEqual(ids);
      }),
    );
  });

  test("stops reading while there is no room, and goes on when there is", async () => {
    const { input, connection, running, letGo, answers } = connect();
    const ids = Array.from({ length: MOST_OPEN + 2 }, (_, id) => id);
    input.write(ids.map((id) => `${request(id, "tools/call")}\n`).join(""));
    await turn();
    expect(running()).toBe(MOST_OPEN);
    input.write(`${request("late", "tools/call")}\n`);
    await turn();
    expect(input.readableLength).toBeGreaterThan(0);
    letGo();
    input.end();
    await connection.ended;
    await connection.idle();
    await connection.flushed();
    await turn();
    expect(answers()).toEqual([...ids, "late"]);
  });

  test("answers a request that a bug of ours spoils, and those after it", async () => {
    const { input, connection, answers } = connect();
    input.end(`${request("spoilt", "tools/list")}\n${request("next")}`);
    await connection.ended;
    await connection.idle();
    await connection.flushed();
    await turn();
    expect(answers()).toEqual(["spoilt", "next"]);
  });

  test("gives up on an endless line, but not on many lines of that length together", async () => {
    const { input, connection, answers } = connect();
    const ended = expect(connection.ended).rejects.toThrow("connection closed: a line exceeds 10 MiB");
    const piece = " ".repeat(1024 * 1024);
    for (let count = 0; count < 11; count += 1) {
      input.write(`${piece}${request(count)}\n`);
      await turn();
    }
    for (let count = 0; count < 12 && !input.destroyed; count += 1) {
      input.write(piece);
      await turn();
    }
    await ended;
    await connection.idle();
    await connection.flushed();
    await turn();
    expect(answers()).toHaveLength(11);
  });
});

// Lines of a stream, however its bytes are cut into pieces and however often there is no room for more.
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { LineReader } from "../../src/mcp/line-reader.ts";

/** Reads a stream with room for so many lines at a time, which comes back when all of them were let go. */
function readLines(input: PassThrough, room = Infinity) {
  const lines: string[] = [];
  const ends: string[] = [];
  let free = room;
  const reader = new LineReader(input, {
    mayTake: () => free > 0,
    take(line) {
      expect(free).toBeGreaterThan(0);
      free -= 1;
      lines.push(line);
      // Room that comes back while a line is taken.
      if (lines.length % 3 === 0) {
        free += 1;
        reader.goOn();
      }
    },
    onEnd: (end) => ends.push(end),
  });
  reader.start();
  const makeRoom = () => {
    free = room;
    reader.goOn();
  };
  return { lines, ends, reader, makeRoom };
}

async function turn(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

describe("a line reader", () => {
  test("gives every line once and in order, whatever the pieces and the room", async () => {
    const anyText = fc.string({ unit: fc.constantFrom("a", "\n", "\r", " ", "é", "\u{1f600}"), maxLength: 60 });
    const anyCuts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(anyText, anyCuts, fc.integer({ min: 1, max: 4 }), async (text, cuts, room) => {
        const input = new PassThrough();
        const { lines, ends, makeRoom } = readLines(input, room);
        const bytes = Buffer.from(text);
        for (let start = 0, piece = 0; start < bytes.length; piece += 1) {
          const length = cuts[piece % cuts.length] as number;
          input.write(bytes.subarray(start, start + length));
          start += length;
          await turn();
        }
        input.end();
        for (let round = 0; ends.length === 0 && round < 100; round += 1) {
          await turn();
          makeRoom();
        }
        expect(lines).toEqual(text.split("\n").filter((line) => line.trim() !== ""));
        expect(ends).toEqual(["ended"]);
      }),
    );
  });

  test("leaves to the stream what there is no room for", async () => {
    const input = new PassThrough();
    const { lines, makeRoom } = readLines(input, 1);
    input.write("a\nb\n");
    await turn();
    expect(input.isPaused()).toBe(true);
    input.write("c\n");
    await turn();
    expect(input.readableLength).toBe(2);
    makeRoom();
    await turn();
    expect(lines).toEqual(["a", "b"]);
    makeRoom();
    await turn();
    expect(lines).toEqual(["a", "b", "c"]);
  });

  test("ends with what it has where the stream breaks, and takes nothing once it was stopped", async () => {
    const broken = new PassThrough();
    const first = readLines(broken, 1);
    broken.write("a\nb\nc");
    await turn();
    broken.destroy(new Error("gone"));
    await turn();
    expect(first).toMatchObject({ lines: ["a"], ends: [] });
    first.makeRoom();
    first.makeRoom();
    expect(first).toMatchObject({ lines: ["a", "b", "c"], ends: ["ended"] });
    const stopped = new PassThrough();
    const second = readLines(stopped, 1);
    stopped.write("a\nb\nc");
    await turn();
    second.reader.stop();
    second.makeRoom();
    stopped.end();
    await turn();
    expect(second).toMatchObject({ lines: ["a"], ends: [] });
  });

  test("gives up a line without end, once, and lines of that length together are none", async () => {
    const input = new PassThrough();
    const { lines, ends } = readLines(input);
    const piece = "x".repeat(1024 * 1024);
    for (let count = 0; count < 11; count += 1) {
      input.write(`${piece}\n`);
      await turn();
    }
    expect(lines).toHaveLength(11);
    for (let count = 0; count < 12; count += 1) {
      input.write(piece);
      await turn();
    }
    input.end("\nlate\n");
    await turn();
    expect({ count: lines.length, ends }).toEqual({ count: 11, ends: ["broken"] });
  });
});

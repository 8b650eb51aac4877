// Rules that are kept from call to call, and reads that are shared by calls that arrive together: whatever happens to the tree in between,
// the answer is that of a reader who keeps nothing.
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";

import { DiskReader } from "../../src/disk/disk-reader.ts";
import { localDisk } from "../../src/disk/local-disk.ts";
import { Engine } from "../../src/mcp/engine.ts";
import { LineConnection } from "../../src/mcp/line-connection.ts";
import { toMcpSettings } from "../../src/mcp/mcp-settings.ts";
import { makeOffer } from "../../src/mcp/offer.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { inDepth } from "../support/deep.ts";
import { Dice } from "../support/dice.ts";
import { folderWith, setHome } from "../support/filtered-tree.ts";

/** Long enough that a change shows in the time of a file. */
const STEP_MS = 15;

/** All rules have the same length. */
const RULES = ["*.log\n", "*.txt\n", "/b.c/\n", "!*.ts\n"];

const RULE_FILES = [".gitignore", "a/.gitignore", "a/b/.gitignore", ".git/info/exclude", "home/.config/git/ignore"];
const DIRECTORIES = ["a", "a/b", "a/b/.git", ".git", ".git/info", "home/.config", "home"];

function makeCheckout(): string {
  const root = folderWith({
    ".git/": "",
    ".git/HEAD": "ref: refs/heads/main\n",
    "a/b/x.log": "",
    "a/b/y.txt": "",
    "a/b/z.ts": "",
    "a/b/b.c/x.log": "",
    "a/.gitignore": "*.log\n",
    "home/.config/git/ignore": "*.txt\n",
    "elsewhere/": "",
  });
  setHome(`${root}/home`);
  return root;
}

/** The disk as if there were no network mount, with which nothing is kept: another test may have one just now. */
function diskWithoutMounts() {
  const disk = new DiskReader(0, () => false);
  return { ...localDisk(), look: disk.look.bind(disk) };
}

/** Answers by a router that is kept, or by a new one for each call. */
function reader(root: string, roots: readonly string[] | "any", makesNew: boolean) {
  const make = () => createToolRouter({ roots, fileSystem: diskWithoutMounts() });
  const kept = make();
  return (directory: string) => {
    const payload = { type: "json", arguments: { dir_path: path.join(root, directory), depth: 3 } } as const;
    const call = { toolName: "list_dir", callId: "1", payload };
    return (makesNew ? make() : kept).respond(call).then(({ content }) => content);
  };
}

/** Answers by a server, to calls that arrive together. */
function serverOf(root: string, roots: readonly string[] | "any", fileSystem = diskWithoutMounts()) {
  const settings = toMcpSettings({ roots, fileSystem }, true);
  const [input, output] = [new PassThrough(), new PassThrough()];
  const connection = new LineConnection(new Engine(makeOffer(settings)), input, output, settings.sharedReads, () => {});
  onTestFinished(() => connection.close());
  const answers = createInterface(output)[Symbol.asyncIterator]();
  const write = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
  input.write(write(0, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: {} }));
  const isReady = answers.next();
  return async (directories: readonly string[]): Promise<string[]> => {
    await isReady;
    const calls = directories.map((directory, id) => {
      const toolArguments = { dir_path: path.join(root, directory), depth: 3 };
      return write(id, "tools/call", { name: "list_dir", arguments: toolArguments });
    });
    input.write(calls.join(""));
    const texts: string[] = [];
    for (const _ of directories) {
      const { id, result } = JSON.parse((await answers.next()).value as string);
      texts[id] = result.content[0].text;
    }
    return texts;
  };
}

/** Changes a rule file, or a directory on the way to some. */
function change(root: string, dice: Dice): void {
  const directory = `${root}/${dice.pick(DIRECTORIES)}`;
  const moved = `${root}/elsewhere/${path.relative(root, directory).replaceAll("/", "-")}`;
  const file = `${root}/${dice.pick(RULE_FILES)}`;
  try {
    if (dice.once(3)) {
      // Takes the place of a directory by a link to it, or puts it back.
      if (fs.lstatSync(directory).isSymbolicLink()) {
        fs.rmSync(directory);
        fs.renameSync(moved, directory);
      } else {
        fs.renameSync(directory, moved);
        fs.symlinkSync(moved, directory);
      }
    } else if (dice.once(4)) {
      fs.rmSync(dice.once(3) ? `${root}/.git/HEAD` : file);
    } else if (dice.once(5)) {
      fs.mkdirSync(`${root}/a/b/.git`);
      fs.writeFileSync(`${root}/a/b/.git/HEAD`, "");
    } else {
      const written = dice.once(2) ? file : `${root}/elsewhere/new`;
      fs.writeFileSync(written, dice.pick(RULES));
      fs.writeFileSync(`${root}/.git/HEAD`, "");
      // As old as the one before, and as long.
      fs.utimesSync(written, 1e9, 1e9);
      fs.renameSync(written, file);
    }
  } catch {
    // What it needs is not there.
  }
}

describe.each(["any", "the folder"] as const)("with roots: %s", (roots) => {
  // What has just been written would not be kept for two seconds.
  beforeEach(() => {
    const now = Date.now.bind(Date);
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + 60_000);
    onTestFinished(() => clock.mockRestore());
  });

  test("answers are those of a reader that keeps nothing, whatever changes", async () => {
    const different = new Set<string>();
    for (let run = 0; run < inDepth(2, 40); run += 1) {
      const root = makeCheckout();
      const dice = new Dice(run);
      const allowed = roots === "any" ? roots : [root];
      const [keeping, plain] = [reader(root, allowed, false), reader(root, allowed, true)];
      const sharing = serverOf(root, allowed);
      for (let step = 0; step < 20; step += 1) {
        for (const directory of ["a/b", "a", "."]) {
          const expected = await plain(directory);
          different.add(expected.replaceAll(root, ""));
          expect(await keeping(directory)).toBe(expected);
          expect(await Promise.all([keeping(directory), keeping(directory)])).toEqual([expected, expected]);
          expect(await sharing([directory, "missing", directory])).toEqual([
            expected,
            await plain("missing"),
            expected,
          ]);
        }
        await sleep(STEP_MS);
        change(root, dice);
      }
    }
    expect(different.size).toBeGreaterThan(10);
  });

  test("nothing is read again while nothing has changed, and a file of this moment is", async () => {
    const root = makeCheckout();
    fs.renameSync(`${root}/.git/info`, `${root}/elsewhere/info`);
    fs.symlinkSync("../elsewhere/info", `${root}/.git/info`);
    const disk = diskWithoutMounts();
    const read: string[] = [];
    const readFile: typeof disk.readFile = (file, options) => {
      read.push(path.relative(root, file));
      return disk.readFile?.(file, options);
    };
    const router = createToolRouter({ roots: roots === "any" ? roots : [root], fileSystem: { ...disk, readFile } });
    const payload = { type: "json", arguments: { dir_path: `${root}/a/b` } } as const;
    const list = () => router.dispatch({ toolName: "list_dir", callId: "1", payload });
    await list();
    expect(read).toContain("a/.gitignore");
    read.length = 0;
    await list();
    expect(read).toEqual([]);
    vi.mocked(Date.now).mockRestore();
    fs.writeFileSync(`${root}/a/.gitignore`, "*.txt\n");
    await list();
    read.length = 0;
    await list();
    expect(read).toContain("a/.gitignore");
  });
});

test("calls that arrive together read a directory once, and those that come later read it again", async () => {
  const root = makeCheckout();
  const disk = diskWithoutMounts();
  let reads = 0;
  const readDirectory: typeof disk.readDirectory = (directory, options) => {
    reads += 1;
    return disk.readDirectory(directory, options);
  };
  // A call that runs for 10 ms lets the event loop turn, and on a busy machine each of these would.
  const uptime = vi.spyOn(process, "uptime").mockReturnValue(process.uptime());
  onTestFinished(() => uptime.mockRestore());
  const list = serverOf(root, [root], { ...disk, readDirectory });
  const [first, second, other] = await list(["a/b/b.c", "a/b/b.c", "elsewhere"]);
  expect([first, reads]).toEqual([second, 2]);
  expect(other).toContain("[empty]");
  fs.writeFileSync(`${root}/a/b/b.c/new`, "");
  expect((await list(["a/b/b.c", "a/b/b.c"])).every((text) => text.includes("new"))).toBe(true);
  expect(reads).toBe(3);
});

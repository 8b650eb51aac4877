// Checks that paths are followed as the kernel follows them, and that nothing the caller refuses is looked at.
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ReadOptions } from "../../src/core/file-system.ts";
import { localDisk } from "../../src/disk/local-disk.ts";
import { inDepth } from "../support/deep.ts";
import { makeTree, temporaryFolder } from "../support/make-tree.ts";

interface Link {
  readonly folder: string;
  readonly name: string;
  readonly target: string;
  readonly isAbsolute: boolean;
}

const NAMES = ["a", "b", "c"];

const anyLocation = fc
  .array(fc.constantFrom(...NAMES, "..", "."), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join("/"));

/** Links in a few folders, to anywhere. */
const anyLinks: fc.Arbitrary<Link[]> = fc.array(
  fc.record({
    folder: fc.constantFrom("", "a", "b", "a/a", "a/b", "b/c"),
    name: fc.constantFrom(...NAMES),
    target: anyLocation,
    isAbsolute: fc.boolean(),
  }),
  { maxLength: 8 },
);

/** Paths to follow in a tree of links. */
const anyLocations: fc.Arbitrary<string[]> = fc.array(anyLocation, { minLength: 5, maxLength: 5 });

/** Creates a tree of these links and returns its folder, which the caller must remove. */
function makeLinkedTree(links: readonly Link[]): string {
  const root = fs.mkdtempSync(path.join(process.env["DIRLEAF_TEST_BASE"] as string, "links-"));
  fs.mkdirSync(`${root}/a/b`, { recursive: true });
  for (const { folder, name, target, isAbsolute } of links) {
    try {
      fs.mkdirSync(`${root}/${folder}`, { recursive: true });
      fs.symlinkSync(isAbsolute ? `${root}/${target}` : target, `${root}/${folder}/${name}`);
    } catch {
      // The name is taken, or there is no directory to put it in.
    }
  }
  return root;
}

const disk = localDisk();

async function leadTo(location: string, wait: ReadOptions = {}, check?: (path: string) => void): Promise<string> {
  return (await disk.realPath?.(location, wait, check)) as string;
}

async function outcome(work: () => Promise<string> | string): Promise<string> {
  try {
    return await work();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code as string;
  }
}

test("leads where the kernel leads, in trees of random links and along random paths", async () => {
  await fc.assert(
    fc.asyncProperty(anyLinks, anyLocations, async (links, locations) => {
      const root = makeLinkedTree(links);
      for (const below of locations) {
        // In what a caller gives, `..` is taken by its text.
        const given = path.resolve(root, below);
        expect(await outcome(() => leadTo(`${root}/${below}`))).toEqual(
          await outcome(() => fs.realpathSync.native(given)),
        );
      }
      fs.rmSync(root, { recursive: true });
    }),
    { seed: 4, numRuns: inDepth(30, 1000) },
  );
});

test("fails with the kernel's codes", async () => {
  const root = makeTree("file");
  fs.symlinkSync("one", `${root}/two`);
  fs.symlinkSync("two", `${root}/one`);
  fs.symlinkSync("missing", `${root}/nowhere`);
  for (const [below, code] of [
    ["one", "ELOOP"],
    ["one/x", "ELOOP"],
    ["nowhere", "ENOENT"],
    ["missing/x", "ENOENT"],
    ["file/x", "ENOTDIR"],
    ["x".repeat(300), "ENAMETOOLONG"],
    ["fi\0le", "ENOENT"],
  ] as const) {
    await expect(leadTo(`${root}/${below}`)).rejects.toMatchObject({ code });
  }
});

test("inspects nothing that is refused, and nothing beyond it", async () => {
  const folder = makeTree("in/", "in/a/", "out/", "out/b/");
  fs.symlinkSync("../out", `${folder}/in/link`);
  const looked = vi.spyOn(fs, "lstatSync");
  onTestFinished(() => looked.mockRestore());
  const asked: string[] = [];
  const check = (location: string): void => {
    asked.push(path.relative(folder, location));
    if (location === `${folder}/out`) {
      throw new RangeError("refused");
    }
  };
  for (const behind of ["", "/b", "/missing"]) {
    asked.length = 0;
    await expect(leadTo(`${folder}/in/link${behind}`, {}, check)).rejects.toThrow(RangeError);
    // A link may be asked about twice: as what may be a directory, which is left out while a network mount is there, and as what it is.
    expect([...new Set(asked.slice(asked.indexOf("in")))]).toEqual(["in", "in/link", "out"]);
  }
  expect(looked.mock.calls.filter(([location]) => String(location).startsWith(`${folder}/out`))).toEqual([]);
});

test("gives up at its deadline, or when cancelled, on a path that links make endless", async () => {
  const folder = temporaryFolder();
  fs.mkdirSync(`${folder}/a`);
  // At most forty links are followed, but each is sixteen hundred steps long.
  fs.symlinkSync(`${"a/../".repeat(800)}b1`, `${folder}/b0`);
  fs.symlinkSync(`${"a/../".repeat(800)}a`, `${folder}/b1`);
  expect(await leadTo(`${folder}/b0`)).toBe(`${folder}/a`);
  await expect(leadTo(`${folder}/b0`, { timeoutMs: 0 })).rejects.toMatchObject({ code: "ETIMEDOUT" });
  const controller = new AbortController();
  const stopped = leadTo(`${folder}/b0`, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(stopped).rejects.toThrow("enough");
});

test("a name that the directory does not list leads nowhere, even if the disk finds something by it", async () => {
  const root = makeTree("Secret directory/", "plain~1/", "dots./");
  expect(await leadTo(`${root}/plain~1`)).toBe(`${root}/plain~1`);
  expect(await leadTo(`${root}/dots.`)).toBe(`${root}/dots.`);
  const lstat = fs.lstatSync;
  // As FAT does, and Windows shares.
  const found = vi
    .spyOn(fs, "lstatSync")
    .mockImplementation(((location: string) =>
      lstat(location.replace("SECRET~1", "Secret directory"))) as typeof lstat);
  onTestFinished(() => found.mockRestore());
  await expect(leadTo(`${root}/SECRET~1`)).rejects.toMatchObject({ code: "ENOENT" });
});

test("links in /proc lead where their text says, not to what the process holds open", async () => {
  const folder = makeTree("dir/");
  const descriptor = fs.openSync(`${folder}/dir`, "r");
  onTestFinished(() => fs.closeSync(descriptor));
  const asked: string[] = [];
  expect(await leadTo(`/proc/self/fd/${descriptor}`, {}, (location) => void asked.push(location))).toBe(
    `${folder}/dir`,
  );
  expect(asked).toContain(folder);
});

// Checks that paths are followed as the kernel follows them, and that nothing the bounds refuse is touched.
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { localDisk } from "../../../src/backends/disk/local-disk.ts";
import { TRUSTED_TYPES } from "../../../src/backends/disk/read-location.ts";
import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import type { BoundedPlace, FileSystem, OpenRootOptions } from "../../../src/core/file-system.ts";
import { inDepth, isQuick } from "../../support/deep.ts";
import { foldingDisk } from "../../support/folding-disk.ts";
import { anyLinks, anyLocations, makeLinkedTree } from "../../support/linked-tree.ts";
import { makeTree, temporaryFolder } from "../../support/make-tree.ts";
import { leaveOut } from "../../support/needs.ts";

const EVERYWHERE: BoundedPlace = { enter: () => EVERYWHERE, follow() {} };

const ANYWHERE: OpenRootOptions = { bounds: { start: (whole) => whole, top: EVERYWHERE }, pause: () => undefined };

/** One for all tests: they may start processes. The second can't hold directories open, as where there is no /proc. */
const [HOLDING, LOOKING] = [localDisk(), localDisk()];

/** The two ways down, each as a function that returns where a path leads. */
const WAYS: readonly (readonly [string, (location: string, options?: OpenRootOptions) => Promise<string>])[] = [
  ["by descriptors", (location, options) => leadTo(HOLDING, location, options)],
  ["by looking", (location, options) => leadTo(LOOKING, location, options)],
];

beforeAll(async () => {
  // It finds out only once.
  const exists = vi.spyOn(fs, "existsSync").mockReturnValue(false);
  await leadTo(LOOKING, "/");
  exists.mockRestore();
});

async function leadTo(disk: FileSystem, location: string, options = ANYWHERE): Promise<string> {
  const opened = await disk.openRoot?.(toByteString(location), options);
  opened?.close();
  return opened?.realPath as string;
}

describe.each(WAYS)("following a path %s", (_, leadsTo) => {
  test("leads where the kernel leads, in trees of random links and along random paths", async () => {
    const before = fs.readdirSync("/proc/self/fd").length;
    await fc.assert(
      fc.asyncProperty(anyLinks, anyLocations, async (links, locations) => {
        const root = makeLinkedTree(links);
        for (const below of locations) {
          const expected = await outcome(async () => fs.realpathSync.native(`${root}/${below}`));
          expect(await outcome(() => leadsTo(`${root}/${below}`))).toEqual(expected);
        }
        fs.rmSync(root, { recursive: true });
      }),
      { seed: 4, numRuns: inDepth(12, 300) },
    );
    expect(fs.readdirSync("/proc/self/fd").length).toBe(before);
  });

  test("touches nothing that is refused, and nothing beyond it", async () => {
    const folder = makeTree("in/", "in/a/", "out/", "out/b/");
    fs.symlinkSync("../out", `${folder}/in/link`);
    const asked: string[] = [];
    const places = (at: string): BoundedPlace => ({
      enter: (name) => {
        const next = `${at}/${name}`;
        asked.push(path.relative(folder, next));
        if (next === `${folder}/out`) {
          throw new RangeError("refused");
        }
        return places(next);
      },
      follow: () => void asked.push(`link ${path.relative(folder, at)}`),
    });
    const options = { ...ANYWHERE, bounds: { start: (whole: ByteString) => whole, top: places("") } };
    for (const behind of ["", "/b", "/missing", "/b/../.."]) {
      asked.length = 0;
      await expect(leadsTo(`${folder}/in/link${behind}`, options)).rejects.toThrow(RangeError);
      expect(asked.slice(asked.indexOf("in/link"))).toEqual(expect.arrayContaining(["in/link", "link in/link", "out"]));
      expect(asked.at(-1)).toBe("out");
    }
  });

  test("gives up in time, and when it is stopped, on a path that links make endless", async () => {
    const folder = temporaryFolder();
    fs.mkdirSync(`${folder}/a`);
    // At most forty links are followed, but each is a thousand steps long.
    fs.symlinkSync(`${"a/../".repeat(800)}b1`, `${folder}/b0`);
    fs.symlinkSync(`${"a/../".repeat(800)}a`, `${folder}/b1`);
    let turns = 0;
    const pause = async (): Promise<void> => {
      turns += 1;
    };
    await expect(leadsTo(`${folder}/b0`, { ...ANYWHERE, pause, timeoutMs: 0 })).rejects.toMatchObject({
      code: "ETIMEDOUT",
    });
    const controller = new AbortController();
    const abortSoon = async (): Promise<void> => {
      turns += 1;
      if (turns === 100) {
        controller.abort(new Error("enough"));
      }
    };
    const stopped = leadsTo(`${folder}/b0`, { ...ANYWHERE, pause: abortSoon, signal: controller.signal });
    await expect(stopped).rejects.toThrow("enough");
    expect(turns).toBe(100);
  });
});

test("what a process holds is not reached through /proc", async () => {
  const folder = makeTree("dir/");
  const descriptor = fs.openSync(`${folder}/dir`, "r");
  onTestFinished(() => fs.closeSync(descriptor));
  const [, leadsTo] = WAYS[0] as (typeof WAYS)[number];
  for (const magic of [
    `self/fd/${descriptor}`,
    ["self", "root", "tmp"].join("/"),
    ["1", "root"].join("/"),
    `${process.pid}/cwd`,
  ]) {
    await expect(leadsTo(`/proc/${magic}`)).rejects.toMatchObject({ code: "EACCES" });
  }
  expect(await leadsTo("/proc/self/fd")).toBe(`/proc/${process.pid}/fd`);
});

async function outcome(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code as string;
  }
}

/** More directories than links are followed. */
const MANY = 50;

const DISKS = (["folding disk", "overlay on a folding disk"] as const).slice(0, isQuick() ? 1 : 2);

describe.each(DISKS)("on a case-insensitive disk: %s", (which) => {
  const mounted = foldingDisk(which, (folder) => {
    fs.mkdirSync(`${folder}/Secret directory/Cafe\u0301/Deep`, { recursive: true });
    fs.symlinkSync("Secret directory", `${folder}/Link`);
    fs.symlinkSync("SECRET DIRECTORY/CAF\u00c9", `${folder}/Spelled`);
    fs.mkdirSync(`${folder}${"/Down".repeat(MANY)}`, { recursive: true });
  });

  test.for(WAYS)("a path leads to the names that the directories list: %s", async ([, leadsTo], { skip }) => {
    const root = mounted(skip);
    for (const [asked, listed] of [
      ["", ""],
      ["/SECRET DIRECTORY", "/Secret directory"],
      ["/secret Directory/caf\u00e9/DEEP", "/Secret directory/Cafe\u0301/Deep"],
      ["/LINK/CAFE\u0301", "/Secret directory/Cafe\u0301"],
      ["/SPELLED/../CAF\u00c9", "/Secret directory/Cafe\u0301"],
    ] as const) {
      expect(await leadsTo(root + asked)).toBe(toByteString(root + listed));
    }
    for (const asked of ["/SECRET~1", "/Secret directory./Deep", "/LINK/nothing", "/nothing"]) {
      await expect(leadsTo(root + asked)).rejects.toMatchObject({ code: "ENOENT" });
    }
  });

  test.for(WAYS)("names in another case are no links, however many there are: %s", async ([, leadsTo], { skip }) => {
    const root = mounted(skip);
    expect(await leadsTo(root + "/DOWN".repeat(MANY))).toBe(root + "/Down".repeat(MANY));
  });

  test.for(WAYS)(
    "the bounds are asked about those, too, before anything is entered: %s",
    async ([, leadsTo], { skip }) => {
      const root = mounted(skip);
      const asked: string[] = [];
      const place: BoundedPlace = {
        enter(name) {
          asked.push(name);
          if (name === "Secret directory") {
            throw new RangeError("refused");
          }
          return place;
        },
        follow() {},
      };
      const options = { ...ANYWHERE, bounds: { start: (whole: ByteString) => whole, top: place } };
      for (const behind of ["", "/Cafe\u0301", "/nothing"]) {
        asked.length = 0;
        await expect(leadsTo(`${root}/SECRET DIRECTORY${behind}`, options)).rejects.toThrow(RangeError);
        expect(asked.slice(-2)).toEqual(["SECRET DIRECTORY", "Secret directory"]);
      }
    },
  );
});

test("on a disk that tells names apart, a step is one system call", async ({ skip }) => {
  const root = makeTree("Some/", "Some/directory~1/", "Some/directory~1/below./");
  if (!TRUSTED_TYPES.has(fs.statfsSync(root).type)) {
    leaveOut(skip, "trusted times");
  }
  await leadTo(HOLDING, root);
  const open = vi.spyOn(fs, "openSync");
  const others = (["lstatSync", "statSync", "statfsSync", "readdirSync", "readlinkSync"] as const).map((name) =>
    vi.spyOn(fs, name),
  );
  onTestFinished(() => void vi.restoreAllMocks());
  const location = `${root}/Some/directory~1/below.`;
  expect(await leadTo(HOLDING, location)).toBe(location);
  const opened = open.mock.calls.filter(([place]) => place !== "/proc/self/mountinfo");
  expect(opened).toHaveLength(location.split("/").length - 1);
  expect(others.flatMap(({ mock }) => mock.calls)).toEqual([]);
});

test.each(WAYS)("a name that is not there is an error, also when others have a turn first: %s", async (_, follow) => {
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  // A failure that nobody waits for fails the run.
  await expect(follow(path.join(makeTree("a/"), "a/missing/x"), { ...ANYWHERE, pause })).rejects.toMatchObject({
    code: "ENOENT",
  });
});

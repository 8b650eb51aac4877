import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";

import { Foothold } from "../../../src/backends/disk/foothold.ts";
import { parseMountTable } from "../../../src/backends/disk/mount-table.ts";
import { resolveLinks } from "../../../src/backends/disk/resolve-links.ts";
import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import { asUnprivileged } from "../../support/as-unprivileged.ts";
import { inDepth } from "../../support/deep.ts";
import { anyLinks, anyLocations, makeLinkedTree } from "../../support/linked-tree.ts";
import { numbered } from "../../support/many-files.ts";
import { countDescriptors } from "../../support/open-descriptors.ts";
import { makeEntries, temporaryFolder, type TreeEntry } from "../../support/make-tree.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const NOTHING_REMOTE = parseMountTable("");

/** A table in which these directories are remote, whatever they really are. */
function remoteAt(...points: readonly string[]) {
  const lines = points.map((point, index) => `${index + 2} 1 0:9 / ${point} rw - nfs source rw\n`);
  return parseMountTable(`1 0 254:0 / / rw - ext4 /dev/vda rw\n${lines.join("")}`);
}

function folderOf(...entries: readonly TreeEntry[]): string {
  const root = temporaryFolder();
  makeEntries(root, entries);
  return root;
}

function link(location: string, target: string): TreeEntry {
  return { path: location, kind: "symlink", target };
}

function resolve(location: string, table = NOTHING_REMOTE) {
  return resolveLinks(location as ByteString, table);
}

describe("resolving links", () => {
  test("leads where the kernel leads", () => {
    const root = folderOf(
      { path: "a/b/c", kind: "file" },
      link("to-b", "a/b"),
      link("a/up", "../a/./b/"),
      link("a/b/twice", "../../to-b/../up"),
    );
    fs.symlinkSync(`${root}//a`, path.join(root, "absolute"));
    for (const below of [
      "",
      "a/b",
      "to-b",
      "to-b/c",
      "a/up/twice/c",
      "absolute/b",
      "to-b/..",
      "./a//b/../up/",
      "../..",
    ]) {
      const location = `${root}/${below}`;
      expect(resolve(location)).toEqual({ path: fs.realpathSync.native(location), remote: undefined });
    }
    expect(resolve("/")).toEqual({ path: "/", remote: undefined });
    expect(resolve("/../..")).toEqual({ path: "/", remote: undefined });
  });

  test("leads where the kernel leads, in trees of random links and along random paths", () => {
    fc.assert(
      fc.property(anyLinks, anyLocations, (links, locations) => {
        const root = makeLinkedTree(links);
        for (const below of locations) {
          expect(attempt(() => resolve(`${root}/${below}`).path)).toEqual(
            attempt(() => fs.realpathSync.native(`${root}/${below}`)) ?? expect.anything(),
          );
        }
        fs.rmSync(root, { recursive: true });
      }),
      { seed: 3, numRuns: inDepth(12, 150) },
    );
  });

  test.runIf(process.platform === "linux")("leads where the kernel leads from a foothold, too", () => {
    const names = numbered(40, "a name of some length ");
    const deep = names.join("/");
    const root = folderOf({ path: `${deep}/end`, kind: "file" }, link("in", names.slice(0, 30).join("/")));
    fs.symlinkSync(`${root}/in/../${names[29]}`, `${root}/${deep}/back`);
    fs.symlinkSync("../../gone", `${root}/${deep}/up`);
    const before = countDescriptors(process.pid);
    for (const below of [deep, "in", `in/${names[30]}/..`, `${deep}/back/${names[30]}/${names[31]}`, `${deep}/end`]) {
      const [location, foothold] = [toByteString(`${root}/${below}`), new Foothold()];
      const resolved = resolveLinks(location, NOTHING_REMOTE, undefined, foothold);
      foothold.close();
      expect(resolved).toEqual({ path: fs.realpathSync.native(location), remote: undefined });
    }
    const lengths = vi.spyOn(fs, "lstatSync");
    const foothold = new Foothold();
    const gone = resolveLinks(`${root}/${deep}/up/x` as ByteString, NOTHING_REMOTE, undefined, foothold);
    foothold.close();
    expect(gone.path).toBe(`${root}/${names.slice(0, 38).join("/")}/gone/x`);
    // However deep, the kernel goes a short way each time.
    expect(Math.max(...lengths.mock.calls.map(([place]) => String(place).length))).toBeLessThan(300);
    expect(countDescriptors(process.pid)).toBe(before);
  });

  test("leaves the rest as it is if something is missing, not a directory, or closed", async () => {
    const root = folderOf({ path: "file", kind: "file" }, link("gone", "nowhere/x"), { path: "closed/a", kind: "dir" });
    expect(resolve(`${root}/missing/../a/./b`).path).toBe(`${root}/missing/../a/./b`);
    expect(resolve(`${root}/file/../a`).path).toBe(`${root}/file/../a`);
    expect(resolve(`${root}/file/.`).path).toBe(`${root}/file/.`);
    expect(resolve(`${root}/gone/y`).path).toBe(`${root}/nowhere/x/y`);
    expect(resolve(`${root}/a\0b/c`).path).toBe(`${root}/a\0b/c`);
    expect(resolve(`${root}/${"n".repeat(300)}/c`).path).toBe(`${root}/${"n".repeat(300)}/c`);
    fs.chmodSync(root, 0o755);
    fs.chmodSync(path.join(root, "closed"), 0o600);
    await asUnprivileged(async () => {
      expect(resolve(`${root}/closed/a/../b`).path).toBe(`${root}/closed/a/../b`);
    });
  });

  test("goes on from the top", () => {
    const root = folderOf({ path: "a", kind: "dir" });
    const below = `${root.slice(1)}/a` as ByteString;
    expect(resolveLinks(below, remoteAt(root), "/" as ByteString).remote).toBe(root);
    expect(resolveLinks(below, NOTHING_REMOTE, "/" as ByteString).path).toBe(`/${below}`);
  });

  test("handles names as bytes", () => {
    const root = temporaryFolder();
    const name = Buffer.from([0x62, 0xff]);
    fs.mkdirSync(Buffer.concat([Buffer.from(`${root}/`), name]));
    fs.symlinkSync(name, Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xfe])]));
    fs.symlinkSync("日本", `${root}/é`);
    expect(resolve(`${root}/\xfe/x`).path).toBe(`${root}/b\xff/x`);
    expect(resolve(`${root}/${toByteString("é")}`).path).toBe(`${root}/${toByteString("日本")}`);
  });

  test("follows forty links and no more", () => {
    const steps = Array.from({ length: 41 }, (_, index) => link(`${index + 1}`, `${index}`));
    const root = folderOf({ path: "0", kind: "dir" }, link("loop", "loop"), ...steps);
    expect(resolve(`${root}/40`).path).toBe(`${root}/0`);
    expect(() => resolve(`${root}/41`)).toThrow(expect.objectContaining({ code: "ELOOP" }));
    expect(() => resolve(`${root}/loop/x`)).toThrow(expect.objectContaining({ code: "ELOOP" }));
  });

  test("stops at a remote mount, whatever path leads to it, and touches nothing there", () => {
    const root = folderOf(
      { path: "remote/away", kind: "dir" },
      link("remote/back", "../near"),
      link("to-remote", "remote/back"),
      link("to-link", "to-remote/.."),
      link("near", "/"),
    );
    const remote = `${root}/remote`;
    const asked = [vi.spyOn(fs, "lstatSync"), vi.spyOn(fs, "readlinkSync")];
    expect(resolve(remote, remoteAt(remote))).toEqual({ path: remote, remote });
    expect(resolve(`${remote}/back/./x`, remoteAt(remote))).toEqual({ path: `${remote}/back/./x`, remote });
    expect(resolve(`${root}/to-remote/x`, remoteAt(remote))).toEqual({ path: `${remote}/back/x`, remote });
    expect(resolve(`${root}/to-link/../y`, remoteAt(remote))).toEqual({ path: `${remote}/back/../../y`, remote });
    expect(resolve(`${root}/near`, remoteAt(remote))).toEqual({ path: "/", remote: undefined });
    const touched = asked.flatMap((spy) => spy.mock.calls.map(([location]) => String(location)));
    expect(touched.filter((location) => location === remote || location.startsWith(`${remote}/`))).toEqual([]);
  });

  test("inspects every component once", () => {
    const root = folderOf({ path: "a/b/c", kind: "dir" });
    const asked = vi.spyOn(fs, "lstatSync");
    const read = vi.spyOn(fs, "readlinkSync");
    const location = `${root}/a/b/c`;
    resolve(location);
    expect(asked).toHaveBeenCalledTimes(location.split("/").length - 1);
    expect(read).not.toHaveBeenCalled();
  });

  test("leaves a path of another platform alone", () => {
    expect(resolve("C:\\Users\\me")).toEqual({ path: "C:\\Users\\me", remote: undefined });
  });
});

/** The result, or `ELOOP` if there is a loop of links; undefined for any other error. */
function attempt(work: () => string): string | undefined {
  try {
    return work();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ELOOP" ? "ELOOP" : undefined;
  }
}

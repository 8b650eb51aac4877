// Which mount a path leads to, by whatever links, and that nothing on a mount that may stop answering is touched to find out.
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { localDisk } from "../../../src/backends/disk/local-disk.ts";
import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import type { BoundedPlace, FileSystem } from "../../../src/core/file-system.ts";
import { inDepth } from "../../support/deep.ts";
import { endRemoteReaders } from "../../support/end-remote-readers.ts";
import { anyLinks, anyLocations, makeLinkedTree } from "../../support/linked-tree.ts";
import { makeFiles } from "../../support/make-files.ts";
import { temporaryFolder } from "../../support/make-tree.ts";
import { numbered } from "../../support/many-files.ts";
import { mountTableFile } from "../../support/mount-table-file.ts";
import { countDescriptors } from "../../support/open-descriptors.ts";

/** A table in which these directories are mounts that may stop answering, whatever they really are. */
function tableWith(...points: readonly string[]): string {
  const lines = points.map((point, index) => `${index + 2} 1 0:9 / ${point} rw - nfs source rw\n`);
  return `1 0 254:0 / / rw - ext4 /dev/vda rw\n${lines.join("")}`;
}

/** The calls that our process makes, by the path of each. */
function watchCalls(): () => string[] {
  const spies = (["lstatSync", "statSync", "readlinkSync", "readdirSync", "openSync"] as const).map((name) =>
    vi.spyOn(fs, name),
  );
  onTestFinished(() => void vi.restoreAllMocks());
  return () => spies.flatMap(({ mock }) => mock.calls.map(([location]) => String(location)));
}

/** Nothing at a path is ever said to be missing on a mount that may stop answering, because nobody looks. */
function isOnMount(location: string): boolean {
  return localDisk().mayExist?.(toByteString(`${location}/nothing is here`)) === true;
}

describe("a path", () => {
  test("leads to a mount, whatever links lead there, and nothing there is touched", () => {
    const root = makeFiles(temporaryFolder(), {
      "remote/away/x": "",
      "remote/back@": "../near",
      "to-remote@": "remote/back",
      "to-link@": "to-remote/..",
      "near@": "/",
      file: "",
    });
    fs.symlinkSync(`${root}/remote/away`, `${root}/absolute`);
    mountTableFile(tableWith(`${root}/remote`));
    const calls = watchCalls();
    const places = ["remote", "remote/back/./x", "to-remote/x", "to-link/../y", "absolute", `near${root}/remote`];
    expect(places.filter((place) => !isOnMount(`${root}/${place}`))).toEqual([]);
    const others = ["", "near", "file", "missing/../remote", "file/../remote", "./missing", "../.."];
    expect(others.filter((place) => isOnMount(`${root}/${place}`))).toEqual([]);
    const remote = fs.realpathSync.native(`${root}/remote`);
    expect(calls().filter((place) => place === remote || place.startsWith(`${remote}/`))).toEqual([]);
  });

  test("that a mount begins at is not touched to see what it is, whether the root is held or not", async () => {
    const root = makeFiles(temporaryFolder(), { "remote/x": "", "near/x": "" });
    mountTableFile(tableWith(`${root}/remote`));
    onTestFinished(endRemoteReaders);
    const everywhere: BoundedPlace = { enter: () => everywhere, follow() {} };
    const bounds = { start: (given: ByteString) => given, top: everywhere };
    const disk = localDisk();
    const held = await disk.openRoot?.(toByteString(root), { bounds, pause: () => undefined });
    onTestFinished(() => held?.close());
    const calls = watchCalls();
    for (const fileSystem of [disk, held?.fileSystem as FileSystem]) {
      const place = toByteString(root);
      expect(await fileSystem.isDirectory(place, "remote" as ByteString, {})).toBe(true);
      const names = ["remote", "near"] as ByteString[];
      const details = await fileSystem.readDetails?.(place, "" as ByteString, names, {});
      expect(details?.map((own) => own?.modifiedMs !== undefined)).toEqual([true, true]);
      expect(await fileSystem.listedName?.(place, "remote" as ByteString, {})).toBe("remote");
    }
    expect(calls().filter((location) => /\/remote(?:\/|$)/.test(location))).toEqual([]);
  });

  test("leads where the kernel leads, in trees of random links and along random paths", () => {
    const table = mountTableFile(tableWith("/nowhere"));
    fc.assert(
      fc.property(anyLinks, anyLocations, (links, locations) => {
        const root = makeLinkedTree(links);
        for (const below of locations) {
          const location = `${root}/${below}`;
          let leadsTo: string | undefined;
          try {
            leadsTo = fs.realpathSync.native(location);
          } catch {
            // It leads nowhere.
          }
          // A path is on a mount if and only if it leads there.
          if (leadsTo !== undefined && leadsTo.startsWith(`${root}/`) && fs.statSync(leadsTo).isDirectory()) {
            table.write(tableWith(leadsTo));
            expect([below, isOnMount(location)]).toEqual([below, true]);
            table.write(tableWith(`${leadsTo}-not`));
            expect([below, isOnMount(location)]).toEqual([below, false]);
          }
        }
        fs.rmSync(root, { recursive: true });
      }),
      { seed: 3, numRuns: inDepth(12, 150) },
    );
  });

  test("of any bytes is found by them", () => {
    const root = temporaryFolder();
    const name = Buffer.from([0x62, 0xff]);
    fs.mkdirSync(Buffer.concat([Buffer.from(`${root}/`), name]));
    fs.symlinkSync(name, Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xfe])]));
    mountTableFile(Buffer.from(tableWith(`${root}/b\xff`), "latin1") as unknown as string);
    expect(localDisk().mayExist?.(`${root}/\xfe/x` as ByteString)).toBe(true);
    expect(localDisk().mayExist?.(`${root}/\xfd/x` as ByteString)).toBe(false);
  });

  test("follows forty links and no more, and a loop leads nowhere", () => {
    const root = temporaryFolder();
    fs.mkdirSync(`${root}/0`);
    numbered(41, "").forEach((name, index) => fs.symlinkSync(name, `${root}/${index + 1}`));
    fs.symlinkSync("loop", `${root}/loop`);
    mountTableFile(tableWith(`${root}/0`));
    onTestFinished(endRemoteReaders);
    // Only what another process reads is not there at once.
    const files = ["40/x", "41/x", "loop/x"].map((name) =>
      localDisk().readFile?.(toByteString(`${root}/${name}`), { maxBytes: 1 }),
    );
    expect(files.map((file) => file instanceof Promise)).toEqual([true, false, false]);
  });

  test.runIf(process.platform === "linux")("however deep is looked up by a short way each time", () => {
    const names = numbered(40, "a-name-of-some-length-");
    const root = makeFiles(temporaryFolder(), { [`${names.join("/")}/end`]: "" });
    fs.symlinkSync(names.slice(0, 30).join("/"), `${root}/in`);
    fs.symlinkSync(`${root}/in/../${names[29]}`, `${root}/${names.join("/")}/back`);
    mountTableFile(tableWith(path.join(root, ...names.slice(0, 32))));
    const before = countDescriptors(process.pid);
    expect(isOnMount(path.join(root, ...names.slice(0, 31)))).toBe(false);
    expect(isOnMount(`${root}/in/${names[30]}/${names[31]}/x`)).toBe(true);
    const lengths = vi.spyOn(fs, "lstatSync");
    onTestFinished(() => void vi.restoreAllMocks());
    localDisk().mayExist?.(toByteString(path.join(root, ...names, "end")));
    expect(Math.max(...lengths.mock.calls.slice(0, -1).map(([place]) => String(place).length))).toBeLessThan(300);
    expect(countDescriptors(process.pid)).toBe(before);
  });
});

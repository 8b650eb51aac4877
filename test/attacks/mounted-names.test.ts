// Names that are kept in memory while what is mounted changes: overlays over the same directories, bind mounts over one another, moved
// mounts, disks that take over a device number. Whatever is at a path, its names are those that a read finds.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";

import { localDisk } from "../../src/backends/disk/local-disk.ts";
import { listDir } from "../../src/listing/list-dir.ts";
import { mountDisk } from "../support/mount-disk.ts";
import { numbered } from "../support/many-files.ts";
import { onlyInDepth } from "../support/needs.ts";

const ROUNDS = 5;

/** The layers, each with directories of the same names. */
const LAYERS = ["one", "two", "three"];
const DIRECTORIES = ["p", "q"];

function run(command: string, ...words: readonly string[]): void {
  execFileSync(command, words, { stdio: "ignore" });
}

function any<Value>(values: readonly Value[]): Value {
  return values[Math.floor(Math.random() * values.length)] as Value;
}

test.for(["tmpfs", "ext4"] as const)(
  "names are those that are there, whatever is mounted: %s",
  async (type, { skip }) => {
    onlyInDepth(skip);
    const disk = mountDisk(skip, type);
    const at = (...names: readonly string[]) => path.join(disk, ...names);
    fs.writeFileSync(at("origin"), "");
    for (const layer of LAYERS) {
      for (const name of DIRECTORIES) {
        fs.mkdirSync(at(layer, name), { recursive: true });
        numbered(1500, `${layer}-${name}-`).forEach((file) => fs.linkSync(at("origin"), at(layer, name, file)));
      }
    }
    const points = numbered(6, "point");
    points.forEach((point) => DIRECTORIES.forEach((name) => fs.mkdirSync(at(point, name), { recursive: true })));
    run("mount", "--make-rprivate", disk);
    // Whatever is mounted there, several times over.
    onTestFinished(() => points.forEach((point) => run("sh", "-c", `while umount --lazy ${at(point)}; do :; done`)));
    let made = 0;
    const overlay = (point: string): void => {
      const [lower, upper] = [at(any(LAYERS)), at(any(LAYERS))];
      const work = at(`work${(made += 1)}`);
      fs.mkdirSync(work);
      const below =
        lower === upper ? `lowerdir=${lower}:${at("point0")}` : `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
      run(
        "mount",
        "-t",
        "overlay",
        "-o",
        `${below},xino=${any(["on", "off", "auto"])},index=off`,
        "overlay",
        at(point),
      );
    };
    const changes: ((point: string) => void)[] = [
      overlay,
      overlay,
      (point) => run("mount", "--bind", at(any(LAYERS)), at(point)),
      (point) => run("mount", "--bind", at(any(LAYERS), any(DIRECTORIES)), at(point, any(DIRECTORIES))),
      (point) => run("mount", "--move", at(point), at(any(points))),
      (point) => run("umount", at(point)),
      (point) => run("umount", "--lazy", at(point)),
      (point) => {
        run("mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", at(point));
        DIRECTORIES.forEach((name) => fs.mkdirSync(at(point, name)));
        numbered(1200, "tmpfs-").forEach((file) => fs.writeFileSync(at(point, "p", file), ""));
      },
      () => fs.writeFileSync(at(any(LAYERS), any(DIRECTORIES), `new-${(made += 1)}`), ""),
      (point) => fs.writeFileSync(at(point, any(DIRECTORIES), `new-${(made += 1)}`), ""),
      (point) => fs.rmSync(at(point, any(DIRECTORIES), `${any(LAYERS)}-p-${made}`)),
      () => fs.renameSync(at("one", "p"), at("two", "aside")),
      () => fs.renameSync(at("two", "aside"), at("one", "p")),
    ];
    const fileSystem = localDisk();
    const compare = async (): Promise<void> => {
      for (const place of [...LAYERS, ...points].flatMap((top) => DIRECTORIES.map((name) => at(top, name)))) {
        const names = fs.existsSync(place) ? fs.readdirSync(place).sort() : undefined;
        for (const bounds of names === undefined ? [] : [{}, { roots: [disk] }]) {
          const { entries } = await listDir({
            dirPath: place,
            depth: 1,
            limit: 1e5,
            gitignore: "off",
            fileSystem,
            ...bounds,
          });
          expect(entries.map((entry) => entry.path).sort()).toEqual(names);
        }
      }
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      await compare();
      for (let count = 0; count < 6; count += 1) {
        try {
          any(changes)(any(points));
        } catch {
          // What can't be mounted, unmounted or moved now stays as it is.
        }
        await compare();
      }
      await sleep(2200);
    }
  },
);

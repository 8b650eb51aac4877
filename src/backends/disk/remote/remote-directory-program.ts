// The part of the child's program that reads directories, one part at a time: it reads nothing that nobody asked for, and
// between two parts the child is free for other questions.
//
// Like the rest of the program, it is passed on as source and must be self-contained: `remote-reader-program.ts` says how.
import type fs from "node:fs";

import type { RemoteAnswer } from "./remote-messages.ts";

/** What the rest of the program provides for it. */
export interface RemoteDirectoryHost {
  say(answer: RemoteAnswer): Promise<void>;
  isCancelled(id: number): boolean;
  /** Throws if the runtime may have changed the name. */
  exact(name: string): string;
}

/** A directory that is being read. */
interface RemoteReading {
  /** The question that started it. */
  readonly id: number;
  readonly location: Buffer;
  /** What the location leads through, if that must be kept open. */
  readonly place: fs.promises.FileHandle | undefined;
  /** Undefined in Deno, whose `Dir` knows no encoding: there all names are read at once. */
  directory: fs.Dir | undefined;
  /** How names are read: as text, one character per byte, which is cheap; as buffers if Node has to ask for kinds by name. */
  encoding: "latin1" | "buffer";
  /** If kinds have to be asked for one by one: all names, and how many of them were reported. */
  names: readonly string[] | undefined;
  told: number;
  isAtEnd: boolean;
}

export interface RemoteDirectories {
  begin(location: Buffer, place: fs.promises.FileHandle | undefined, id: number): Promise<RemoteAnswer>;
  readOn(reading: number, id: number): Promise<RemoteAnswer>;
  close(reading: number): void;
}

/** Runs in the child. */
export function remoteDirectoryProgram(load: NodeJS.Require, host: RemoteDirectoryHost): RemoteDirectories {
  const { promises } = load("node:fs") as typeof fs;
  /** How many entries go into a line. Lines come often, so that a slow mount is not taken for a dead one. */
  const LINE = 256;
  /** How many entries answer one question. */
  const PART = 2048;
  /** The directories that have more to read, by the questions that started them. */
  const readings = new Map<number, RemoteReading>();

  const program = {
    /** Reads the first part of a directory. Takes over `place`. */
    async begin(location: Buffer, place: fs.promises.FileHandle | undefined, id: number): Promise<RemoteAnswer> {
      const encoding = "latin1";
      let directory: fs.Dir | undefined;
      let names: readonly string[] | undefined;
      try {
        if (process.versions["deno"] === undefined) {
          directory = await program.open(location, encoding);
        } else {
          names = (await promises.readdir(location, encoding)).map(host.exact);
        }
      } catch (error) {
        program.letGo(place);
        throw error;
      }
      const reading: RemoteReading = {
        id,
        location,
        place,
        directory,
        encoding,
        names,
        told: 0,
        isAtEnd: false,
      };
      return program.readPart(reading, id);
    },

    open(location: Buffer, encoding: RemoteReading["encoding"]): Promise<fs.Dir> {
      const options = { encoding, bufferSize: LINE };
      return promises.opendir(location, options as unknown as fs.OpenDirOptions);
    },

    async readOn(reading: number, id: number): Promise<RemoteAnswer> {
      const begun = readings.get(reading);
      return begun === undefined ? { code: "EIO" } : program.readPart(begun, id);
    },

    close(reading: number): void {
      const begun = readings.get(reading);
      if (begun !== undefined) {
        readings.delete(reading);
        program.release(begun);
      }
    },

    release({ directory, place }: RemoteReading): void {
      program.letGo(directory);
      program.letGo(place);
    },

    /** Nobody waits for this, and nobody could do anything if it failed. */
    letGo(held: fs.Dir | fs.promises.FileHandle | undefined): void {
      if (held !== undefined) {
        held.close().catch(() => {});
      }
    },

    async readPart(reading: RemoteReading, id: number): Promise<RemoteAnswer> {
      readings.delete(reading.id);
      let isOpen = false;
      try {
        const answer = await program.read(reading, id);
        isOpen = !reading.isAtEnd && !host.isCancelled(id);
        if (!isOpen) {
          return answer;
        }
        readings.set(reading.id, reading);
        return Object.assign(answer, { reading: reading.id });
      } finally {
        if (!isOpen) {
          program.release(reading);
        }
      }
    },

    async read(reading: RemoteReading, id: number): Promise<RemoteAnswer> {
      if (reading.names !== undefined) {
        return program.readNames(reading, reading.names, id);
      }
      try {
        return await program.readEntries(reading, id);
      } catch (error) {
        const { syscall, code } = error as NodeJS.ErrnoException;
        if (syscall !== "lstat" && code !== "ERR_INVALID_ARG_TYPE") {
          throw error;
        }
      }
      await host.say({ startsOver: true });
      await program.startOver(reading);
      return program.read(reading, id);
    },

    /**
     * If a file system does not report kinds, Node asks for them. It can't do so with names as text. With buffers it fails if
     * an entry is gone by then.
     */
    async startOver(reading: RemoteReading): Promise<void> {
      if (reading.encoding === "buffer") {
        reading.names = await promises.readdir(reading.location, "latin1");
        return;
      }
      reading.encoding = "buffer";
      const before = reading.directory;
      reading.directory = await program.open(reading.location, reading.encoding);
      program.letGo(before);
    },

    async readEntries(reading: RemoteReading, id: number): Promise<RemoteAnswer> {
      for (let count = LINE; ; count += LINE) {
        const line = await program.readLine(reading);
        if (reading.isAtEnd || count >= PART || host.isCancelled(id)) {
          return line;
        }
        await host.say(line);
      }
    },

    /** Uses callbacks, which cost a fraction of a promise for each entry. */
    readLine(reading: RemoteReading): Promise<RemoteAnswer> {
      const directory = reading.directory as fs.Dir;
      const names: string[] = [];
      let kinds = "";
      return new Promise((resolve, reject) => {
        const take = (error: Error | null, entry: fs.Dirent<string | Buffer> | null): void => {
          if (error !== null) {
            reject(error);
            return;
          }
          if (entry !== null) {
            const { name } = entry;
            names.push(typeof name === "string" ? name : name.toString("latin1"));
            kinds += program.kind(entry);
          }
          reading.isAtEnd = entry === null;
          if (reading.isAtEnd || names.length === LINE) {
            resolve({ names, kinds });
          } else {
            directory.read(take);
          }
        };
        directory.read(take);
      });
    },

    async readNames(reading: RemoteReading, names: readonly string[], id: number): Promise<RemoteAnswer> {
      const end = Math.min(reading.told + PART, names.length);
      for (; reading.told < end && !host.isCancelled(id); reading.told += LINE) {
        const some = names.slice(reading.told, reading.told + LINE);
        const kinds = await Promise.all(some.map((name) => program.kindIn(reading.location, name)));
        await host.say({ names: some.filter((_, index) => kinds[index] !== ""), kinds: kinds.join("") });
      }
      reading.isAtEnd = end === names.length;
      return {};
    },

    kind(entry: fs.Dirent<string | Buffer> | fs.Stats): string {
      return entry.isFile() ? "f" : entry.isDirectory() ? "d" : entry.isSymbolicLink() ? "l" : "o";
    },

    async kindIn(location: Buffer, name: string): Promise<string> {
      try {
        return program.kind(await promises.lstat(Buffer.concat([location, Buffer.from(`/${name}`, "latin1")])));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        return code === "ENOENT" || code === "ENOTDIR" ? "" : "u";
      }
    },
  };
  return program;
}

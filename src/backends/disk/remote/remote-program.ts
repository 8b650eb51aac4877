// The program of the child process: makes file-system calls on a mount that may stop answering, and answers with what came of them. It
// decides nothing. What the answers mean is decided in our own process, by the code that also asks the kernel.
//
// The program is a function whose source is passed to `node -e`. A file of its own would have to be found at run time, and a
// bundle that somebody builds from this library contains no files of ours. So the function is self-contained: it uses only its
// parameter and the globals of Node. To survive bundlers, it gets `require` as a parameter (they replace the name), its
// functions are methods (they wrap others in a call that keeps their names), and its syntax is that of 2017 (they replace newer
// syntax with calls to functions that the child would not have).
import type fs from "node:fs";

import type { ByteString } from "../../../core/byte-string.ts";
import type { EntryKind } from "../../../core/entry.ts";
import type { Look } from "../disk-directory.ts";

/**
 * A call for the child to make. All paths and names are byte strings. `names` lead down from the root, and no link in them is
 * followed; links may lead to the root itself.
 */
export interface RemoteQuestion {
  readonly task: "look" | "list" | "listOn" | "readFile" | "realPath";
  readonly root: string;
  readonly names: readonly string[];
  /** For `look`: the entries of the directory to look at. */
  readonly entries?: readonly string[];
  /** For `readFile`: the size of the largest file to read. */
  readonly maxBytes?: number;
  /** For `listOn`: the directory to read further, by the number that came with its previous part. */
  readonly reading?: number;
}

/**
 * A line to the child: a question, a notice that nobody waits for the answer to an earlier one any more, or a notice that
 * nobody will read a directory further.
 */
export type RemoteOrder =
  | (RemoteQuestion & { readonly id: number })
  | { readonly task: "cancel"; readonly id: number }
  | { readonly task: "close"; readonly id: number };

/** A line from the child. The first one is empty and says that the child runs; the last one for a question has its `id`. */
export interface RemoteAnswer {
  readonly id?: number;
  /** The error code, if the question can't be answered. */
  readonly code?: string;
  readonly looks?: readonly Look[];
  /** Some entries of a directory, and the kind of each if the directory says so. */
  readonly names?: readonly ByteString[];
  readonly kinds?: readonly EntryKind[];
  /** The entries of this directory sent so far are void. */
  readonly startsOver?: boolean;
  /** The directory has more entries: `listOn` with this number returns them. */
  readonly reading?: number;
  /** The content of a file, or a path. */
  readonly value?: string;
}

/** A directory that is being read. */
interface Reading {
  /** The question that started it. */
  readonly id: number;
  readonly location: Buffer;
  /** What the location leads through, if that must be kept open. */
  readonly place: fs.promises.FileHandle | undefined;
  directory: fs.Dir | undefined;
  /** All names, if their kinds are not known, and how many of them were sent. */
  names: readonly ByteString[] | undefined;
  sent: number;
  isAtEnd: boolean;
}

/** Runs in the child: reads orders from standard input until it ends, and answers on standard output. */
export function remoteProgram(load: NodeJS.Require): void {
  const { constants, promises } = load("node:fs") as typeof fs;
  /** How many entries are looked at together: as many as Node's pool has threads for. */
  const AT_ONCE = 4;
  /** How many entries go into a line. Lines come often, so that a slow mount is not taken for a dead one. */
  const LINE = 256;
  /** How many entries answer one question. */
  const PART = 2048;
  /** O_PATH, which Node has no name for: a starting point for further opens. It needs no read permission and opens no device. */
  const PLACE = 0o10000000;
  const DIRECTORY = PLACE | constants.O_DIRECTORY;
  const IS_DENO = process.versions["deno"] !== undefined;
  /** The directories that have more to read, by the questions that started them. */
  const readings = new Map<number, Reading>();

  const program = {
    /** The question that nobody waits for any more. */
    cancelled: 0,

    async say(answer: RemoteAnswer): Promise<void> {
      // Bytes, because Bun writes text as UTF-8 whatever it is told.
      if (!process.stdout.write(Buffer.from(`${JSON.stringify(answer)}\n`, "latin1"))) {
        await new Promise((resolve) => process.stdout.once("drain", resolve));
      }
    },

    /** What `exactBytes` does in our process: refuses a name or path whose bytes Deno may change. */
    exact(text: string): ByteString {
      if (IS_DENO && Buffer.from(text, "latin1").toString().indexOf("\ufffd") !== -1) {
        throw Object.assign(new Error("EILSEQ"), { code: "EILSEQ" });
      }
      return text as ByteString;
    },

    location(path: string): Buffer {
      return Buffer.from(program.exact(path), "latin1");
    },

    /** The path of an open directory, or of an entry in it. */
    at(handle: fs.promises.FileHandle, name: string): Buffer {
      return program.location(`/proc/self/fd/${handle.fd}/${name}`);
    },

    /** Nobody waits for this, and nobody could do anything if it failed. */
    letGo(held: fs.Dir | fs.promises.FileHandle | undefined): void {
      if (held !== undefined) {
        held.close().catch(() => {});
      }
    },

    /** Opens what the names lead to, with `flags`. The root may be a link; below it none is followed. */
    async open({ root, names }: RemoteQuestion, flags: number): Promise<fs.promises.FileHandle> {
      let handle = await promises.open(program.location(root), names.length === 0 ? flags : DIRECTORY);
      for (let index = 0; index < names.length; index += 1) {
        const above = handle;
        const mode = constants.O_NOFOLLOW | (index === names.length - 1 ? flags : DIRECTORY);
        try {
          handle = await promises.open(program.at(above, names[index] as string), mode);
        } finally {
          program.letGo(above);
        }
      }
      return handle;
    },

    /** What is at each of the entries of a directory. */
    async look(question: RemoteQuestion, id: number): Promise<RemoteAnswer> {
      const entries = question.entries || [];
      const place = await program.open(question, DIRECTORY);
      try {
        let looks: Look[] = [];
        while (looks.length < entries.length && program.cancelled !== id) {
          const some = entries.slice(looks.length, looks.length + AT_ONCE);
          looks = looks.concat(await Promise.all(some.map((name) => program.lookAt(place, name))));
          // Say something after every few, so that a slow mount is not taken for a dead one.
          await program.say({});
        }
        return { looks };
      } finally {
        program.letGo(place);
      }
    },

    async lookAt(place: fs.promises.FileHandle, name: string): Promise<Look> {
      try {
        const location = program.at(place, name);
        const stats = await promises.lstat(location);
        const look = { kind: program.kind(stats), size: stats.size, modifiedMs: Math.floor(stats.mtimeMs) };
        if (look.kind !== "symlink") {
          return look;
        }
        // Deno knows no other encoding than this one.
        const target = Buffer.from(await promises.readlink(location, { encoding: "buffer" }));
        return Object.assign(look, { target: program.exact(target.toString("latin1")) });
      } catch (error) {
        return { code: program.code(error) };
      }
    },

    kind(entry: fs.Dirent | fs.Stats): EntryKind {
      return entry.isFile() ? "file" : entry.isDirectory() ? "directory" : entry.isSymbolicLink() ? "symlink" : "other";
    },

    code(error: unknown): string {
      return (error as NodeJS.ErrnoException).code || "EIO";
    },

    async realPath({ root }: RemoteQuestion): Promise<RemoteAnswer> {
      return { value: program.exact(await promises.realpath(program.location(root), "latin1")) };
    },

    /** The bytes of a regular file; none if there is no such file of at most `maxBytes` bytes. */
    async readFile(question: RemoteQuestion): Promise<RemoteAnswer> {
      const maxBytes = question.maxBytes || 0;
      const place = await program.open(question, PLACE | constants.O_NOFOLLOW);
      let file: fs.promises.FileHandle | undefined;
      try {
        const stats = await place.stat();
        if (!stats.isFile() || stats.size > maxBytes) {
          return {};
        }
        file = await promises.open(`/proc/self/fd/${place.fd}`, constants.O_RDONLY);
        // Read to the end, not to the size: the file system may have learned that a while ago.
        const content = Buffer.alloc(maxBytes + 1);
        let filled = 0;
        for (let read = -1; read !== 0; filled += read) {
          read = (await file.read(content, filled, content.length - filled, filled)).bytesRead;
        }
        return filled > maxBytes ? {} : { value: content.toString("latin1", 0, filled) };
      } finally {
        program.letGo(file);
        program.letGo(place);
      }
    },

    /** Reads the first part of a directory. It reads nothing that nobody asked for: between two parts it answers other questions. */
    async list(question: RemoteQuestion, id: number): Promise<RemoteAnswer> {
      const place = question.names.length === 0 ? undefined : await program.open(question, DIRECTORY);
      const location = place === undefined ? program.location(question.root) : program.at(place, "");
      const reading: Reading = {
        id,
        location,
        place,
        directory: undefined,
        names: undefined,
        sent: 0,
        isAtEnd: false,
      };
      try {
        if (IS_DENO) {
          // The `Dir` of Deno knows no encoding.
          reading.names = (await promises.readdir(location, "latin1")).map(program.exact);
        } else {
          const options = { encoding: "latin1" as BufferEncoding, bufferSize: LINE };
          reading.directory = await promises.opendir(location, options);
        }
      } catch (error) {
        program.letGo(place);
        throw error;
      }
      return program.readPart(reading, id);
    },

    async listOn({ reading }: RemoteQuestion, id: number): Promise<RemoteAnswer> {
      const begun = readings.get(reading || 0);
      return begun === undefined ? { code: "EIO" } : program.readPart(begun, id);
    },

    close(id: number): void {
      const begun = readings.get(id);
      if (begun !== undefined) {
        readings.delete(id);
        program.letGo(begun.directory);
        program.letGo(begun.place);
      }
    },

    async readPart(reading: Reading, id: number): Promise<RemoteAnswer> {
      // A directory can't be closed while it is being read.
      readings.delete(reading.id);
      let isOpen = false;
      try {
        const answer = await program.readSome(reading, id);
        isOpen = !reading.isAtEnd && program.cancelled !== id;
        return isOpen ? Object.assign(answer, { reading: reading.id }) : answer;
      } finally {
        readings.set(reading.id, reading);
        if (!isOpen) {
          program.close(reading.id);
        }
      }
    },

    async readSome(reading: Reading, id: number): Promise<RemoteAnswer> {
      try {
        if (reading.names === undefined) {
          return await program.readEntries(reading, id);
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).syscall !== "lstat" && program.code(error) !== "ERR_INVALID_ARG_TYPE") {
          throw error;
        }
        // If a file system does not report kinds, Node can't ask for them: we give it paths as bytes, and it has names as text.
        reading.names = (await promises.readdir(reading.location, "latin1")) as ByteString[];
        await program.say({ startsOver: true });
      }
      const names = reading.names.slice(reading.sent, reading.sent + PART);
      reading.sent += PART;
      reading.isAtEnd = reading.sent >= reading.names.length;
      return { names };
    },

    async readEntries(reading: Reading, id: number): Promise<RemoteAnswer> {
      for (let count = LINE; ; count += LINE) {
        const line = await program.readLine(reading);
        if (reading.isAtEnd || count >= PART || program.cancelled === id) {
          return line;
        }
        await program.say(line);
      }
    },

    /** Uses callbacks, which cost a fraction of a promise for each entry. */
    readLine(reading: Reading): Promise<RemoteAnswer> {
      const directory = reading.directory as fs.Dir;
      const names: ByteString[] = [];
      const kinds: EntryKind[] = [];
      return new Promise((resolve, reject) => {
        const take = (error: Error | null, entry: fs.Dirent | null): void => {
          if (error !== null) {
            reject(error);
            return;
          }
          if (entry !== null) {
            names.push(entry.name as ByteString);
            kinds.push(program.kind(entry));
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

    async obey(order: RemoteOrder): Promise<void> {
      if (order.task === "cancel") {
        program.cancelled = order.id;
        return;
      }
      if (order.task === "close") {
        program.close(order.id);
        return;
      }
      let answer: RemoteAnswer;
      try {
        answer = await program[order.task](order, order.id);
      } catch (error) {
        answer = { code: program.code(error) };
      }
      await program.say(Object.assign(answer, { id: order.id }));
    },

    /**
     * The calls are asynchronous, although only one question is answered at a time, so that this thread notices the end of its
     * input even while the mount does not answer. Only a signal can end it then: an exit would wait for the call.
     */
    end(): void {
      process.kill(process.pid, "SIGKILL");
    },
  };

  let line = "";
  process.stdin.setEncoding("latin1").on("data", (chunk: string) => {
    const lines = (line + chunk).split("\n");
    line = lines.pop() as string;
    lines.forEach((text) => void program.obey(JSON.parse(text) as RemoteOrder));
  });
  process.stdin.on("end", program.end).on("error", program.end);
  process.stdout.on("error", program.end);
  // Ctrl-C goes to every process of the terminal; our parent decides whether it ends us.
  process.on("SIGINT", () => {});
  void program.say({});
}

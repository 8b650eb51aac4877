// The program of the child process that reads a mount that may stop answering. Its messages are in `remote-messages.ts`.
//
// The program is a function whose source is passed to `node -e`. A file of its own would have to be found at run time, and a
// bundle that somebody builds from this library contains no files of ours. So the function is self-contained: it uses only its
// parameters and the globals of Node. To survive bundlers, it gets `require` as a parameter (they replace the name), its
// functions are methods (they wrap others in a call that keeps their names), and its syntax is that of 2017 (they replace newer
// syntax with calls to functions that the child would not have).
import type fs from "node:fs";

import type { remoteDirectoryProgram } from "./remote-directory-program.ts";
import type { RemoteAnswer, RemoteDetails, RemoteOrder, RemoteQuestion } from "./remote-messages.ts";

/** Runs in the child: reads orders from standard input until it ends, and answers on standard output. */
export function remoteReaderProgram(load: NodeJS.Require, toDirectories: typeof remoteDirectoryProgram): void {
  const { constants, promises } = load("node:fs") as typeof fs;
  /** How many details are read at once: as many as Node's pool has threads for. */
  const AT_ONCE = 4;
  /** O_PATH, which Node has no name for: a starting point for further opens. It needs no read permission and opens no device. */
  const PLACE = 0o10000000;
  const DIRECTORY = PLACE | constants.O_DIRECTORY;

  const reader = {
    cancelled: 0,

    async say(answer: RemoteAnswer): Promise<void> {
      // Bytes, because Bun writes text as UTF-8 whatever it is told.
      if (!process.stdout.write(Buffer.from(`${JSON.stringify(answer)}\n`, "latin1"))) {
        await new Promise((resolve) => process.stdout.once("drain", resolve));
      }
    },

    /** What `exactBytes` does in our process: refuses a name or path whose bytes Deno may change. */
    exact(text: string): string {
      if (process.versions["deno"] !== undefined && Buffer.from(text, "latin1").toString().indexOf("\ufffd") !== -1) {
        throw Object.assign(new Error("EILSEQ"), { code: "EILSEQ" });
      }
      return text;
    },

    /** Where a link leads. Deno knows no other encoding than this one. */
    async target(location: Buffer): Promise<string> {
      return reader.exact(Buffer.from(await promises.readlink(location, { encoding: "buffer" })).toString("latin1"));
    },

    location(path: string): Buffer {
      return Buffer.from(reader.exact(path), "latin1");
    },

    /** The path of an open directory, or of an entry in it. */
    at(handle: fs.promises.FileHandle, name: string): Buffer {
      return reader.location(`/proc/self/fd/${handle.fd}/${name}`);
    },

    /** Opens what the names lead to, with `flags`. The root may be a link; below it none is followed. */
    async open({ root, names }: RemoteQuestion, flags: number): Promise<fs.promises.FileHandle> {
      let handle = await promises.open(reader.location(root), names.length === 0 ? flags : DIRECTORY);
      for (let index = 0; index < names.length; index += 1) {
        const below = handle;
        const mode = constants.O_NOFOLLOW | (index === names.length - 1 ? flags : DIRECTORY);
        try {
          handle = await promises.open(reader.at(below, names[index] as string), mode);
        } finally {
          void below.close();
        }
      }
      return handle;
    },

    async isDirectory(question: RemoteQuestion): Promise<RemoteAnswer> {
      const { root, names, entries, maxBytes } = question;
      const handles: fs.promises.FileHandle[] = [];
      try {
        const above = await reader.open({ task: "isDirectory", root, names: names.slice(0, -1), maxBytes }, DIRECTORY);
        handles.push(above);
        const name = names[names.length - 1];
        if (name === undefined) {
          return { value: true };
        }
        const place = await promises.open(reader.at(above, name), DIRECTORY | constants.O_NOFOLLOW);
        handles.push(place);
        return { value: await reader.isExact(above, name, entries || []) };
      } catch {
        return { value: false };
      } finally {
        handles.forEach((handle) => void handle.close());
      }
    },

    /** Whether the directory contains exactly this name. Reads it only if the disk finds another spelling there, too. */
    async isExact(directory: fs.promises.FileHandle, name: string, spellings: readonly string[]): Promise<boolean> {
      for (const spelling of spellings) {
        const other = await promises.lstat(reader.at(directory, spelling)).catch(() => undefined);
        if (other !== undefined) {
          return (await promises.readdir(reader.at(directory, ""), "latin1")).includes(name);
        }
      }
      return true;
    },

    /** The target of a link; `false` for a directory. Anything else is an error. */
    async readLink({ root, names, entries, maxBytes }: RemoteQuestion): Promise<RemoteAnswer> {
      const parent: RemoteQuestion = { task: "readLink", root, names: names.slice(0, -1), maxBytes };
      const above = await reader.open(parent, DIRECTORY);
      try {
        const name = names[names.length - 1] as string;
        const location = reader.at(above, name);
        const stats = await promises.lstat(location);
        const isLink = stats.isSymbolicLink();
        if (!isLink && !stats.isDirectory()) {
          return { code: "ENOTDIR" };
        }
        const value = isLink ? await reader.target(location) : false;
        // Where the directory may be entered but not read, its names are taken as they are asked for.
        const isListed = await reader.isExact(above, name, entries || []).catch(() => true);
        return { value, isListed };
      } finally {
        void above.close();
      }
    },

    async realPath({ root }: RemoteQuestion): Promise<RemoteAnswer> {
      return { value: reader.exact(await promises.realpath(reader.location(root), "latin1")) };
    },

    async readFile(question: RemoteQuestion): Promise<RemoteAnswer> {
      const handles: fs.promises.FileHandle[] = [];
      try {
        const place = await reader.open(question, PLACE | constants.O_NOFOLLOW);
        handles.push(place);
        const stats = await place.stat();
        if (!stats.isFile() || stats.size > question.maxBytes) {
          return {};
        }
        const file = await promises.open(`/proc/self/fd/${place.fd}`, constants.O_RDONLY);
        handles.push(file);
        // Read to the end, not to the size: the file system may have learned that a while ago.
        const content = Buffer.alloc(question.maxBytes + 1);
        let filled = 0;
        for (let read = -1; read !== 0; filled += read) {
          read = (await file.read(content, filled, content.length - filled, filled)).bytesRead;
        }
        return filled > question.maxBytes ? {} : { value: content.toString("latin1", 0, filled) };
      } catch {
        return {};
      } finally {
        handles.forEach((handle) => void handle.close());
      }
    },

    async readDetails(question: RemoteQuestion, id: number): Promise<RemoteAnswer> {
      const entries = question.entries || [];
      const place = await reader.open(question, DIRECTORY);
      try {
        let details: (RemoteDetails | null)[] = [];
        while (details.length < entries.length && reader.cancelled !== id) {
          const some = entries.slice(details.length, details.length + AT_ONCE);
          details = details.concat(await Promise.all(some.map((name) => reader.detailsOf(reader.at(place, name)))));
          // Say something after every few, so that a slow mount is not taken for a dead one.
          await reader.say({});
        }
        return { details };
      } finally {
        void place.close();
      }
    },

    async detailsOf(location: Buffer): Promise<RemoteDetails | null> {
      try {
        const stats = await promises.lstat(location);
        const modifiedMs = Math.floor(stats.mtimeMs);
        if (stats.isSymbolicLink()) {
          return { modifiedMs, target: await reader.target(location) };
        }
        return stats.isFile() ? { size: stats.size, modifiedMs } : { modifiedMs };
      } catch {
        return null;
      }
    },

    async readDirectory(question: RemoteQuestion, id: number): Promise<RemoteAnswer> {
      if (question.names.length === 0) {
        return directories.begin(reader.location(question.root), undefined, id);
      }
      const place = await reader.open(question, DIRECTORY);
      return directories.begin(reader.at(place, ""), place, id);
    },

    async readOn({ reading }: RemoteQuestion, id: number): Promise<RemoteAnswer> {
      return directories.readOn(reading || 0, id);
    },

    async obey(order: RemoteOrder): Promise<void> {
      if (order.task === "cancel") {
        reader.cancelled = order.id;
        return;
      }
      if (order.task === "close") {
        directories.close(order.id);
        return;
      }
      let answer: RemoteAnswer;
      try {
        answer = await reader[order.task](order, order.id);
      } catch (error) {
        answer = { code: (error as NodeJS.ErrnoException).code || "EIO" };
      }
      await reader.say(Object.assign(answer, { id: order.id }));
    },

    /**
     * The calls are asynchronous, although only one question is answered at a time, so that this thread notices the end of its
     * input even while the mount does not answer. Only a signal can end it then: an exit would wait for the call. (Node itself
     * asks synchronously for kinds that a huge directory does not report. If the mount dies at just that moment, the child
     * outlives us until the mount is back.)
     */
    end(): void {
      process.kill(process.pid, "SIGKILL");
    },
  };

  const directories = toDirectories(load, {
    say: (answer) => reader.say(answer),
    isCancelled: (id) => reader.cancelled === id,
    exact: (name) => reader.exact(name),
  });

  let line = "";
  process.stdin.setEncoding("latin1").on("data", (chunk: string) => {
    const parts = (line + chunk).split("\n");
    line = parts.pop() as string;
    parts.forEach((part) => void reader.obey(JSON.parse(part) as RemoteOrder));
  });
  process.stdin.on("end", reader.end).on("error", reader.end);
  process.stdout.on("error", reader.end);
  // Ctrl-C goes to every process of the terminal; our parent decides whether it ends us.
  process.on("SIGINT", () => {});
  void reader.say({});
}

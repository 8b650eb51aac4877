// Reads the directories of a tree: those of a mount that may stop answering through another process, and all others by our own.
import path from "node:path";

import { directoryOf, joinPath, nameOf, type ByteString } from "../../core/byte-string.ts";
import type { DirectoryRead, FileSystem, ReadOptions } from "../../core/file-system.ts";
import { toDetails, type KernelDirectory } from "./disk-directory.ts";
import { rethrowDefect } from "./disk-path.ts";
import { isListedDirectory } from "./listed-name.ts";
import type { RemoteDirectory } from "./remote/remote-mounts.ts";

/** How the directories of a tree are found, by its root and their path below it. Each throws as a directory read does. */
export interface DiskTree {
  /** The mount of a path, if it may stop answering. */
  mountOf(root: ByteString, place: ByteString): ByteString | undefined;
  /** A directory as the process of a mount reaches it. */
  remote(mount: ByteString, root: ByteString, directory: ByteString): RemoteDirectory;
  /** A directory that our process reads. It may be valid only until the next one is asked for. */
  local(root: ByteString, directory: ByteString): KernelDirectory;
  /** Reads a directory by our process. */
  read(root: ByteString, directory: ByteString, options: ReadOptions): DirectoryRead;
}

/** What reads directories, of a file system. */
export type TreeReads = Required<Pick<FileSystem, "readDirectory" | "readDetails" | "isDirectory">>;

export function readsOf(tree: DiskTree): TreeReads {
  return {
    readDirectory(root, directory, options) {
      const mount = tree.mountOf(root, directory);
      return mount === undefined
        ? tree.read(root, directory, options)
        : tree.remote(mount, root, directory).entries(options);
    },
    async readDetails(root, directory, names, options) {
      const mount = tree.mountOf(root, directory);
      if (mount !== undefined) {
        return (await tree.remote(mount, root, directory).look(names, options)).map(toDetails);
      }
      // An entry may itself be a mount that may stop answering.
      const mounted = names.map((name) => {
        const own = tree.mountOf(root, joinPath(directory, name));
        return own && tree.remote(own, root, directory).lookBriefly(name, options);
      });
      // All local names are looked at before anything is awaited, as long as the directory is valid.
      const looks = tree
        .local(root, directory)
        .look(names.filter((_, index) => mounted[index] === undefined))
        .values();
      return (await Promise.all(mounted.map((own) => own ?? looks.next().value))).map(toDetails);
    },
    async isDirectory(root, directory, options) {
      // On Windows no name contains these: `\` separates names, and what follows a `:` is another part of the same entry.
      if (path.sep === "\\" && /[\\:]/.test(directory)) {
        return false;
      }
      try {
        // The mount of the directory itself, not of the one above: it may begin here, and a look at it would touch it.
        const mount = tree.mountOf(root, directory);
        const above = directoryOf(directory);
        const parent = mount === undefined ? tree.local(root, above) : tree.remote(mount, root, above);
        return await (directory === ""
          ? parent.isThere(options)
          : isListedDirectory(parent, nameOf(directory), options));
      } catch (error) {
        rethrowDefect(error);
        return false;
      }
    },
  };
}

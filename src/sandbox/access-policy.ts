// Which directories may be listed at all, and what in them is never seen. Set by whoever runs the tools, never by a model.
import { toByteString, toText, type ByteString } from "../core/byte-string.ts";
import type { FileSystem, OpenRoot, ReadOptions } from "../core/file-system.ts";
import { SHOW_ALL, type DirectoryFilter } from "../core/filter.ts";
import { excludeFilter } from "../filters/glob-filter.ts";
import { checkGlobs, compileGlobs } from "../filters/glob-patterns.ts";
import type { PathPattern } from "../filters/path-pattern.ts";
import type { RuleFileBounds } from "../filters/rule-files.ts";

/** How long a root may take to tell where it is. One that does not answer holds nothing for now. */
const ROOT_TIMEOUT_MS = 1000;

/** How long a root is taken to be where it was. */
const ROOT_AGE_MS = 100;

/** A listing that the policy refuses. Its message is for the caller, and tells no more than the caller knew. */
export class AccessError extends Error {
  override readonly name = "AccessError";
}

export interface AccessOptions {
  /**
   * The directories that may be listed, with all below them. Relative ones are taken from the working directory.
   * @default none: every directory may be listed
   */
  readonly roots?: readonly string[] | undefined;
  /**
   * Globs over absolute paths. What matches is absent from every listing, and a directory that matches is never opened.
   * A glob that does not start with `/` matches at any depth.
   * @default none: nothing is denied
   */
  readonly deny?: readonly string[] | undefined;
}

/** A root that may be listed, opened. */
export interface AdmittedRoot {
  readonly fileSystem: FileSystem;
  /** Hides what is denied below the root. */
  readonly filter: DirectoryFilter;
  /** Where it is, links resolved: what was opened, where anything was. */
  realPath(): Promise<ByteString>;
  /** Where files may lie that have a say in what is listed; undefined where they may lie anywhere. */
  ruleFileBounds(): Promise<RuleFileBounds | undefined>;
  close(): void;
}

export class AccessPolicy {
  readonly #roots: readonly string[] | undefined;
  readonly #deny: readonly string[];
  /** Compiled when the first root is asked for. A glob that can't be compiled lets nothing through. */
  #denied: Promise<readonly PathPattern[]> | undefined;
  /** Where the roots really are, component by component, as it was found out last. */
  #found: { readonly roots: readonly (readonly ByteString[])[]; readonly at: number } | undefined;

  /** Throws a `GlobError` for a glob that can't be used. */
  constructor({ roots, deny = [] }: AccessOptions) {
    checkGlobs(deny);
    this.#roots = roots;
    this.#deny = deny;
  }

  /**
   * Opens a root if it may be listed. What counts is what was opened; `shownPath` is the path as the caller wrote it.
   * Throws an `AccessError`, or as a directory read does.
   */
  async admit(
    fileSystem: FileSystem,
    root: ByteString,
    shownPath: string,
    patience: Pick<ReadOptions, "signal" | "timeoutMs">,
  ): Promise<AdmittedRoot> {
    if (this.#roots === undefined && this.#deny.length === 0) {
      return {
        fileSystem,
        filter: SHOW_ALL,
        realPath: async () => (await fileSystem.realPath?.(root, patience)) ?? root,
        ruleFileBounds: async () => undefined,
        close() {},
      };
    }
    // By its name first: whether a denied path exists is nobody's business.
    const named = toByteString(fileSystem.resolve("/", toText(root)));
    this.#denied ??= compileGlobs(this.#deny, "absolute");
    const denied = await this.#denied;
    denyBelow(denied, named, shownPath);
    const opened = await this.#open(fileSystem, root, named, shownPath, patience);
    try {
      await this.#checkRoots(fileSystem, opened.realPath, shownPath);
      return {
        fileSystem: opened.fileSystem,
        filter: denyBelow(denied, opened.realPath, shownPath),
        realPath: async () => opened.realPath,
        ruleFileBounds: () => this.#ruleFileBounds(fileSystem, denied),
        close: () => opened.close(),
      };
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  async #open(
    fileSystem: FileSystem,
    root: ByteString,
    named: ByteString,
    shownPath: string,
    patience: Pick<ReadOptions, "signal" | "timeoutMs">,
  ): Promise<OpenRoot> {
    try {
      return (await fileSystem.openRoot?.(root, patience)) ?? { realPath: named, fileSystem, close() {} };
    } catch (error) {
      // What is outside is told to be outside, whether it is there or not.
      await this.#checkRoots(fileSystem, named, shownPath);
      throw error;
    }
  }

  async #ruleFileBounds(fileSystem: FileSystem, denied: readonly PathPattern[]): Promise<RuleFileBounds> {
    const roots = this.#roots && (await Promise.all(this.#roots.map((root) => realPathOf(fileSystem, root))));
    const allowed = roots?.map(componentsOf);
    return {
      isInside: (path) => allowed === undefined || allowed.some((root) => isWithin(componentsOf(path), root)),
      isDenied: (path) => denied.length > 0 && isFileDenied(denied, path),
    };
  }

  async #checkRoots(fileSystem: FileSystem, path: ByteString, shownPath: string): Promise<void> {
    const names = componentsOf(path);
    // Where a root was a moment ago is good enough to let something in; to keep it out, the roots are looked up anew.
    const isFresh = this.#found !== undefined && performance.now() - this.#found.at < ROOT_AGE_MS;
    if (
      isFresh &&
      !names.includes(".." as ByteString) &&
      this.#found?.roots.some((root) => isWithin(names, root)) === true
    ) {
      return;
    }
    if (this.#roots !== undefined) {
      const paths = await Promise.all(this.#roots.map((root) => realPathOf(fileSystem, root)));
      const found = paths.map(componentsOf);
      this.#found = { roots: found, at: performance.now() };
      // A path that was not normalised may lead anywhere, but in an object store, where `..` is a name like any other.
      const isPlain = fileSystem.isObjectStore === true || !names.includes(".." as ByteString);
      if (isPlain && found.some((root) => isWithin(names, root))) {
        return;
      }
      const roots = this.#roots.length === 0 ? "none" : this.#roots.join(", ");
      throw new AccessError(`access denied: ${shownPath} is outside the directories that may be listed: ${roots}`);
    }
  }
}

/** What is denied below a directory. Throws where the directory itself is denied, or lies in one that is. */
function denyBelow(denied: readonly PathPattern[], path: ByteString, shownPath: string): DirectoryFilter {
  if (denied.length === 0) {
    return SHOW_ALL;
  }
  let filter = excludeFilter(denied);
  for (const name of componentsOf(path)) {
    if (filter.judge({ name, kind: "directory" }) === "hide") {
      throw new AccessError(`access denied: reading this path is blocked by policy: ${shownPath}`);
    }
    filter = filter.enter(name);
  }
  return filter;
}

/** Whether a file is denied, or a directory that it lies in. */
function isFileDenied(denied: readonly PathPattern[], path: ByteString): boolean {
  const names = componentsOf(path);
  let filter = excludeFilter(denied);
  return names.some((name, index) => {
    const kind = index === names.length - 1 ? "file" : "directory";
    const isHidden = filter.judge({ name, kind }) === "hide";
    filter = filter.enter(name);
    return isHidden;
  });
}

async function realPathOf(fileSystem: FileSystem, root: string): Promise<ByteString> {
  try {
    return (await fileSystem.realPath?.(toByteString(root), { timeoutMs: ROOT_TIMEOUT_MS })) ?? toByteString(root);
  } catch {
    // A root that is not there holds nothing.
    return toByteString(root);
  }
}

/**
 * The components of an absolute path; a Windows path's drive is its first. In a store every slash parts, and an empty name is a
 * name: `s3://bucket/a//b` is not `s3://bucket/a/b`.
 */
function componentsOf(path: ByteString): ByteString[] {
  const store = /^[a-z][a-z0-9+.-]+:\/\/([^]*)$/.exec(path);
  if (store !== null) {
    return (store[1] as string).split("/") as ByteString[];
  }
  const separator = /^(?:[A-Za-z]:|\\\\)/.test(path) ? /[\\/]+/ : /\/+/;
  return path.split(separator).filter((name) => name !== "") as ByteString[];
}

/** Component by component: `/ab` is not within `/a`. */
function isWithin(path: readonly ByteString[], root: readonly ByteString[]): boolean {
  return root.every((name, index) => name === path[index]);
}

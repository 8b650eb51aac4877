// Paths and deny rules made whole: from the working directory on, and on Windows with a drive.
import { hasDrives } from "../core/absolute-path.ts";
import { toByteString, toText, type ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import { toLiteralGlob } from "../filters/glob-tokens.ts";
import { parseQuotedRoot } from "../render/shown-path.ts";

/** What a path that is not whole starts from. */
export interface PathBase {
  readonly fileSystem: Pick<FileSystem, "isAbsolute" | "resolve">;
  readonly workingDirectory: () => string;
  /**
   * Whether quotes in a path are part of its names.
   * @default false: what is in quotes is a name as a listing shows it
   */
  readonly isLiteral?: boolean;
}

/** Deny rules that are relative to the working directory. Others that are not absolute match at any depth. */
const FROM_WORKING_DIRECTORY = /^\.\.?(?:\/|$)/;

/** A path or rule that begins with one slash. On Windows it is on the drive of the working directory. */
const WITHOUT_DRIVE = /^[\\/](?![\\/])/;

/** The absolute, normalised form of a path. */
export function toWholePath(base: PathBase, path: string): string {
  const { fileSystem, workingDirectory } = base;
  const quoted = readQuotedPath(base, path);
  const plain = quoted === undefined ? path : toText(quoted);
  const isWhole = fileSystem.isAbsolute(plain) && !lacksDrive(fileSystem, plain);
  return fileSystem.resolve(isWhole ? "/" : workingDirectory(), plain);
}

/** The bytes of an absolute path, as it was written but for what is needed to read it: a drive, or no quotes in it. */
export function toRootBytes(base: PathBase, path: string): ByteString {
  const { fileSystem } = base;
  const isRead = !lacksDrive(fileSystem, path) && readQuotedPath(base, path) === undefined;
  return toByteString(isRead ? path : toWholePath(base, path));
}

/** What is in quotes, or a backslash that is not. */
const QUOTED_OR_BACKSLASH = /"(?:[^"\\]|\\.)*"|\\/gsu;

/**
 * The bytes of a Windows path with names in quotes. No name has a quote in it there, so these are as a listing shows them. A header has
 * quotes around all of `C:\a` if there is a character in it that nobody sees.
 */
export function readQuotedPath(
  { fileSystem, isLiteral }: Omit<PathBase, "workingDirectory">,
  path: string,
): ByteString | undefined {
  if (isLiteral === true || !hasDrives(fileSystem) || !path.includes('"')) {
    return undefined;
  }
  const quoted = parseQuotedRoot(path.replaceAll(QUOTED_OR_BACKSLASH, (part) => (part === "\\" ? "/" : part)));
  return quoted !== undefined && fileSystem.isAbsolute(quoted) ? quoted : undefined;
}

function lacksDrive(fileSystem: PathBase["fileSystem"], path: string): boolean {
  return hasDrives(fileSystem) && WITHOUT_DRIVE.test(path);
}

/**
 * The deny rules that are meant by one. On Windows `\` separates names like `/`, and a rule without a drive applies on every drive. On
 * the drive of the working directory it is also a path, whose links count.
 */
export function toWholeRules({ fileSystem, workingDirectory }: PathBase, rule: string): string[] {
  const isWindows = hasDrives(fileSystem);
  const written = isWindows ? rule.replaceAll("\\", "/") : rule;
  if (FROM_WORKING_DIRECTORY.test(written)) {
    const directory = isWindows ? workingDirectory().replaceAll("\\", "/") : workingDirectory();
    // The directory is no glob, whatever characters its name has.
    return [`${toLiteralGlob(directory)}/${written}`];
  }
  if (!lacksDrive(fileSystem, written)) {
    return [written];
  }
  const drive = fileSystem.resolve(workingDirectory(), "/").replaceAll("\\", "/").replace(/\/$/, "");
  return [written, `${drive}${written}`];
}

/** Whether a rule that is whole is about a drive or share, so that it says nothing about a store. */
export function isForDrive(fileSystem: Pick<FileSystem, "isAbsolute">, rule: string): boolean {
  return hasDrives(fileSystem) && /^(?:[A-Za-z]:|\/\/)/.test(rule);
}

// The operator's options as every call takes them, with defaults filled in: what it may list, how much it may cost, and what a relative
// path is relative to.
import { AccessPolicy } from "../access/access-policy.ts";
import { hasWindowsPaths, type FileSystem } from "../core/file-system.ts";
import { getOrAdd } from "../core/get-or-add.ts";
import { keptToTime } from "../core/kept-to-time.ts";
import { OptionError } from "../core/options.ts";
import { localDisk } from "../disk/local-disk.ts";
import { resolveRule } from "../filters/deny-rules.ts";
import { fractionalTokens } from "../text/estimate-tokens.ts";
import { modelError } from "../tooling/function-call-error.ts";
import type { AccessOptions, CompleteLimits, Limits } from "./operator-options.ts";

/** What settings are made of. */
interface SettingsOptions extends AccessOptions, Limits {}

/** What the operator set for every call, with defaults filled in, for one file system. */
export interface OperatorSettings extends CompleteLimits {
  readonly fileSystem: FileSystem;
  readonly access: AccessPolicy;
  /** The directories that a relative path may start from: one, or several roots if nothing says which of them is meant. */
  readonly startDirectories: () => readonly string[];
  /** The settings of the stores, by their schemes. A store's own settings have none. */
  readonly stores: ReadonlyMap<string, OperatorSettings>;
}

/** The limits of a call by a program, where it sets none. */
const PROGRAM_LIMITS: CompleteLimits = {
  deadlineMs: Infinity,
  maxDepth: Infinity,
  maxLimit: Infinity,
  maxIndexed: 1000,
  maxOutputBytes: Infinity,
  maxDirectories: undefined,
  maxRequests: undefined,
  countTokens: fractionalTokens,
};

/** The limits of an original, where the operator sets none. */
export const ORIGINAL_LIMITS: CompleteLimits = { ...PROGRAM_LIMITS, deadlineMs: 10_000 };

/** The limits of our own tools, which protect a model, where the operator sets none. */
export const MODEL_LIMITS: CompleteLimits = { ...ORIGINAL_LIMITS, maxLimit: 2000, maxOutputBytes: 32 * 1024 };

/** Policies by their roots and rules. Routers that share them agree on where those lead, however much later one is made. */
export type AccessPolicies = Map<string, AccessPolicy>;

/** The settings of a router's tools. Throws a `GlobError` for a deny rule that can't be used. */
export function toToolSettings(
  options: SettingsOptions,
  limits: CompleteLimits,
  policies?: AccessPolicies,
): OperatorSettings {
  return makeSettings(options, limits, defaultRoots(options), true, policies);
}

/** The settings of a call by a program. Throws a `GlobError` for a deny rule that can't be used. */
export function toProgramSettings(options: SettingsOptions): OperatorSettings {
  return makeSettings(options, PROGRAM_LIMITS, undefined, false);
}

/** The roots of tools for which none are set: on the local disk the working directory; undefined, every directory, elsewhere. */
export function defaultRoots(options: AccessOptions): readonly string[] | undefined {
  const isConfined = options.roots === undefined && isOnLocalDisk(options);
  return isConfined ? [startDirectory(options)] : undefined;
}

/** Whether paths without a scheme are those of the local disk. */
export function isOnLocalDisk({ fileSystem }: AccessOptions): boolean {
  return fileSystem === undefined || fileSystem.isLocalDisk === true;
}

/**
 * `limits` and `diskRoots`, the roots on the disk, hold where the operator sets none; stores are open then. `keepsRules`: whether the settings
 * serve further calls, for which ignore rules are cached.
 */
function makeSettings(
  options: SettingsOptions,
  limits: CompleteLimits,
  diskRoots: readonly string[] | undefined,
  keepsRules: boolean,
  policies: AccessPolicies = new Map(),
): OperatorSettings {
  const { fileSystem = sharedDisk(options.cacheBytes), stores = {}, workingDirectory } = options;
  const disk = keptToTime(fileSystem);
  const { roots, deny } = toAbsoluteAccess(options);
  const schemes = Object.keys(stores);
  const rootsIn = (scheme?: string) => roots?.filter((root) => schemeOf(root, schemes) === scheme);
  const starts = workingDirectory === undefined ? (roots ?? diskRoots ?? []) : [workingDirectory];
  const common = {
    ...fillIn(limits, options),
    startDirectories: () => (starts.length === 0 ? [startDirectory(options)] : starts),
    stores: new Map<string, OperatorSettings>(),
  };
  const toAccess = (
    scheme: string,
    backend: FileSystem,
    allowed: readonly string[] | undefined,
    denied: readonly string[],
  ) =>
    getOrAdd(policies, JSON.stringify([scheme, allowed, denied]), () => {
      return new AccessPolicy(backend, allowed, denied, keepsRules);
    });
  for (const [scheme, given] of Object.entries(stores)) {
    const store = keptToTime(given);
    const denied = toStoreRules(deny, disk).filter((rule) => [undefined, scheme].includes(schemeOf(rule, schemes)));
    const access = toAccess(scheme, store, rootsIn(scheme), denied);
    common.stores.set(scheme, { ...common, fileSystem: store, access, stores: new Map() });
  }
  const denied = deny.filter((rule) => schemeOf(rule, schemes) === undefined);
  const access = toAccess("", disk, rootsIn() ?? diskRoots, denied);
  return { ...common, fileSystem: disk, access };
}

function fillIn(limits: CompleteLimits, options: Limits): CompleteLimits {
  const set = Object.entries<unknown>({ ...options }).filter(([name, value]) => name in limits && value !== undefined);
  return { ...limits, ...Object.fromEntries(set) };
}

/**
 * The roots and deny rules with absolute paths. A server makes them absolute once, when it starts: a client may give the relative
 * paths of its calls another working directory, but never the operator's. Throws an `OptionError` for a working directory that is relative.
 */
export function toAbsoluteAccess(options: AccessOptions): { roots: string[] | undefined; deny: string[] } {
  const { fileSystem = sharedDisk(options.cacheBytes), stores = {}, deny = [], workingDirectory } = options;
  const backends = [fileSystem, ...Object.values(stores)];
  if (workingDirectory !== undefined && !backends.some((each) => each.isAbsolute(workingDirectory))) {
    throw new OptionError(`workingDirectory must be an absolute path, not '${workingDirectory}'`);
  }
  const roots = options.roots === "any" ? undefined : options.roots;
  const directory = () => startDirectory(options);
  const storeOf = (path: string) => stores[schemeOf(path, Object.keys(stores)) ?? ""];
  return {
    roots: roots?.map((root) => {
      // On Windows, a root without a drive is on that of the working directory.
      const needsDirectory = !fileSystem.isAbsolute(root) || hasWindowsPaths(fileSystem);
      return storeOf(root)?.resolve("/", root) ?? fileSystem.resolve(needsDirectory ? directory() : "/", root);
    }),
    deny: deny.map((rule) => (storeOf(rule) === undefined ? resolveRule(rule, fileSystem, directory()) : rule)),
  };
}

/** The deny rules for a store. On Windows, rules for a drive or a share do not apply to it, and the others may be written with `\`. */
function toStoreRules(rules: readonly string[], disk: FileSystem): readonly string[] {
  return hasWindowsPaths(disk)
    ? rules.map((rule) => rule.replaceAll("\\", "/")).filter((rule) => !/^(?:[a-z]:|\/\/)/i.test(rule))
    : rules;
}

function schemeOf(path: string, schemes: readonly string[]): string | undefined {
  return schemes.find((scheme) => path.startsWith(`${scheme}://`));
}

const DISKS = new Map<number | undefined, FileSystem>();

/** The disk of all callers that give no file system: they share its cache and its child processes for network mounts. */
export function sharedDisk(cacheBytes?: number): FileSystem {
  const disk = DISKS.get(cacheBytes) ?? localDisk({ cacheBytes });
  DISKS.set(cacheBytes, disk);
  return disk;
}

/** Where relative paths start if nothing else says so: on the local disk where the process works, elsewhere at the top. */
function startDirectory(options: AccessOptions): string {
  return options.workingDirectory ?? (isOnLocalDisk(options) ? currentDirectory() : "/");
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    const message = "failed to read directory: the working directory is gone; give an absolute path";
    throw modelError(message, "not_found", error);
  }
}

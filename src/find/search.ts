// Matches every entry against the guesses while the tree is read, and keeps the best candidates. The entries of a directory inherit the
// matches of its name, which count less with each level.
import { shownKind, type EntryDetails, type EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";
import type { CountTokens } from "../text/map-text.ts";
import type { Directory, TreeEntry } from "../tree/directory.ts";
import type { KeyTree } from "../tree/key-tree.ts";
import type { ScanVisitor } from "../tree/scan.ts";
import { addSecondaryParts } from "./secondary-parts.ts";
import { BestItems } from "./best-items.ts";
import { mergeMatches, strengthOf, toInherited, type Match } from "./match.ts";
import type { GuessForm, SearchedText, WithoutRoot } from "./guess.ts";
import { NameMatcher, type NameHits } from "./name-matcher.ts";

/** How many candidates are kept for each form of a guess. */
const MAX_KEPT = 2000;

/** How many of the newest files are kept. */
const MAX_NEWEST = 20_000;

/** How many different sets of forms are distinguished when fallback matches are counted. */
const MAX_SETS = 4096;

/** The weight of a fallback match. */
const FALLBACK_WEIGHT = 0.7;

/** Which candidates are kept is decided before they are scored: by weight / (this + length of the name). */
const USUAL_NAME_LENGTH = 20;

/** What is searched for, where, and how much of it an answer may show. */
export interface FindRequest {
  /** Not read yet. */
  readonly root: Directory;
  /** The root as the first line shows it. */
  readonly shownRoot: string;
  readonly withoutRoot: WithoutRoot;
  /** The guesses. Without any, every file is found, the newest first. */
  readonly words: readonly string[];
  readonly order: "best" | "newest";
  /** Only files that were modified since then, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Ages are relative to this time. */
  readonly now: number;
  readonly budget: number;
  readonly countTokens: CountTokens;
  readonly maxBytes: number;
  readonly maxDirectories: number;
  readonly maxDepth: number;
  /** Set if the tree is made of a store's keys. */
  readonly keys?: Omit<KeyTree, "fileSystem"> | undefined;
}

/** What a search knows of a directory. */
export interface SearchedDirectory {
  /** How many directories were found before it. */
  readonly place: number;
  readonly parent: SearchedDirectory | undefined;
  readonly name: string;
  readonly nameHits: NameHits;
  /** Whether it counts as an entry itself. The root does not, nor does a directory that the filters only let us enter. */
  readonly isEntry: boolean;
  readonly matches: readonly Match[];
  /** What its entries inherit. */
  readonly inherited: readonly Match[];
  /** How well this name and those above it match the pieces of phrases, by the piece's index. */
  readonly pieces: ReadonlyMap<number, number>;
  /** The secondary parts in this name and those above it. */
  readonly secondaryParts: readonly string[];
  /** How many entries are below it, all levels together, once the search is over. */
  below: number;
  /** Whether something below it was not read. */
  isPartial: boolean;
  problem: Problem | undefined;
}

/** An entry that matches a guess. */
export interface Candidate {
  readonly directory: SearchedDirectory;
  readonly name: string;
  readonly kind: EntryKind;
  /** Set if it is a directory that was entered. */
  readonly inside: SearchedDirectory | undefined;
  readonly isIgnored: boolean;
  readonly modifiedMs: number | undefined;
  readonly matches: readonly Match[];
}

const NO_MATCHES: readonly Match[] = [];

export class Search implements ScanVisitor {
  readonly forms: readonly GuessForm[];
  readonly names: NameMatcher;
  /** Directories that could not be read. */
  readonly unreadable: { readonly path: string; readonly problem: Problem }[] = [];
  readonly #request: FindRequest;
  readonly #globForms: readonly number[];
  /** The directories that are being read, or will be. */
  readonly #nodes = new Map<Directory, SearchedDirectory>();
  /** Parents come before their subdirectories. */
  readonly #directories: SearchedDirectory[] = [];
  /** The best candidates for each form; in order `newest`, one list of the newest files. */
  readonly #best: readonly BestItems<Candidate>[];
  /** How many entries match each form. */
  readonly #entriesPerForm: number[];
  #entries = 0;
  /** How many entries match a guess whole, and how many match only fallbacks, by the set of forms. */
  #wholeMatches = 0;
  readonly #fallbackMatches = new Map<string, number>();

  constructor(request: FindRequest, forms: readonly GuessForm[]) {
    this.forms = forms;
    this.#request = request;
    this.names = new NameMatcher(forms);
    this.#globForms = [...forms.keys()].filter((form) => forms[form]?.pieces.some(({ glob }) => glob !== undefined));
    this.#entriesPerForm = forms.map(() => 0);
    // Every line takes at least one token.
    const maxNewest = Math.min(request.budget, MAX_NEWEST);
    this.#best = request.order === "newest" ? [new BestItems(maxNewest)] : forms.map(() => new BestItems(MAX_KEPT));
    this.#enter(request.root, {
      place: 0,
      parent: undefined,
      name: "",
      nameHits: this.names.hitsIn(""),
      isEntry: false,
      matches: NO_MATCHES,
      inherited: NO_MATCHES,
      pieces: new Map(),
      secondaryParts: [],
      below: 0,
      isPartial: false,
      problem: undefined,
    });
  }

  visitEntry(directory: Directory, entry: TreeEntry, child: Directory | undefined): boolean {
    const node = this.#nodeOf(directory);
    const nameHits = this.names.hitsIn(entry.name);
    const own = this.#ownMatches(node, entry, nameHits);
    const matches = mergeMatches(node.inherited, own);
    const needsTime = this.#request.order === "newest" || this.#request.since !== undefined;
    const isEntry = entry.verdict.isShown && !(needsTime && entry.kind === "directory");
    const childNode =
      child &&
      this.#enter(child, {
        place: this.#directories.length,
        parent: node,
        name: entry.name,
        nameHits,
        isEntry,
        matches,
        inherited: matches.length === 0 ? NO_MATCHES : matches.map(toInherited),
        pieces: this.#mergePieces(node, entry, nameHits),
        secondaryParts: addSecondaryParts(node.secondaryParts, entry.name),
        below: 0,
        isPartial: false,
        problem: undefined,
      });
    if (!isEntry || (needsTime && entry.kind !== "file" && entry.kind !== "symlink")) {
      return false;
    }
    this.#entries += 1;
    for (const { form } of matches) {
      this.#entriesPerForm[form] = (this.#entriesPerForm[form] as number) + 1;
    }
    if (needsTime) {
      return matches.length > 0 || this.#request.words.length === 0;
    }
    node.below += 1;
    if (matches.length > 0) {
      this.#keep(node, entry, matches, childNode, undefined);
    }
    return false;
  }

  visitDetails(directory: Directory, entry: TreeEntry, details: EntryDetails | undefined): void {
    const { since } = this.#request;
    const modifiedMs = details?.modifiedMs;
    if (since !== undefined && !(modifiedMs !== undefined && modifiedMs >= since)) {
      return;
    }
    const node = this.#nodeOf(directory);
    node.below += 1;
    const own = this.#ownMatches(node, entry, this.names.hitsIn(entry.name));
    this.#keep(node, entry, mergeMatches(node.inherited, own), undefined, modifiedMs);
  }

  /** Records how the read of a directory ended. */
  visitDirectory(directory: Directory): void {
    const node = this.#nodeOf(directory);
    this.#nodes.delete(directory);
    const { path, problem } = directory;
    if (problem !== undefined) {
      this.unreadable.push({ path, problem });
      node.problem = problem;
    }
    node.isPartial = problem !== undefined || directory.isPartial;
  }

  /** Records that a directory was not read. */
  skipDirectory(directory: Directory): void {
    this.#nodeOf(directory).isPartial = true;
    this.#nodes.delete(directory);
  }

  /** Adds up what is below each directory, after the scan. */
  finish(): void {
    for (const { parent, below, isPartial } of this.#directories.toReversed()) {
      if (parent !== undefined) {
        parent.below += below;
        parent.isPartial ||= isPartial;
      }
    }
  }

  get root(): SearchedDirectory {
    return this.#directories[0] as SearchedDirectory;
  }

  /** How many entries were searched; only files and links if their times matter. */
  get entries(): number {
    return this.#entries;
  }

  /** Whether a form counts: a fallback does only if nothing matches the guess whole. */
  isActive(form: number): boolean {
    return this.forms[form]?.isFallback !== true || this.#entriesPerForm[form - 1] === 0;
  }

  hasMatches(form: number): boolean {
    return this.#entriesPerForm[form] !== 0;
  }

  /** Whether a directory's own name matches a guess. */
  matchesByName({ matches }: SearchedDirectory): boolean {
    return matches.some(({ form, isOwn }) => isOwn && this.isActive(form));
  }

  get matchingEntries(): number {
    let count = this.#wholeMatches;
    for (const [key, entries] of this.#fallbackMatches) {
      count += key.split(" ").some((form) => this.isActive(Number(form))) ? entries : 0;
    }
    return count;
  }

  /** The texts of the forms that count. */
  get activeTexts(): readonly SearchedText[] {
    const active = this.forms.filter((_, form) => this.isActive(form));
    return [...new Set(active.flatMap(({ pieces }) => pieces.flatMap(({ texts }) => texts)))];
  }

  /** The candidates that were kept; in order `newest`, the newest first. */
  candidates(): Candidate[] {
    const best = this.#best.filter((_, form) => this.#request.order === "newest" || this.isActive(form));
    return [...new Set(best.flatMap((each) => each.finish()))];
  }

  #nodeOf(directory: Directory): SearchedDirectory {
    return this.#nodes.get(directory) as SearchedDirectory;
  }

  #enter(directory: Directory, node: SearchedDirectory): SearchedDirectory {
    this.#nodes.set(directory, node);
    this.#directories.push(node);
    return node;
  }

  /** The forms that an entry may match: those with a text that its name matches, and those with globs, which match paths. */
  #formsFor({ forms }: NameHits): readonly number[] {
    const globs = this.#globForms;
    return globs.length === 0 ? forms : [...globs, ...forms.filter((form) => !globs.includes(form))];
  }

  /** The matches by an entry's own name. */
  #ownMatches(directory: SearchedDirectory, entry: TreeEntry, nameHits: NameHits): readonly Match[] {
    const forms = this.#formsFor(nameHits);
    if (forms.length === 0) {
      return NO_MATCHES;
    }
    const matches: Match[] = [];
    for (const form of forms) {
      const weight = this.isActive(form) ? this.#weightOf(form, directory, entry, nameHits) : 0;
      if (weight > 0) {
        matches.push({ form, weight, isOwn: true, isInherited: false });
      }
    }
    return matches;
  }

  /** How well an entry matches a form: all pieces, or for a fallback some of them. At least one must match by the entry's own name. */
  #weightOf(form: number, directory: SearchedDirectory, entry: TreeEntry, nameHits: NameHits): number {
    const { pieces, isFallback } = this.forms[form] as GuessForm;
    let [sum, best, count, isOwn] = [0, 0, 0, false];
    for (const piece of pieces) {
      const own = strengthOf(piece, directory, entry, nameHits);
      const strength = Math.max(own, directory.pieces.get(piece.index) ?? 0);
      isOwn ||= own > 0;
      if (strength > 0) {
        [sum, best, count] = [sum + strength, Math.max(best, strength), count + 1];
      } else if (!isFallback) {
        return 0;
      }
    }
    if (!isOwn) {
      return 0;
    }
    return isFallback ? (FALLBACK_WEIGHT * best * count) / pieces.length : sum / count;
  }

  #mergePieces(directory: SearchedDirectory, entry: TreeEntry, nameHits: NameHits): ReadonlyMap<number, number> {
    let merged: Map<number, number> | undefined;
    for (const form of this.#formsFor(nameHits)) {
      const { pieces } = this.forms[form] as GuessForm;
      for (const piece of pieces.length > 1 ? pieces : []) {
        const strength = strengthOf(piece, directory, entry, nameHits);
        if (strength > (directory.pieces.get(piece.index) ?? 0)) {
          merged ??= new Map(directory.pieces);
          merged.set(piece.index, strength);
        }
      }
    }
    return merged ?? directory.pieces;
  }

  #keep(
    directory: SearchedDirectory,
    entry: TreeEntry,
    matches: readonly Match[],
    inside: SearchedDirectory | undefined,
    modifiedMs: number | undefined,
  ): void {
    this.#count(matches);
    let candidate: Candidate | undefined;
    const toCandidate = (): Candidate => {
      const kind = shownKind(entry.kind);
      const isIgnored = entry.verdict.isIgnored;
      return (candidate ??= { directory, name: entry.name, kind, inside, isIgnored, modifiedMs, matches });
    };
    const keepIn = (best: BestItems<Candidate>, rank: number): void =>
      best.offer(rank, directory.place, entry.key, toCandidate);
    if (this.#request.order === "newest") {
      keepIn(this.#best[0] as BestItems<Candidate>, modifiedMs ?? -Infinity);
      return;
    }
    for (const { form, weight, isOwn } of matches) {
      keepIn(
        this.#best[form] as BestItems<Candidate>,
        Number(isOwn) + weight / (USUAL_NAME_LENGTH + entry.name.length),
      );
    }
  }

  #count(matches: readonly Match[]): void {
    if (matches.length === 0 || matches.some(({ form }) => this.forms[form]?.isFallback !== true)) {
      this.#wholeMatches += 1;
      return;
    }
    let key = matches.map(({ form }) => form).join(" ");
    if (this.#fallbackMatches.size >= MAX_SETS && !this.#fallbackMatches.has(key)) {
      key = key.replace(/ .*/, "");
    }
    this.#fallbackMatches.set(key, (this.#fallbackMatches.get(key) ?? 0) + 1);
  }
}

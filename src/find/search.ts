// Judges every entry of a tree by the guesses while the tree is read, and keeps those that fit best.
//
// A fit is how well an entry fits a guess. What is in a directory inherits the fits of the directory's own name, less with each level.
import { shownKind, type EntryDetails, type EntryKind } from "../core/entry.ts";
import { isShown } from "../core/filter.ts";
import type { Problem } from "../core/problem.ts";
import type { CountTokens } from "../text/map-text.ts";
import type { Directory, TreeEntry } from "../tree/directory.ts";
import type { KeyTree } from "../tree/key-tree.ts";
import type { DirectoryVisitor, EntryVisitor } from "../tree/scan.ts";
import { joinAside } from "./aside-parts.ts";
import { BestItems } from "./best-items.ts";
import { joinFits, strengthOf, toInherited, type Fit } from "./fit.ts";
import type { GuessForm, SearchedText, WithoutRoot } from "./guess.ts";
import { NameJudge, type JudgedName } from "./judge-name.ts";

/** How many entries are kept for each guess. */
const MAX_KEPT = 2000;

/** How many of the newest files are kept. */
const MAX_NEWEST = 20_000;

/** For how many sets of guesses it is counted which entries fit only in part. */
const MAX_SETS = 4096;

/** What counts of a fit that is only in part. */
const IN_PART = 0.7;

/** Which entries are kept is decided before their scores are known: by the fit and the length of the name, with so many letters more. */
const USUAL_NAME = 20;

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
  /** What ages are counted from. */
  readonly now: number;
  readonly budget: number;
  readonly countTokens: CountTokens;
  readonly maxBytes: number;
  readonly maxDirectories: number;
  readonly maxDepth: number;
  /** Set if the tree is of a store's keys. */
  readonly keys?: Omit<KeyTree, "fileSystem"> | undefined;
}

/** What a search knows of a directory. */
export interface SearchedDirectory {
  readonly parent: SearchedDirectory | undefined;
  readonly name: string;
  readonly path: string;
  readonly judged: JudgedName;
  /** Whether it is an entry of what is searched. The root is none, nor is a directory that only leads to some. */
  readonly isEntry: boolean;
  readonly fits: readonly Fit[];
  /** What its entries inherit. */
  readonly inherited: readonly Fit[];
  /** How well this name and those above it fit the pieces of phrases. */
  readonly pieces: ReadonlyMap<number, number>;
  /** What tells tests and the like apart, in this name and those above it. */
  readonly aside: readonly string[];
  /** How many entries are below it, all levels together, once the search is over. */
  below: number;
  /** Whether something below it was not read. */
  isPartial: boolean;
  problem: Problem | undefined;
}

/** An entry that fits. */
export interface Candidate {
  readonly directory: SearchedDirectory;
  readonly name: string;
  readonly kind: EntryKind;
  /** Set if it is a directory that was entered. */
  readonly inside: SearchedDirectory | undefined;
  readonly isIgnored: boolean;
  readonly modifiedMs: number | undefined;
  readonly fits: readonly Fit[];
}

const NO_FITS: readonly Fit[] = [];

export class Search implements DirectoryVisitor, EntryVisitor {
  readonly forms: readonly GuessForm[];
  readonly names: NameJudge;
  /** Directories that could not be read. */
  readonly unreadable: { readonly path: string; readonly problem: Problem }[] = [];
  readonly #request: FindRequest;
  readonly #globForms: readonly number[];
  /** Those that are being read, or will be. */
  readonly #nodes = new Map<Directory, SearchedDirectory>();
  /** Parents come before what is in them. */
  readonly #directories: SearchedDirectory[] = [];
  /** The best entries for each form, or only the newest. */
  readonly #best: readonly BestItems<Candidate>[];
  /** How many entries fit each form. */
  readonly #matches: number[];
  #entries = 0;
  /** How many entries fit a guess whole, and how many only in part, by the forms that they fit. */
  #fittingWhole = 0;
  readonly #fittingInPart = new Map<string, number>();

  constructor(request: FindRequest, forms: readonly GuessForm[]) {
    this.forms = forms;
    this.#request = request;
    this.names = new NameJudge(forms);
    this.#globForms = [...forms.keys()].filter((form) => forms[form]?.pieces.some(({ glob }) => glob !== undefined));
    this.#matches = forms.map(() => 0);
    // No line is shorter than a token.
    const maxNewest = Math.min(request.budget, MAX_NEWEST);
    this.#best = request.order === "newest" ? [new BestItems(maxNewest)] : forms.map(() => new BestItems(MAX_KEPT));
    this.#enter(request.root, {
      parent: undefined,
      name: "",
      path: "",
      judged: this.names.judge(""),
      isEntry: false,
      fits: NO_FITS,
      inherited: NO_FITS,
      pieces: new Map(),
      aside: [],
      below: 0,
      isPartial: false,
      problem: undefined,
    });
  }

  visitEntry(directory: Directory, entry: TreeEntry, inside: Directory | undefined): boolean {
    const node = this.#nodeOf(directory);
    const judged = this.names.judge(entry.name);
    const own = this.#ownFits(node, entry, judged);
    const fits = joinFits(node.inherited, own);
    const needsTime = this.#request.order === "newest" || this.#request.since !== undefined;
    const isEntry = isShown(entry.verdict) && !(needsTime && entry.kind === "directory");
    const entered =
      inside &&
      this.#enter(inside, {
        parent: node,
        name: entry.name,
        path: inside.path,
        judged,
        isEntry,
        fits,
        inherited: fits.length === 0 ? NO_FITS : fits.map(toInherited),
        pieces: this.#joinPieces(node, entry, judged),
        aside: joinAside(node.aside, entry.name),
        below: 0,
        isPartial: false,
        problem: undefined,
      });
    if (!isEntry || (needsTime && entry.kind !== "file" && entry.kind !== "symlink")) {
      return false;
    }
    this.#entries += 1;
    for (const { form } of fits) {
      this.#matches[form] = (this.#matches[form] as number) + 1;
    }
    if (needsTime) {
      return fits.length > 0 || this.#request.words.length === 0;
    }
    node.below += 1;
    if (fits.length > 0) {
      this.#keep(node, entry, fits, entered, undefined);
    }
    return false;
  }

  takeDetails(directory: Directory, entry: TreeEntry, details: EntryDetails | undefined): void {
    const { since } = this.#request;
    const modifiedMs = details?.modifiedMs;
    if (since !== undefined && !(modifiedMs !== undefined && modifiedMs >= since)) {
      return;
    }
    const node = this.#nodeOf(directory);
    node.below += 1;
    const own = this.#ownFits(node, entry, this.names.judge(entry.name));
    this.#keep(node, entry, joinFits(node.inherited, own), undefined, modifiedMs);
  }

  /** Notes how the read of a directory ended. */
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

  /** Notes that a directory was not read. */
  skipDirectory(directory: Directory): void {
    this.#nodeOf(directory).isPartial = true;
    this.#nodes.delete(directory);
  }

  /** Adds up what is below each directory, once everything was read. */
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

  /** How many entries there are, or files if their times matter. */
  get entries(): number {
    return this.#entries;
  }

  /** Whether a form counts: one in part does only if nothing fits the guess whole. */
  isActive(form: number): boolean {
    return this.forms[form]?.isPart !== true || this.#matches[form - 1] === 0;
  }

  hasMatches(form: number): boolean {
    return this.#matches[form] !== 0;
  }

  /** Whether a directory fits by its own name. */
  isFitting({ fits }: SearchedDirectory): boolean {
    return fits.some(({ form, isOwn }) => isOwn && this.isActive(form));
  }

  /** How many entries fit. */
  get fitting(): number {
    let count = this.#fittingWhole;
    for (const [key, entries] of this.#fittingInPart) {
      count += key.split(" ").some((form) => this.isActive(Number(form))) ? entries : 0;
    }
    return count;
  }

  /** The texts of the forms that count. */
  get activeTexts(): readonly SearchedText[] {
    const active = this.forms.filter((_, form) => this.isActive(form));
    return [...new Set(active.flatMap(({ pieces }) => pieces.flatMap(({ texts }) => texts)))];
  }

  /** The entries that were kept, for the newest in order. */
  kept(): Candidate[] {
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

  /** The forms that a name may fit: those of which it fits a text, and those with globs, which are compared with paths. */
  #formsFor({ forms }: JudgedName): readonly number[] {
    const globs = this.#globForms;
    return globs.length === 0 ? forms : [...globs, ...forms.filter((form) => !globs.includes(form))];
  }

  /** The fits by an entry's own name. */
  #ownFits(directory: SearchedDirectory, entry: TreeEntry, judged: JudgedName): readonly Fit[] {
    const forms = this.#formsFor(judged);
    if (forms.length === 0) {
      return NO_FITS;
    }
    const fits: Fit[] = [];
    for (const form of forms) {
      const weight = this.isActive(form) ? this.#weightOf(form, directory, entry, judged) : 0;
      if (weight > 0) {
        fits.push({ form, weight, isOwn: true, isInherited: false });
      }
    }
    return fits;
  }

  /** How well an entry fits a form: all pieces or, in part, some of them, and one of them by the entry's own name. */
  #weightOf(form: number, directory: SearchedDirectory, entry: TreeEntry, judged: JudgedName): number {
    const { pieces, isPart } = this.forms[form] as GuessForm;
    let [sum, best, count, isOwn] = [0, 0, 0, false];
    for (const piece of pieces) {
      const own = strengthOf(piece, directory, entry, judged);
      const strength = Math.max(own, directory.pieces.get(piece.index) ?? 0);
      isOwn ||= own > 0;
      if (strength > 0) {
        [sum, best, count] = [sum + strength, Math.max(best, strength), count + 1];
      } else if (!isPart) {
        return 0;
      }
    }
    if (!isOwn) {
      return 0;
    }
    return isPart ? (IN_PART * best * count) / pieces.length : sum / count;
  }

  #joinPieces(directory: SearchedDirectory, entry: TreeEntry, judged: JudgedName): ReadonlyMap<number, number> {
    let joined: Map<number, number> | undefined;
    for (const form of this.#formsFor(judged)) {
      const { pieces } = this.forms[form] as GuessForm;
      for (const piece of pieces.length > 1 ? pieces : []) {
        const strength = strengthOf(piece, directory, entry, judged);
        if (strength > (directory.pieces.get(piece.index) ?? 0)) {
          joined ??= new Map(directory.pieces);
          joined.set(piece.index, strength);
        }
      }
    }
    return joined ?? directory.pieces;
  }

  #keep(
    directory: SearchedDirectory,
    entry: TreeEntry,
    fits: readonly Fit[],
    inside: SearchedDirectory | undefined,
    modifiedMs: number | undefined,
  ): void {
    this.#count(fits);
    let candidate: Candidate | undefined;
    const keepIn = (best: BestItems<Candidate>, rank: number): void => {
      if (best.wants(rank)) {
        const kind = shownKind(entry.kind);
        const isIgnored = entry.verdict === "ignored";
        candidate ??= { directory, name: entry.name, kind, inside, isIgnored, modifiedMs, fits };
        best.take(candidate, rank);
      }
    };
    if (this.#request.order === "newest") {
      keepIn(this.#best[0] as BestItems<Candidate>, modifiedMs ?? -Infinity);
      return;
    }
    for (const { form, weight, isOwn } of fits) {
      keepIn(this.#best[form] as BestItems<Candidate>, Number(isOwn) + weight / (USUAL_NAME + entry.name.length));
    }
  }

  #count(fits: readonly Fit[]): void {
    if (fits.length === 0 || fits.some(({ form }) => this.forms[form]?.isPart !== true)) {
      this.#fittingWhole += 1;
      return;
    }
    let key = fits.map(({ form }) => form).join(" ");
    if (this.#fittingInPart.size >= MAX_SETS && !this.#fittingInPart.has(key)) {
      key = key.replace(/ .*/, "");
    }
    this.#fittingInPart.set(key, (this.#fittingInPart.get(key) ?? 0) + 1);
  }
}

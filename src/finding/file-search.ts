// A search by words: judges every entry that it is shown, counts what matches, and keeps the best.
//
// An entry's score is the sum over the words that it matches of how rare the word is and how well it fits, in the entry's own name or
// in one above it. Example: for the words `staff roles`, `auth/roles.ts` matches `roles` by a whole part of its own name. `staff/index.ts`
// matches `staff` by the name above it. `roles` is on fewer paths, and covers more of the name, so `auth/roles.ts` comes first.
import { joinPath, type ByteString } from "../core/byte-string.ts";
import { shownKind, type Entry } from "../core/entry.ts";
import type { Pause } from "../core/pace.ts";
import { BestEntries, type FoundEntry, type ScoredEntry } from "./best-entries.ts";
import { ComparedName, Stems } from "./name-parts.ts";
import { isAsideDirectory, isAsideFile, patternOf, type SearchWord } from "./search-word.ts";
import type { Fit, SearchedDirectory } from "./searched-directory.ts";

/** How many entries are kept for each word. */
const MOST_KEPT = 2000;

/** For how many sets of words it is counted apart which entries match nothing but their parts. */
const MOST_SETS = 4096;

/** About how many steps it takes to look for a text in a long name, as filters count them. */
const STEPS_OF_TEXT = 500;

/** A name above an entry says a little more than its own: a directory is named for all that is in it. Further up it says less. */
const DIRECTORY = 1.1;
const FURTHER_UP = 0.9;

/** A name that the words cover as a whole counts this much more than one that they hardly touch. */
const COVERED = 1.2;

/** Of two names that fit alike, the shorter is meant more often: one of this many letters is taken as it is. */
const USUAL_LENGTH = 14;
const LENGTH = 0.4;

/** Tests, fixtures and the like come later. */
const ASIDE = 0.5;

/** A directory stands for what is in it, which may be listed itself. */
const DIRECTORY_ITSELF = 0.5;

/** An entry that is kept, with how well it fits each word, and what that is multiplied by. */
interface KeptEntry extends FoundEntry {
  readonly fits: readonly Fit[];
  readonly factor: number;
}

const NO_FITS: readonly Fit[] = [];

/** How an entry is taken. */
export interface Taking {
  /** Whether it is an entry of what is searched, and not only leads to some. */
  readonly isEntry: boolean;
  /** Whether it is a directory that is read. */
  readonly enters: boolean;
  /** Set if git ignores it. */
  readonly isIgnored?: true | undefined;
  readonly modifiedMs?: number | undefined;
}

interface Taken {
  readonly directory: SearchedDirectory;
  readonly entry: Entry;
  readonly inside: SearchedDirectory | undefined;
  readonly taking: Taking;
}

interface Entered {
  readonly compared: ComparedName | undefined;
  readonly own: readonly Fit[];
  readonly isEntry: boolean;
}

export interface SearchOptions {
  /** Which entries come first. */
  readonly order: "best" | "newest";
  /** Whether tests, fixtures and the like come later. */
  readonly isAsideLast: boolean;
  /** Only what was modified since then, in milliseconds since 1970; undefined if that does not matter. */
  readonly since: number | undefined;
}

export class FileSearch {
  readonly root: SearchedDirectory;
  readonly #words: readonly SearchWord[];
  readonly #pieceWords: readonly number[];
  readonly #globWords: readonly number[];
  /** Names that don't match this fit no word. */
  readonly #pattern: RegExp | undefined;
  readonly #options: SearchOptions;
  readonly #best: readonly BestEntries<KeptEntry>[];
  readonly #stems = new Stems();
  readonly #textCost: number;
  /** How many entries match each word. */
  #matches: number[];
  #entries = 0;
  #matching = 0;
  /** How many entries match nothing but parts of words, by which words those are. */
  #byParts = new Map<string, number>();

  constructor(words: readonly SearchWord[], options: SearchOptions) {
    this.#words = words;
    this.#options = options;
    this.#best = words.map(() => new BestEntries(MOST_KEPT));
    this.#matches = words.map(() => 0);
    this.#pieceWords = [...words.keys()].filter((index) => words[index]?.kind === "pieces");
    this.#globWords = [...words.keys()].filter((index) => words[index]?.kind === "glob");
    this.#pattern = patternOf(words);
    this.#textCost = STEPS_OF_TEXT * words.reduce((sum, { texts }) => sum + texts.length, 0);
    this.root = {
      parent: undefined,
      name: "" as ByteString,
      path: "" as ByteString,
      depth: 0,
      isEntry: false,
      // Without words every path fits, whatever its names are.
      inherited: words[0]?.kind === "any" ? [{ word: 0, worth: 1 }] : [],
      pieces: this.#pieceWords.map(() => 0),
      globs: this.#globWords.map((index) => (words[index] as Required<SearchWord>).glob),
      isAside: false,
      below: 0,
      isPartial: false,
      problem: undefined,
    };
  }

  /** How many steps it can take to compare a name in a directory with the words. */
  costIn({ globs }: SearchedDirectory): number {
    return this.#textCost + globs.reduce((sum, { cost = 0 }) => sum + cost, 0);
  }

  /** Whether an entry matches, by the words that may count. */
  matches(directory: SearchedDirectory, entry: Entry): boolean {
    return directory.inherited.length > 0 || this.#ownFits(directory, entry, this.#compare(entry.name)).length > 0;
  }

  /** Counts an entry of a directory, and keeps it if it is among the best. Returns the directory if it is one that is entered. */
  take(directory: SearchedDirectory, entry: Entry, taking: Taking): SearchedDirectory | undefined {
    const compared = this.#compare(entry.name);
    const own = this.#ownFits(directory, entry, compared);
    const inside = taking.enters
      ? this.#enter(directory, entry.name, { compared, own, isEntry: taking.isEntry })
      : undefined;
    if (taking.isEntry) {
      this.#takeEntry({ directory, entry, inside, taking }, compared, own);
    }
    return inside;
  }

  #takeEntry(
    { directory, entry, inside, taking }: Taken,
    compared: ComparedName | undefined,
    own: readonly Fit[],
  ): void {
    const { isIgnored, modifiedMs } = taking;
    const { order, since } = this.#options;
    if (since !== undefined && !(modifiedMs !== undefined && modifiedMs >= since)) {
      return;
    }
    this.#entries += 1;
    directory.below += 1;
    const { inherited } = directory;
    if (own.length === 0 && inherited.length === 0) {
      return;
    }
    const fits = own.length === 0 ? inherited : joinFits(inherited, own);
    this.#count(fits);
    const factor =
      order === "newest"
        ? 1
        : this.#factorOf(directory, entry, compared ?? new ComparedName(entry.name, this.#stems), own);
    let found: KeptEntry | undefined;
    for (const { word, worth } of fits) {
      const best = this.#best[word] as BestEntries<KeptEntry>;
      const score = order === "newest" ? timeOf(taking) : worth * factor;
      if (best.wants(score, directory, entry.name)) {
        found ??= {
          directory,
          name: entry.name,
          kind: shownKind(entry.kind),
          inside,
          isIgnored,
          modifiedMs,
          fits,
          factor,
        };
        best.take({ score, entry: found });
      }
    }
  }

  /** The name, to be compared with the words; undefined if it fits none of them. */
  #compare(name: ByteString): ComparedName | undefined {
    return this.#pattern?.test(name) === false ? undefined : new ComparedName(name, this.#stems);
  }

  /** The directory `name` inside a directory. */
  #enter(directory: SearchedDirectory, name: ByteString, { compared, own, isEntry }: Entered): SearchedDirectory {
    return {
      parent: directory,
      name,
      path: joinPath(directory.path, name),
      depth: directory.depth + 1,
      isEntry,
      inherited: inherit(directory.inherited, own),
      pieces:
        compared === undefined || this.#pieceWords.length === 0
          ? directory.pieces
          : this.#piecesIn(directory, compared),
      globs:
        this.#globWords.length === 0
          ? directory.globs
          : // A filter of globs reads nothing.
            directory.globs.map((glob) => glob.enter(name, undefined) as typeof glob),
      isAside: directory.isAside || isAsideDirectory(name),
      below: 0,
      isPartial: false,
      problem: undefined,
    };
  }

  /** Returns a function that forgets everything since now. */
  remember(directory: SearchedDirectory): () => void {
    const [matches, entries, matching, byParts] = [[...this.#matches], this.#entries, this.#matching, this.#byParts];
    const parts = new Map(byParts);
    const { below } = directory;
    const forget = this.#best.map((best) => best.remember());
    return () => {
      [this.#matches, this.#entries, this.#matching, this.#byParts] = [matches, entries, matching, parts];
      directory.below = below;
      forget.forEach((each) => each());
    };
  }

  /** How many entries match. */
  get matching(): number {
    let matching = this.#matching;
    for (const [words, count] of this.#byParts) {
      matching += words.split(",").some((word) => this.#isActive(Number(word))) ? count : 0;
    }
    return matching;
  }

  /** Which of the given words have matched something. */
  get matched(): ReadonlySet<number> {
    return new Set(this.#words.filter((_, index) => this.#matches[index] !== 0).map(({ given }) => given));
  }

  /** Whether a directory is among what matches. */
  isMatching({ inherited, isEntry }: SearchedDirectory): boolean {
    return isEntry && inherited.some(({ word }) => this.#isActive(word));
  }

  /** The best of what was found, in order, at most so many. Gives way to other work after each word. */
  async rank(most: number, pause: Pause): Promise<readonly ScoredEntry[]> {
    const rarity = this.#matches.map((count, word) => (this.#isActive(word) ? this.#rarityOf(count) : 0));
    const found = new Set<KeptEntry>();
    for (const [word, best] of this.#best.entries()) {
      for (const { entry } of this.#isActive(word) ? best.finish() : []) {
        found.add(entry);
      }
      await pause();
    }
    const ranked = new BestEntries<KeptEntry>(most);
    for (const entry of found) {
      const score = this.#options.order === "newest" ? timeOf(entry) : scoreOf(entry, rarity);
      if (ranked.wants(score, entry.directory, entry.name)) {
        ranked.take({ score, entry });
      }
    }
    return ranked.finish();
  }

  /** How rare a word is. The root keeps one rare word from outweighing several others. */
  #rarityOf(count: number): number {
    return Math.sqrt(Math.log(1 + (this.#entries - count + 0.5) / (count + 0.5)));
  }

  /** Whether a word counts: its parts do only if nothing contains it whole. */
  #isActive(word: number): boolean {
    const { kind, given } = this.#words[word] as SearchWord;
    return (
      kind !== "parts" ||
      this.#words.every((other, index) => other.given !== given || index === word || this.#matches[index] === 0)
    );
  }

  #count(fits: readonly Fit[]): void {
    let isWhole = false;
    for (const { word } of fits) {
      (this.#matches[word] as number) += 1;
      isWhole ||= this.#words[word]?.kind !== "parts";
    }
    if (isWhole) {
      this.#matching += 1;
    } else {
      const all = fits.map(({ word }) => word).join(",");
      // Where names are made up to match every set of words, the rest is counted by their first word.
      const key = this.#byParts.size < MOST_SETS || this.#byParts.has(all) ? all : String(fits[0]?.word);
      this.#byParts.set(key, (this.#byParts.get(key) ?? 0) + 1);
    }
  }

  /** What an entry's score is multiplied by, whatever the words are worth. */
  #factorOf(directory: SearchedDirectory, { name, kind }: Entry, compared: ComparedName, fits: readonly Fit[]): number {
    let factor = (1 + LENGTH) / (1 + (LENGTH * compared.letters) / USUAL_LENGTH);
    factor *= fits.length === 0 ? 1 : 1 + COVERED * this.#coverageOf(compared, fits);
    if (
      this.#options.isAsideLast &&
      (directory.isAside || isAsideFile(compared) || (kind === "directory" && isAsideDirectory(name)))
    ) {
      factor *= ASIDE;
    }
    return kind === "directory" ? factor * DIRECTORY_ITSELF : factor;
  }

  /** How much of a name the words cover, of 1. */
  #coverageOf(name: ComparedName, fits: readonly Fit[]): number {
    let [covered, letters] = [0, 0];
    for (let index = 0; index < name.ownParts; index += 1) {
      const part = name.parts[index] as string;
      letters += part.length;
      covered += this.#isCovered(part, name, fits) ? part.length : 0;
    }
    return letters === 0 ? 0 : covered / letters;
  }

  #isCovered(part: string, name: ComparedName, fits: readonly Fit[]): boolean {
    for (const { word } of fits) {
      for (const text of (this.#words[word] as SearchWord).texts) {
        if (text.covers(part, name)) {
          return true;
        }
      }
    }
    return false;
  }

  /** How well an entry's own name fits each word that it fits. */
  #ownFits(
    directory: SearchedDirectory,
    entry: Pick<Entry, "name" | "kind">,
    name: ComparedName | undefined,
  ): readonly Fit[] {
    if (name === undefined) {
      return NO_FITS;
    }
    let fits: Fit[] | undefined;
    for (let word = 0; word < this.#words.length; word += 1) {
      const strength = this.#strengthOf(word, directory, entry, name);
      if (strength > 0) {
        fits ??= [];
        fits.push({ word, worth: strength });
      }
    }
    return fits ?? NO_FITS;
  }

  #strengthOf(
    word: number,
    directory: SearchedDirectory,
    entry: Pick<Entry, "name" | "kind">,
    name: ComparedName,
  ): number {
    const { kind, texts } = this.#words[word] as SearchWord;
    switch (kind) {
      case "whole":
        return (texts[0] as (typeof texts)[number]).strengthIn(name);
      case "parts":
        return strengthOfParts(texts, name);
      case "any":
        return 0;
      case "glob":
        return directory.globs[this.#globWords.indexOf(word)]?.judge(entry) === "hide" ? 1 : 0;
      case "pieces": {
        const before = directory.pieces[this.#pieceWords.indexOf(word)] as number;
        return (nextPieces(before, texts, name) >> (texts.length - 1)) & 1;
      }
    }
  }

  #piecesIn(directory: SearchedDirectory, name: ComparedName): readonly number[] {
    return this.#pieceWords.map((word, index) =>
      nextPieces(directory.pieces[index] as number, (this.#words[word] as SearchWord).texts, name),
    );
  }
}

/** A time that is not known comes last. */
function timeOf({ modifiedMs = -Number.MAX_VALUE }: Pick<FoundEntry, "modifiedMs">): number {
  return modifiedMs;
}

function scoreOf({ fits, factor }: KeptEntry, rarity: readonly number[]): number {
  let sum = 0;
  for (const { word, worth } of fits) {
    sum += worth * (rarity[word] as number);
  }
  return sum * factor;
}

type Texts = SearchWord["texts"];

/** Bit i is set if the first i + 1 pieces fit the last i + 1 names, the given one included. `before`: the same for the name before. */
function nextPieces(before: number, pieces: Texts, name: ComparedName): number {
  let fitting = 0;
  for (const [index, piece] of pieces.entries()) {
    const isBegun = index === 0 || ((before >> (index - 1)) & 1) === 1;
    fitting |= isBegun && piece.strengthIn(name) > 0 ? 1 << index : 0;
  }
  return fitting;
}

/** How well a name fits some of the parts of a word. The root: half of the parts are more than half of the word. */
function strengthOfParts(parts: Texts, name: ComparedName): number {
  let [count, best] = [0, 0];
  for (const part of parts) {
    const strength = part.strengthIn(name);
    count += strength > 0 ? 1 : 0;
    best = Math.max(best, strength);
  }
  return best * Math.sqrt(count / parts.length);
}

/** How well an entry fits each word, by its own name or one above it. All are in the order of the words. */
function joinFits(inherited: readonly Fit[], own: readonly Fit[]): readonly Fit[] {
  if (inherited.length === 0) {
    return own;
  }
  const joined: Fit[] = [];
  let next = 0;
  for (const fit of own) {
    let above = inherited[next];
    for (; above !== undefined && above.word < fit.word; above = inherited[next]) {
      joined.push(above);
      next += 1;
    }
    const isSame = above?.word === fit.word;
    joined.push(isSame && above !== undefined && above.worth > fit.worth ? above : fit);
    next += isSame ? 1 : 0;
  }
  return next < inherited.length ? [...joined, ...inherited.slice(next)] : joined;
}

/** What the entries of a directory inherit: what it inherits itself, from further up, and what its own name is worth. */
function inherit(above: readonly Fit[], own: readonly Fit[]): readonly Fit[] {
  const further = above.map(({ word, worth }) => ({ word, worth: worth * FURTHER_UP }));
  return joinFits(
    further,
    own.map(({ word, worth }) => ({ word, worth: worth * DIRECTORY })),
  );
}

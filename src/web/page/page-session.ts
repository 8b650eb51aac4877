// The state of the page: the tree, the search, the maps, and the current directory.
import { bytesOfEntry } from "../../render/listing.ts";
import type { About } from "../web-messages.ts";
import type { Carrier } from "./carrier.ts";
import { EntryCache } from "./entry-cache.ts";
import { findsInDirectory, isGlob, listsDirectory, mapDirectory, searchesDirectory, toGlobs } from "./list-calls.ts";
import { entriesOf } from "./map-tiles.ts";
import { MapStore } from "./map-store.ts";
import { OpenTree, pathBelow, type NameBytes, type TreeDirectory, type TreeRow } from "./open-tree.ts";
import { SearchResults } from "./search-results.ts";

/** A directory, by its root and the names below that. */
export interface Place {
  readonly root: TreeDirectory;
  readonly names: readonly NameBytes[];
}

/** The row with the keyboard focus, by its index in its directory: its number changes with what is open above it. */
export interface Focus {
  readonly parent: TreeDirectory | undefined;
  readonly index: number;
}

export class PageSession {
  readonly carrier: Carrier;
  readonly about: About;
  readonly tree: OpenTree;
  readonly maps: MapStore;
  readonly #cache = new EntryCache();
  readonly #onChange: () => void;
  /** The number of the last search for a typed name. More letters may be typed while one runs, and only the last one counts. */
  #seeks = 0;
  focus: Focus = { parent: undefined, index: 0 };
  /** Changes whenever the focused row should be scrolled into view. */
  reveals = 0;
  place: Place;
  search: SearchResults | undefined;
  /** What went wrong with a jump. */
  trouble: string | undefined;

  constructor(carrier: Carrier, about: About, onChange: () => void) {
    this.carrier = carrier;
    this.about = about;
    this.#onChange = onChange;
    const list = (dirPath: string) => listsDirectory(carrier, dirPath);
    this.tree = new OpenTree(about.roots, list, this.#cache, () => this.#changed());
    this.maps = new MapStore(
      (dirPath) => mapDirectory(carrier, dirPath),
      () => this.#mapped(),
    );
    this.place = { root: this.tree.roots[0] as TreeDirectory, names: [] };
    this.open(this.tree.rowAt(0) as TreeRow);
  }

  /** The current directory, in the form that `dir_path` takes. */
  get dirPath(): string {
    return toDirPath(this.place);
  }

  get focusedRow(): number {
    return this.tree.numberOf(this.focus.parent, this.focus.index);
  }

  focusOn(row: number, isRevealed: boolean = true): void {
    const found = this.tree.rowAt(row);
    if (found !== undefined) {
      this.focus = { parent: found.parent, index: found.index };
      this.place = placeOf(found) ?? this.place;
      this.reveals += isRevealed ? 1 : 0;
      this.#changed();
    }
  }

  open(row: TreeRow): void {
    const directory = this.tree.open(row);
    if (directory !== undefined) {
      this.#changed();
    }
  }

  close(directory: TreeDirectory): void {
    // The focus must not be left on a row that is gone.
    for (let above = this.focus.parent; above !== undefined; above = above.parent) {
      if (above === directory) {
        this.focus = { parent: directory.parent, index: directory.index };
      }
    }
    this.tree.close(directory);
  }

  /** Goes to a directory, and opens what is on the way to it in the tree. */
  async goTo(place: Place): Promise<void> {
    // The views beside the tree need not wait for it.
    this.place = place;
    await this.show(place);
  }

  /** Shows an entry of any kind in the tree. */
  async show({ root, names }: Place): Promise<void> {
    this.#changed();
    await this.#try(async () => this.focusOn(await this.tree.reveal(root, names)));
  }

  /** Goes to the first entry of the current directory that does not come before a name. */
  async jump(name: string): Promise<void> {
    const { root, names } = this.place;
    await this.#try(async () => {
      const row = await this.tree.reveal(root, names);
      const { directory } = this.tree.rowAt(row) ?? {};
      const index = await directory?.pages?.find(bytesOf(name));
      if (directory?.pages === undefined || index === undefined || directory.pages.count === 0) {
        return;
      }
      const last = Math.min(index, directory.pages.count - 1);
      await directory.pages.load(last);
      this.focusOn(this.tree.numberOf(directory, last));
    });
  }

  /** Goes to the first entry of a directory whose name begins like this, if there is one. */
  async seek(directory: TreeDirectory, start: string): Promise<void> {
    const turn = (this.#seeks += 1);
    await this.#try(async () => {
      const bytes = bytesOf(start);
      const index = await directory.pages?.find(bytes);
      const entry = index === undefined ? undefined : await directory.pages?.load(index);
      const isLast = turn === this.#seeks;
      if (isLast && index !== undefined && entry !== undefined && bytesOfEntry(entry).startsWith(bytes)) {
        this.focusOn(this.tree.numberOf(directory, index));
      }
    });
  }

  /** Searches the current root, by words for what fits best, by globs for all that matches, or ends the search. */
  find(typed: string): void {
    this.search?.close();
    const globs = toGlobs(typed);
    const { dirPath } = this.place.root;
    const findsWords = !isGlob(typed) && this.about.tools.some(({ name }) => name === "find_files");
    const list = findsWords
      ? findsInDirectory(this.carrier, dirPath, typed)
      : searchesDirectory(this.carrier, dirPath, globs);
    this.search = globs.length === 0 ? undefined : new SearchResults(list, this.#cache, () => this.#changed());
    this.#changed();
  }

  async #try(work: () => Promise<void>): Promise<void> {
    this.trouble = undefined;
    try {
      await work();
    } catch (error) {
      this.trouble = (error as Error).message;
    }
    this.#changed();
  }

  #changed(): void {
    eachOpen(this.tree.roots, (directory) => {
      // First the names, then the counts: one call at a time for each directory.
      if (directory.pages?.isOpening === false && directory.pages.failure === undefined) {
        this.maps.want(directory.dirPath);
      }
    });
    this.#onChange();
  }

  #mapped(): void {
    eachOpen(this.tree.roots, ({ pages, dirPath }) => {
      const map = this.maps.get(dirPath)?.map;
      const count = map && entriesOf(map);
      if (count !== undefined && pages?.isExact === false && pages.count < count) {
        pages.suppose(count);
      }
    });
    this.#onChange();
  }
}

export function toDirPath({ root, names }: Place): string {
  return names.length === 0 ? root.dirPath : pathBelow(root.dirPath, names.join("/") as NameBytes);
}

/** The directory of a row: the row itself if it is one, otherwise the directory that contains it. */
export function placeOf({ parent, entry, directory }: TreeRow): Place | undefined {
  const names: NameBytes[] = [];
  if (directory === undefined && entry?.kind === "directory") {
    names.push(bytesOfEntry(entry));
  }
  let above = directory ?? parent;
  while (above?.parent !== undefined) {
    names.unshift(above.name);
    above = above.parent;
  }
  return above && { root: above, names };
}

function eachOpen(directories: readonly TreeDirectory[], visit: (directory: TreeDirectory) => void): void {
  for (const directory of directories) {
    visit(directory);
    eachOpen(directory.open, visit);
  }
}

/** The bytes of typed text, each as one character. */
function bytesOf(text: string): NameBytes {
  return String.fromCharCode(...new TextEncoder().encode(text)) as NameBytes;
}

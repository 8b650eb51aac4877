// The state of the page: a tree for each root, the search, the maps, and the current directory.
import type { About } from "../about.ts";
import type { ToolClient } from "./tool-client.ts";
import { EntryCache } from "./entry-cache.ts";
import { directoryLister, mapDirectory, searchCall, searchLister, type SearchCall, type Shown } from "./list-calls.ts";
import { entriesOf } from "./map-tiles.ts";
import { MapStore } from "./map-store.ts";
import { OpenTree, pathBelow, type TreeDirectory, type TreeRow } from "./open-tree.ts";
import { SearchResults } from "./search-results.ts";

/** A directory, by its root and the names below that. */
export interface Place {
  readonly root: TreeDirectory;
  readonly names: readonly string[];
}

/** The row with the keyboard focus, by its index in its directory: its number changes with what is open above it. */
export interface Focus {
  readonly parent: TreeDirectory | undefined;
  readonly index: number;
}

/** Where the user is, as the history of a tab keeps it. */
export interface Visit {
  /** The number of the root. */
  readonly root: number;
  readonly names: readonly string[];
  /** What is typed in the search. */
  readonly typed: string;
}

/** Remembers where the user is. `isNew`: the user went there, and should be able to come back from there. */
export type Remember = (visit: Visit, isNew: boolean) => void;

/** How a row gets the focus: by a click on it, by a step of the keyboard from another, or because the user went there. */
export type FocusReason = "click" | "step" | "go";

export class PageSession {
  readonly client: ToolClient;
  readonly about: About;
  readonly #cache = new EntryCache();
  readonly #onChange: () => void;
  readonly #remember: Remember;
  /** The focused row of each tree. */
  readonly #focus = new Map<OpenTree, Focus>();
  /** How many times something was to be shown. Only the last time counts, whichever is found first. */
  #showCount = 0;
  #visit = "";
  /** How many times a typed name was looked for. More letters may be typed meanwhile, and only the last time counts. */
  #seekCount = 0;
  /** Goes up whenever the focused row should be scrolled into view. */
  revealCount = 0;
  place: Place;
  /** Whether names that begin with a dot are shown. */
  hidden = true;
  trees: readonly OpenTree[] = [];
  maps: MapStore;
  search: SearchResults | undefined;
  /** The call of the search, until the user goes to something that it found. */
  call: SearchCall | undefined;
  /** What the user searches for. */
  typed = "";
  /** Goes up whenever the user goes back or forward. */
  returnCount = 0;
  /** Why the last directory or name that the user asked for could not be shown. */
  trouble: string | undefined;

  constructor(client: ToolClient, about: About, onChange: () => void, remember: Remember = () => {}) {
    this.client = client;
    this.about = about;
    this.#onChange = onChange;
    this.#remember = remember;
    this.maps = this.#plant();
    this.place = { root: (this.trees[0] as OpenTree).root, names: [] };
    this.open(this.tree.rowAt(0) as TreeRow);
    this.#rememberVisit(false);
  }

  /** Makes the trees, all closed, and what keeps their maps. */
  #plant(): MapStore {
    const { client, about, shown } = this;
    const list = (dirPath: string) => directoryLister(client, dirPath, shown);
    this.trees = about.roots.map((dirPath) => new OpenTree(dirPath, list, this.#cache, () => this.#changed()));
    return new MapStore(
      (dirPath) => mapDirectory(client, dirPath, shown),
      () => this.#mapped(),
    );
  }

  /** What every call says about names that begin with a dot. */
  get shown(): Shown {
    return this.hidden ? {} : { hidden: false };
  }

  /** Shows names that begin with a dot, or leaves them out of all trees, maps and searches. */
  async showHidden(hidden: boolean): Promise<void> {
    const visit = this.#visitNow();
    const open: string[][] = [];
    eachOpen([this.place.root], (directory) => open.push(placeIn(directory).names));
    this.trees.forEach((tree) => tree.close(tree.root));
    this.hidden = hidden;
    this.maps = this.#plant();
    await this.return(visit);
    for (const names of open) {
      await this.#try(async () => void (await this.tree.reveal(names)));
    }
  }

  /** The tree of the current root. */
  get tree(): OpenTree {
    return this.#treeOf(this.place.root);
  }

  /** The current directory, in the form that `dir_path` takes. */
  get dirPath(): string {
    return toDirPath(this.place);
  }

  get focus(): Focus {
    return this.#focus.get(this.tree) ?? { parent: undefined, index: 0 };
  }

  get focusedRow(): number {
    return this.tree.numberOf(this.focus.parent, this.focus.index);
  }

  /** The name of the focused row if that is in the current directory and no directory itself. */
  get focusedFile(): string | undefined {
    const { entry, parent } = this.tree.rowAt(this.focusedRow) ?? {};
    return entry?.kind !== "directory" && parent?.dirPath === this.dirPath ? entry?.path : undefined;
  }

  focusOn(row: number, how: FocusReason): void {
    const found = this.tree.rowAt(row);
    if (found !== undefined) {
      this.#focus.set(this.tree, { parent: found.parent, index: found.index });
      this.place = placeOf(found) ?? this.place;
      this.revealCount += how === "click" ? 0 : 1;
      this.#rememberVisit(how !== "step");
      this.#changed();
    }
  }

  /** Goes to where the user was last in a root. */
  goToRoot(root: TreeDirectory): void {
    const tree = this.#treeOf(root);
    this.place = { root, names: [] };
    this.open(tree.rowAt(0) as TreeRow);
    this.place = placeOf(tree.rowAt(this.focusedRow) as TreeRow) ?? this.place;
    this.#showCount += 1;
    this.#search(this.typed);
    this.#rememberVisit(true);
    this.#changed();
  }

  /** Goes back or forward to where the user was, or as near as possible if that is gone. */
  async return(visit: Visit): Promise<void> {
    const root = this.trees[visit.root]?.root;
    if (root === undefined) {
      return;
    }
    const isOtherSearch = visit.typed !== this.typed || root !== this.place.root;
    this.place = { root, names: visit.names };
    this.open(this.tree.rowAt(0) as TreeRow);
    this.returnCount += 1;
    this.#visit = JSON.stringify(visit);
    if (isOtherSearch) {
      this.#search(visit.typed);
    }
    await this.#show(this.place, "step");
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
        this.#focus.set(this.tree, { parent: directory.parent, index: directory.index });
      }
    }
    this.tree.close(directory);
  }

  /** Goes to a directory, and opens what is on the way to it in the tree. */
  async goTo(place: Place): Promise<void> {
    // The views beside the tree need not wait for it.
    this.place = place;
    this.#rememberVisit(true);
    await this.#show(place, "step");
  }

  /** Shows an entry of any kind in the tree. */
  async show(place: Place): Promise<void> {
    this.call = undefined;
    await this.#show(place, "go");
  }

  async #show({ root, names }: Place, how: FocusReason): Promise<void> {
    const turn = (this.#showCount += 1);
    this.#changed();
    await this.#try(async () => {
      const row = await this.#treeOf(root).reveal(names);
      if (turn === this.#showCount) {
        this.focusOn(row, how);
      }
    });
  }

  /** Goes to the first entry of the current directory that does not come before a name. */
  async jump(name: string): Promise<void> {
    const { tree, place } = this;
    await this.#try(async () => {
      const row = await tree.reveal(place.names);
      const { directory } = tree.rowAt(row) ?? {};
      const index = await directory?.pages?.find(name);
      if (directory?.pages === undefined || index === undefined || directory.pages.count === 0) {
        return;
      }
      // A name after all others leads to the last entry.
      const isThere = (await directory.pages.load(index)) !== undefined;
      const nearest = isThere ? index : Math.max(index - 1, 0);
      await directory.pages.load(nearest);
      if (tree === this.tree) {
        this.focusOn(tree.numberOf(directory, nearest), "go");
      }
    });
  }

  /** Goes to the first entry of a directory whose name begins like this, if there is one. */
  async seek(directory: TreeDirectory, start: string): Promise<void> {
    const turn = (this.#seekCount += 1);
    await this.#try(async () => {
      const index = await directory.pages?.find(start);
      const entry = index === undefined ? undefined : await directory.pages?.load(index);
      const isLast = turn === this.#seekCount;
      if (isLast && index !== undefined && entry !== undefined && entry.path.startsWith(start)) {
        this.focusOn(this.tree.numberOf(directory, index), "step");
      }
    });
  }

  /** Searches the current root, by words for what fits best, by globs for all that matches, or ends the search. */
  find(typed: string): void {
    // Going back must not step through the letters of a search one by one.
    const isNew = (typed.trim() === "") !== (this.typed.trim() === "");
    this.#search(typed);
    this.#rememberVisit(isNew);
    this.#changed();
  }

  #search(typed: string): void {
    this.typed = typed;
    this.search?.close();
    this.call = typed.trim() === "" ? undefined : searchCall(this.place.root.dirPath, typed, this.shown);
    this.search =
      this.call && new SearchResults(searchLister(this.client, this.call), this.#cache, () => this.#changed());
  }

  #treeOf(root: TreeDirectory): OpenTree {
    return this.trees.find((tree) => tree.root === root) as OpenTree;
  }

  #visitNow(): Visit {
    const { place, typed } = this;
    return { root: this.trees.findIndex((tree) => tree.root === place.root), names: place.names, typed };
  }

  #rememberVisit(isNew: boolean): void {
    const visit = this.#visitNow();
    const text = JSON.stringify(visit);
    if (text !== this.#visit) {
      this.#visit = text;
      this.#remember(visit, isNew);
    }
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

  get #roots(): TreeDirectory[] {
    return this.trees.map(({ root }) => root);
  }

  #changed(): void {
    eachOpen(this.#roots, (directory) => {
      // First the names, then the counts: one call at a time for each directory.
      if (directory.pages?.isOpening === false && directory.pages.failure === undefined) {
        this.maps.want(directory.dirPath);
      }
    });
    this.#onChange();
  }

  #mapped(): void {
    eachOpen(this.#roots, ({ pages, dirPath }) => {
      const map = this.maps.get(dirPath)?.map;
      const count = map && entriesOf(map);
      if (count !== undefined && pages?.isExact === false && pages.count < count) {
        pages.expectCount(count);
      }
    });
    this.#onChange();
  }
}

export function toDirPath({ root, names }: Place): string {
  return names.length === 0 ? root.dirPath : pathBelow(root.dirPath, names);
}

/** The directory of a row: the row itself if it is one, otherwise the directory that contains it. */
export function placeOf({ parent, entry, directory }: TreeRow): Place | undefined {
  const nearest = directory ?? parent;
  return nearest && placeIn(nearest, directory === undefined && entry?.kind === "directory" ? [entry.path] : []);
}

function placeIn(directory: TreeDirectory, below: readonly string[] = []): { root: TreeDirectory; names: string[] } {
  const { parent, name } = directory;
  return parent === undefined ? { root: directory, names: [...below] } : placeIn(parent, [name, ...below]);
}

function eachOpen(directories: readonly TreeDirectory[], visit: (directory: TreeDirectory) => void): void {
  for (const directory of directories) {
    visit(directory);
    eachOpen(directory.open, visit);
  }
}

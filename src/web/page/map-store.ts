// The maps of the directories that the user looked at last. Each map is requested once.
import type { DirectoryMap } from "../../text/map-text.ts";
import { countsOf, toTiles, type MapTile } from "./map-tiles.ts";

/** How many maps are kept, of a few kilobytes each. */
const MAX_MAPS = 64;

/** A map, or the reason why there is none. Empty while it is being requested. */
export interface KeptMap {
  readonly map?: DirectoryMap;
  readonly tiles?: MapTile;
  /** The directories that are directly in the mapped one, by their names. */
  readonly counts?: ReadonlyMap<string, MapTile>;
  readonly failure?: string;
}

export class MapStore {
  readonly #read: (dirPath: string) => Promise<DirectoryMap>;
  readonly #onChange: () => void;
  readonly #maps = new Map<string, KeptMap>();
  /** The last request. Maps are requested one after the other, because a map of a large tree is much work. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(read: (dirPath: string) => Promise<DirectoryMap>, onChange: () => void) {
    this.#read = read;
    this.#onChange = onChange;
  }

  /** The map of a directory if it is known. */
  get(dirPath: string): KeptMap | undefined {
    return this.#maps.get(dirPath);
  }

  /** Resolves when the maps that were requested by now are known. */
  settled(): Promise<unknown> {
    return this.#last;
  }

  /** Requests the map of a directory, unless that was done already. */
  want(dirPath: string): void {
    if (this.#maps.has(dirPath)) {
      return;
    }
    this.#maps.set(dirPath, {});
    for (const oldest of this.#maps.keys()) {
      if (this.#maps.size <= MAX_MAPS) {
        break;
      }
      this.#maps.delete(oldest);
    }
    this.#last = this.#last.then(async () => {
      const kept = await this.#read(dirPath)
        .then((map): KeptMap => {
          const tiles = toTiles(map);
          return { map, tiles, counts: countsOf(tiles) };
        })
        .catch((error: Error): KeptMap => ({ failure: error.message }));
      if (this.#maps.has(dirPath)) {
        this.#maps.set(dirPath, kept);
        this.#onChange();
      }
    });
  }
}

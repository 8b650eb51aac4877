// What a search found, for people at a terminal: as many files as there is room for, and where their names fit the words.
import { toStretchFinder, type Stretch } from "../finding/fitting-stretches.ts";
import { fitFound, toOpenSettings, type FindFilesOptions, type FoundFiles } from "./find-files.ts";

export interface FilesForPeople {
  readonly found: FoundFiles;
  /** Where a name on one of the paths fits the words. */
  readonly stretchesOf: (name: string) => readonly Stretch[];
}

/** Finds files. `isShort`: whether there is room for them. Throws a `FunctionCallError`. */
export async function findForPeople(
  options: FindFilesOptions,
  isShort: (found: FoundFiles) => boolean,
): Promise<FilesForPeople> {
  const settings = await toOpenSettings(options);
  const { found } = await fitFound(settings, isShort);
  const paths = found.files.map(({ path }) => path);
  return { found, stretchesOf: await toStretchFinder(settings.words, settings.path, paths) };
}

// The prompt `map`, for hosts that offer prompts to their users, mostly as commands such as `/map`.
import { DIR_PATH } from "../opening/place.ts";
import type { Fields } from "./messages.ts";

export interface OfferedPrompt {
  /** As `prompts/list` shows it. */
  readonly definition: Fields & { readonly name: string };
  /** What the user says with it. */
  write(given: Readonly<Record<string, string>>): string;
}

/** It asks for a map and does not hold one: names of files in what a user says would have the user's authority. */
export const mapPrompt: OfferedPrompt = {
  definition: {
    name: "map",
    title: "Map a directory tree",
    description: "Shows the model what is where.",
    arguments: [
      { name: "dir_path", description: "The directory; the working directory if left out.", required: false },
    ],
  },
  // opencode sends "" for what its user leaves out.
  write: ({ dir_path: directory }) =>
    `Call map_dir with dir_path ${JSON.stringify(directory || DIR_PATH.default)}, then say in a few lines what is where.`,
};

// Refuses `profile` as an option of the functions for programs. A profile decides how a tool's text looks, and these return no text.

/** Throws a `TypeError` that says where a profile is chosen, if the options have one. */
export function refuseProfile(options: object): void {
  if ("profile" in options && (options.profile ?? undefined) !== undefined) {
    throw new TypeError(
      "profile is not an option here: profiles are chosen where tools are set up, by createToolRouter({ profile }) or " +
        "dirleaf mcp --profile",
    );
  }
}

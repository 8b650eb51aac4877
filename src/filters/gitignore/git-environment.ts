// What git reads from its process environment to find the user's own files.

export interface GitEnvironment {
  /**
   * The user's home directory.
   * @default none: there is no user configuration
   */
  readonly home?: string | undefined;
  /**
   * `XDG_CONFIG_HOME`.
   * @default `.config` in the home directory
   */
  readonly xdgConfigHome?: string | undefined;
}

/** The system that an environment is of. */
export interface GitSystem {
  /** Windows seldom sets `HOME`. */
  readonly isWindows: boolean;
  /** Whether there may be a directory: a home on the network may be out of reach. */
  readonly mayExist: (directory: string) => boolean;
}

/** Takes the values from the environment of a process. */
export function readGitEnvironment(variables: NodeJS.ProcessEnv, system: GitSystem): GitEnvironment {
  return { home: findHome(variables, system), xdgConfigHome: variables["XDG_CONFIG_HOME"] };
}

/** As git does it: `HOME`; on Windows also `HOMEDRIVE` with `HOMEPATH` if that is there, else `USERPROFILE`. */
function findHome(variables: NodeJS.ProcessEnv, { isWindows, mayExist }: GitSystem): string | undefined {
  const { HOME: home, HOMEDRIVE: drive, HOMEPATH: path, USERPROFILE: profile } = variables;
  if (home !== undefined || !isWindows) {
    return home;
  }
  const own = drive === undefined || path === undefined ? undefined : `${drive}${path}`;
  return own !== undefined && mayExist(own) ? own : profile;
}

// How much of a test is run: what fits a contributor's minute, or all of it (`DIRLEAF_DEEP=1`).

/** The number for this run. */
export function inDepth(quick: number, deep: number): number {
  return process.env["DIRLEAF_DEEP"] === "1" ? deep : quick;
}

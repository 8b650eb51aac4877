// The level-by-level walk: every entry of a level before the first of the next, in the order of their directories.
import { joinPath, type ByteString } from "./byte-string.ts";
import { PageCounter } from "./page-counter.ts";
import { isEntered } from "./filter.ts";
import { openDirectory } from "./open-directory.ts";
import type { Place } from "./place.ts";
import type { SiblingKey } from "./sibling-order.ts";
import { mostHeld, type Wanted } from "./sorted-read.ts";
import { UnmatchedDirectories } from "./unmatched-directories.ts";
import type { Visit, Visits } from "./visit.ts";
import { WaitingDirectories, type DueDirectory } from "./waiting-directories.ts";
import type { WalkSettings } from "./walk-settings.ts";

export async function* walkBreadth(settings: WalkSettings, keyOf: SiblingKey): Visits {
  const counter = new PageCounter(settings.skip, settings.needed);
  const root: DueDirectory = { path: "" as ByteString, name: "" as ByteString, above: undefined };
  const marks = settings.marks === true;
  /** The directories that are entries of the page. */
  const onPage = new Set<string>();
  const unmatched = new UnmatchedDirectories();
  let isFirst = marks;
  let level: WaitingDirectories | undefined;
  for (let depth = 1; depth <= settings.depth && level?.isEmpty !== true; depth += 1) {
    const below: WaitingDirectories = new WaitingDirectories(mostHeld(settings), level);
    for await (const group of level?.directories(settings, keyOf) ?? [[root]]) {
      for (const due of group) {
        if (due.problem !== undefined) {
          unmatched.found(due.path);
          yield [{ path: due.path, kind: "directory", depth: depth - 2, problem: due.problem }];
          continue;
        }
        const { path, name, above, next } = due;
        let { filter } = due;
        const enters = depth < settings.depth;
        const wants: Wanted = enters ? "all" : "shown";
        let names: ByteString[] | undefined = enters ? [] : undefined;
        let after: Place | undefined;
        let hasShown = false;
        let hasHidden = false;
        let leads = 0;
        for (;;) {
          const read = {
            path,
            name,
            above,
            filter,
            keyOf,
            wants,
            counter,
            passes: true,
            takesApart: true,
            after,
            next,
          };
          const outcome = await openDirectory(settings, read);
          if (typeof outcome === "string") {
            unmatched.found(path);
            yield [{ path, kind: "directory", depth: depth - 1, problem: outcome }];
            break;
          }
          filter = outcome.filter;
          const { entries, rest, isApart } = outcome;
          if (isApart === true) {
            // The directories are read when their turn comes.
            names = undefined;
          }
          const visits: Visit[] = [];
          hasShown ||= outcome.passed > 0;
          hasHidden ||= outcome.hasHidden === true;
          for (const entry of entries) {
            const { kind, verdict } = entry;
            if (verdict === "skip") {
              hasHidden = true;
              visits.push({ path: joinPath(path, entry.name), kind, depth, passedBy: true });
              continue;
            }
            if (verdict === "lead") {
              leads += 1;
            } else if (counter.admit()) {
              const own = joinPath(path, entry.name);
              const visit: Visit =
                verdict === "ignore" ? { path: own, kind, depth, ignored: true } : { path: own, kind, depth };
              visits.push(isFirst && hasShown ? { ...visit, hasBefore: true } : visit);
              isFirst = false;
              hasShown = true;
              if (marks && enters && kind === "directory") {
                onPage.add(own);
              }
            } else {
              hasShown = true;
            }
            if (kind === "directory" && isEntered(verdict)) {
              names?.push(entry.name);
            }
          }
          if (marks && rest === undefined && path !== "") {
            const visit: Visit = { path, kind: "directory", depth: depth - 1 };
            const pending = isApart === true ? Infinity : leads;
            if (hasShown) {
              unmatched.found(path);
            } else if (!onPage.has(path)) {
              visits.push(...asList(unmatched.read(path, pending)));
            } else if (pending > 0) {
              unmatched.add(visit, pending);
            } else {
              visits.push({ ...visit, mark: hasHidden ? "no match" : "empty" });
            }
          }
          yield visits;
          if (counter.isMet) {
            return;
          }
          if (names !== undefined && names.length > mostHeld(settings)) {
            names = undefined;
          }
          if (rest === undefined) {
            break;
          }
          after = rest;
        }
        if (enters && filter !== undefined) {
          below.add({ path, name, above, filter, names });
        }
      }
    }
    level = below;
  }
  yield unmatched.finish();
}

function asList<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value];
}

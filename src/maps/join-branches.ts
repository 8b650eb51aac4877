// Joins branches of names that follow each other into one fold of their letters, `[a-f]*`, where that is cheaper than to show each of
// them: so a large directory can be named between many small ones.
import { Choice } from "./choice.ts";
import type { Amount } from "./plan.ts";

/** A branch, as it may be joined with others. */
export interface Joinable {
  /** What is best to show of it alone. */
  readonly choice: Choice;
  readonly amount: Amount;
  /** Where its letter is from; only letters of one alphabet are joined. Undefined if it can't be joined. */
  readonly alphabet: string | undefined;
}

/** What a fold of several branches costs. */
export interface JoinCosts {
  readonly tokensOf: (directories: number) => number;
  readonly lossOf: (size: number, weight: number) => number;
  /** Whether so many names may be folded if that saves so many tokens. */
  readonly mayFold: (count: number, saved: number) => boolean;
}

export interface Joined {
  /** Where each run of branches that is shown as one ends, in order. A run of one is that branch as it is. */
  readonly ends: readonly number[];
  /** What they cost together. */
  readonly choice: Choice;
}

/** No more branches are joined in one. */
const MOST_JOINED = 40;

/** The cheapest way to join some of the branches at a price, but not all of them in one. */
export function joinBranches(branches: readonly Joinable[], costs: JoinCosts, price: number): Joined {
  /** What the branches before each place cost, and where the last run of them starts. */
  const tokens = [0];
  const losses = [0];
  const starts = [0];
  /** Between which prices everything that is compared here comes out as it does at this one. */
  let low = 0;
  let high = Infinity;
  for (let end = 1; end <= branches.length; end += 1) {
    const { choice, alphabet } = branches[end - 1] as Joinable;
    low = Math.max(low, choice.low);
    high = Math.min(high, choice.high);
    let bestTokens = (tokens[end - 1] as number) + choice.tokens;
    let bestLoss = (losses[end - 1] as number) + choice.loss;
    let bestStart = end - 1;
    // What the run has, and the tokens that its branches take one by one.
    let [count, size, directories, weight, apart] = [0, 0, 0, 0, 0];
    for (let start = end - 1; start >= Math.max(0, end - MOST_JOINED); start -= 1) {
      const branch = branches[start] as Joinable;
      if (alphabet === undefined || branch.alphabet !== alphabet || end - start === branches.length) {
        break;
      }
      const { amount } = branch;
      count += amount.count;
      size += amount.size;
      directories += amount.directories;
      weight += amount.weight;
      apart += branch.choice.tokens;
      const joined = costs.tokensOf(directories);
      if (start === end - 1 || joined >= apart || !costs.mayFold(count, apart - joined)) {
        continue;
      }
      const otherTokens = (tokens[start] as number) + joined;
      const otherLoss = (losses[start] as number) + costs.lossOf(size, weight);
      // The price at which both cost the same; no number or Infinity if there is none.
      const even = (otherLoss - bestLoss) / (bestTokens - otherTokens);
      if (even > price) {
        high = Math.min(high, even);
      } else if (even <= price) {
        low = Math.max(low, even);
      }
      if (otherTokens * price + otherLoss < bestTokens * price + bestLoss) {
        bestTokens = otherTokens;
        bestLoss = otherLoss;
        bestStart = start;
      }
    }
    tokens.push(bestTokens);
    losses.push(bestLoss);
    starts.push(bestStart);
  }
  const ends: number[] = [];
  for (let end = branches.length; end > 0; end = starts[end] as number) {
    ends.push(end);
  }
  const all = new Choice("branches", tokens.at(-1) as number, losses.at(-1) as number, low, high);
  return { ends: ends.toReversed(), choice: all };
}

// Joins branches of names that follow each other into one fold of their letters, `[a-f]*`, where that is cheaper than to show each of
// them: so a large directory can be named between many small ones.
import { Choice } from "./choice.ts";
import { addAmount, noAmount, type Amount } from "./plan.ts";

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
  readonly tokensOf: (amount: Amount) => number;
  readonly lossOf: (amount: Amount) => number;
  /** Whether so much may be folded if that saves so many tokens. */
  readonly mayFold: (amount: Amount, saved: number) => boolean;
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
  const least = [0];
  const starts = [0];
  /** Which fold each place is the end of, if it is the end of one. */
  const folds: (Choice | undefined)[] = [];
  /** The lowest price at which it is worth it to join some. */
  let joinsFrom = Infinity;
  for (let end = 1; end <= branches.length; end += 1) {
    const { choice, alphabet } = branches[end - 1] as Joinable;
    least[end] = (least[end - 1] as number) + choice.tokens * price + choice.loss;
    starts[end] = end - 1;
    const sum = noAmount();
    let [tokens, loss] = [0, 0];
    for (let start = end - 1; start >= Math.max(0, end - MOST_JOINED); start -= 1) {
      const branch = branches[start] as Joinable;
      if (alphabet === undefined || branch.alphabet !== alphabet || end - start === branches.length) {
        break;
      }
      addAmount(sum, branch.amount);
      tokens += branch.choice.tokens;
      loss += branch.choice.loss;
      const joinedTokens = costs.tokensOf(sum);
      const saved = tokens - joinedTokens;
      if (start === end - 1 || saved <= 0 || !costs.mayFold(sum, saved)) {
        continue;
      }
      const joinedLoss = costs.lossOf(sum);
      joinsFrom = Math.min(joinsFrom, (joinedLoss - loss) / saved);
      const cost = (least[start] as number) + joinedTokens * price + joinedLoss;
      if (cost < (least[end] as number)) {
        least[end] = cost;
        starts[end] = start;
        // What is joined at another price is not known.
        folds[end] = new Choice("fold", joinedTokens, joinedLoss, price, price);
      }
    }
  }
  const ends: number[] = [];
  const choice = new Choice("branches", 0, 0, 0, joinsFrom);
  for (let end = branches.length; end > 0; end = starts[end] as number) {
    ends.push(end);
    choice.add(folds[end] ?? (branches[end - 1] as Joinable).choice);
  }
  return { ends: ends.toReversed(), choice };
}

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
  /** How many branches there are up to the end of it. */
  readonly end: number;
}

/** What a fold of several branches costs. */
export interface JoinCosts {
  readonly tokensOf: (amount: Amount) => number;
  readonly lossOf: (amount: Amount) => number;
  /** The fewest calls that it takes to find something in such a fold. */
  readonly leastCalls: number;
  /** Whether so much may be folded if that saves so many tokens. */
  readonly mayFold: (amount: Amount, saved: number) => boolean;
  /** The most names that a fold may have that hides a directory. */
  readonly most: number;
}

export interface Joined {
  /** Where each run of branches that is shown as one ends, in order. A run of one is that branch as it is. */
  readonly ends: readonly number[];
  /** What they cost together. */
  readonly choice: Choice;
}

/** Joins branches in a row that have nothing but files which are named, where that saves tokens, whatever the price. */
export function joinFiles(branches: readonly Joinable[], costs: JoinCosts): Joinable[] {
  const joined: Joinable[] = [];
  for (let start = 0; start < branches.length;) {
    const { alphabet } = branches[start] as Joinable;
    const sum = noAmount();
    let tokens = 0;
    let end = start;
    for (let next = branches[end]; next !== undefined; next = branches[end]) {
      const isNamed = next.amount.directories === 0 && next.choice.way !== "fold";
      if (alphabet === undefined || next.alphabet !== alphabet || !isNamed) {
        break;
      }
      addAmount(sum, next.amount);
      tokens += next.choice.tokens;
      end += 1;
    }
    const saved = tokens - costs.tokensOf(sum);
    if (end - start > 1 && saved > 0 && costs.mayFold(sum, saved)) {
      const choice = new Choice("fold", costs.tokensOf(sum), costs.lossOf(sum));
      joined.push({ choice, amount: sum, alphabet, end });
    } else {
      end = Math.max(end, start + 1);
      joined.push(...branches.slice(start, end));
    }
    start = end;
  }
  return joined;
}

/** The cheapest way to join some of the branches at a price, but not all of them in one. */
export function joinBranches(branches: readonly Joinable[], costs: JoinCosts, price: number): Joined {
  /** What the branches before each place cost, and where the last run of them starts. */
  const least = [0];
  const starts = [0];
  /** Which fold each place is the end of, if it is the end of one. */
  const folds: (Choice | undefined)[] = [];
  for (let end = 1; end <= branches.length; end += 1) {
    const { choice, alphabet } = branches[end - 1] as Joinable;
    least[end] = (least[end - 1] as number) + choice.costAt(price);
    starts[end] = end - 1;
    let sum: Amount | undefined;
    let tokens = 0;
    let mostGain = 0;
    for (let start = end - 1; start >= 0; start -= 1) {
      const branch = branches[start] as Joinable;
      mostGain += branch.choice.costAt(price) - costs.leastCalls * branch.amount.weight;
      // If there is nothing to gain by now, those before it are better joined without these.
      const canJoin = alphabet !== undefined && branch.alphabet === alphabet && end - start < branches.length;
      if (!canJoin || mostGain <= 0) {
        break;
      }
      sum ??= noAmount();
      addAmount(sum, branch.amount);
      tokens += branch.choice.tokens;
      const joinedTokens = costs.tokensOf(sum);
      const saved = tokens - joinedTokens;
      const mayPay = start < end - 1 && saved > 0 && mostGain > joinedTokens * price;
      if (!mayPay || sum.count > costs.most || !costs.mayFold(sum, saved)) {
        continue;
      }
      const joinedLoss = costs.lossOf(sum);
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
  const choice = new Choice("branches", 0, 0, 0, price);
  for (let end = branches.length; end > 0; end = starts[end] as number) {
    ends.push((branches[end - 1] as Joinable).end);
    choice.add(folds[end] ?? (branches[end - 1] as Joinable).choice);
  }
  return { ends: ends.toReversed(), choice };
}

// Who may call `dirleaf web`: whoever has the token that it printed, or the one that its browser got for a key.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Nobody guesses this many. */
const KEY_BYTES = 32;

/** Where a browser that we opened gets its token. */
export const TOKEN_PATH = "/token";

const NO_TOKEN = "open the address that dirleaf web printed";

/** What the page and the terminal say when the key comes a second time. */
export const USED_TWICE: string =
  "the key that the browser was opened with was used twice, so another program may have read it, and what it opened is " +
  `locked; ${NO_TOKEN}`;

export class WebKeys {
  /** Is printed, and good to the end. */
  readonly token: string = randomKey();
  /** Is given to the browser that we open, and good for one token of its own. */
  readonly key: string = randomKey();
  readonly #onKey: (isFirst: boolean) => void;
  /** The token that was made from the key. */
  #made: string | undefined;
  #isEnded = false;

  /** `onKey` is called when the key is used, and when it is used again. */
  constructor(onKey: (isFirst: boolean) => void = () => {}) {
    this.#onKey = onKey;
  }

  /** Why a request with this authorization may not call this path; undefined if it may. */
  refusalOf(path: string, authorization: string): string | undefined {
    const isGiven = (key: string) => timingSafeEqual(digest(`Bearer ${key}`), digest(authorization));
    if (isGiven(path === TOKEN_PATH ? this.key : this.token)) {
      return undefined;
    }
    if (path === TOKEN_PATH || this.#made === undefined || !isGiven(this.#made)) {
      return NO_TOKEN;
    }
    return this.#isEnded ? USED_TWICE : undefined;
  }

  /**
   * Makes a token from the key, the first time. The second time it ends that token: one of the two was not our browser, and
   * nobody knows which.
   */
  makeToken(): string | undefined {
    const isFirst = this.#made === undefined;
    if (isFirst) {
      this.#made = randomKey();
    }
    if (isFirst || !this.#isEnded) {
      this.#isEnded = !isFirst;
      this.#onKey(isFirst);
    }
    return isFirst ? this.#made : undefined;
  }
}

function randomKey(): string {
  return randomBytes(KEY_BYTES).toString("base64url");
}

/** Always the same length, so that every comparison takes the same time. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

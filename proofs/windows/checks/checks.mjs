// Counts and prints checks. One that fails does not stop the others.

export class Checks {
  passed = 0;
  failed = 0;

  /**
   * Compares an answer with the expected one, which may be a pattern.
   * @param {string} title
   * @param {unknown} actual
   * @param {unknown} expected
   */
  equal(title, actual, expected) {
    const isRight =
      expected instanceof RegExp
        ? typeof actual === "string" && expected.test(actual)
        : JSON.stringify(actual) === JSON.stringify(expected);
    if (isRight) {
      this.passed += 1;
      console.log(`ok: ${title}`);
      return;
    }
    this.failed += 1;
    const wanted = expected instanceof RegExp ? String(expected) : JSON.stringify(expected);
    console.log(`FAILED: ${title}\n  expected ${wanted}\n  but got  ${JSON.stringify(actual)}`);
  }

  /**
   * Checks that `actual` does not contain something.
   * @param {string} title
   * @param {string} actual
   * @param {string} part
   */
  lacks(title, actual, part) {
    this.equal(title, actual.includes(part) ? actual : `without ${part}`, `without ${part}`);
  }

  /**
   * Adds checks that were made elsewhere, as one line.
   * @param {string} title
   * @param {number} count
   * @param {readonly string[]} failures
   */
  add(title, count, failures) {
    this.passed += count - failures.length;
    this.failed += failures.length;
    console.log([`${failures.length === 0 ? "ok" : "FAILED"}: ${title}: ${count} calls`, ...failures].join("\n  "));
  }
}

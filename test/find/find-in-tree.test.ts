// What `find_files` answers, sentence by sentence of the contract.
import { describe, expect, test, vi } from "vitest";

import { HIDDEN, IGNORED, SHOWN, type DirectoryFilter, type Verdict } from "../../src/core/filter.ts";
import { CallClock } from "../../src/core/call-clock.ts";
import { estimateTokens } from "../../src/text/estimate-tokens.ts";
import { findFiles, findFilesText } from "../../src/tools/find-files.ts";
import { findIn, smallFileSystem, type SmallSearch } from "../support/find-tree.ts";
import { onlyInDepth } from "../support/needs.ts";

/** The lines of an answer after its header. */
async function found(paths: readonly string[], words: readonly string[], search: SmallSearch = {}): Promise<string> {
  const { text } = await findIn(paths, { words, ...search });
  const [header, ...lines] = text.split("\n");
  expect(header).toBe("Absolute path: /r");
  return lines.join("\n");
}

/** The paths of what was found, in their order. */
async function ranked(
  paths: readonly string[],
  words: readonly string[],
  search: SmallSearch = {},
): Promise<readonly string[]> {
  const { files } = (await findIn(paths, { words, ...search })).found;
  expect(files.map(({ rank }) => rank)).toEqual(files.map((_, index) => index + 1));
  return files.map(({ path }) => path);
}

/** A filter that gives verdicts by relative paths. */
function verdicts(byPath: Readonly<Record<string, Verdict>>, path = ""): DirectoryFilter {
  return {
    judge: ({ name }) => byPath[path + name] ?? SHOWN,
    enter: (name) => verdicts(byPath, `${path}${name}/`),
  };
}

function numbered(count: number, prefix: string, suffix = ""): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(3, "0")}${suffix}`);
}

describe("a word", () => {
  test.each([
    ["servicegraph", ["ServiceGraph.vue", "other.ts"], "ServiceGraph.vue"],
    ["sorting", ["sort.ts", "other.ts"], "sort.ts"],
    ["calculator", ["Calculators.ts", "calculation.ts"], "Calculators.ts"],
    ["story", ["stories.ts", "storage.ts"], "stories.ts"],
    ["lti", ["Lti13.php", "altitude.ts", "ltix.ts"], "Lti13.php"],
    ["tag", ["UpdateTagsModal.tsx", "stage.ts", "tagged.ts"], "UpdateTagsModal.tsx"],
    ["queries", ["query.sql", "other.ts"], "query.sql"],
    ["url", ["curl.ts", "URLParser.ts", "url.ts"], "URLParser.ts url.ts"],
    ["s3", ["ps3x.ts", "s3.ts"], "s3.ts"],
    ["c++", ["c.ts", "cc.ts"], "c.ts"],
    ["[id].ts", ["[id].ts", "[slug].ts"], "[id].ts"],
    ["lib/x.ts", ["lib/x.ts", "lib/x-y.ts"], "lib/x.ts"],
    ["a.c", ["a.c", "b.c"], "a.c"],
    ["図", ["地図帳.md", "other.ts"], "地図帳.md"],
    ["CAFÉ", ["cafe\u0301.md", "other.ts"], "cafe\u0301.md"],
    ["σοφος", ["ΣΟΦΟΣ.txt", "σοφός.txt"], "ΣΟΦΟΣ.txt"],
    ["fileList", ["file_list.rs", "filelist.rs"], "file_list.rs filelist.rs"],
  ])("%s", async (word, paths, answer) => {
    expect(await found(paths, [word])).toBe(answer);
  });

  test("that says nothing counts only if no others were given, and is not reported", async () => {
    expect(await found(["the.ts", "queue.ts"], ["fix", "the", "queue"])).toBe("queue.ts");
    expect(await found(["queue.ts"], ["fix the queue", "+++"])).toBe("queue.ts");
    expect(await found(["the.ts", "queue.ts"], ["the"])).toBe("the.ts");
    expect(await found(["queue.ts"], ["!!!"])).toBe("[nothing matches !!!]");
    // A path is not a word.
    expect(await found(["support/e2e.ts", "queue.ts"], ["support/", "queue"])).toBe("queue.ts\nsupport/e2e.ts");
  });
});

describe("a phrase", () => {
  const paths = ["sql/users.sql", "sql/roles.sql", "web/users.ts", "sql/users/index.md"];

  test("needs all of its pieces on the path, and one of them in the entry's own name", async () => {
    const matching = ["sql/users.sql", "sql/users", "sql/users/index.md"];
    expect(new Set(await ranked(paths, ["users sql"]))).toEqual(new Set(matching));
    expect(await found(["a/b/other.ts", "a/b-one.ts"], ["b a"])).toBe("a/\n  b-one.ts\n  b/other.ts");
  });

  test("may contain globs and paths", async () => {
    expect(await ranked(paths, ["users *.ts"])).toEqual(["web/users.ts"]);
    expect(await ranked(["lib/sql/x/users.ts", "lib/users.ts", "x/users.ts"], ["lib/sql user*"])).toEqual([
      "lib/sql/x/users.ts",
    ]);
  });

  test("is never split into words if something matches all of them", async () => {
    const files = ["file_list_postgres.rs", "file_list.rs", "postgres.rs", "list.rs"];
    expect(await found(files, ["file_list postgres"])).toBe("file_list_postgres.rs");
  });
});

describe("a path", () => {
  test.each([
    ["auth/roles", ["auth/roles.ts", "auth/x/roles.ts", "roles.ts"], "auth/roles.ts"],
    ["./auth/roles.ts", ["x/auth/roles.ts", "roles.ts"], "x/auth/roles.ts"],
    ["/r/auth/roles.ts", ["auth/roles.ts", "auth/x.ts"], "auth/roles.ts"],
    ["auth/", ["auth/", "x/auth.ts"], "auth/ [empty]"],
    ["/r", ["r/", "other.ts"], "r/ [empty]"],
  ])("%s", async (word, paths, answer) => {
    expect(await found(paths, [word])).toBe(answer);
  });
});

describe("a glob", () => {
  test.each([
    ["*.sql", ["a.sql", "b/c.SQL", "d.ts"], "a.sql\nb/c.SQL"],
    ["lib/workspace*", ["src/lib/workspace.ts", "workspace.ts"], "src/lib/workspace.ts"],
    // From the searched directory on, and at any depth only where it matches nothing there.
    ["lib/workspace*", ["src/lib/workspace.ts", "lib/workspace.ts"], "lib/workspace.ts"],
    ["**/lib/w*", ["src/lib/workspace.ts", "lib/x.ts"], "src/lib/workspace.ts"],
    ["/lib/workspace*", ["src/lib/workspace.ts", "lib/workspace.ts"], "lib/workspace.ts"],
    ["/r/auth/*.ts", ["auth/roles.ts", "auth/x/y.ts", "z.ts"], "auth/roles.ts"],
    ["/r/*", ["auth/"], "auth/ [empty]"],
    ["src/**/*.{a,b}", ["src/x/y.a", "src/z.c", "y.a"], "src/x/y.a"],
    ["r?les", ["roles", "rules.ts"], "roles"],
  ])("%s", async (word, paths, answer) => {
    expect(await found(paths, [word])).toBe(answer);
  });
});

test("braces that are no legal glob are no guess, and refuse nothing", async () => {
  const fileSystem = smallFileSystem(["the.ts", "other.ts"]);
  const text = await findFilesText({ dirPath: "/r", fileSystem, words: ["{,}", "the"] });
  expect(text).toBe("Absolute path: /r\nthe.ts");
});

describe("only in part", () => {
  test("counts if nothing matches a guess whole, by how much matches, and is reported", async () => {
    expect(await found(["admin.py", "model.py", "other.py"], ["ModelAdmin"])).toBe(
      "admin.py model.py\n[only in part: ModelAdmin (admin.py, model.py)]",
    );
    expect(await found(["modelAdmin.py", "model.py"], ["ModelAdmin"])).toBe("modelAdmin.py");
    // With the names of the best, each once.
    const same = ["a/model.py", "b/model.py", "c/d/admin.py", "e/f/g/admins.py"];
    expect(await found(same, ["ModelAdmin"])).toContain("[only in part: ModelAdmin (model.py, admin.py)]");
    const paths = ["a/postgres.ts", "b/postgres-scheduler.ts"];
    expect((await ranked(paths, ["scheduler-postgres"]))[0]).toBe("b/postgres-scheduler.ts");
    expect(await found(["web/postgres.ts"], ["scheduler postgres", "lib/postgres"])).toBe(
      "web/postgres.ts\n[only in part: scheduler postgres (postgres.ts), lib/postgres (postgres.ts)]",
    );
  });

  test("counts rare words more than common ones", async () => {
    const paths = [...numbered(40, "editor-", ".ts"), "z/formula-of-something-else.ts"];
    expect((await ranked(paths, ["formulaEditor"]))[0]).toBe("z/formula-of-something-else.ts");
  });

  test.each([{ modifiedWithin: "1d" }, { include: "*.ts" }])(
    "by a directory that is no answer: %j",
    async (options) => {
      const paths = ["payment/a.ts", "test/other-words-before-roles.ts"];
      const fileSystem = smallFileSystem(paths, Object.fromEntries(paths.map((path) => [path, Date.now()])));
      const { files } = await findFiles({ dirPath: "/r", fileSystem, words: ["payment zzzqq", "roles"], ...options });
      expect(files.map(({ path }) => path)).toEqual(paths);
    },
  );

  test("counts for nothing, and in no sum, once something matches whole, however late that is read", async () => {
    const paths = ["alpha-zeta.ts", "zeta.ts", "x/alpha-beta.ts"];
    expect(await ranked(paths, ["alpha beta", "zeta"])).toEqual(["x/alpha-beta.ts", "zeta.ts", "alpha-zeta.ts"]);
    const below = ["a-alpha/alpha-beta.ts", "test/alpha-beta.ts"];
    expect(await found(below, ["beta alpha", "alpha beta"], { budget: 1 })).toBe(
      "a-alpha/alpha-beta.ts\n[1 more: beta alpha 1, alpha beta 1]",
    );
  });

  test("a glob with a slash that fits nothing may skip directories at each", async () => {
    const paths = ["providers/lib/models/google-ai.mdx", "providers/x.mdx", "google.mdx"];
    expect(await found(paths, ["providers/*google*.mdx"])).toBe(
      "providers/lib/models/google-ai.mdx\n[only in part: providers/*google*.mdx (google-ai.mdx)]",
    );
    expect(await found(["x/a/b.ts"], ["/a/*.ts"])).toBe("[nothing matches /a/*.ts]");
    expect(await found(["a/b/Makefile"], ["/*/Makefile"])).toBe("a/b/Makefile\n[only in part: /*/Makefile (Makefile)]");
  });

  test("is a word of the guess, but not its extension", async () => {
    expect(await found(["roles.py", "other.ts"], ["roles.ts"])).toBe("roles.py\n[only in part: roles.ts (roles.py)]");
    expect(await found(["users.sql", "other.ts"], ["auth.users"])).toBe(
      "users.sql\n[only in part: auth.users (users.sql)]",
    );
    // Nor does the number of words matter.
    expect(await found(["word029.ts"], [numbered(30, "word").join(" ")])).toMatch(/^word029\.ts\n\[only in part/);
  });
});

describe("spelled otherwise", () => {
  test.each([
    ["optimiser", ["optimizer.ts", "other.ts"], "optimizer.ts"],
    ["serach", ["a-search.ts", "other.ts", "x/search-b.ts"], "a-search.ts\nx/search-b.ts"],
    ["serach", ["web/searchTable.ts", "other.ts"], "web/searchTable.ts"],
    ["optimzer state", ["optimizer/state.ts", "optimizer/x.ts", "state.ts"], "optimizer/state.ts"],
    ["façade", ["facade.ts", "other.ts"], "facade.ts"],
    ["naïve", ["naive.ts", "other.ts"], "naive.ts"],
  ])("%s", async (word, paths, answer) => {
    expect(await found(paths, [word])).toBe(`${answer}\n[spelled otherwise: ${word}]`);
  });

  test("only words of five letters that no path contains, with one slip in a whole part of a name", async () => {
    expect(await found(["optimizer.ts", "optimisers.ts"], ["optimiser"])).toBe("optimisers.ts");
    expect(await found(["optimizer.ts", "x/optimisers/y.ts"], ["optimiser y", "optimiser x"])).toBe(
      "x/optimisers/y.ts",
    );
    expect(await found(["optimizer-y.ts", "x/optimisers/z.ts"], ["optimiser y"])).toBe(
      "optimizer-y.ts\nx/optimisers/z.ts\n[only in part: optimiser y (optimizer-y.ts, optimisers)]",
    );
    const answer = await found(["eventloop.ts", "x/otpimiser.ts"], ["eventloop", "optimiser"]);
    expect(answer).toBe("eventloop.ts\nx/otpimiser.ts\n[spelled otherwise: optimiser]");
    const paths = ["rule.ts", "myoptimizer.ts", "optimizzr.ts", "𠀀𠀁𠀂.md"];
    expect(await found(paths, ["rle", "rulf", "optimiser", "𠀀𠀁𠀃"])).toBe(
      "[nothing matches rle, rulf, optimiser, 𠀀𠀁𠀃]",
    );
  });

  test("guesses of the same letters, whatever their words", async () => {
    const answer = await found(["evetnloop.ts", "other.ts"], ["eventloop", "eventLoop"]);
    expect(answer).toBe("evetnloop.ts\n[spelled otherwise: eventloop, eventLoop]");
  });

  test("no filter is", async () => {
    expect(await found(["optimizer.ts"], ["*optimiser*"])).toBe("[nothing matches *optimiser*]");
  });
});

describe("the best come first", () => {
  test.each([
    // The own name rather than a directory's.
    ["queue", ["queue/other.ts", "src/queue.ts"], "src/queue.ts"],
    // A beginning rather than the inside of a part, which the guess may begin in one part and end in another.
    ["query", ["a-xxquery.ts", "z-queryxx.ts"], "z-queryxx.ts"],
    ["statusbar", ["a-xstatus-bar.ts", "z-status-xbar.ts", "z-status-barx.ts"], "z-status-barx.ts"],
    // Short paths, and files rather than directories.
    ["queue", ["a/some/deep/queue.ts", "z/queue.ts"], "z/queue.ts"],
    ["queue", ["a/queue/", "z/queue.ts"], "z/queue.ts"],
    // Rare guesses.
    [["queue", "roles"], ["queue1.ts", "queue2.ts", "roles1.ts", "queue3.ts"], "roles1.ts"],
    // A phrase counts no more than a word.
    [["queue roles", "staff"], ["queue-roles.ts", "staff.ts"], "staff.ts"],
    // Tests and the like later.
    ["queue", ["test/queue.ts", "work/of-a-long-name/queue.ts"], "work/of-a-long-name/queue.ts"],
    ["queue", ["docs/queue.md", "work/queue.md"], "work/queue.md"],
    ["queue", ["a/QueueTest.cs", "z/QueueShop.cs"], "z/QueueShop.cs"],
    ["queue", [...numbered(4100, "test/queue-"), "work/queue-with-settings.ts"], "work/queue-with-settings.ts"],
    // Unless a guess asks for them. This one asks for images.
    [["queue", "*.svg"], ["test/queue.ts", "work/queue.ts"], "work/queue.ts"],
    ["queue spec", ["queue-a.ts", "spec.ts"], "spec.ts"],
  ])("%j (%#)", async (words, paths, first) => {
    expect((await ranked(paths, [words].flat()))[0]).toBe(first);
  });

  test("every guess gets its share", async () => {
    const paths = [...numbered(200, "src/d", "/editor.ts"), "lib/formula.ts", "lib/some-longer-name-of-table.ts"];
    const answer = await found(paths, ["editor", "formula", "table"], { budget: 150 });
    expect(answer).toContain("formula.ts");
    expect(answer).toContain("table.ts");
  });
});

test("what a glob with a slash asks for is named as far as it fits, and nothing is folded", async () => {
  const paths = [...numbered(40, "d/widget-", ".ts"), ...numbered(60, "x", "/gadget.ts")];
  const namedBy = async (word: string) =>
    (await found(paths, [word, "gadget"], { budget: 2000 })).match(/widget-\d/g)?.length ?? 0;
  expect(await namedBy("d/*")).toBe(40);
  const answer = await found(numbered(300, "d/widget-", ".ts"), ["widget"], { budget: 120 });
  const named = answer.match(/widget-\d+\.ts/g)?.length ?? 0;
  expect(answer).toMatch(new RegExp(`^d/\n  widget-000.ts .*\n\\[${300 - named} more: widget ${300 - named}`));
});

test("an answer ends by itself: the more guesses there are, the sooner, and the more a guess has shown, the later", async () => {
  const shownFor = async (count: number) => {
    const words = Array.from(
      { length: count },
      (_, at) => `${at < 20 ? "broad" : "cargo"}${"abcdefghijklmnopqrst"[at % 20]}`,
    );
    const broad = words.flatMap((word) => numbered(200, `src/${word}-`, ".ts"));
    const paths = [...broad, ...numbered(5000, "other/"), ...numbered(300, "wanted/"), "src/rare.ts"];
    const search = { words: [...words, "rare", "wanted/*"], budget: 40_000, maxBytes: 1e6 };
    const { files } = (await findIn(paths, search)).found;
    expect(files[0]?.path).toBe("src/rare.ts");
    // What a glob with a slash asks for is never left out.
    const wanted = files.filter(({ path }) => path.startsWith("wanted/"));
    expect(wanted).toHaveLength(300);
    return (files.length - 1 - wanted.length) / count;
  };
  expect(await shownFor(1)).toBeGreaterThan(100);
  const [few, many, more] = [await shownFor(9), await shownFor(29), await shownFor(35)];
  expect(few).toBeGreaterThan(1.5 * many);
  expect(many).toBeGreaterThan(10);
  expect(Math.abs(more - many)).toBeLessThan(1);
});

describe("a directory whose own name fits", () => {
  test("is closed, with its count, if nothing in it is shown, after directories that show nothing else", async () => {
    const paths = numbered(40, "x/queue/a/b/some-very-long-name-that-takes-many-tokens-");
    expect(await found(paths, ["queue"], { budget: 12 })).toBe("x/queue/ (42)");
    for (const bound of [{ maxDirectories: 2 }, { maxDepth: 2 }]) {
      expect(await found(["queue/a/b/c.ts"], ["queue"], { budget: 8, ...bound })).toBe(
        "queue/ (1+)\n[stopped after 2 directories; narrow the search]",
      );
    }
  });

  test("has no mark where something in it is shown, and shares the line of a lone file", async () => {
    const { text, found: answer } = await findIn(["src/cron/a/b.ts", "other.ts"], { words: ["cron"] });
    expect(text).toBe("Absolute path: /r\nsrc/cron/a/b.ts");
    expect(answer.files.filter(({ more }) => more !== undefined)).toEqual([]);
    const paths = [...numbered(20, "src/cron/deep/"), "src/cron/cron.ts"];
    expect(await found(paths, ["cron"], { budget: 20 })).toBe("src/cron/cron.ts\n[21 more: cron 21]");
    expect(await found(["a/b/c/queue.ts", "a/d/queue.ts"], ["queue"])).toBe("a/\n  b/c/queue.ts\n  d/queue.ts");
  });

  test("that could not be read, or is ignored, has its mark", async () => {
    const fileSystem = smallFileSystem(["locked-queue/x.ts"], {}, { "locked-queue": "EACCES" });
    expect(await found([], ["queue", "other"], { fileSystem })).toBe(
      "locked-queue/ [permission denied]\n[not readable: locked-queue/ (permission denied)]",
    );
    const below = smallFileSystem(["queue/locked/"], {}, { "queue/locked": "EACCES" });
    expect(await found([], ["queue"], { fileSystem: below, budget: 1 })).toMatch(/^queue\/ \(1\+\)\n\[not readable: /);
    const filter = verdicts({ "queue-build": IGNORED });
    expect(await found(["queue-build/x.ts"], ["queue"], { filter })).toBe("queue-build/ [ignored]");
  });
});

describe("the end of an answer", () => {
  test("counts what fits and is not shown, with commas, and names the guesses that most of it fits", async () => {
    const paths = [...numbered(2400, "d", "/widget.ts"), "a/roles.ts", "b/roles.ts", "c/staff.ts", "e/x.ts", "f/x.ts"];
    const words = ["staff", "roles", "widget", "x"];
    const { text, found: answer } = await findIn(paths, { words, budget: 100 });
    expect(text).toMatch(/\n\[2,\d{3} more: widget 2,\d{3}\]$/);
    expect(answer.files.length + (answer.notShown?.count ?? 0)).toBe(2405);
    expect(estimateTokens(text)).toBeLessThanOrEqual(100);
    expect(await found(paths, words, { budget: 17 })).toMatch(
      /\[2,40\d more: widget 2,\d{3}, (?:roles|x) \d, (?:x|staff) \d\]$/,
    );
    const long = `widget ${"w*".repeat(40)}`;
    expect(await found(paths, ["widget", long.replaceAll("w*", "*")], { budget: 20 })).toContain(
      `widget ${"*".repeat(33)} 2,`,
    );
  });

  test("counts no more for one guess than in all, and every entry, however many sets of guesses match", async () => {
    const paths = [...numbered(20, "queue/test-of-a-very-long-name-with-role-"), "test/a-very-long-name-role"];
    expect(await found(paths, ["queue", "role"], { budget: 12 })).toBe("queue/ (20)\n[1 more: role 1]");
    const words = [..."bcdefghjklmno"];
    const sets = Array.from({ length: 5000 }, (_, at) => words.filter((_word, bit) => ((at + 1) >> bit) & 1).join("-"));
    expect(await found(sets, words, { budget: 20 })).toContain("[4,999 more: ");
  });

  test("names at most three directories that could not be read, and then no guess that matches nothing", async () => {
    const problems = { a: "EACCES", b: "EACCES", c: "ENOENT", d: "EIO", e: "EACCES" };
    const paths = ["a/", "b/", "c/", "d/", "e/", "queue.ts"];
    const fileSystem = smallFileSystem(paths, {}, problems);
    const line = "[not readable: a/ (permission denied), b/ (permission denied), c/ (no longer exists), and 2 more]";
    expect(await found([], ["queue", "secretfile"], { fileSystem })).toBe(`queue.ts\n${line}`);
    expect(await found([], ["secretfile"], { fileSystem })).toBe(line);
  });

  test("names the guesses that match nothing as they were given, at most ten", async () => {
    expect(await found(["auth.ts"], ["auth", "postgrad", "a,b"])).toBe('auth.ts\n[nothing matches postgrad, "a,b"]');
    const words = Array.from({ length: 13 }, (_, index) => `absent${index}`);
    const first = async (budget: number) => (await found(["auth.ts"], words, { budget })).match(/absent/g)?.length;
    expect(await found(["auth.ts"], words, { budget: 1000 })).toBe(
      `[nothing matches ${words.slice(0, 10).join(", ")}, and 3 more]`,
    );
    // Three, or as many as a tenth of the budget holds.
    expect([await first(30), await first(250), await first(350)]).toEqual([3, 5, 8]);
  });

  test("says nothing about guesses if the search stopped early", async () => {
    const paths = ["a/queue.ts", "b/c/queue.ts", "queue.md"];
    expect(await found(paths, ["queue", "missing"], { maxDirectories: 3 })).toBe(
      "queue.md\na/queue.ts\n[stopped after 3 directories; narrow the search]",
    );
    expect(await found(paths, ["queue"], { maxDirectories: 3, budget: 1 })).toMatch(/\n\[1\+ more: queue 1\]$/);
    const store = { keys: { requests: 64, isComplete: false, isTimedOut: false } };
    expect(await found(paths, ["missing"], store)).toBe("[stopped after 64 requests; narrow the search]");
    const clock = new CallClock(undefined, 0);
    expect(await found(paths, ["missing"], { clock })).toBe("[timed out after 0 directories; narrow the search]");
  });

  test("says that ignored directories were not searched where a guess has matched nothing, and never for .git", async () => {
    const filter = verdicts({ ".git": IGNORED, out: IGNORED });
    expect(await found(["queue.ts", "out/"], ["queue"], { filter })).toBe("queue.ts");
    expect(await found(["queue.ts", "out/"], ["queue", "absent"], { filter })).toBe(
      "queue.ts\n[nothing matches absent]\n[ignored directories were not searched; gitignore: off searches them]",
    );
    expect(await found(["queue.ts", ".git/"], ["absent"], { filter })).toBe("[nothing matches absent]");
  });

  test("says that the filters leave nothing, or that there is nothing", async () => {
    const filter = verdicts({ "a.ts": HIDDEN });
    expect(await found(["a.ts"], ["queue"], { filter })).toBe("[no entry matches the filters]");
    expect(await found([], ["queue"])).toBe("[empty]");
    expect(await found(["d/"], [])).toBe("[no entry matches the filters]");
  });
});

describe("newest", () => {
  const now = Date.UTC(2026, 10, 17, 12);

  function dated(ages: Readonly<Record<string, number>>): SmallSearch {
    const times = Object.fromEntries(Object.entries(ages).map(([path, seconds]) => [path, now - seconds * 1000]));
    return { fileSystem: smallFileSystem(Object.keys(ages), times), now };
  }

  test("files and links, a path a line with its age, without directories", async () => {
    const tree = { "src/a.ts": 40, "b.ts": 239, "src/deep/c@": 8000, "d.ts": 5 * 86_400, "e.ts": -3, "f/": 1, "g?": 1 };
    const lines = ["e.ts [1s]", "src/a.ts [40s]", "b.ts [3m]", "src/deep/c@ [2h]", "d.ts [5d]"];
    expect(await found([], [], dated(tree))).toBe(lines.join("\n"));
    expect(await found([], [], { ...dated(tree), budget: 12 })).toBe("e.ts [1s]\n[4 more are older]");
    const many = numbered(100, "f").map((name, at): [string, number] => [name, at % 99 === 0 ? at + 1 : at + 200]);
    const newest = await found([], [], { ...dated(Object.fromEntries(many)), budget: 30 });
    expect(newest).toMatch(/^f000 \[1s\]\nf099 \[1m\]\n/);
  });

  test("with guesses, all that fit whole", async () => {
    const tree = dated({ "src/queue.ts": 40, "queue.md": 200, "other.ts": 10, "model.ts": 5 });
    expect(await found([], ["queue", "modelQueue"], { ...tree, newest: true })).toBe(
      "src/queue.ts [40s]\nqueue.md [3m]\n[nothing matches modelQueue]",
    );
    const below = dated({ "queue/a": 1, "queue/b": 2, "queue/c": 3 });
    expect(await found([], ["queue"], { ...below, newest: true, budget: 1 })).toBe("queue/a [1s]\n[2 more are older]");
  });

  test("modified within a time: no directories; with guesses, the best first", async () => {
    const tree = dated({ "src/queue.ts": 40, "queue.md": 200, "other.ts": 8000, "queue/": 1, "queue/new.ts": 2 });
    const since = (seconds: number): SmallSearch => ({ ...tree, since: now - seconds * 1000 });
    expect(await found([], ["queue"], since(199))).toBe("queue/new.ts\nsrc/queue.ts");
    expect(await found([], [], since(199))).toBe("queue/new.ts [2s]\nsrc/queue.ts [40s]");
    expect(await found([], ["other"], since(3600))).toBe("[no entry matches the filters]");
    expect(await found([], ["absent"], since(3600))).toBe("[nothing matches absent]");
    // A file that is too old does not keep a guess from being taken in part.
    const old = { ...dated({ "modelAdmin.py": 9000, "model.py": 40, "x.py": 40 }), since: now - 3_600_000 };
    expect(await found([], ["ModelAdmin"], old)).toBe("model.py\n[only in part: ModelAdmin (model.py)]");
    expect(await found([], ["ModelAdmin", "x"], old)).toBe("model.py x.py\n[only in part: ModelAdmin (model.py)]");
    // What matches in part counts no more once something matches whole, also if that comes later.
    const both = dated({ "a-alpha.ts": 1, "b-alpha-beta.ts": 1 });
    expect(await found([], ["alpha beta"], { ...both, since: now - 9000 })).toBe("b-alpha-beta.ts");
  });
});

test("the budget and the bytes hold; at least one file comes if its line fits", async () => {
  const paths = numbered(100, "some/directory/widget-");
  for (const budget of [1, 20, 60]) {
    const { text, found: answer } = await findIn(paths, { words: ["widget"], budget });
    expect(answer.files.length).toBeGreaterThan(0);
    expect(answer.files.length === 1 || estimateTokens(text) <= budget).toBe(true);
  }
  expect(Buffer.byteLength((await findIn(paths, { words: ["widget"], maxBytes: 99 })).text)).toBeLessThanOrEqual(99);
  expect(await findIn(paths, { words: ["widget"], maxBytes: 10 })).toBeUndefined();
});

test("what an answer has no room for is not weighed, whatever the budget", async () => {
  const words = Array.from({ length: 64 }, (_, index) => `w${index}word`);
  const paths = Array.from({ length: 64 * 50 }, (_, index) => `d${index}/${words[index % 64]}.ts`);
  const countTokens = vi.fn<(text: string) => number>(estimateTokens);
  const fileSystem = smallFileSystem(paths);
  const bounds = { budget: 1_000_000, maxOutputBytes: 2000, countTokens };
  const text = await findFilesText({ dirPath: "/r", fileSystem, words, ...bounds });
  expect(Buffer.byteLength(text)).toBeGreaterThan(1500);
  expect(countTokens.mock.calls.length).toBeLessThan(paths.length);
});

describe("the work", () => {
  /** The processor's time for a search, in microseconds. */
  const timeOf = async (paths: readonly string[], words: readonly string[]): Promise<number> => {
    const fileSystem = smallFileSystem(paths);
    const start = process.cpuUsage().user;
    await findFilesText({ dirPath: "/r", fileSystem, words });
    return process.cpuUsage().user - start;
  };

  test("grows with the words, and not with their square, where hundreds of them occur", async () => {
    const words = Array.from({ length: 360 }, (_, index) => (2e9 + index * 7_654_321).toString(36));
    const paths = words.map((word, index) => `d${index % 20}/${word}.ts`);
    const guesses = (all: readonly string[]) =>
      Array.from({ length: 24 }, (_, index) => all.slice(15 * index, 15 * index + 15).join(" "));
    const absent = await timeOf(paths, guesses(words.map((word) => [...word].toReversed().join(""))));
    expect(await timeOf(paths, guesses(words))).toBeLessThan(4 * absent);
  });

  test("is little more where every directory of fifty deep branches matches", async ({ skip }) => {
    onlyInDepth(skip);
    const paths = numbered(50, "queue").flatMap((name) =>
      Array.from({ length: 400 }, (_, level) => `${`${name}/`.repeat(level + 1)}f`),
    );
    const without = await timeOf(paths, ["zebra"]);
    expect(await timeOf(paths, ["queue"])).toBeLessThan(2.5 * without);
  });
});

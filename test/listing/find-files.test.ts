// What a search for files finds: words against names, which come first, and what the answer says about itself.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { findFiles, findFilesText, type FindFilesOptions } from "../../src/listing/find-files.ts";
import { renderListing } from "../../src/render/render-listing.ts";
import { renderMap } from "../../src/render/render-map.ts";
import { asUnprivileged } from "../support/as-unprivileged.ts";
import { makeTree } from "../support/make-tree.ts";
import { makeManyFiles, numbered } from "../support/many-files.ts";
import { readListing } from "../support/read-listing.ts";
import { readMap } from "../support/read-map.ts";
import { stopClock } from "../support/virtual-time.ts";

/** The answer for a tree of these paths. */
function find(paths: readonly string[], options: Omit<FindFilesOptions, "dirPath">): Promise<string> {
  const fileSystem = memory([{ path: "/r", kind: "directory" }, ...paths.map((name) => `/r/${name}`)]);
  return findFilesText({ dirPath: "/r", fileSystem, ...options });
}

/** The same without its first line. */
async function found(paths: readonly string[], ...words: readonly string[]): Promise<string> {
  return (await find(paths, { words })).split("\n").slice(1).join("\n");
}

describe("a word", () => {
  test.each([
    ["servicegraph", ["ServiceGraph.vue", "other.ts"], "ServiceGraph.vue"],
    ["service-graph", ["ServiceGraph.vue", "other.ts"], "ServiceGraph.vue"],
    ["SERVICE_GRAPH", ["service.graph.ts", "other.ts"], "service.graph.ts"],
    ["sorting", ["sort.ts", "other.ts"], "sort.ts"],
    ["queries", ["query.sql", "other.ts"], "query.sql"],
    ["usable", ["usability.md", "other.ts"], "usability.md"],
    ["url", ["curl.ts", "URLParser.ts", "url.ts"], "URLParser.ts url.ts"],
    ["s3", ["ps3x.ts", "s3.ts"], "s3.ts"],
    ["c++", ["c.ts", "cc.ts"], "c.ts"],
    ["[id].ts", ["[id].ts", "[slug].ts"], "[id].ts"],
    ["図", ["地図帳.md", "other.ts"], "地図帳.md"],
    ["CAFÉ", ["cafe\u0301.md", "other.ts"], "cafe\u0301.md"],
    ["σοφος", ["ΣΟΦΟΣ.txt", "σοφός.txt"], "ΣΟΦΟΣ.txt"],
    ["𐐀𐐁", ["𐐨𐐩.txt", "x𐐨𐐩.txt"], "𐐨𐐩.txt"],
    ["what?", ["what.md", "other.ts"], "what.md"],
    ["*.sql", ["a.sql", "b/c.SQL", "d.ts"], "a.sql\nb/c.SQL"],
    ["src/**/*.{a,b}", ["src/x/y.a", "src/z.c", "y.a"], "src/x/y.a"],
    ["auth/roles", ["auth/roles.ts", "auth/x/roles.ts", "roles.ts"], "auth/roles.ts"],
    ["/r/auth/roles.ts", ["auth/roles.ts", "auth/x.ts"], "auth/roles.ts"],
    ["/r/auth/*.ts", ["auth/roles.ts", "auth/x/y.ts", "z.ts"], "auth/roles.ts"],
    ["ModelAdmin.list_display", ["model_admin.py", "other.py"], "model_admin.py"],
    [`a${"{b,".repeat(60)}`, ["a-b-b.ts"], "a-b-b.ts"],
  ])("%s", async (word, paths, answer) => {
    expect(await found(paths, word)).toBe(answer);
  });

  test("in parts counts only where nothing contains it whole", async () => {
    expect(await found(["modelAdmin.py", "model.py"], "ModelAdmin")).toBe("modelAdmin.py");
    expect(await found(["admin.py", "model.py", "other.py"], "ModelAdmin")).toBe("admin.py model.py");
  });

  test("that says nothing counts only where no others were given", async () => {
    expect(await found(["the.ts", "queue.ts"], "fix", "the", "queue")).toBe("queue.ts");
    expect(await found(["the.ts", "queue.ts"], "the")).toBe("the.ts");
  });

  test("matches what is below a directory, which says how much that is if it is closed", async () => {
    expect(await found(["auth/a.ts", "auth/b.ts", "c.ts"], "auth")).toBe("auth/\n  a.ts b.ts");
  });

  test("is looked for in a relative directory, too", async () => {
    const root = makeTree("src/queue.ts", "other.ts");
    const text = await findFilesText({ dirPath: "src", workingDirectory: root, words: "queue" });
    expect(text).toBe(`Absolute path: ${root}/src\nqueue.ts`);
  });

  test("may begin with the directory as it was given, or as it is resolved", async () => {
    const root = makeTree("src/in/queue.ts", "src/out/queue.ts", "src/in/src/other.ts");
    const search = async (dirPath: string, words: string) =>
      (await findFilesText({ dirPath, workingDirectory: root, words })).split("\n").slice(1).join("\n");
    expect(await search("src", "src/in/queue.ts")).toBe("in/queue.ts");
    expect(await search("./src/", "./src/in/queue.ts")).toBe("in/queue.ts");
    expect(await search(`${root}//src/.`, `${root}/src/in/queue.ts`)).toBe("in/queue.ts");
    // A name in it may be the same.
    expect(await search("src", "src/")).toBe("in/src/other.ts");
  });

  test("of several is split at white space, each once, and may be JSON", async () => {
    const paths = ["alpha.ts", "beta.ts", "gamma.ts"];
    for (const words of ["alpha  beta\talpha", ["alpha beta", "alpha"], '["alpha", "beta"]']) {
      expect(await find(paths, { words })).toBe("Absolute path: /r\nalpha.ts beta.ts");
    }
  });
});

describe("an answer", () => {
  test("joins a file with the directories that show nothing else, and reads back", async () => {
    const paths = ["apps/web/src/staff/StaffTable.tsx", "packages/auth/staff.sql", "packages/auth/staff.ts", "x.ts"];
    const text = await find(paths, { words: ["staff"] });
    expect(text).toBe("Absolute path: /r\napps/web/src/staff/StaffTable.tsx\npackages/auth/\n  staff.sql staff.ts");
    const map = readMap(text);
    expect(map.partial).toBe(true);
    expect(renderMap(map)).toBe(text);
  });

  test("says how many more match, and counts none of them twice", async () => {
    const paths = Array.from({ length: 300 }, (_, index) => `d${index % 7}/widget-${index}.ts`);
    const text = await find(paths, { words: "widget", budget: 120 });
    const [, more = ""] = /\[(\d+) more match less well\]$/.exec(text) ?? [];
    const { files } = await findFiles({
      dirPath: "/r",
      fileSystem: memory(paths.map((name) => `/r/${name}`)),
      words: "widget",
      budget: 120,
    });
    expect(files.length + Number(more)).toBe(300);
    expect(files.map(({ rank }) => rank)).toEqual(files.map((_, index) => index + 1));
  });

  test("names the words that match nothing, as they were given", async () => {
    expect(await found(["auth.ts"], "auth", "postgrad", "a,b")).toBe('auth.ts\n[nothing matches postgrad, "a,b"]');
    expect(await found(["auth.ts"], "postgrad")).toBe("[nothing matches postgrad]");
    expect(await found(["auth.ts"], "+++")).toBe("[nothing matches +++]");
    expect(await find(["auth.ts"], { words: "auth", exclude: "auth.ts" })).toMatch(
      /\n\[no entry matches the filters\]$/,
    );
    expect(await find([], { words: "auth" })).toMatch(/\n\[empty\]$/);
    expect(await find(["auth.ts"], { words: "x".repeat(200), maxOutputBytes: 256 })).toMatch(
      /\n\[no entry matches the filters\]$/,
    );
  });

  test("names none of them beside others if they may match what could not be read", async () => {
    const root = makeTree("auth.ts", "secret/", "secret/postgrad.ts");
    fs.chmodSync(root, 0o755);
    fs.chmodSync(path.join(root, "secret"), 0);
    const search = (words: string) => asUnprivileged(() => findFilesText({ dirPath: root, words }));
    expect(await search("auth postgrad")).toBe(`Absolute path: ${root}\nauth.ts`);
    expect(await search("postgrad")).toBe(`Absolute path: ${root}\n[nothing matches postgrad]`);
    expect(await find(["auth.ts", "a/b/postgrad.ts"], { words: "auth postgrad", maxDepth: 2 })).toMatch(/auth.ts$/);
  });

  test("puts tests later, unless a word asks for them", async () => {
    const paths = ["src/queue.ts", "test/queue.ts"];
    const ranked = async (words: string) =>
      (await findFiles({ dirPath: "/r", fileSystem: memory(paths.map((name) => `/r/${name}`)), words })).files;
    expect((await ranked("queue")).map((file) => file.path)).toEqual(["src/queue.ts", "test/queue.ts"]);
    expect((await ranked("queue test"))[0]?.path).toMatch(/^test/);
  });

  test("is the same from every backend, and holds the budget", async () => {
    const paths = ["src/queue.ts", "src/queue/a.ts", "lib/other.ts", "lib/queue-of-things/b.ts"];
    const root = makeTree(...paths);
    for (const budget of [1, 20, 40, 300]) {
      const onDisk = await findFilesText({ dirPath: root, words: "queue", budget });
      const fileSystem = memory(paths.map((name) => `${root}/${name}`));
      expect(onDisk).toBe(await findFilesText({ dirPath: root, fileSystem, words: "queue", budget }));
    }
  });
});

describe("what is refused", () => {
  test.each([
    [{ words: Array.from({ length: 65 }, (_, index) => `w${index}`) }, "65 words are too many; give at most 64"],
    [{ words: "x".repeat(201) }, "a word of 201 characters is too long; give at most 200"],
    [{ words: "a", modifiedWithin: "2 days" }, "`modified_within`: it is a whole number and s, m, h, d or w"],
    [{ words: "a", modifiedWithin: "0d" }, "`modified_within`: it is a whole number"],
    [{ words: "a", budget: 0 }, "budget must be greater than zero"],
  ])("%j", async (options, message) => {
    await expect(find(["a"], options)).rejects.toThrow(message);
  });
});

describe("the newest", () => {
  const NOW = Date.UTC(2026, 10, 17, 12);

  function dated(ages: Readonly<Record<string, number>>): string {
    const root = makeTree(...Object.keys(ages));
    for (const [name, seconds] of Object.entries(ages)) {
      const time = (NOW - seconds * 1000) / 1000;
      fs.lutimesSync(path.join(root, name.replace(/@$/, "")), time, time);
    }
    return root;
  }

  test("come first, a path a line with its age, without directories", async () => {
    const root = dated({ "src/a.ts": 40, "b.ts": 200, "src/deep/c@": 8000, "d.ts": 5 * 86_400, "e.ts": -3, "f/": 1 });
    const text = await findFilesText({ dirPath: root, now: () => NOW });
    const lines = ["e.ts [1s]", "src/a.ts [40s]", "b.ts [3m]", "src/deep/c@ [2h]", "d.ts [5d]"];
    expect(text).toBe([`Absolute path: ${root}`, ...lines].join("\n"));
    expect(renderListing(readListing(text))).toBe(text);
    const few = await findFilesText({ dirPath: root, now: () => NOW, budget: 1 });
    expect(few).toBe([`Absolute path: ${root}`, lines[0], "[4 more are older]"].join("\n"));
  });

  test("of those that match, or within a time", async () => {
    const root = dated({ "src/queue.ts": 40, "queue.md": 200, "other.ts": 8000 });
    const ask = { dirPath: root, now: () => NOW };
    const lines = async (options: object) => (await findFilesText({ ...ask, ...options })).split("\n").slice(1);
    expect(await lines({ words: "queue", newest: true })).toEqual(["src/queue.ts [40s]", "queue.md [3m]"]);
    expect(await lines({ words: "queue", modifiedWithin: "1m" })).toEqual(["src/queue.ts"]);
    expect(await lines({ modifiedWithin: "2m" })).toEqual(["src/queue.ts [40s]"]);
    expect(await lines({ words: "other", modifiedWithin: "1h" })).toEqual(["[no entry matches the filters]"]);
  });

  test("are in the directories that they are shown in, of which one is read in batches, within roots", async () => {
    const root = makeTree("a/own.ts", "b/", "c/own.ts");
    makeManyFiles(path.join(root, "b"), numbered(1500, `of-b-${"x".repeat(60)}`));
    const { files } = await findFiles({ dirPath: root, roots: [root], newest: true, budget: 1e6 });
    const others = files.map((file) => file.path).filter((name) => !name.startsWith("b/of-b-"));
    expect(others.toSorted()).toEqual(["a/own.ts", "c/own.ts"]);
    expect(files).toHaveLength(1502);
  });

  test("of those whose times were read by the deadline, and says that there may be others", async () => {
    stopClock();
    const tree = memory(numbered(300, "/r/f"));
    const fileSystem: FileSystem = {
      ...tree,
      async readDetails(_root, _directory, names) {
        vi.advanceTimersByTime(2000);
        return names.map(() => ({ modifiedMs: 0 }));
      },
    };
    const text = await findFilesText({ dirPath: "/r", fileSystem, modifiedWithin: "1d", deadlineMs: 1000 });
    expect(text).toBe("Absolute path: /r\n[timed out after 1 directories; narrow the search]");
  });

  test("says what git ignores", async () => {
    const root = dated({ ".gitignore": 500, "a.log": 180, "b.ts": 60, ".git/HEAD": 1000, "out/c.ts": 10 });
    fs.writeFileSync(path.join(root, ".git/HEAD"), "ref: refs/heads/main\n");
    fs.mkdirSync(path.join(root, ".git/objects"));
    fs.mkdirSync(path.join(root, ".git/refs"));
    fs.writeFileSync(path.join(root, ".gitignore"), "*.log\nout/\n");
    fs.utimesSync(path.join(root, ".gitignore"), (NOW - 500_000) / 1000, (NOW - 500_000) / 1000);
    const text = await findFilesText({ dirPath: root, now: () => NOW, exclude: ".git" });
    expect(text.split("\n").slice(1)).toEqual([
      "b.ts [1m]",
      "a.log [3m] [ignored]",
      ".gitignore [8m]",
      "[ignored directories were not searched]",
    ]);
  });
});

describe("the bounds of the work", () => {
  test("a count of a directory says if the depth left out something below it", async () => {
    const closed = { words: "queue", budget: 12 };
    expect(await find(["x/queue/b/c/d.ts"], { ...closed, maxDepth: 3 })).toBe("Absolute path: /r\nx/queue/ (1+)");
    expect(await find(["x/queue/b/c/d.ts"], { ...closed, maxDepth: 5 })).toBe("Absolute path: /r\nx/queue/ (3)");
  });

  test("what matches parts of words is counted, however many sets of words there are", async () => {
    const words = Array.from({ length: 13 }, (_, index) => `a${index}-b${index}`);
    const names = Array.from({ length: 2 ** words.length - 1 }, (_, set) =>
      words.flatMap((_word, index) => (((set + 1) >> index) & 1 ? [`a${index}`] : [])).join("-"),
    );
    const fileSystem = memory(names.map((name) => `/r/${name}`));
    const { files, left } = await findFiles({ dirPath: "/r", fileSystem, words });
    expect(files.length + (left?.count ?? 0)).toBe(names.length);
  });

  test("so many directories are read, level by level, and the answer says so", async () => {
    const paths = ["a/queue.ts", "b/c/queue.ts", "queue.md"];
    const text = await find(paths, { words: "queue missing", maxSearchedDirectories: 3 });
    expect(text).toBe("Absolute path: /r\nqueue.md\na/queue.ts\n[stopped after 3 directories; narrow the search]");
  });
});

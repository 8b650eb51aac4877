import { expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { listDir } from "../../src/tools/list-dir.ts";
import { renderPageJson } from "../../src/text/listing.ts";

test("a page is one line, its keys in a fixed order", async () => {
  const fileSystem = memory([
    { path: "/r/a/file", content: "12", modifiedMs: 3 },
    { path: "/r/a/link", kind: "symlink", target: "x" },
    { path: "/r/b" },
  ]);
  const page = await listDir({ dirPath: "/r", fileSystem, order: "tree", after: "a/", limit: 2, details: true });
  expect(renderPageJson(page)).toBe(
    '{"root":"/r","entries":[{"path":"a","kind":"directory","depth":1,"context":true},' +
      '{"path":"a/file","kind":"file","depth":2,"size":2,"modifiedMs":3},' +
      '{"path":"a/link","kind":"symlink","depth":2,"target":"x"}],"moreThan":2,"next":"a/link@"}',
  );
});

test("names that are not valid UTF-8 are quoted, and nothing acts on a terminal", async () => {
  const names = [Buffer.from([0x62, 0xff]), Buffer.from('"q"'), Buffer.from("\x1b\x7f\u009b\u202e\n")];
  const fileSystem = memory(names.map((name) => ({ path: Buffer.concat([Buffer.from("/r/"), name]) })));
  const json = renderPageJson(await listDir({ dirPath: "/r", fileSystem }));
  expect(json).toContain("\\u001b\\u007f\\u009b\\u202e\\n");
  const { entries } = JSON.parse(json) as { entries: { path: string }[] };
  expect(entries.map(({ path }) => path)).toEqual(["\x1b\x7f\u009b\u202e\n", '"\\"q\\""', '"b\\xff"']);
});

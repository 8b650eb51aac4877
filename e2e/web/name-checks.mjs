// Names are text, whatever they say: nothing of them runs, and all of their characters can be seen.
import assert from "node:assert/strict";

import { HOSTILE_NAMES } from "./make-trees.mjs";
import { chooseTool } from "./page.mjs";

/** The names as listings show them. */
const SHOWN = [
  '"\\"><svg onload=alert(1)>"',
  '"\\u202egnp.exe"',
  '" spaced "',
  '"two\\nlines"',
  '"zero\\u200bwidth"',
  '"tail@"',
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)<",
  // Bytes that are no UTF-8.
  "bad\ufffd/",
];

export function nameChecks({ roots }) {
  const root = roots.hostile;
  return [
    { title: "hostile names are text in the tree", root, run: shows },
    { title: "directories with hostile names are opened", root, run: opens },
    { title: "hostile names are text in answers, maps and searches", root, run: answers },
  ];
}

async function shows({ page }) {
  await page.getByRole("treeitem", { name: "größe 😀" }).waitFor();
  const names = await page.locator('[role="treeitem"] .name').allInnerTexts();
  assert.equal(names.length, HOSTILE_NAMES.length + 6);
  assert.deepEqual(
    SHOWN.filter((name) => !names.includes(name)),
    [],
  );
  assert.equal(await page.locator(".side :is(img, svg, script, b)").count(), 0);
}

async function opens({ page }) {
  for (const name of ["<b onclick=alert(1)>/", '"new\\nline"/', '"\\"quoted"/', '"\\u2067turned"/']) {
    const row = page.getByRole("treeitem").filter({ has: page.getByText(name, { exact: true }) });
    await row.click();
    await page.locator('[role="treeitem"][aria-level="3"]').filter({ hasText: "inside.txt" }).waitFor();
    await page.locator(".answer pre").filter({ hasText: "inside.txt" }).waitFor();
    await row.click();
    await page.locator('[role="treeitem"][aria-level="3"]').waitFor({ state: "detached" });
  }
}

async function answers({ page }) {
  await chooseTool(page, "list_dir");
  // Answers quote such names, but what the user types is in the call as it is: the page has to show what can't be seen.
  await page.getByLabel("include", { exact: true }).fill("*\u202egnp* zero\u200bwidth");
  await page.locator(".json .odd", { hasText: "\\u{202e}" }).waitFor();
  await page.locator(".json .odd", { hasText: "\\u{200b}" }).waitFor();
  await page.locator(".answer pre").filter({ hasText: "\\u202egnp.exe" }).waitFor();
  await chooseTool(page, "map_dir");
  await page.getByText(/entries below this directory/).click();
  await page.getByRole("button", { name: "<b onclick=alert(1)>/" }).click();
  await page.getByRole("navigation").getByText("<b onclick=alert(1)>").waitFor();
  await page.getByRole("searchbox").fill("onerror");
  await page.getByRole("option").filter({ hasText: "<img src=x onerror=alert(1)>" }).waitFor();
  assert.equal(await page.locator("main :is(img, svg, script)").count(), 0);
}

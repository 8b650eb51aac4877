// The page shows what a model is shown: the same bytes as every face, with what they cost.
import assert from "node:assert/strict";

import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { withoutRights } from "./start-web.mjs";

export function callChecks({ roots, command }) {
  const root = roots.project;
  const options = { permissions: ["clipboard-read", "clipboard-write"] };
  return [
    { title: "answers are the bytes of dirleaf call", root, options, run: (at) => sameBytes(at, root, command) },
    { title: "costs are told", root, run: costs },
    { title: "two calls side by side", root, run: compares },
    { title: "the tree, its counts and its marks", root, run: tree },
    { title: "a search over closed directories", root, run: searches },
    { title: "the map leads into the tree, and back up", root, run: maps },
  ];
}

async function copied(page, what) {
  await page
    .getByRole("button", { name: `Copy ${what}` })
    .first()
    .click();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Waits for an answer that begins and ends as it should, since each change is another call. */
async function answered(page, pattern) {
  await page.locator(".answer:not(.running) pre").first().filter({ hasText: pattern }).waitFor();
}

async function sameBytes({ page }, root, command) {
  const steps = [
    [{}, /Absolute path[^]*More than 25/],
    [{ limit: "7", order: "tree" }, /More than 7 entries found; continue with after/],
    [{ limit: "7", order: "tree", after: "data/row-002.csv", gitignore: "off", details: "true" }, /row-003.csv \[0, /],
    [{ include: "*.ts *.md", exclude: "test" }, /decision-001/],
    [{ limit: "0" }, /limit must be greater than zero/],
    [{ depth: "many" }, /failed to parse function arguments/],
  ];
  for (const [values, pattern] of steps) {
    for (const [name, value] of Object.entries(values)) {
      const field = page.getByLabel(name, { exact: true });
      await ((await field.evaluate(({ tagName }) => tagName)) === "SELECT"
        ? field.selectOption(value)
        : field.fill(value));
    }
    await answered(page, pattern);
    const { name, arguments: given } = JSON.parse(await copied(page, "call"));
    const words = [command, "call", name, JSON.stringify(given)];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, words, withoutRights()).catch(
      (error) => error,
    );
    assert.equal(`${await copied(page, "answer")}\n`, stdout + stderr);
    await page.getByLabel("tool", { exact: true }).selectOption("map_dir");
    await answered(page, /data\//);
    await page.getByLabel("tool", { exact: true }).selectOption("list_dir");
    await answered(page, /More than 25/);
    assert.equal(given.dir_path, root);
  }
}

async function costs({ page }) {
  await answered(page, /More than 25/);
  const text = await page.locator(".costs").innerText();
  assert.match(text, /\d+ bytes[^]*≈ \d+ tokens \(\d+–\d+\)[^]*[\d.]+ ms[^]*\d+ director(?:y|ies) read/);
}

async function compares({ page }) {
  for (const pair of ["list_dir and map_dir", "profiles leaf and codex-sorted", "with and without gitignore"]) {
    await page.getByLabel("compare").selectOption({ label: pair });
    await page.getByText(/^The second takes/).waitFor();
    assert.equal(await page.locator(".call").count(), 2);
  }
  await page.getByLabel("compare").selectOption({ label: "only one call" });
  await page.locator(".call").nth(1).waitFor({ state: "detached" });
}

async function tree({ page }) {
  const row = (name) => page.getByRole("treeitem").filter({ has: page.getByText(name, { exact: true }) });
  await row("data/").filter({ hasText: "450" }).waitFor();
  await row("build/").filter({ hasText: "ignored" }).waitFor();
  await row("empty/").filter({ hasText: "empty" }).waitFor();
  await row("locked/").filter({ hasText: "permission denied" }).waitFor();
  await row("packages/").filter({ hasText: "4" }).waitFor();
  await row("locked/").click();
  await row("empty/").click();
  await row("build/").click();
  await row("chunk-002.js").waitFor();
  assert.equal(await row("link@").getAttribute("aria-expanded"), null);
}

async function searches({ page }) {
  await page.getByRole("searchbox").fill("rule-00[12].ts");
  await page.getByText(/^2 found in /).waitFor();
  await page.getByRole("option").filter({ hasText: "rule-002.ts" }).click();
  await page.getByRole("searchbox").fill("");
  const found = page.getByRole("treeitem").filter({ hasText: "rule-002.ts" });
  await found.waitFor();
  assert.equal(await found.getAttribute("aria-selected"), "true");
  await page.getByRole("searchbox").fill("nosuchname");
  await page.getByText(/^Nothing found in .*; some directories could not be read$/).waitFor();
  await page.getByRole("searchbox").fill("rule 002");
  await page.getByRole("option").filter({ hasText: "rule-002.ts" }).waitFor();
}

async function maps({ page }) {
  await page.getByRole("tab", { name: "Treemap" }).click();
  await page.getByText(/^\d+ or more entries below this directory$/).waitFor();
  await page
    .locator(".tile.group", { hasText: "src/" })
    .first()
    .click({ position: { x: 8, y: 8 } });
  const src = page.getByRole("treeitem").filter({ has: page.getByText("src/", { exact: true }) });
  await page.locator('[role="treeitem"][aria-selected="true"]').filter({ hasText: "src/" }).waitFor();
  assert.equal(await src.getAttribute("aria-expanded"), "true");
  await page.getByRole("table").getByRole("button", { name: "filters/" }).click();
  await page.getByRole("table").getByText("5 files").waitFor();
  await page.getByRole("button", { name: "Up" }).click();
  await page.getByRole("table").getByRole("button", { name: "filters/" }).waitFor();
  await page.getByRole("table").getByRole("button", { name: "Name" }).click();
  assert.equal(await page.locator("th.name").getAttribute("aria-sort"), "ascending");
}

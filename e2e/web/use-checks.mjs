// The page is used: it shows the bytes that every face gives, finds, draws and remembers, and all of that by keyboard alone.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { chooseTool, openDrawer, rowOf, withoutRights } from "./page.mjs";

const PHONE = { viewport: { width: 390, height: 780 } };

export function useChecks({ roots, command }) {
  const root = roots.project;
  const options = { permissions: ["clipboard-read", "clipboard-write"] };
  return [
    { title: "answers are the bytes of dirleaf call", root, options, run: ({ page }) => sameBytes(page, command) },
    { title: "the tree, its counts and its marks", root, options, run: ({ page }) => marks(page, root) },
    { title: "a search drives both sides", root, run: ({ page }) => searches(page) },
    { title: "on a phone the tree is a drawer", root, options: PHONE, run: ({ page }) => onPhone(page) },
    { title: "a server that is gone says so once", root, run: saysGone },
    { title: "the map leads into the tree; Back, and a reload", root, run: ({ page }) => remembers(page) },
    { title: "the tree by keyboard, as the ARIA pattern for trees says", root, run: ({ page }) => byKeyboard(page) },
    {
      title: "each root is a place of its own",
      root: [roots.project, roots.hostile],
      run: ({ page }) => twoRoots(page),
    },
  ];
}

function selected(page, name) {
  return page.locator('[role="treeitem"][aria-selected="true"]').filter({ hasText: name }).waitFor();
}

async function copied(page, what) {
  await page
    .getByRole("button", { name: `Copy ${what}` })
    .first()
    .click();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Each change is another call, and answers come when they come. */
async function sameBytes(page, command) {
  await chooseTool(page, "list_dir");
  const steps = [
    [{ limit: "7", order: "tree" }, /More than 7 entries found; continue with after/],
    [{ after: "data/row-002.csv", gitignore: "off", details: "true" }, /row-003.csv \[0, /],
    [{ limit: "0" }, /limit must be greater than zero/],
    [{ limit: "25", depth: "many" }, /failed to parse function arguments/],
  ];
  for (const [values, pattern] of steps) {
    for (const [name, value] of Object.entries(values)) {
      const field = page.getByLabel(name, { exact: true });
      const isList = (await field.evaluate(({ tagName }) => tagName)) === "SELECT";
      await (isList ? field.selectOption(value) : field.fill(value));
    }
    await page.locator(".answer:not(.running) pre").first().filter({ hasText: pattern }).waitFor();
    const { name, arguments: args } = JSON.parse(await copied(page, "call"));
    const words = [command, "call", name, JSON.stringify(args)];
    const called = promisify(execFile)(process.execPath, words, { ...withoutRights(), cwd: args.dir_path });
    const { stdout, stderr } = await called.catch((error) => error);
    assert.equal(`${await copied(page, "answer")}\n`, stdout + stderr);
  }
}

async function marks(page, root) {
  const told = {
    "data/": "450",
    "build/": "ignored",
    "empty/": "empty",
    "locked/": "permission denied",
    "packages/": "4",
  };
  for (const [name, text] of Object.entries(told)) {
    await rowOf(page, name).filter({ hasText: text }).waitFor();
  }
  assert.equal(await rowOf(page, "link@").getAttribute("aria-expanded"), null);
  await rowOf(page, ".gitignore").click();
  assert.equal(await copied(page, "path"), `${root}/.gitignore`);
  await page.getByLabel("dot names").uncheck();
  await rowOf(page, ".gitignore").waitFor({ state: "detached" });
  await page.locator(".answer pre").filter({ hasText: "README.md", hasNotText: ".gitignore" }).waitFor();
}

async function searches(page) {
  await page.getByRole("searchbox").fill("decision down");
  await page.locator("pre.json").filter({ hasText: '"words":["decision","down"]' }).waitFor();
  await page.locator('[role="option"] .name').filter({ hasText: "decision" }).first().waitFor();
  await page.getByRole("searchbox").fill("rule-00{1,2}.ts");
  await page.getByText(/^2 found/).waitFor();
  await page.getByRole("option").filter({ hasText: "rule-002.ts" }).click();
  await page.getByRole("searchbox").fill("");
  await selected(page, "rule-002.ts");
  await page.getByRole("searchbox").fill("nosuchname");
  await page.getByText(/^Nothing found/).waitFor();
}

async function onPhone(page) {
  await page.locator(".tile").first().waitFor();
  assert.equal(await page.getByRole("tree").isVisible(), false);
  const { width } = await page.getByRole("searchbox").boundingBox();
  assert.ok(width > 350, `the search is ${width} pixels wide`);
  await openDrawer(page);
  await rowOf(page, "src/").click();
  await page.keyboard.press("Escape");
  await page.getByRole("tree").waitFor({ state: "hidden" });
  await page.getByText("28 entries below this directory").waitFor();
}

async function saysGone({ page, web, problems }) {
  await web.stop();
  await rowOf(page, "src/").click();
  await page.getByText("Not counted").waitFor();
  await page.getByRole("searchbox").fill("rule");
  await rowOf(page, "src/").waitFor({ state: "detached" });
  await page.getByText("dirleaf web has ended").waitFor();
  assert.equal(await page.getByRole("alert").count(), 1);
  // The browser reports each call that got no answer.
  problems.length = 0;
}

async function remembers(page) {
  await page
    .locator(".tile.group", { hasText: "src/" })
    .first()
    .click({ position: { x: 8, y: 8 } });
  await selected(page, "src/");
  await page.getByText(/entries below this directory/).click();
  await page.getByRole("table").getByRole("button", { name: "filters/" }).click();
  await page.getByRole("table").getByText("5 files").waitFor();
  await page.goBack();
  await selected(page, "src/");
  await page.goForward();
  await selected(page, "filters/");
  await page.reload();
  await page.getByText("10 entries below this directory").waitFor();
}

/** Presses keys one after the other, and returns the name of the focused row. */
async function press(page, ...keys) {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
  // One frame, in which the page is drawn.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const active = await page.getByRole("tree").getAttribute("aria-activedescendant");
  return page.locator(`#${active} .name`).innerText();
}

async function byKeyboard(page) {
  await page.keyboard.press("Tab");
  const focused = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  assert.equal(focused, "Search the whole tree");
  await page.getByRole("tree").focus();
  assert.equal(await press(page, "Home", "d", "o"), "docs/");
  assert.equal(await press(page, "ArrowRight"), "docs/");
  await rowOf(page, "decisions/").waitFor();
  assert.equal(await press(page, "ArrowRight"), "decisions/");
  assert.equal(await press(page, "Enter"), "decisions/");
  await rowOf(page, "decision-006.md").waitFor();
  assert.equal(await press(page, "ArrowRight", "ArrowDown"), "decision-002.md");
  assert.equal(await press(page, "ArrowLeft"), "decisions/");
  assert.equal(await press(page, "ArrowLeft"), "decisions/");
  assert.equal(await rowOf(page, "decisions/").getAttribute("aria-expanded"), "false");
  assert.equal(await press(page, "ArrowLeft"), "docs/");
  assert.equal(await press(page, "End"), "tsconfig.json");
  // A name that is far below the screen; letters that come late begin another.
  await page.waitForTimeout(800);
  assert.equal(await press(page, "d"), "data/");
  await press(page, "ArrowRight");
  await rowOf(page, "row-001.csv").waitFor();
  await page.waitForTimeout(800);
  await page.keyboard.type("row-44");
  await selected(page, "row-440.csv");
}

async function twoRoots(page) {
  const roots = page.getByRole("navigation", { name: "Roots" }).getByRole("button");
  await page.getByRole("treeitem").filter({ hasText: "data/" }).click();
  await rowOf(page, "row-001.csv").waitFor();
  await roots.nth(1).click();
  await page.getByRole("treeitem").filter({ hasText: "javascript:alert(1)" }).waitFor();
  assert.equal(await rowOf(page, "row-001.csv").count(), 0);
  await page.goBack();
  await selected(page, "data/");
}

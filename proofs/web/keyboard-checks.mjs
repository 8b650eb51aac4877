// Everything works by keyboard alone, the tree by the ARIA pattern for trees.
import assert from "node:assert/strict";

export function keyboardChecks({ roots }) {
  const root = roots.project;
  return [
    { title: "the tree by keyboard", root, run: tree },
    { title: "all else by keyboard", root, run: elsewhere },
  ];
}

/** Presses keys one after the other, and returns the label of the focused row. */
async function press(page, ...keys) {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
  // One frame, in which the page is drawn.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const active = await page.getByRole("tree").getAttribute("aria-activedescendant");
  return page.locator(`#${active} .name`).innerText();
}

async function tree({ page }) {
  const row = (name) => page.getByRole("treeitem").filter({ has: page.getByText(name, { exact: true }) });
  await page.getByRole("tree").focus();
  assert.equal(await press(page, "ArrowDown"), ".git/");
  assert.equal(await press(page, "ArrowDown"), ".gitignore");
  assert.equal(await press(page, "d", "o"), "docs/");
  assert.equal(await press(page, "ArrowRight"), "docs/");
  await row("decisions/").waitFor();
  assert.equal(await press(page, "ArrowRight"), "decisions/");
  assert.equal(await press(page, "Enter"), "decisions/");
  await row("decision-006.md").waitFor();
  assert.equal(await press(page, "ArrowRight", "ArrowDown"), "decision-002.md");
  assert.equal(await press(page, "ArrowLeft"), "decisions/");
  assert.equal(await row("decisions/").getAttribute("aria-expanded"), "true");
  assert.equal(await press(page, "ArrowLeft"), "decisions/");
  assert.equal(await row("decisions/").getAttribute("aria-expanded"), "false");
  assert.equal(await press(page, "ArrowLeft"), "docs/");
  assert.equal(await press(page, "End"), "tsconfig.json");
  assert.equal(await press(page, "Home", "ArrowDown", "PageDown"), "tsconfig.json");
  await page.waitForTimeout(800);
  assert.equal(await press(page, "d"), "data/");
  await press(page, "ArrowRight");
  await row("row-001.csv").waitFor();
  assert.equal(await press(page, "PageDown"), await page.locator('[aria-selected="true"] .name').first().innerText());
  // A name that is far below the screen.
  await page.waitForTimeout(800);
  await page.keyboard.type("row-44");
  await page.locator('[role="treeitem"][aria-selected="true"]').filter({ hasText: "row-440.csv" }).waitFor();
  // Keys of the browser stay the browser's.
  await page.keyboard.press("Control+ArrowDown");
}

async function elsewhere({ page }) {
  const focusedName = () =>
    page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
  await page.keyboard.press("Tab");
  assert.equal(await focusedName(), "Search the whole tree");
  await page.keyboard.type("walk-003");
  await page.getByText("2 found").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("tree").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("src");
  await page.keyboard.press("Enter");
  await page.locator('[role="treeitem"][aria-selected="true"]').filter({ hasText: "src/" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.documentElement.dataset["scheme"]), "light");
  await page.keyboard.press("Tab");
  assert.equal(await focusedName(), "Files");
  const tab = page.getByRole("tab", { name: "As the model sees it" });
  for (let step = 0; step < 10 && !(await tab.evaluate((element) => element === document.activeElement)); step += 1) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("ArrowRight");
  await page.getByRole("table").waitFor();
  assert.equal(await focusedName(), "Treemap");
}

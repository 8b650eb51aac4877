// Back and Forward lead through the directories, views and searches, and each root is a place of its own.
import assert from "node:assert/strict";

export function historyChecks({ roots }) {
  return [
    { title: "Back goes back, and a reload stays", root: roots.project, run: goesBack },
    { title: "each root is a place of its own", root: [roots.project, roots.hostile], run: severalRoots },
    { title: "two words narrow a search", root: roots.project, run: narrows },
    { title: "long lines of a map wrap", root: roots.project, run: wraps },
  ];
}

/** The last name of the current directory. */
function place(page) {
  return page.locator(".place [aria-current]");
}

async function isAt(page, name) {
  await place(page).filter({ hasText: name }).waitFor();
}

async function goesBack({ page }) {
  const row = (name) => page.getByRole("treeitem").filter({ has: page.getByText(name, { exact: true }) });
  const start = await place(page).innerText();
  await row("docs/").click();
  await isAt(page, /^docs$/);
  await page.getByRole("tab", { name: "Treemap" }).click();
  await page.getByRole("table").getByRole("button", { name: "decisions/" }).click();
  await isAt(page, /^decisions$/);
  await page.getByRole("searchbox").fill("walk");
  await page.getByRole("listbox").waitFor();
  await page.goBack();
  await page.getByRole("tree").waitFor();
  assert.equal(await page.getByRole("searchbox").inputValue(), "");
  await isAt(page, /^decisions$/);
  await page.goBack();
  await isAt(page, /^docs$/);
  await page.getByRole("table").waitFor();
  await page.goBack();
  await page.locator(".answer pre").first().waitFor();
  await page.goBack();
  await isAt(page, start);
  assert.equal(await place(page).innerText(), start);
  await page.goForward();
  await page.goForward();
  await page.goForward();
  await isAt(page, /^decisions$/);
  await page.locator('[role="treeitem"][aria-selected="true"]').filter({ hasText: "decisions/" }).waitFor();
  await page.reload();
  await isAt(page, /^decisions$/);
  await page.getByRole("table").waitFor();
}

async function severalRoots({ page }) {
  const roots = page.getByRole("navigation", { name: "Roots" }).getByRole("button");
  assert.equal(await roots.count(), 2);
  await page.getByRole("treeitem").filter({ hasText: "data/" }).click();
  await page.getByRole("treeitem").filter({ hasText: "row-001.csv" }).waitFor();
  await roots.nth(1).click();
  await page.getByRole("treeitem").filter({ hasText: "javascript:alert(1)" }).waitFor();
  assert.equal(await page.getByRole("treeitem").filter({ hasText: "row-001.csv" }).count(), 0);
  assert.equal(await roots.nth(1).getAttribute("aria-current"), "true");
  await page.goBack();
  await page.locator('[role="treeitem"][aria-selected="true"]').filter({ hasText: "data/" }).waitFor();
}

async function narrows({ page }) {
  await page.getByRole("searchbox").fill("rule");
  await page.getByText(/^\d+ found/).waitFor();
  const one = Number.parseInt(await page.locator(".found").first().innerText(), 10);
  await page.getByRole("searchbox").fill("rule 002");
  await page.getByText(/^1 found/).waitFor();
  assert.ok(one > 1);
}

async function wraps({ page }) {
  await page.getByLabel("tool", { exact: true }).selectOption("map_dir");
  const answer = page.locator(".answer:not(.running) pre.wraps").filter({ hasText: "data/" });
  await answer.waitFor();
  const { scrollWidth, clientWidth } = await answer.evaluate((pre) => ({
    scrollWidth: pre.scrollWidth,
    clientWidth: pre.clientWidth,
  }));
  assert.equal(scrollWidth, clientWidth);
}

// A directory of a million files: scrolled to its end, and never all of it in memory.
import assert from "node:assert/strict";

/** An empty page of Chromium takes 2 MB or so. */
const MOST_HEAP = 40 * 1024 * 1024;

export function millionChecks({ large, howMany }) {
  const root = large;
  return [{ title: `${howMany} files: scrolled to the end`, root, run: ({ page }) => scrolls(page, howMany) }];
}

async function openMillion(page, howMany) {
  const directory = page.getByRole("treeitem").filter({ has: page.getByText("million/", { exact: true }) });
  await directory.click();
  await page.getByText("file-0000000.txt").first().waitFor({ timeout: 120_000 });
  // The count comes from the map.
  await page.waitForFunction(
    (rows) => document.querySelector('[role="tree"]').scrollHeight >= Math.min(rows * 24, 16_000_000),
    howMany,
    { timeout: 60_000 },
  );
}

function nameOf(number) {
  return `file-${String(number).padStart(7, "0")}.txt`;
}

async function scrolls(page, howMany) {
  await openMillion(page, howMany);
  await page.evaluate(() => {
    const tree = document.querySelector('[role="tree"]');
    tree.scrollTop = tree.scrollHeight;
  });
  const last = page.getByText(nameOf(howMany - 1), { exact: true }).first();
  await last.waitFor({ timeout: 60_000 });
  const item = page.getByRole("treeitem").filter({ has: last });
  assert.equal(await item.getAttribute("aria-posinset"), String(howMany));
  assert.equal(await item.getAttribute("aria-setsize"), String(howMany));
  // By wheel from the end: every row is the one before the next.
  await page.getByRole("tree").hover();
  await page.mouse.wheel(0, -240);
  await page
    .getByText(nameOf(howMany - 30), { exact: true })
    .first()
    .waitFor();
  const rows = await page.getByRole("treeitem").count();
  assert.ok(rows < 100, `${rows} rows are in the document`);
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  assert.ok(usedSize < MOST_HEAP, `${usedSize} bytes of heap`);
  return `${(usedSize / 1e6).toFixed(1)} MB of heap`;
}

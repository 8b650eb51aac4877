// A directory of a million files: scrolled to its end, searched, and never all of it in memory.
import assert from "node:assert/strict";

/** An empty page of Chromium takes 2 MB or so. */
const MOST_HEAP = 40 * 1024 * 1024;

const FRAMES = 300;

export function millionChecks({ large, howMany }) {
  const root = large;
  return [
    { title: `${howMany} files: scrolled to the end`, root, run: ({ page }) => scrolls(page, howMany) },
    { title: `${howMany} files: searched`, root, run: ({ page }) => searches(page, howMany) },
  ];
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
  const wheel = await page.evaluate(measureFrames, { frames: FRAMES, step: 240, jump: 0 });
  const drag = await page.evaluate(measureFrames, { frames: FRAMES, step: 0, jump: 7919 });
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
  return `frames by wheel ${describe(wheel)}, by dragging ${describe(drag)}; ${(usedSize / 1e6).toFixed(1)} MB of heap`;
}

/** Scrolls in every frame, and returns how long each took. Runs in the page. */
async function measureFrames({ frames, step, jump }) {
  const tree = document.querySelector('[role="tree"]');
  const times = [];
  let before = await new Promise(requestAnimationFrame);
  for (let frame = 0; frame < frames; frame += 1) {
    tree.scrollTop = jump === 0 ? tree.scrollTop + step : (frame * jump * 1013) % tree.scrollHeight;
    const now = await new Promise(requestAnimationFrame);
    times.push(now - before);
    before = now;
  }
  return times;
}

function describe(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
  return `median ${at(0.5)}, 95 % ${at(0.95)}, worst ${at(1)} ms`;
}

async function searches(page, howMany) {
  const since = performance.now();
  await page.getByRole("searchbox").fill(`*${String(howMany - 2).slice(1)}*`);
  await page
    .getByRole("option")
    .filter({ hasText: nameOf(howMany - 2) })
    .waitFor({ timeout: 60_000 });
  const took = performance.now() - since;
  await page
    .getByRole("option")
    .filter({ hasText: nameOf(howMany - 2) })
    .click();
  await page.getByRole("searchbox").fill("");
  const row = page.getByRole("treeitem").filter({ hasText: nameOf(howMany - 2) });
  await row.waitFor({ timeout: 60_000 });
  assert.equal(await row.getAttribute("aria-selected"), "true");
  return `found in ${Math.round(took)} ms`;
}

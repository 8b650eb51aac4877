// The page is usable by everybody: no finding by axe-core in any scheme, width or view, and nothing cut off at the side.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

import { chooseTool, openDrawer } from "./page.mjs";

const WIDTHS = [1400, 820, 360];

export function lookChecks({ roots, modules }) {
  const axe = fs.readFileSync(path.join(modules, "axe-core/axe.min.js"), "utf8");
  return ["light", "dark"].map((colorScheme) => ({
    title: `axe-core, ${colorScheme}, ${WIDTHS.join(", ")} pixels wide`,
    root: roots.project,
    options: { colorScheme },
    run: ({ page }) => look(page, axe, colorScheme),
  }));
}

async function look(page, axe, colorScheme) {
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [red] = /\d+/.exec(ground);
  assert.equal(Number(red) < 128, colorScheme === "dark");
  await page.evaluate(axe);
  let passed = 0;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 760 });
    for (const show of [showMap, showPair, showRefusal, showSearch]) {
      await show(page);
      // Without the colours that fade in.
      await page.waitForTimeout(250);
      passed += await inspect(page, `${show.name} at ${width}`);
    }
    await page.getByRole("searchbox").fill("");
    await page.getByRole("tree").waitFor();
    await page.keyboard.press("Escape");
  }
  return `${passed} rules passed, no finding`;
}

async function inspect(page, where) {
  const { violations, passes } = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ["violations"] }).then((result) => ({
      violations: result.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
      ),
      passes: result.passes.length,
    })),
  );
  assert.deepEqual(violations, [], where);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(wide, 0, `${where} is too wide`);
  return passes;
}

async function showPair(page) {
  await page.getByLabel("compare").selectOption({ label: "all names and a map" });
  await page.locator(".answer pre").nth(1).filter({ hasText: "Absolute path" }).waitFor();
}

async function showRefusal(page) {
  await page.getByLabel("compare").selectOption({ label: "only one call" });
  await chooseTool(page, "list_dir");
  await page.getByLabel("limit", { exact: true }).fill("0");
  await page.locator(".answer pre.refused").waitFor();
}

async function showMap(page) {
  await page.getByText(/entries below this directory/).click();
  await page.getByRole("table").waitFor();
  await page.locator(".answer:not(.running) pre").filter({ hasText: "LICENSE" }).waitFor();
}

async function showSearch(page) {
  await page.getByRole("searchbox").fill("*.ts");
  await openDrawer(page);
  await page.getByRole("option").first().waitFor();
  await page.locator(".answer:not(.running) pre").filter({ hasText: "rule-001.ts" }).waitFor();
}

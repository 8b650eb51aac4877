// Draws the pictures of the page for the documents: this project's own tree, in both schemes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { openPage, rowOf, startWeb } from "./page.mjs";

const project = path.join(import.meta.dirname, "../..");
const pictures = path.join(project, "docs/pictures");

/** What the temporary folder is called in the pictures. */
const SHOWN_FOLDER = "/home/ada";

/** Small enough for a README. */
const LARGEST_BYTES = 100_000;

const SIZE = { width: 1120, height: 700 };

/** @param {{ browser: import("playwright-core").Browser, command: string, folder: string }} context */
export async function drawPictures({ browser, command, folder }) {
  const root = copyNames(path.join(folder, "dirleaf"));
  const web = await startWeb(command, root);
  fs.mkdirSync(pictures, { recursive: true });
  try {
    await draw(browser, web, folder, "light", "web-search.png", showSearch);
    await draw(browser, web, folder, "dark", "web-map.png", showMap);
    await draw(browser, web, folder, "light", "web-compare.png", showPair);
  } finally {
    await web.stop();
  }
}

/** The names of this project's files, and of some that git ignores. */
function copyNames(root) {
  const names = fs
    .readdirSync(project, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, path: folder, name }) => path.relative(project, path.join(parentPath ?? folder, name)))
    .filter((name) => !/(?:^|\/)(?:node_modules|dist|dist-mcpb|coverage|\.git)\//.test(`${name}/`));
  for (const name of [...names, "node_modules/preact/package.json", "dist/index.js", ".git/HEAD"]) {
    fs.mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), "");
  }
  fs.copyFileSync(path.join(project, ".gitignore"), path.join(root, ".gitignore"));
  return root;
}

async function draw(browser, web, folder, colorScheme, file, show) {
  const { page, close } = await openPage(browser, web, { colorScheme, viewport: SIZE }, (opened) =>
    opened.route(/\/mcp$/, async (route) => {
      const postData = route.request().postData()?.replaceAll(SHOWN_FOLDER, folder);
      const response = await route.fetch({ postData });
      await route.fulfill({ response, body: (await response.text()).replaceAll(folder, SHOWN_FOLDER) });
    }),
  );
  await show(page);
  // Nothing blinks or fades any more.
  await page.waitForTimeout(500);
  const picture = path.join(pictures, file);
  await page.screenshot({ path: picture, animations: "disabled", caret: "hide" });
  // 256 colours are enough for a page, and take a third of the bytes. From Debian's package of the same name.
  execFileSync("pngquant", ["--force", "--skip-if-larger", "--output", picture, picture]);
  const { size } = fs.statSync(picture);
  assert.ok(size < LARGEST_BYTES, `${file} has ${size} bytes`);
  console.log(`ok: docs/pictures/${file}, ${size} bytes`);
  await close();
}

/** Opens a directory, and scrolls so that it is in the middle. */
async function openSource(page) {
  await rowOf(page, "src/").click();
  // Before its rows are there, the tree can hardly be scrolled.
  await rowOf(page, "access/").waitFor();
  await page.getByRole("tree").hover();
  await page.mouse.wheel(0, 264);
  await rowOf(page, "core/").waitFor();
}

async function showSearch(page) {
  await page.getByRole("searchbox").fill("gitignore rules");
  await page.getByText(/found, the best first/).waitFor();
}

async function showMap(page) {
  await rowOf(page, "src/").filter({ hasText: /\d/ }).waitFor();
}

async function showPair(page) {
  await openSource(page);
  await page.getByLabel("compare").selectOption({ label: "all names and a map" });
  await page.getByText(/^The second takes/).waitFor();
}

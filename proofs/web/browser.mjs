// The system's Chromium, and pages in it that note everything that goes wrong in them.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** Nothing takes that long on a slow machine but what says so itself. */
const PATIENCE_MS = 20_000;

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** A name that leads to this machine, as a page that rebinds its name would have. */
export const FOREIGN_NAME = "evil.test";

/** @param {string} modules Where playwright-core is installed. */
export async function launchBrowser(modules) {
  const { chromium } = await import(pathToFileURL(path.join(modules, "playwright-core/index.mjs")).href);
  const args = ["--no-sandbox", `--host-resolver-rules=MAP ${FOREIGN_NAME} 127.0.0.1`];
  return chromium.launch({ executablePath: findChromium(), args });
}

function findChromium() {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) =>
    fs.existsSync(file),
  );
  if (found === undefined) {
    throw new Error("no Chromium here: apt-get install chromium");
  }
  return found;
}

/**
 * Opens a page. `problems` collects what it reports: errors, refused resources, and anything it loads from elsewhere.
 * @param {import("playwright-core").Browser} browser
 * @param {{ url: string, address: string }} web
 * @param {object} options Of the browser's context.
 * @param {(page: import("playwright-core").Page) => Promise<unknown>} prepare Called before anything is loaded.
 */
export async function openPage(browser, web, options = {}, prepare = async () => {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  page.problems = [];
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("dialog", (dialog) => {
    page.problems.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(web.url) && !request.url().startsWith("data:")) {
      page.problems.push(`a request to ${request.url()}`);
    }
  });
  await prepare(page);
  await page.goto(web.address);
  await page.getByRole("treeitem").nth(1).waitFor();
  return { page, close: () => context.close() };
}
